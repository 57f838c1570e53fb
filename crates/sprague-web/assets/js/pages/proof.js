// Why a law holds, with the numbers of the game: the theorem, its hypotheses with this game's numbers put in, and
// the page that proves it.

import { ask } from "../api.js";
import { grouped, h } from "../dom.js";
import { math, typeset } from "../math.js";
import { docAddress } from "../router.js";
import { prose, TERMS } from "../terms.js";

/** The page on each theorem. */
const PAGES = {
  periodicity: "periodicity",
  "state repeats": "periodicity",
  automaton: "arithmetic-periodicity",
  "closed form": "closed-forms",
  "tail theorem": "cutting",
  "gap rule": "cards",
  "colon principle": "trees",
};

const step = (name, ...content) => h("div", { class: "step" }, h("dt", {}, name), h("dd", {}, content));

const link = (theorem, about) =>
  h("a", { href: docAddress(PAGES[theorem] ?? about.page) }, "The theorem with its full proof");

/** Why the first heap that was not compared needs no comparing: the step of the induction in numbers. */
function nextHeap({ parts: m, reach: k, period: p, preperiod, window: [, end] }) {
  const a = Math.max(preperiod, 1);
  if (end !== m * a + (m - 1) * p + k) return null;
  const least = m > 1 ? [`, so the largest has at least `, math(`${m * (a + p)}/${m} = ${a + p}`)] : "";
  return step(
    "Example",
    "Heap ",
    math(String(end + p)),
    " is the first that was not compared. A move on it leaves ",
    m > 1 ? `at most ${m} heaps with together at least ` : "a heap of at least ",
    math(`${end + p} - ${k} = ${m * (a + p)}`),
    " tokens",
    least,
    ". With ",
    math(`p = ${p}`),
    " tokens fewer this heap still has at least ",
    math(`a = ${a}`),
    ", so its value is the same, and the move is one on heap ",
    math(String(end)),
    ". The other way round, every move on heap ",
    math(String(end)),
    " is one on heap ",
    math(String(end + p)),
    ". Both have the same values to choose from: ",
    math(`G(${end + p}) = G(${end})`),
    ". The next heaps follow in the same way.",
  );
}

function periodicity(found) {
  const { parts: m, reach: k, period: p, preperiod, window } = found;
  const [start, end] = window;
  const a = Math.max(preperiod, 1);
  const more = m > 1 ? ` + ${m - 1}·${p}` : "";
  return [
    step(
      "Theorem",
      prose("({periodicity theorem|Guy and Smith, 1956}) Let no move take more than "),
      math("k"),
      " tokens or leave more than ",
      math("m"),
      " heaps. If ",
      math("G(x + p) = G(x)"),
      " whenever ",
      math("a <= x < m·a + (m - 1)·p + k"),
      ", with ",
      math("a >= 1"),
      ", then it holds for all ",
      math("x >= a"),
      ".",
    ),
    step(
      "Here",
      [`k = ${k}`, `m = ${m}`, `p = ${p}`, `a = ${a}`].flatMap((one, i) => [i ? ", " : "", math(one)]),
      ".",
    ),
    step(
      "Checked",
      math(`G(x + ${p}) = G(x)`),
      " for every ",
      math(`${start} <= x < ${m}·${a}${more} + ${k} = ${end}`),
      `: ${grouped(end - start)} equations, each compared value by value.`,
    ),
    nextHeap(found),
    preperiod === 0 && step("And", math(`G(${p}) = G(0)`), ", so it holds from 0 on."),
    step("Hence", math(`G(n + ${p}) = G(n)`), " for all ", math(`n >= ${preperiod}`), ". ∎"),
  ];
}

function repeats({ period: p, saltus, preperiod, reach, window }) {
  const sum = saltus ? ` + ${saltus}` : "";
  const few = reach === 1 ? "the value before it" : `the ${grouped(reach)} values before it`;
  return [
    step(
      "Theorem",
      prose(
        "If the next value depends on a state alone, and a {state repeats|state repeats}, then what followed it once follows it forever.",
      ),
    ),
    reach > 0
      ? step("Here", `the next value depends on ${few} alone.`)
      : step("Here", "the state is which values the options have, relative to the largest."),
    window &&
      step("Checked", `the states at heaps ${grouped(window[0])} and ${grouped(window[1])} are the same.`),
    step("Hence", math(`G(n + ${p}) = G(n)${sum}`), " for all ", math(`n >= ${preperiod}`), ". ∎"),
  ];
}

function automaton({ automaton: size, because }) {
  return [
    step(
      "Theorem",
      prose(
        "A law that finite machines can read is proved by an {automaton}: it reads a heap and its options in binary, all heaps at once.",
      ),
    ),
    size &&
      step(
        "Here",
        `the automaton has ${grouped(size.states)} states and ${grouped(size.subsets)} subsets of states.`,
      ),
    step("Checked", "none of them is a heap whose value is not the mex of its options."),
    !size && because && step("Why", because),
  ];
}

