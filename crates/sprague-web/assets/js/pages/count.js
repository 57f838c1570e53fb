// Any count of any rule at any size, exact, with progress and a button that stops it. The address holds the
// question.

import { rule as aboutRule } from "../api.js";
import { answerNumber, asking, basis } from "../asking.js";
import { certificateButton } from "../certificates.js";
import { questionCode } from "../codes.js";
import { digits, h, section } from "../dom.js";
import { math, typeset } from "../math.js";
import { Bars } from "../plot/bars.js";
import { gameAddress, keepAddress, query } from "../router.js";
import { pagedTable } from "../table.js";
import { prose, term } from "../terms.js";

const KINDS = {
  wins: {
    name: "Wins",
    line: "sizes up to a bound that the first player wins",
    fields: ["to", "from", "misere"],
  },
  moves: {
    name: "Winning first moves",
    line: "summed over all single pieces up to a size",
    fields: ["to", "polynomial"],
  },
  partitions: {
    name: "Partitions",
    line: "partitions of a number into heaps, won and lost",
    fields: ["of", "misere"],
  },
  "partition-table": {
    name: "Partitions, a table",
    line: "partitions of every number up to one into heaps, won and lost",
    fields: ["of"],
  },
  tuples: {
    name: "Tuples",
    line: "ordered choices of pieces up to a size",
    fields: ["to", "heaps", "misere"],
  },
  multisets: {
    name: "Multisets",
    line: "choices without order, pieces may repeat",
    fields: ["to", "heaps", "misere"],
  },
  sets: {
    name: "Sets",
    line: "choices of different pieces",
    fields: ["to", "heaps", "ordered", "misere"],
  },
  pattern: {
    name: "Multiples",
    line: "numbers n such that the heaps a·n, b·n, … make a position",
    fields: ["to", "pattern"],
  },
  histogram: { name: "Histogram", line: "how many pieces have each value", fields: ["to"] },
  zeros: { name: "Zeros", line: "which pieces are lost", fields: ["to", "misere"] },
};

const FIELDS = {
  to: ["Sizes up to", "10^18"],
  from: ["Sizes from", ""],
  size: ["Cards in a suit", "13"],
  of: ["Partitions of", "200"],
  heaps: ["Number of pieces", "3"],
  pattern: ["Multiples of n", "1,2,3"],
  mod: ["Modulus", ""],
  limit: ["Limit of values", ""],
};
const SWITCHES = {
  polynomial: "also the polynomial in the height",
  ordered: "order counts",
  misere: "misère play: the player who cannot move wins",
};
const OUTCOMES = ["partitions", "tuples", "multisets", "sets", "pattern", "wins"];

/** @type {[string, Record<string, string>][]} */
const EXAMPLES = [
  ["Kayles heaps up to 10^100 that are won", { count: "wins", rule: "0.77", to: "10^100" }],
  [
    "10^18-tuples of Kayles heaps up to 10^12, modulo a prime",
    { count: "tuples", rule: "0.77", to: "10^12", heaps: "10^18", mod: "1000000007" },
  ],
  ["winning cuts of all sheets up to 123×1234567", { count: "moves", rule: "cut", to: "123x1234567" }],
  ["partitions of 500 under scatterstone", { count: "partitions", rule: "split:3", of: "500" }],
  ["lost deals of 4 suits of 13 cards", { count: "tuples", rule: "cards", from: "13", to: "13", heaps: "4" }],
  ["values of Dawson's Kayles up to 10^40", { count: "histogram", rule: "0.07", to: "10^40" }],
];

/** @param {Record<string, any>} question */
const address = ({ ask: _, ...question }) => `/count${query(question)}`;

export async function render({ main, query: asked, signal }) {
  document.title = "Count · Sprague";
  const given = Object.fromEntries(asked);
  const kind = KINDS[given.count] ? given.count : "wins";
  const place = h("div", { class: "count-answer", "aria-live": "polite" });
  const { form, ready } = counting(given, kind, place, signal);
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
        EXAMPLES.map(([text, question]) => h("li", {}, h("a", { href: address(question) }, typeset(text)))),
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
  if (!given.count || !given.rule) return;
  await ready;
  if (!signal.aborted) form.requestSubmit();
}

