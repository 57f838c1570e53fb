// Any count of any rule at any size, exact, with progress and a button that stops it. The address holds the
// question.

import { answerNumber, asking, basis } from "../asking.js";
import { certificateButton } from "../certificates.js";
import { command, snippets } from "../codes.js";
import { digits, h, section } from "../dom.js";
import { Bars } from "../plot/bars.js";
import { gameAddress, keepAddress } from "../router.js";
import { pagedTable } from "../table.js";
import { prose, term } from "../terms.js";

const KINDS = {
  wins: { name: "Wins", line: "sizes up to a bound that the first player wins", fields: ["upto", "from"] },
  moves: {
    name: "Winning first moves",
    line: "summed over all single pieces up to a size",
    fields: ["upto", "polynomial"],
  },
  partitions: {
    name: "Partitions",
    line: "partitions of a number into heaps, won and lost",
    fields: ["of", "table"],
  },
  tuples: { name: "Tuples", line: "ordered choices of pieces up to a size", fields: ["upto", "heaps"] },
  multisets: {
    name: "Multisets",
    line: "choices without order, pieces may repeat",
    fields: ["upto", "heaps"],
  },
  sets: { name: "Sets", line: "choices of different pieces", fields: ["upto", "heaps", "ordered"] },
  pattern: {
    name: "Multiples",
    line: "numbers n such that the heaps a·n, b·n, … make a position",
    fields: ["upto", "pattern"],
  },
  histogram: { name: "Histogram", line: "how many pieces have each value", fields: ["upto"] },
  zeros: { name: "Zeros", line: "which pieces are lost", fields: ["upto"] },
};

const FIELDS = {
  upto: ["Sizes up to", "10^18"],
  from: ["Sizes from", ""],
  size: ["or of one size", ""],
  of: ["Partitions of", "200"],
  heaps: ["Number of pieces", "3"],
  pattern: ["Multiples of n", "1,2,3"],
  mod: ["Modulus", ""],
  limit: ["Limit of values", ""],
};
const SWITCHES = {
  polynomial: "also the polynomial in the height",
  table: "all numbers up to it",
  ordered: "order counts",
};
const OUTCOMES = ["partitions", "tuples", "multisets", "sets", "pattern", "wins"];

const EXAMPLES = [
  ["Kayles heaps up to 10^100 that are won", { count: "wins", rule: "0.77", upto: "10^100" }],
  [
    "10^18-tuples of Kayles heaps up to 10^12, modulo a prime",
    { count: "tuples", rule: "0.77", upto: "10^12", heaps: "10^18", mod: "1000000007" },
  ],
  ["winning cuts of all sheets up to 123×1234567", { count: "moves", rule: "cut", upto: "123x1234567" }],
  ["partitions of 500 under scatterstone", { count: "partitions", rule: "split:3", of: "500" }],
  ["lost deals of 4 suits of 13 cards", { count: "tuples", rule: "cards", size: "13", heaps: "4" }],
  ["values of Dawson's Kayles up to 10^40", { count: "histogram", rule: "0.07", upto: "10^40" }],
];

const address = (question) =>
  `/count?${new URLSearchParams(Object.entries(question).filter(([key]) => key !== "ask"))}`;

export async function render({ main, query, signal }) {
  document.title = "Count · Sprague";
  const given = Object.fromEntries(query);
  const kind = KINDS[given.count] ? given.count : "wins";
  const place = h("div", { class: "count-answer", "aria-live": "polite" });
  const form = counting(given, kind, place, signal);
  main.append(
    h("h1", {}, "Count"),
    h(
      "p",
      { class: "lead" },
      prose(
        "Any count of any rule, at any size, exact. Where a {law} is {proved} a bound of a thousand digits is as quick as one of ten.",
      ),
    ),
    form,
    place,
    section(
      "count-examples",
      "Examples",
      h(
        "ul",
        { class: "plain" },
        EXAMPLES.map(([text, question]) => h("li", {}, h("a", { href: address(question) }, text))),
      ),
    ),
    section(
      "count-words",
      "What is counted",
      h(
        "dl",
        { class: "facts wide" },
        Object.entries(KINDS).flatMap(([key, { name, line }]) => [
          h("dt", {}, name),
          h("dd", {}, line, TERM_OF[key] ? [" (", term(TERM_OF[key], "definition"), ")"] : ""),
        ]),
      ),
    ),
  );
  if (given.count && given.rule) form.requestSubmit();
}

const TERM_OF = {
  partitions: "partition",
  tuples: "tuple",
  multisets: "multiset",
  sets: "set",
  histogram: "histogram",
  zeros: "lost",
};