/** A narrow row with its splits, as an example. */
function narrow(rows) {
  const row = rows.find(({ w, tail_start: from }) => w >= 4 && from > 1);
  if (!row) return null;
  const { w } = row;
  const before = rows.filter((other) => other.w < w);
  const latest = Math.max(...before.map(({ tail_start: from }) => from));
  const splits = Array.from({ length: Math.floor(w / 2) }, (_, i) => `${i + 1} + ${w - i - 1}`);
  return step(
    "Example",
    "A sheet of width ",
    math(`w = ${w}`),
    " is split into ",
    splits.flatMap((one, i) => [i === 0 ? "" : i === splits.length - 1 ? " or " : ", ", math(one)]),
    ". The narrower rows are constant from height ",
    math(String(latest)),
    " on at the latest, so this one is from ",
    math(`2·${latest} = ${2 * latest}`),
    " on. Up to there its values are computed: it is constant already from ",
    math(String(row.tail_start)),
    " on.",
  );
}

function tails({ rows }) {
  const row = rows.at(-1);
  return [
    step(
      "Theorem",
      prose("({tail theorem}) If for each split "),
      math("i"),
      " of the width the sum of rows ",
      math("i"),
      " and ",
      math("w - i"),
      " is constant from height ",
      math("t_i"),
      " on, then row ",
      math("w"),
      " is constant from twice the largest ",
      math("t_i"),
      " on.",
    ),
    step("Checked", `for each of the ${grouped(rows.length)} rows, from the narrowest to the widest.`),
    narrow(rows),
    row &&
      step(
        "For instance",
        math(`G(${row.w}, h) = ${row.tail_value}`),
        " for all ",
        math(`h >= ${row.tail_start}`),
        ".",
      ),
  ];
}

const STEPS = { periodicity, "state repeats": repeats, automaton, "tail theorem": tails };

/** The size of the example, and the largest size whose value is computed for it. */
const [LARGE, SMALL] = [10 ** 12, 400000];

const single = async (rule, size, signal) =>
  (await ask({ ask: "value", rule, sizes: [String(size)] }, { signal })).values[0].value;

/** The value of a large heap by the law, from that of a small one. */
async function byPeriod({ rule, period: p, preperiod, saltus: s }, signal) {
  const rest = preperiod + ((LARGE - preperiod) % p);
  if (rest > SMALL) return null;
  const found = await ask({ ask: "values", rule, from: String(rest), to: String(rest) }, { signal });
  const value = found.values[0];
  const times = (LARGE - rest) / p;
  const sum = s ? ` + ${times}·${s} = ${value + times * s}` : ` = ${value}`;
  return [math(`10^12 = ${rest} + ${times}·${p}`), ", so ", math(`G(10^12) = G(${rest})${sum}`), "."];
}

/** Single values, of a law by formula. */
async function bySizes({ rule }, signal) {
  const list = await Promise.all([7, 1000, "10^12"].map(async (n) => [n, await single(rule, n, signal)]));
  return list.flatMap(([n, value], i) => [i ? ", " : "", math(`G(${n}) = ${value}`)]).concat(".");
}

/** The law used once, with numbers; nothing where it gives no number. */
function instance(found, about, signal) {
  if (about.pieces !== "heaps" || about.numbers !== 1) return null;
  const periodic = found.kind === "law" && found.period !== null && found.saltus !== null;
  if (!periodic && found.kind !== "formula") return null;
  const element = step("For instance", h("span", { class: "waiting" }, "…"));
  const numbers = periodic ? byPeriod(found, signal) : bySizes(found, signal);
  numbers.then(
    (words) => (words ? element.lastElementChild.replaceChildren(...words) : element.remove()),
    () => element.remove(),
  );
  return element;
}

/** The proof of a law that was found. */
export function proof(found, about, signal) {
  const given = STEPS[found.theorem]?.(found);
  const why = found.because ?? found.proof;
  const reason = why?.replace(/\s*\(docs\/[^)]*\)/, "");
  const named = TERMS[found.theorem]
    ? [step("Theorem", prose(`{${found.theorem}}: ${TERMS[found.theorem][1]}`))]
    : [
        found.theorem && step("Theorem", typeset(found.theorem), "."),
        reason && step("Why", typeset(reason), "."),
      ];
  const steps = [...(given ?? named), instance(found, about, signal)].filter(Boolean);
  return h(
    "div",
    { class: "proof" },
    h("h3", {}, "Proof"),
    h("dl", {}, steps),
    h("p", {}, link(found.theorem, about)),
  );
}
