// A head at column x and row y of a board of coins. A move turns over every coin where some columns and rows cross; the
// head becomes tails and the others heads. Moves are chosen from the list and shown on the board.

import { h, s } from "../dom.js";

export const noun = "head";
export const samples = ["3x2"];
const LONGEST = 24;

const pair = (text) => text.split("x").map(Number);
const places = (leaves) => new Set(leaves === "0" ? [] : leaves.split("+"));

/** The corners of a board up to a place, row by row. */
const cells = (x, y) =>
  Array.from({ length: y }, (_, j) => Array.from({ length: x }, (_, i) => [i + 1, j + 1])).flat();

export function view(piece) {
  const [x, y] = pair(piece);
  if (!(x <= LONGEST && y <= LONGEST))
    return {
      element: h("p", { class: "long-heap" }, `a head at ${piece}: choose a move from the list`),
      mark: () => {},
    };
  const place = h("div", { class: "coinboard" });
  const mark = (move) => place.replaceChildren(picture([x, y], move));
  mark(null);
  return { element: place, mark };
}

function picture([x, y], move) {
  const heads = places(move?.leaves ?? "0");
  const look = (i, j) => {
    if (i === x && j === y) return move ? "gone" : "stays";
    return heads.has(`${i}x${j}`) ? "stays" : "tails";
  };
  return s(
    "svg",
    {
      class: "still",
      viewBox: `0 0 ${x * 22 + 2} ${y * 22 + 2}`,
      width: x * 22 + 2,
      height: y * 22 + 2,
      role: "img",
      "aria-label": move ? `head at ${x}x${y}: ${move.action}` : `head at ${x}x${y}`,
    },
    cells(x, y).map(([i, j]) => s("circle", { cx: i * 22 - 10, cy: j * 22 - 10, r: 9, class: look(i, j) })),
  );
}

/** The board before a move, and which coins turn. */
export function still(piece, move) {
  return picture(pair(piece), move);
}
