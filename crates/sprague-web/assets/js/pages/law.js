// The law of a game as the answer has it: statement, theorem, checked window, why that is enough.

import { digits, grouped, h, seconds } from "../dom.js";
import { table } from "../table.js";
import { prose, statusWord, term } from "../terms.js";

const THEOREMS = {
  periodicity: "periodicity theorem",
  "state repeats": "state repeats",
  automaton: "automaton",
  "tail theorem": "tail theorem",
  "gap rule": "gap rule",
  "colon principle": "colon principle",
};

/** The theorem by its name, as a term where there is a definition. */
export const theorem = (name) =>
  THEOREMS[name]
    ? term(
        THEOREMS[name],
        name === "periodicity"
          ? "periodicity theorem"
          : name === "state repeats"
            ? "a state that came back"
            : name,
      )
    : (name ?? "–");

/** What the law says, in a line. */
export function lawLine(found) {
  if (found instanceof Error) return found.message;
  if (found.kind === "rows") return `${found.rows.length} rows, each with a proved tail`;
  if (found.kind === "formula") return found.formula;
  if (found.formula) return found.formula;
  if (found.period === null) return found.reason ?? "no law is known";
  return `G(n + ${grouped(found.period)}) = G(n)${found.saltus ? ` + ${found.saltus}` : ""} for all n ≥ ${grouped(found.preperiod)}`;
}

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
  const has = (value) => value !== null && value !== undefined;
  return [
    has(found.period) && [term("period"), digits(found.period)],
    has(found.preperiod) && [term("preperiod"), digits(found.preperiod)],
    has(found.saltus) && [term("saltus"), digits(found.saltus)],
    has(found.max_value) && ["largest value", [digits(found.max_value), " at ", digits(found.max_value_at)]],
    has(found.theorem) && ["theorem", theorem(found.theorem)],
    has(found.window) && [
      term("window", "checked window"),
      [digits(found.window[0]), " to ", digits(found.window[1])],
    ],
    found.automaton && [
      "automaton",
      `${grouped(found.automaton.states)} states, ${grouped(found.automaton.subsets)} subsets`,
    ],
    has(found.values_computed) && ["values computed", digits(found.values_computed)],
  ].filter(Boolean);
}

const list = (pairs) =>
  h(
    "dl",
    { class: "facts" },
    pairs.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );

/** The box beside the page: what is known in short. */
export function properties(about, found) {
  const failed = found instanceof Error;
  return h(
    "div",
    { class: "card" },
    h("h2", {}, "In short"),
    !failed && h("p", { class: "line" }, statusWord(found.status)),
    list([
      ["rule", h("code", {}, about.rule)],
      ["pieces", about.pieces],
      ...facts(found),
      ...(failed ? [["law", "none known"]] : []),
    ]),
  );
}

/** Fills the section on the law. */
export function lawSection(place, about, found) {
  const title = place.firstElementChild;
  if (found instanceof Error) return place.replaceChildren(title, h("p", { class: "note" }, found.message));
  const known = found.kind !== "law" || found.period !== null;
  const statement = h(
    "p",
    { class: "statement" },
    ...lawLine(found)
      .split("\n")
      .flatMap((line, i) => (i ? [h("br"), line] : [line])),
  );
  const why = found.because ?? found.proof;
  place.replaceChildren(
    ...[
      title,
      h("p", { class: "line" }, statusWord(found.status), known ? " " : " No law is proved."),
      statement,
      known && why && h("p", {}, h("strong", {}, "Why: "), why, "."),
      found.window &&
        known &&
        h(
          "p",
          { class: "line" },
          prose(
            `The hypothesis was checked for every n from ${grouped(found.window[0])} to ${grouped(found.window[1])}, the {window|checked window}; `,
          ),
          `${grouped(found.values_computed)} values were computed in ${seconds(found.seconds)}.`,
        ),
      !known &&
        h(
          "p",
          { class: "note" },
          `${grouped(found.values_computed)} values were computed in ${seconds(found.seconds)}. A longer search: `,
          h("code", {}, `sprague law ${about.rule}`),
          ".",
        ),
      found.kind === "rows" && rows(found),
    ].filter(Boolean),
  );
}

function rows(found) {
  const shown = found.rows.map((row) => [
    String(row.w),
    grouped(row.tail_start),
    String(row.tail_value),
    String(row.max_value),
  ]);
  return h(
    "details",
    {},
    h("summary", {}, `The tails of ${found.rows.length} rows`),
    table(["width w", "constant from height", "value there", "largest value"], shown, {
      caption: "Row tails",
      numeric: [0, 1, 2, 3],
    }),
  );
}
