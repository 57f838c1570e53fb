// Why a position is won or lost: each value as the mex of its options, the xor digit by digit, and a move that
// wins.

import { h } from "../dom.js";
import { inWords } from "../pieces/index.js";
import { table } from "../table.js";
import { prose, statusWord } from "../terms.js";

export function explanation(found) {
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
    h("p", {}, prose(`Every {piece} has a {nim-value}: the {mex} of the values its options have.`)),
    found.pieces.map(piece),
    xor(found),
    h(
      "p",
      {},
      lost
        ? "The xor is 0: every move makes it something else, and then some reply makes it 0 again."
        : [
            "The xor is not 0. A move that makes it 0: on ",
            found.winning_move.piece,
            ": ",
            h("strong", {}, inWords(found.winning_move)),
            ".",
          ],
    ),
  );
}

function piece({ piece: name, heaps, value, options, larger }) {
  const title = h(
    "h3",
    {},
    `${name}${heaps.length > 1 ? ` (${heaps.length} times)` : ""} has value ${value}`,
  );
  if (!options)
    return h(
      "div",
      {},
      title,
      h("p", { class: "note" }, "Too many options to list; the law of the game gives the value."),
    );
  const rows = options.map((option) => [option.value, inWords(option)]);
  const rest = larger.length
    ? `Other options have ${larger.slice(0, 12).join(", ")}${larger.length > 12 ? ", …" : ""}; none has ${value}.`
    : `No option has ${value}.`;
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
  const names = position.split("+");
  if (values.length < 2) return null;
  const binary = [...values, value].map((text) => BigInt(text).toString(2));
  const wide = Math.max(...binary.map((text) => text.length));
  if (wide > 64 || values.length > 24) return h("p", {}, `The xor of all values is ${value}.`);
  const rows = values.map((text, i) => [
    names[i] ?? pieces[0].piece,
    text,
    h("code", {}, binary[i].padStart(wide, "0")),
  ]);
  return h(
    "div",
    { class: "xor" },
    h("h3", {}, "The xor, digit by digit"),
    table(
      ["piece", "value", "in binary"],
      [
        ...rows,
        [h("strong", {}, "xor"), h("strong", {}, value), h("code", {}, binary.at(-1).padStart(wide, "0"))],
      ],
      { caption: "xor", numeric: [1, 2] },
    ),
  );
}
