// The law of a game as the answer has it: statement, proof, facts.

import { digits, grouped, h, seconds } from "../dom.js";
import { math, typeset } from "../math.js";
import { table } from "../table.js";
import { statusWord, term } from "../terms.js";
import { proof } from "./proof.js";

/** Theorems that have a definition, and what they are called. */
const THEOREMS = {
  periodicity: ["periodicity theorem", "periodicity theorem"],
  "state repeats": ["state repeats", "a state that repeats"],
  automaton: ["automaton", "automaton"],
  "tail theorem": ["tail theorem", "tail theorem"],
  "gap rule": ["gap rule", "gap rule"],
  "colon principle": ["colon principle", "colon principle"],
};

/** The theorem by its name, as a term where there is a definition. */
export const theorem = (name) =>
  THEOREMS[name] ? term(...THEOREMS[name]) : name ? h("span", {}, typeset(name)) : "–";

/** Whether an answer has a law, rather than the report of a search that found none. */
export const hasLaw = (found) =>
  !(found instanceof Error) && (found.kind !== "law" || (found.period !== null && found.status === "proved"));

/** The status of an answer about a law; where nothing is claimed there is no word for it. */
export const lawStatus = (found) =>
  found.kind === "law" && found.period === null
    ? h("span", { class: "tag quiet" }, "no law found")
    : statusWord(found.status);

/** From where on a law holds, as its statement has it. */
const holdsFrom = (preperiod) => math(`n >= ${preperiod}`);

/** A formula of the server: mathematics where it is one, words where it is not. */
function formula(text) {
  return text.split("\n").flatMap((line, i) => {
    const [, left, rest] = line.match(/^(G\([^=]*\) = [^,;]*?)( for .*| if .*|, .*|$)/) ?? [];
    const shown = left && !/[a-z]{3}/.test(left) ? [math(left), ...typeset(rest)] : typeset(line);
    return i ? [h("br"), ...shown] : shown;
  });
}

/** What the law says, in a line. */
export function lawLine(found) {
  if (found instanceof Error) return typeset(found.message);
  if (found.kind === "rows") return [`${found.rows.length} rows, each with a proved tail`];
  if (found.kind === "formula") return formula(found.formula);
  if (found.period === null) return ["No law was found here."];
  // A formula says more than a period, except where it repeats it from heap 1 on.
  if (found.formula && !/^G\(n\s*\+\s*\d+\)/.test(found.formula)) return formula(found.formula);
  if (found.saltus === null && found.formula) return formula(found.formula);
  const sum = found.saltus ? ` + ${found.saltus}` : "";
  return [math(`G(n + ${found.period}) = G(n)${sum}`), " for all ", holdsFrom(found.preperiod)];
}

/** The sizes that were compared one by one: of theorems that compare sizes. */
function checkedWindow({ window, theorem: name }) {
  if (!window || name !== "periodicity") return null;
  return [term("window", "checked window"), [digits(window[0]), " to ", digits(window[1] - 1)]];
}

const has = (value) => value !== null && value !== undefined;

/** Name and number of each fact. */
export function facts(found) {
  if (found instanceof Error) return [];
  if (found.kind === "rows")
    return [
      ["theorem", theorem(found.theorem)],
      ["rows", String(found.rows.length)],
      ["largest value", String(Math.max(...found.rows.map((row) => row.max_value)))],
    ];
  if (found.kind === "formula") return [["theorem", theorem(found.theorem)]];
  return [
    has(found.period) && [term("period"), digits(found.period)],
    has(found.preperiod) && [term("preperiod"), digits(found.preperiod)],
    has(found.saltus) && [term("saltus"), digits(found.saltus)],
    has(found.saltus_by_class) && [
      term("saltus", "saltus by class"),
      found.saltus_by_class.map((saltus) => saltus ?? "none").join(" "),
    ],
    has(found.max_value) && ["largest value", [digits(found.max_value), " at ", digits(found.max_value_at)]],
    has(found.theorem) && ["theorem", theorem(found.theorem)],
    checkedWindow(found),
    found.values_computed > 0 && ["values computed", digits(found.values_computed)],
  ].filter(Boolean);
}

export const factList = (pairs) =>
  h(
    "dl",
    { class: "facts" },
    pairs.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );

const oeis = ({ number, first }) => [
  h("a", { href: `https://oeis.org/${number}`, rel: "noreferrer", target: "_blank" }, number),
  first ? ` from heap ${first} on` : "",
];

/** The box beside the page: what is known in short. */
export function properties(about, found) {
  const failed = found instanceof Error;
  return h(
    "div",
    { class: "card" },
    h("h2", {}, "In short"),
    !failed && h("p", { class: "line" }, lawStatus(found)),
    factList([
      ["rule", h("code", {}, about.rule)],
      ["pieces", about.pieces],
      ...facts(found),
      ...(failed ? [["law", "none found here"]] : []),
      ...(about.oeis ? [["OEIS", oeis(about.oeis)]] : []),
    ]),
  );
}

function nothingFound({ values_computed: computed, seconds: time }) {
  return h(
    "p",
    { class: "note" },
    `${grouped(computed)} values were computed in ${seconds(time)}, and no theorem applied to them. Nothing is claimed about larger sizes. `,
    "A longer search may find a law: ",
    h("span", { class: "search-command" }),
  );
}

/** Fills the section on the law. */
export function lawSection(place, about, found, signal) {
  const title = place.firstElementChild;
  if (found instanceof Error) {
    const literature =
      about.lost && h("p", {}, typeset(about.lost[0].toUpperCase() + about.lost.slice(1)), ".");
    const line = "No law of all values was found here: they are computed one by one.";
    return place.replaceChildren(...[title, h("p", { class: "note" }, line), literature].filter(Boolean));
  }
  const known = hasLaw(found);
  place.replaceChildren(
    ...[
      title,
      h("p", { class: "line" }, lawStatus(found)),
      h("p", { class: "statement" }, lawLine(found)),
      known && proof(found, about, signal),
      known &&
        found.values_computed > 0 &&
        h(
          "p",
          { class: "note" },
          `${grouped(found.values_computed)} values were computed in ${seconds(found.seconds)}.`,
        ),
      !known && nothingFound(found),
      found.kind === "rows" &&
        h("details", {}, h("summary", {}, `The tails of ${found.rows.length} rows`), tailsTable(found)),
    ].filter(Boolean),
  );
}

/** Where each row of sheets becomes constant, and at what. */
export function tailsTable({ rows }) {
  const shown = rows.map((row) => [
    String(row.w),
    grouped(row.tail_start),
    String(row.tail_value),
    String(row.max_value),
  ]);
  const columns = ["width w", "constant from height", "value there", "largest value"];
  return table(columns, shown, { caption: "Row tails", numeric: [0, 1, 2, 3] });
}