const TERM_OF = {
  partitions: "partition",
  "partition-table": "partition",
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
  let present = "";
  const show = () => {
    line.textContent = `${KINDS[select.value].name}: ${KINDS[select.value].line}.`;
    const wanted = fieldsOf(select.value, rule.value.trim());
    // Boxes that stay are left alone: somebody may be about to write in one.
    if (wanted.join() === present) return;
    present = wanted.join();
    fields.replaceChildren(...wanted.map((name) => field(name, remembered)));
  };
  const suit = async () => {
    const about = await aboutRule(rule.value.trim(), signal).catch(() => null);
    const size = fields.querySelector('input[name="to"], input[name="size"]');
    // What somebody wrote stays; a size that comes from this page follows the rule.
    if (about && size && !remembered.to) size.value = about.usual.count;
  };
  select.addEventListener("change", () => (show(), suit()));
  rule.addEventListener("change", () => (show(), suit()));
  const ready = given.rule ? suit() : Promise.resolve();
  fields.addEventListener(
    "input",
    (event) =>
      (remembered[event.target.name === "size" ? "to" : event.target.name] =
        event.target.type === "checkbox" ? event.target.checked : event.target.value),
  );
  show();
  const submit = (event) => {
    event.preventDefault();
    stop.abort();
    stop = new AbortController();
    signal.addEventListener("abort", () => stop.abort(), { once: true });
    const question = read(form);
    keepAddress(address(question), { push: event.submitter !== null });
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
  return { form, ready };
}

/** The fields that a count of a rule takes: suits are counted by one size, not up to one. */
function fieldsOf(count, rule) {
  const cards = /^(cards|card-stacking)$/.test(rule);
  return [
    ...KINDS[count].fields
      .filter((name) => name !== "from" || !cards)
      .map((name) => (name === "to" && cards ? "size" : name)),
    ...(OUTCOMES.includes(count) ? ["outcome"] : []),
    ...(count === "zeros" ? [] : ["mod"]),
    ...(cards ? [] : ["limit"]),
  ];
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
  const [label, usual] = FIELDS[name];
  const optional = ["from", "mod", "limit"].includes(name);
  return h(
    "label",
    { class: "field" },
    `${label}${optional ? " (optional)" : ""}`,
    h("input", {
      type: "text",
      name,
      value: given[name === "size" ? "to" : name] ?? usual,
      spellcheck: "false",
      size: name === "to" ? "16" : "11",
    }),
  );
}

/** The question that the form asks. */
function read(form) {
  const question = { ask: "count" };
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (SWITCHES[name]) question[name] = true;
    else if (name === "size") question.from = question.to = text;
    else if (text) question[name] = text;
  }
  return question;
}

function shown(answer, question, signal) {
  const can = ["count", "table", "zeros", "histogram"].includes(answer.kind) && answer.status !== "observed";
  const links = h(
    "p",
    { class: "row" },
    h("a", { href: gameAddress(answer.rule) }, "The game ", h("code", {}, answer.rule)),
    can && certificateButton(question, "Certificate", signal),
    h("a", { href: address(question) }, "Address of this count"),
  );
  return h(
    "section",
    { class: "card found-count", "aria-label": "Answer" },
    h(
      "p",
      { class: "asked" },
      typeset(answer.asked ?? `partitions under ${answer.rule}`),
      answer.mod ? `, mod ${answer.mod}` : "",
    ),
    body(answer),
    basis(answer),
    links,
    questionCode(question, signal),
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
    h(
      "p",
      {},
      math("D(W, H)"),
      " = ",
      typeset(answer.polynomial),
      " for all ",
      math(`H >= ${answer.polynomial_from}`),
    );
  return [
    answerNumber(answer.answer),
    answer.lost !== null && answer.lost !== undefined && h("p", {}, "lost: ", digits(answer.lost)),
    polynomial,
  ];
}
