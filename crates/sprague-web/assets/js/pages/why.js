// Why a position is won or lost: each value as the mex of its options, the xor digit by digit, and a move that
// wins.

import { h } from "../dom.js";
import { math } from "../math.js";
import { inWords } from "../pieces/index.js";
import { table } from "../table.js";
import { prose, statusWord } from "../terms.js";
import { xorColumns } from "./lesson.js";

export function explanation(found) {
  if (found.outcome) return misere(found);
  const lost = found.value === "0";
  return h(
    "section",
    { class: "card explanation", "aria-label": "Why" },
    h("h2", {}, "Why"),
    h(
      "p",
      { class: "verdict-line" },
      h("strong", {}, lost ? "Lost" : "Won"),
      " for the player to move. ",
      statusWord(found.status),
    ),
    ending(found, lost),
    xor(found),
    h("p", {}, prose(`Every {piece} has a {nim-value}: the {mex} of the values its options have.`)),
    found.pieces.map(piece),
  );
}

/** Whether a position was played out: then its outcome stands where an image would. */
const played = (value) => value === "won" || value === "lost";
const image = (value) => (played(value) ? value : math(value));

/** Misère play: the images of pieces and options in the quotient, and the lost elements. */
function misere(found) {
  const lost = found.outcome === "lost";
  const move = found.winning_move;
  const rows = ({ options }) => options.map((option) => [image(option.value), inWords(option)]);
  const said = ({ piece, value }) =>
    played(value) ? [piece, ` alone is ${value}`] : [piece, " has the image ", image(value)];
  const column = (one) => (one.options.every(({ value }) => played(value)) ? "outcome" : "image");
  const of = (one) =>
    h(
      "div",
      {},
      h("h3", {}, said(one)),
      one.options?.length
        ? table([column(one), "an option that has it"], rows(one), { caption: `Options of ${one.piece}` })
        : h("p", { class: "note" }, one.options ? "No move." : "Too many options to list."),
    );
  return h(
    "section",
    { class: "card explanation", "aria-label": "Why" },
    h("h2", {}, "Why"),
    h(
      "p",
      { class: "verdict-line" },
      h("strong", {}, lost ? "Lost" : "Won"),
      " for the player to move, in misère play. ",
      statusWord(found.status),
    ),
    move && h("p", {}, "A winning move: on ", move.piece, ": ", h("strong", {}, inWords(move)), "."),
    found.lost_elements?.length > 0 &&
      h(
        "p",
        {},
        "The images multiply: ",
        found.values.flatMap((value, i) => (i ? [" · ", image(value)] : [image(value)])),
        " = ",
        image(found.value),
        ". Lost are ",
        found.lost_elements.flatMap((value, i) => (i ? [", ", image(value)] : [image(value)])),
        ".",
      ),
    found.pieces.map(of),
  );
}

function ending({ winning_move: move }, lost) {
  if (lost)
    return h(
      "p",
      {},
      "The xor is 0: every move makes it something else, and then some reply makes it 0 again.",
    );
  return h(
    "p",
    {},
    "The xor is not 0. A move that makes it 0: on ",
    move.piece,
    ": ",
    h("strong", {}, inWords(move)),
    ".",
  );
}

function piece({ piece: name, heaps, value, options, larger }) {
  const times = heaps.length > 1 ? ` (${heaps.length} times)` : "";
  const title = h("h3", {}, `${name}${times} has value ${value}`);
  if (!options)
    return h(
      "div",
      {},
      title,
      h("p", { class: "note" }, "Too many options to list; the law of the game gives the value."),
    );
  const rows = options.map((option) => [option.value, inWords(option)]);
  const others = `${larger.slice(0, 12).join(", ")}${larger.length > 12 ? ", …" : ""}`;
  const rest = larger.length ? `Other options have ${others}; none has ${value}.` : `No option has ${value}.`;
  return h(
    "div",
    {},
    title,
    rows.length
      ? table(["value", "an option that has it"], rows, { caption: `Options of ${name}`, numeric: [0] })
      : h("p", { class: "note" }, "No option has value 0."),
    h("p", { class: "note" }, rest),
  );
}

/** The values in binary under each other, and their xor. */
function xor({ values, value, pieces, position }) {
  if (values.length < 2) return null;
  const names = position.split("+");
  return xorColumns(
    values.map((own, i) => ({ name: names[i] ?? pieces[0].piece, value: own })),
    value,
  );
}
