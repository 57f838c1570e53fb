// Find a rule; examples, each with its first values; the Project Euler problems, answered on request.

import { problems, rules, values } from "../api.js";
import { answerNumber, asking, basis } from "../asking.js";
import { commandLine } from "../codes.js";
import { failure, grouped, h, s, section } from "../dom.js";
import { typeset } from "../math.js";
import { docAddress, gameAddress, keepQuery, playAddress } from "../router.js";
import { prose } from "../terms.js";
import { search } from "./search.js";

/** @type {[string, string, string][]} */
const EXAMPLES = [
  ["0.77", "Kayles", "Take one or two pins; what is left may be split in two. Period 12."],
  ["0.07", "Dawson's Kayles", "Take two neighbours. Period 34 with few exceptions."],
  ["0.16", "Small code, long law", "The period is 149 459; rare positions die out early."],
  ["0.3F", "Arithmetic period", "May leave three heaps; values grow by 3 every 6 heaps."],
  ["grundy", "Grundy's game", "Split a heap into two unequal ones. No law has been found."],
  ["split:3", "Scatterstone", "Split a heap into two or three. About n/2, with outliers."],
];

const OTHERS = [
  ["cut", "Paper cutting"],
  ["cards", "Card stacking"],
  ["tree", "Trees"],
  ["wythoff", "Wythoff's game"],
  ["0.[3]", "Nim"],
  ["4.[3]", "Lasker's Nim"],
  ["sub:squares", "Take a square"],
  ["mock-turtles", "Mock Turtles"],
];

export async function render({ main, query, signal }) {
  document.title = "Sprague: impartial games";
  const euler = section(
    "euler",
    "Project Euler",
    h("p", { class: "euler-line" }),
    h("div", { class: "problems" }),
  );
  main.append(
    h(
      "div",
      { class: "hero" },
      h("h1", {}, "Impartial games: values, laws with proofs, exact counts"),
      h(
        "p",
        { class: "lead" },
        prose(
          "Find a game, look at its {nim-value|nim-values}, see why its {law} is {proved}, count, or play against a perfect engine.",
        ),
      ),
      search(query.get("q") ?? "", signal),
    ),
    section(
      "examples",
      "Examples",
      h(
        "div",
        { class: "gallery" },
        EXAMPLES.map((example) => exampleCard(example, signal)),
      ),
      h(
        "div",
        { class: "more" },
        "Also: ",
        OTHERS.map(([rule, name]) => h("a", { class: "chip", href: gameAddress(rule) }, name)),
      ),
    ),
    euler,
  );
  const all = notations(signal);
  main.append(all.element);
  await Promise.all([listProblems(euler, query, signal), all.ready]);
}

