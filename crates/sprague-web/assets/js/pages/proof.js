// Why a law holds, with the numbers of the game: the theorem, its hypotheses with this game's numbers put in, and
// the page that proves it.

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

function periodicity({ parts: m, reach: k, period: p, preperiod, window: [start, end] }) {
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

/** The proof of a law that was found. */
export function proof(found, about) {
  const given = STEPS[found.theorem]?.(found);
  const why = found.because ?? found.proof;
  const reason = why?.replace(/\s*\(docs\/[^)]*\)/, "");
  const named = TERMS[found.theorem]
    ? [step("Theorem", prose(`{${found.theorem}}: ${TERMS[found.theorem][1]}`))]
    : [
        found.theorem && step("Theorem", typeset(found.theorem), "."),
        reason && step("Why", typeset(reason), "."),
      ];
  const steps = (given ?? named).filter(Boolean);
  return h(
    "div",
    { class: "proof" },
    h("h3", {}, "Proof"),
    h("dl", {}, steps),
    h("p", {}, link(found.theorem, about)),
  );
}
