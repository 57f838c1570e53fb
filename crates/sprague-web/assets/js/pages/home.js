// Find a rule; examples, each with its first values; the Project Euler problems with live answers.

import { problems, rules, values } from "../api.js";
import { answerNumber, asking, basis } from "../asking.js";
import { command } from "../codes.js";
import { failure, h, s, section } from "../dom.js";
import { gameAddress, go, playAddress } from "../router.js";
import { prose } from "../terms.js";

const EXAMPLES = [
  ["0.77", "Kayles", "Take one or two pins; what is left may be split in two. Period 12."],
  ["0.07", "Dawson's Kayles", "Take two neighbours. Period 34 with few exceptions."],
  ["0.16", "Small code, long law", "The period is 149 459; rare positions die out early."],
  ["0.3F", "Arithmetic period", "May leave three heaps; values grow by 3 every 6 heaps."],
  ["grundy", "Grundy's game", "Split a heap into two unequal ones. No law is known."],
  ["split:3", "Scatterstone", "Split a heap into two or three. About n/2, with outliers."],
];

const OTHERS = [
  ["cut", "Paper cutting"],
  ["cards", "Card stacking"],
  ["tree", "Trees"],
  ["wythoff", "Wythoff's game"],
  ["0.3...", "Nim"],
  ["4.3...", "Lasker's Nim"],
  ["sub:squares", "Take a square"],
  ["mock-turtles", "Mock Turtles"],
];

export async function render({ main, query, signal }) {
  document.title = "Sprague: impartial games";
  const results = h("div", { class: "results" });
  const euler = section(
    "euler",
    "Project Euler, live",
    h(
      "p",
      {},
      "Thirteen problems are counts of this engine. Change a size and press Enter; answers are exact at any size.",
    ),
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
      search(results, query.get("q") ?? "", signal),
      results,
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
    notations(signal),
  );
  await listProblems(euler.querySelector(".problems"), signal);
}

function search(results, first, signal) {
  const box = h("input", {
    type: "search",
    id: "find",
    name: "q",
    value: first,
    placeholder: "kayles, 0.137, sub:1,3,4, take a square …",
    autocomplete: "off",
    spellcheck: "false",
  });
  let asked = 0;
  const find = async () => {
    const text = box.value.trim();
    const turn = ++asked;
    if (!text) return results.replaceChildren();
    try {
      const { rules: found } = await rules(text, 12, signal);
      if (turn === asked) results.replaceChildren(resultList(found, text));
    } catch (error) {
      if (turn === asked && error.name !== "AbortError") results.replaceChildren(failure(error));
    }
  };
  let timer;
  box.addEventListener("input", () => (clearTimeout(timer), (timer = setTimeout(find, 120))));
  if (first) find();
  const submit = async (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (!text) return box.focus();
    await find();
    const hit = results.querySelector("a");
    if (hit) go(new URL(hit.href).pathname);
  };
  return h(
    "form",
    { class: "finder", role: "search", on: { submit } },
    h("label", { for: "find", class: "unseen" }, "Find a game by name, code or description"),
    box,
    h("button", { class: "primary" }, "Open"),
  );
}

function resultList(found, text) {
  if (!found.length)
    return h(
      "p",
      { class: "note", role: "status" },
      `Nothing is called “${text}”, and it is not a notation. The notations are below.`,
    );
  const one = ({ rule, names, line }) =>
    h(
      "li",
      {},
      h("a", { href: gameAddress(rule) }, h("code", {}, rule), names.length ? ` ${names.join(", ")}` : ""),
      h("span", { class: "note" }, ` ${line}`),
    );
  return h("ul", { class: "found", "aria-label": "Games found" }, found.map(one));
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
    h("a", { href: gameAddress(rule), class: "cover" }, h("h3", {}, h("code", {}, rule), " ", name)),
    picture,
    h("p", {}, line),
    h("p", { class: "note" }, h("a", { href: playAddress(rule) }, `Play ${rule}`)),
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

async function listProblems(place, signal) {
  const { problems: list } = await problems(signal);
  const rows = list.map((problem) => problemRow(problem, signal));
  place.append(...rows.map(({ element }) => element));
  // One after the other, when somebody looks at them.
  const seen = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    for (const { answer } of rows) if (!signal.aborted) await answer();
  });
  seen.observe(place);
}

