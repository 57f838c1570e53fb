// Terms that open where they stand: a button in the text; its definition opens below the line, closes with Escape,
// and may hold further terms.

import { fresh, h } from "./dom.js";
import { typeset } from "./math.js";

/** Every term: its name and its definition. `{term}` and `{term|words}` in a text are terms themselves. */
export const TERMS = {
  "impartial game": [
    "Impartial game",
    "Both players have the same moves, every play ends, and the player who cannot move loses.",
  ],
  position: [
    "Position",
    "A sum of pieces: a move is made on one of them. Its {nim-value} is the {xor} of theirs.",
  ],
  piece: ["Piece", "What a move is made on: a heap, a sheet, a suit of cards, a tree."],
  "nim-value": [
    "Nim-value (Grundy number), G(n)",
    "The {mex} of the nim-values of all options, that is of what one move can leave. A position is {lost} exactly if its nim-value is 0; if not, some move leaves 0.",
  ],
  mex: [
    "mex, minimum excluded",
    "The least of 0, 1, 2, … that is not in a set. The mex of {0, 1, 3} is 2; of the empty set it is 0.",
  ],
  xor: [
    "xor, nim-sum",
    "Addition of binary digits without carry: 3 xor 6 = 011 xor 110 = 101 = 5. The {nim-value} of several pieces together is the xor of their values (Sprague and Grundy).",
  ],
  lost: [
    "Lost, won",
    "A position is lost if the player to move loses against best play. It is won if not. Lost positions are those of {nim-value} 0, also called P-positions.",
  ],
  "misère play": [
    "Misère play",
    "The player who cannot move wins. Nim-values say little about it: the {misère quotient} takes their place.",
  ],
  "misère quotient": [
    "Misère quotient",
    "Sums of heaps that may be put for each other in every position without changing who wins are one element. Elements are multiplied as sums are put beside each other; a sum is lost exactly if its element is one of the lost ones.",
  ],
  law: [
    "Law",
    "What all values are, up to any size: a {period} with {preperiod} and {saltus}, rows with constant {tail|tails}, a formula, or finite machines. A law has a {status} and names the theorem it rests on.",
  ],
  period: [
    "Period",
    "The least p with G(n + p) = G(n) + s for all n from the {preperiod} on, s the {saltus}.",
  ],
  preperiod: ["Preperiod", "The last exception plus one: from here on the {period} holds."],
  saltus: [
    "Saltus",
    "What is added from one {period} to the next. It is 0 for a sequence that repeats; with another saltus the sequence is called arithmetic-periodic.",
  ],
  window: [
    "Checked window",
    "The sizes on which the hypothesis of the theorem was checked value by value. The theorem says that this is enough for all further sizes.",
  ],
  "periodicity theorem": [
    "Periodicity theorem (Guy and Smith)",
    "Let no move take more than k tokens or leave more than m heaps. If G(x + p) = G(x) whenever a ≤ x < m·a + (m − 1)·p + k, with a ≥ 1, then it holds for all x ≥ a: the largest part of every option lies where values already repeat.",
  ],
  "state repeats": [
    "A state that repeats",
    "The next value depends only on the last few values. If that window of values occurs a second time, what followed it once follows it forever.",
  ],
  automaton: [
    "Proof by automaton",
    "A finite machine reads a heap and its options in binary, all heaps at once, and finds none whose value is not the {mex} of its options. This proves laws of any {saltus}.",
  ],
  tail: [
    "Tail",
    "Row w of the table of sheets is constant from some height on. The tail theorem says from where, and proves it from the narrower rows.",
  ],
  "tail theorem": [
    "Tail theorem",
    "If for each split i of the width the sum of rows i and w − i is constant from height t(i), row w is constant from twice the largest t(i) on.",
  ],
  "gap rule": [
    "Gap rule",
    "The {nim-value} of a suit can be read off the numbers of unused cards between the visible ones.",
  ],
  "colon principle": [
    "Colon principle",
    "A branch of value g on top of an edge is worth g + 1; branches at one node are added by {xor}.",
  ],
  "rare position": [
    "Rare position",
    "Fix a mask of binary digits. A value with an even number of ones under the mask is rare, one with an odd number common. Rare positions are the sizes of rare value; in many games they are few and die out. Only pairs with a rare part have to be checked to find the common values: that is what makes long sequences fast.",
  ],
  mask: [
    "Mask",
    "The binary digits of values whose parity divides positions into rare and common ones; see {rare position}.",
  ],
  "sparse space": [
    "Sparse space",
    "The set of rare values, if few positions have them. See {rare position}.",
  ],
  histogram: ["Histogram", "How many sizes have each value."],
  certificate: [
    "Certificate",
    "A file with rule, claim and evidence. A separate small program, which shares no solving code with the engine, verifies it value by value.",
  ],
  status: [
    "Status",
    "How much an answer claims, in one word: {proved}, {computed} or {observed}. There is no fourth word.",
  ],
  proved: ["proved", "By a theorem whose hypotheses were checked, or by exhaustive computation."],
  computed: ["computed", "Exact arithmetic on top of something that is not proved."],
  observed: ["observed", "Seen in finitely many values. It may fail at the next size."],
  code: [
    "Take-and-break code",
    "Digit t after the point says what taking t tokens may leave: it is the sum of 1 if nothing may be left, 2 if one heap, 4 if two heaps, 8 if three. So 0.77 takes one or two tokens and may leave zero, one or two heaps. A digit before the point breaks a heap without taking.",
  ],
  cousin: [
    "Cousin",
    "A game with the same values, perhaps shifted: its heap of n + s behaves as the heap of n here.",
  ],
  "b-file": ["b-file", "The text format of the OEIS: one line per size, with the size and its value."],
  partition: ["Partitions", "Ways to write a number as a sum of heaps, where order does not count."],
  tuple: ["Tuples", "Ordered choices of a number of pieces up to a size; the same piece may come again."],
  multiset: ["Multisets", "Choices of a number of pieces without order; the same piece may come again."],
  set: ["Sets", "Choices of different pieces, without order unless it is asked for."],
  modulus: [
    "Modulus",
    "The answer's remainder after division by this number instead of the answer itself, which may be too long to write.",
  ],
  limit: [
    "Limit",
    "The largest number of values to compute in search of a law. Without one the engine searches for a few seconds.",
  ],
  level: [
    "Level",
    "A perfect engine makes a winning move whenever there is one; a medium one sees it seven times in ten, an easy one twice in ten.",
  ],
  "census row": ["Census", "What a run over thousands of codes found for this one."],
};

