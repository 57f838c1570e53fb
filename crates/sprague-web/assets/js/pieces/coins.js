// A head at place n of a row of coins. A move turns it to tails together with some coins before it; those become
// heads.

import { h, s } from "../dom.js";

export const noun = "head";
export const samples = ["5"];
const LONGEST = 60;

const places = (leaves) =>
  leaves
    .split("+")
    .map(Number)
    .filter((place) => place > 0)
    .sort((a, b) => a - b);

export function view(piece, moves, make, say) {
  const size = Number(piece);
  if (!(size <= LONGEST))
    return {
      element: h("p", { class: "long-heap" }, `a head at place ${piece}: choose a move from the list`),
      mark: () => {},
    };
  const byPlaces = new Map(moves.map((move) => [places(move.leaves).join(), move]));
  const turned = new Set();
  const go = h("button", { type: "button", class: "primary small" }, "Turn");
  const line = h("span", { class: "aim" });
  const refresh = () => {
    coins.forEach((coin, i) => coin.setAttribute("aria-pressed", turned.has(i + 1)));
    const move = byPlaces.get([...turned].sort((a, b) => a - b).join());
    go.disabled = !move;
    go.onclick = () => move && make(move);
    line.textContent = move
      ? `${move.action}, leaving ${move.leaves === "0" ? "no head" : `heads at ${move.leaves}`}`
      : "These cannot be turned together.";
  };
  const toggle = (place) => (
    turned.has(place) ? turned.delete(place) : turned.add(place), refresh(), say(line.textContent)
  );
  const coins = Array.from({ length: Math.max(size - 1, 0) }, (_, i) =>
    h(
      "button",
      {
        type: "button",
        class: "coin",
        "aria-pressed": "false",
        "aria-label": `coin ${i + 1}`,
        on: { click: () => toggle(i + 1) },
      },
      String(i + 1),
    ),
  );
  refresh();
  const head = size > 0 && h("span", { class: "coin head", title: "the head that is turned" }, String(size));
  const mark = (move) => {
    const chosen = new Set(move ? places(move.leaves) : []);
    coins.forEach((coin, i) => coin.classList.toggle("marked", chosen.has(i + 1)));
    if (head) head.classList.toggle("marked", Boolean(move));
  };
  const row = h("div", { class: "coins", role: "group", "aria-label": `Head at place ${size}` }, coins, head);
  return { element: h("div", {}, row, h("div", { class: "row" }, go, line)), mark };
}

/** The row before a move, and which coins turn. */
export function still(piece, move) {
  const size = Number(piece);
  const heads = new Set(places(move.leaves));
  const one = (i) =>
    s(
      "g",
      {},
      s("circle", {
        cx: i * 22 - 10,
        cy: 12,
        r: 9,
        class: i === size ? "gone" : heads.has(i) ? "stays" : "tails",
      }),
      s("text", { x: i * 22 - 10, y: 12, class: heads.has(i) ? "coin-number on" : "coin-number" }, String(i)),
    );
  return s(
    "svg",
    {
      class: "still",
      viewBox: `0 0 ${size * 22 + 2} 24`,
      width: size * 22 + 2,
      height: 24,
      role: "img",
      "aria-label": `head at ${piece}: ${move.action}`,
    },
    Array.from({ length: size }, (_, i) => one(i + 1)),
  );
}