/** What is asked, with a box for each size, and the answer. */
function problemRow({ problem, name, asked, sizes, mod, machine_checked: theorem }, signal) {
  const boxes = Object.fromEntries(
    sizes.map((size) => [
      size.name,
      h("input", {
        type: "text",
        value: size.size,
        size: String(Math.max(4, size.size.length)),
        "aria-label": `${size.name} of problem ${problem}`,
        spellcheck: "false",
      }),
    ]),
  );
  const used = new Set();
  const words = asked.split(/(\{\w+\})/).map((piece) => {
    const key = piece.match(/^\{(\w+)\}$/)?.[1];
    if (!key) return piece;
    if (used.has(key)) return h("var", {}, key);
    used.add(key);
    return h("label", { class: "size" }, h("var", {}, key), " ", boxes[key]);
  });
  const extra = sizes
    .filter(({ name: key }) => !used.has(key))
    .map(({ name: key }) => h("label", { class: "size" }, h("var", {}, key), " ", boxes[key]));
  const place = h("div", { class: "answer", "aria-live": "polite" }, h("p", { class: "note" }, "…"));
  let stop = new AbortController();
  const answer = async () => {
    stop.abort();
    stop = new AbortController();
    signal.addEventListener("abort", () => stop.abort(), { once: true });
    const changed = sizes.filter(({ name: key, size }) => boxes[key].value.trim() !== size);
    const question = {
      ask: "euler",
      problem,
      ...(changed.length && {
        sizes: Object.fromEntries(changed.map(({ name: key }) => [key, boxes[key].value.trim()])),
      }),
    };
    await asking(
      question,
      place,
      (found) => [
        answerNumber(found.answer),
        basis(found),
        h(
          "p",
          { class: "note" },
          h("code", {}, command(question)),
          !changed.length && theorem && ` · machine-checked in Coq: ${theorem}`,
        ),
      ],
      stop.signal,
    );
  };
  const submit = (event) => (event.preventDefault(), answer());
  const element = h(
    "article",
    { class: "problem", "data-problem": problem },
    h("h3", {}, h("span", { class: "tag" }, String(problem)), ` ${name}`),
    h(
      "form",
      { on: { submit } },
      h("span", {}, words, extra.length ? [" with ", extra] : "", mod ? `, mod ${mod}` : ""),
      " ",
      h("button", { class: "small" }, "Answer"),
    ),
    place,
  );
  return { element, answer };
}

function notations(signal) {
  const place = h("div", {});
  rules("", 100, signal).then(
    ({ rules: names, notations: list }) => {
      const row = ({ pattern, line, example }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, h("code", {}, pattern)),
          h("td", {}, line),
          h("td", {}, h("a", { href: gameAddress(example) }, h("code", {}, example))),
        );
      const named = names.flatMap(({ rule, names: all, line }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, h("a", { href: gameAddress(rule) }, all.join(", "))),
          h("td", {}, line),
          h("td", {}, h("code", {}, rule)),
        ),
      );
      const grid = (label, head, rows) =>
        h(
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
      place.append(
        h(
          "details",
          { open: true },
          h("summary", {}, `${names.length} games by name`),
          grid("Names", ["name", "a move", "rule"], named),
        ),
        h(
          "details",
          {},
          h("summary", {}, `${list.length} notations`),
          grid("Notations", ["written", "what it means", "example"], list.map(row)),
        ),
      );
    },
    (error) => error.name === "AbortError" || place.append(failure(error)),
  );
  return section(
    "all",
    "All games",
    h("p", {}, prose("Any {code|take-and-break code} is a game: type it above. There are billions.")),
    place,
  );
}