function exampleCard([rule, name, line], signal) {
  const picture = s("svg", {
    class: "spark",
    viewBox: "0 0 240 60",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  sparkline(rule, picture, signal);
  return h(
    "article",
    { class: "example card" },
    h("a", { href: gameAddress(rule), class: "cover" }, h("h3", {}, name, " ", h("code", {}, rule))),
    picture,
    h("p", {}, line),
    h(
      "p",
      { class: "note" },
      h(
        "a",
        { href: playAddress(rule) },
        `Play ${name === "Small code, long law" || name === "Arithmetic period" ? rule : name}`,
      ),
    ),
  );
}

const FEW = 120;

/** The first values as dots. */
async function sparkline(rule, picture, signal) {
  try {
    const { cells, largest } = await values(rule, FEW - 1, signal);
    const top = Math.max(largest, 1);
    const dots = Array.from(
      cells,
      (value, n) => `M${((n + 0.5) * 240) / FEW} ${55 - (value / top) * 50}h0`,
    ).join("");
    picture.append(s("path", { d: dots, class: "dots" }));
  } catch {
    // The card says enough without its picture.
  }
}

async function listProblems(place, query, signal) {
  const { problems: list } = await problems(signal);
  place.querySelector(".euler-line").textContent =
    `${list.length} problems are counts of this engine. Answers are shown on request only: change a size if you like, and press Answer.`;
  const asked = Number(query.get("problem"));
  const rows = list.map((problem) => problemRow(problem, problem.problem === asked ? query : null, signal));
  place.querySelector(".problems").append(...rows.map(({ element }) => element));
  rows.forEach(({ start }) => start());
}

const problemDoc = (problem) => docAddress(`problems/${problem}`);

/** A box for each size of a problem. */
function sizeBoxes(problem, sizes, given) {
  const box = ({ name, size }) =>
    h("input", {
      type: "text",
      value: given?.get(name) ?? size,
      size: String(Math.max(4, size.length)),
      "aria-label": `${name} of problem ${problem}`,
      spellcheck: "false",
    });
  return Object.fromEntries(sizes.map((size) => [size.name, box(size)]));
}

/** The words of a problem, with a box where a size is first named. */
function wordsWith(template, boxes) {
  const used = new Set();
  const label = (key) => h("label", { class: "size" }, h("var", {}, key), " ", boxes[key]);
  const pieces = template.split(/(\{\w+\})/);
  const words = pieces.map((piece, i) => {
    const key = piece.match(/^\{(\w+)\}$/)?.[1];
    if (!key || !boxes[key]) return piece === "x" ? " × " : typeset(piece.replace(/\^$/, ""));
    const raised = pieces[i - 1]?.endsWith("^");
    if (used.has(key)) return h(raised ? "sup" : "span", {}, h("var", {}, key));
    used.add(key);
    return label(key);
  });
  const extra = Object.keys(boxes).filter((key) => !used.has(key));
  return extra.length ? [...words, " with ", ...extra.map(label)] : words;
}

/** What is asked, with a box for each size; the answer comes when somebody asks for it, and the address has the question. */
function problemRow({ problem, name, template, sizes, mod }, given, signal) {
  const boxes = sizeBoxes(problem, sizes, given);
  const place = h("div", { class: "answer", "aria-live": "polite" });
  let stop = new AbortController();
  const shown = (question) => (found) => {
    const line = h("span", {});
    commandLine(line, question, signal);
    return [answerNumber(found.answer), basis(found), h("p", { class: "note" }, line)];
  };
  const answer = async () => {
    stop.abort();
    stop = new AbortController();
    signal.addEventListener("abort", () => stop.abort(), { once: true });
    const changed = sizes.filter(({ name: key, size }) => boxes[key].value.trim() !== size);
    const own = Object.fromEntries(changed.map(({ name: key }) => [key, boxes[key].value.trim()]));
    const question = { ask: "euler", problem, ...(changed.length && { sizes: own }) };
    await asking(question, place, shown(question), stop.signal);
  };
  const submit = (event) => {
    event.preventDefault();
    const own = Object.fromEntries(
      sizes.map(({ name: key, size }) => [
        key,
        boxes[key].value.trim() === size ? "" : boxes[key].value.trim(),
      ]),
    );
    keepQuery({ ...EMPTY, problem, ...own });
    answer();
  };
  const element = h(
    "article",
    { class: "problem", "data-problem": problem },
    h("h3", {}, h("span", { class: "tag" }, String(problem)), ` ${name[0].toUpperCase()}${name.slice(1)}`),
    h(
      "form",
      { on: { submit } },
      h("span", {}, wordsWith(template, boxes), mod ? `, mod ${grouped(mod)}` : ""),
      " ",
      h("button", { class: "small" }, "Answer"),
    ),
    place,
    h("p", { class: "note" }, h("a", { href: problemDoc(problem) }, "How it is solved (gives it away)")),
  );
  return { element, start: () => given && answer() };
}

/** Sizes of another problem are not kept in the address. */
const EMPTY = Object.fromEntries([..."nkcmswh"].map((key) => [key, ""]));

/** A table of the games that the server lists. */
function grid(label, head, rows) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

const codeLink = (rule) => h("a", { href: gameAddress(rule) }, h("code", {}, rule));

const notationRow = ({ pattern, line, example }) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, h("code", {}, pattern)),
    h("td", {}, line),
    h("td", {}, codeLink(example)),
  );

const namedRow = ({ rule, title, names, line }) =>
  h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      h("a", { href: gameAddress(rule) }, title),
      names.length > 1 ? h("span", { class: "note" }, ` ${names.slice(1).join(", ")}`) : "",
    ),
    h("td", {}, line),
    h("td", {}, codeLink(rule)),
  );

function notations(signal) {
  const place = h("div", {});
  const fill = ({ rules: names, notations: list }) =>
    place.append(
      h(
        "details",
        { open: true },
        h("summary", {}, `${names.length} games by name`),
        grid("Names", ["name", "a move", "rule"], names.map(namedRow)),
      ),
      h(
        "details",
        {},
        h("summary", {}, `${list.length} notations`),
        grid("Notations", ["written", "what it means", "example"], list.map(notationRow)),
      ),
    );
  const ready = rules("", 100, signal).then(fill, (error) => {
    if (error.name !== "AbortError") place.append(failure(error));
  });
  const words = "Any {code|take-and-break code} is a game: type it above. The ";
  const element = section(
    "all",
    "All games",
    h("p", {}, prose(words), h("a", { href: "/census" }, "census"), " has what is known of every short one."),
    place,
  );
  return { element, ready };
}
