// A coin on a board, or two heaps as its coordinates: x across, y down, both from 0. A move takes the coin to
// another square.

import { h, s } from "../dom.js";

export const noun = "coin";
export const samples = ["4x3", "9x8"];
const LARGEST = 40;

const numbers = (piece) => piece.split("x").map(Number);

function squares(x, y, cell) {
  const lines = [];
  for (let i = 0; i <= x + 1; i++)
    lines.push(s("line", { x1: i * cell, x2: i * cell, y1: 0, y2: (y + 1) * cell, class: "grid" }));
  for (let j = 0; j <= y + 1; j++)
    lines.push(s("line", { y1: j * cell, y2: j * cell, x1: 0, x2: (x + 1) * cell, class: "grid" }));
  return [s("rect", { x: 0, y: 0, width: (x + 1) * cell, height: (y + 1) * cell, class: "paper" }), ...lines];
}

const coin = (x, y, cell, kind) =>
  s("circle", { cx: (x + 0.5) * cell, cy: (y + 0.5) * cell, r: cell * 0.36, class: kind });

const frame = (x, y, cell) => ({
  viewBox: `-2 -2 ${(x + 1) * cell + 4} ${(y + 1) * cell + 4}`,
  width: (x + 1) * cell + 4,
  height: (y + 1) * cell + 4,
});

export function view(piece, moves, make, say) {
  const [x, y, z] = numbers(piece);
  if (z !== undefined || Math.max(x, y) > LARGEST)
    return {
      element: h("p", { class: "long-heap" }, `a coin at ${piece}: choose a move from the list`),
      mark: () => {},
    };
  const cell = Math.max(Math.min(Math.floor(380 / (Math.max(x, y) + 1)), 40), 9);
  const line = h("p", { class: "aim" }, moves.length ? "Choose a marked square." : "The coin cannot move.");
  const target = (move) => {
    const [i, j] = numbers(move.leaves);
    const square = s("rect", {
      x: i * cell + 1,
      y: j * cell + 1,
      width: cell - 2,
      height: cell - 2,
      class: "square",
      "data-leaves": move.leaves,
      role: "button",
      tabindex: "0",
      "aria-label": `${move.action}, to ${move.leaves}`,
    });
    const aim = () => (line.textContent = `${move.action}, to ${move.leaves}`);
    square.addEventListener("pointerover", aim);
    square.addEventListener("focus", () => say(aim()));
    square.addEventListener("click", () => make(move));
    square.addEventListener(
      "keydown",
      (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), make(move)),
    );
    return square;
  };
  const picture = s(
    "svg",
    { class: "board", ...frame(x, y, cell), role: "group", "aria-label": `Coin at ${piece}` },
    squares(x, y, cell),
    moves.map(target),
    coin(x, y, cell, "stays"),
  );
  const mark = (move) =>
    picture
      .querySelectorAll(".square")
      .forEach((square) => square.classList.toggle("marked", square.dataset.leaves === move?.leaves));
  return { element: h("div", {}, h("div", { class: "scroll-x" }, picture), line), mark };
}

/** The coin where it was and where it goes. */
export function still(piece, move) {
  const [x, y, z] = numbers(piece);
  const [i, j] = numbers(move.leaves);
  if (z !== undefined) return h("p", { class: "still" }, `${piece}: ${move.action}`);
  const cell = 22;
  const arrow = s("line", {
    x1: (x + 0.5) * cell,
    y1: (y + 0.5) * cell,
    x2: (i + 0.5) * cell,
    y2: (j + 0.5) * cell,
    class: "arrow",
  });
  return s(
    "svg",
    {
      class: "still",
      ...frame(x, y, cell),
      role: "img",
      "aria-label": `coin at ${piece}: ${move.action}, to ${move.leaves}`,
    },
    squares(x, y, cell),
    arrow,
    coin(x, y, cell, "gone"),
    coin(i, j, cell, "stays"),
  );
}