/** Text in which `{term}` and `{term|words}` are terms. */
export function prose(text) {
  return text.split(/(\{[a-z-][^{}]*\})/).map((piece) => {
    const [, name, words] = piece.match(/^\{([^|}]+)(?:\|([^}]+))?\}$/) ?? [];
    return name && TERMS[name] ? term(name, words) : piece;
  });
}

/** A term in the text. */
export function term(name, words = name) {
  if (!TERMS[name]) throw new Error(`no definition of ${name}`);
  const id = fresh("term");
  const button = h(
    "button",
    { type: "button", class: "term", "aria-expanded": "false", "aria-controls": id },
    words,
  );
  button.addEventListener("click", () => toggle(button, name, id));
  return button;
}

const INSIDE = "li, td, th, figcaption, .line";
const AFTER = "p, h1, h2, h3, h4, summary, .inline-terms";

/** Puts a definition below the line of its term; in a list of facts it gets a row to itself. */
function place(button, note) {
  const block = button.closest(`${INSIDE}, ${AFTER}, dt, dd`) ?? button.parentElement;
  if (block.matches("dt, dd") && block.closest("dl")) {
    const fact = block.matches("dt") ? block.nextElementSibling : block;
    return (fact ?? block).after(h("dd", { class: "defined" }, note));
  }
  if (block.matches(INSIDE)) return block.append(note);
  block.after(note);
}

function close(button, id) {
  const note = document.getElementById(id);
  (note?.closest("dd.defined") ?? note)?.remove();
  button.setAttribute("aria-expanded", "false");
}

function toggle(button, name, id) {
  if (button.getAttribute("aria-expanded") === "true") return close(button, id);
  const [title, text] = TERMS[name];
  const shut = () => {
    close(button, id);
    button.focus();
  };
  const cross = h(
    "button",
    { type: "button", class: "close", "aria-label": `Close: ${title}`, on: { click: shut } },
    "×",
  );
  const note = h(
    "div",
    { id, class: "definition", role: "note", "aria-label": title },
    cross,
    h("strong", {}, title),
    " ",
    h("span", { class: "line" }, prose(text)),
  );
  note.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), shut()));
  button.onkeydown = (event) => event.key === "Escape" && close(button, id);
  place(button, note);
  button.setAttribute("aria-expanded", "true");
}

const SIGNS = { proved: "✓", computed: "=", observed: "…" };

const CHECKS = {
  "random-test": ({ error }) => `a random test: error probability at most ${error}`,
  checker: ({ verdict }) => `the independent checker: ${verdict}`,
  coq: ({ theorem }) => `Coq: theorem ${theorem}`,
};

/** What checked an answer in addition to the computation that found it, one line each. */
export const checkedBy = (answer) =>
  (answer.checked_by ?? []).map((check) =>
    h("span", { class: "checked-by" }, typeset(`checked by ${CHECKS[check.by](check)}`)),
  );

/** The status word of an answer, which opens its meaning. */
export function statusWord(status) {
  const button = term(status);
  button.classList.add("status", status);
  button.prepend(`${SIGNS[status] ?? ""} `);
  return button;
}
