// A position of a game that is written down: its name, and the names of the positions that a move leads to.

import { h } from "../dom.js";

export const noun = "position";
export const samples = ["a"];
const MOST = 200;

export function view(piece, moves, make, say) {
  const shown = moves.slice(0, MOST);
  const buttons = shown.map((move) =>
    h(
      "button",
      {
        type: "button",
        class: "to-position",
        "data-leaves": move.leaves,
        on: { click: () => make(move), focus: () => say(`move to ${move.leaves}`) },
      },
      move.leaves,
    ),
  );
  const line = moves.length ? `From ${piece} to:` : `There is no move from ${piece}.`;
  const more = moves.length > MOST ? h("p", {}, `and ${moves.length - MOST} more in the list`) : null;
  const mark = (move) =>
    buttons.forEach((button) => button.classList.toggle("marked", button.dataset.leaves === move?.leaves));
  return {
    element: h("div", {}, h("p", { class: "aim" }, line), h("div", { class: "row" }, buttons), more),
    mark,
  };
}

/** The position and where the move leads. */
export const still = (piece, move) => h("p", { class: "still" }, `${piece} → ${move.leaves}`);