function counting(given, kind, place, signal) {
  let stop = new AbortController();
  const select = h(
    "select",
    { id: "count", name: "count" },
    Object.entries(KINDS).map(([key, { name }]) => h("option", { value: key, selected: key === kind }, name)),
  );
  const rule = h("input", {
    type: "text",
    id: "rule",
    name: "rule",
    value: given.rule ?? "0.77",
    spellcheck: "false",
    required: true,
    size: "14",
  });
  const fields = h("div", { class: "row end fields" });
  const line = h("p", { class: "note" });
  const remembered = { ...given };
  const show = () => {
    const { fields: names, line: text } = KINDS[select.value];
    line.textContent = `${KINDS[select.value].name}: ${text}.`;
    const cards = /^(cards|card-stacking)$/.test(rule.value.trim());
    const wanted = [
      ...names.map((name) => (name === "upto" && cards ? "size" : name)),
      ...(OUTCOMES.includes(select.value) ? ["outcome"] : []),
      ...(["zeros"].includes(select.value) ? [] : ["mod"]),
      "limit",
    ];
    fields.replaceChildren(...wanted.map((name) => field(name, remembered)));
  };
  select.addEventListener("change", show);
  rule.addEventListener("change", show);
  fields.addEventListener(
    "input",
    (event) =>
      (remembered[event.target.name] =
        event.target.type === "checkbox" ? event.target.checked : event.target.value),
  );
  show();
  const submit = (event) => {
    event.preventDefault();
    stop.abort();
    stop = new AbortController();
    signal.addEventListener("abort", () => stop.abort(), { once: true });
    const question = read(form);
    keepAddress(address(question));
    asking(question, place, (answer) => shown(answer, question, signal), stop.signal);
  };
  const form = h(
    "form",
    { class: "card counting", on: { submit } },
    h(
      "div",
      { class: "row end" },
      h("label", { class: "field" }, "Count", select),
      h("label", { class: "field" }, "Rule", rule),
    ),
    line,
    fields,
    h("p", {}, h("button", { class: "primary" }, "Count")),
  );
  return form;
}

function field(name, given) {
  if (SWITCHES[name])
    return h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name, checked: given[name] === "true" || given[name] === true }),
      ` ${SWITCHES[name]}`,
    );
  if (name === "outcome")
    return h(
      "label",
      { class: "field" },
      "Outcome",
      h(
        "select",
        { name },
        [
          ["", "as usual"],
          ["won", "won"],
          ["lost", "lost"],
        ].map(([value, text]) => h("option", { value, selected: given[name] === value }, text)),
      ),
    );
  const [label, usual] = name === "size" ? ["Cards in a suit", "13"] : FIELDS[name];
  const optional = ["from", "mod", "limit"].includes(name);
  return h(
    "label",
    { class: "field" },
    `${label}${optional ? " (optional)" : ""}`,
    h("input", {
      type: "text",
      name,
      value: given[name] ?? usual,
      spellcheck: "false",
      size: name === "upto" ? "16" : "11",
    }),
  );
}

/** The question that the form asks. */
function read(form) {
  const question = { ask: "count" };
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (SWITCHES[name]) question[name] = true;
    else if (text) question[name] = text;
  }
  return question;
}

function shown(answer, question, signal) {
  const { ask: _, ...asked } = question;
  const rust = `let question: Question = serde_json::from_str(r#"${JSON.stringify(question)}"#)?;\nlet answered = ask::answer(&question, &Work::quiet())?;`;
  const code = h(
    "details",
    {},
    h("summary", {}, "The same from a program"),
    snippets([
      ["Command", command(question)],
      ["Rust", rust],
      ["Python", `import sprague\n\nsprague.ask(${JSON.stringify(question).replaceAll("true", "True")})`],
      ["JSON", JSON.stringify(answer, null, 1)],
    ]),
  );
  const can = ["count", "table"].includes(answer.kind) && answer.status !== "observed";
  const links = h(
    "p",
    { class: "row" },
    h("a", { href: gameAddress(answer.rule) }, `The game ${answer.rule}`),
    can && certificateButton(question, "Certificate", signal),
    h("a", { href: address(asked) }, "Address of this count"),
  );
  return h(
    "section",
    { class: "card found-count", "aria-label": "Answer" },
    h(
      "p",
      { class: "asked" },
      answer.asked ?? `partitions under ${answer.rule}`,
      answer.mod ? `, mod ${answer.mod}` : "",
    ),
    body(answer),
    basis(answer),
    links,
    code,
  );
}

function body(answer) {
  if (answer.kind === "histogram") {
    const bars = new Bars({ label: answer.asked, counts: answer.counts });
    requestAnimationFrame(() => bars.redraw());
    return bars.element;
  }
  if (answer.kind === "zeros")
    return [
      answerNumber(answer.answer),
      h(
        "p",
        { class: "zeros number" },
        answer.pieces.slice(0, 1000).join(" "),
        answer.pieces.length > 1000 ? " …" : "",
      ),
    ];
  if (answer.kind === "table")
    return pagedTable(
      ["n", "won", "lost"],
      answer.won.length,
      (n) => [String(n), digits(answer.won[n]), digits(answer.lost[n])],
      { caption: "Partitions", numeric: [0, 1, 2] },
    );
  const polynomial =
    answer.polynomial &&
    h("p", {}, "D(W, H) = ", h("code", {}, answer.polynomial), ` for all H ≥ ${answer.polynomial_from}`);
  return [
    answerNumber(answer.answer),
    answer.lost !== null && answer.lost !== undefined && h("p", {}, "lost: ", digits(answer.lost)),
    polynomial,
  ];
}
