// A suit: visible cards face up, unused ones in the hand. An unused card is put on a visible one of lower number:
// click one and then the other, or drag it there.

import { h, s } from "../dom.js";

export const noun = "suit";
export const samples = ["001010"];
const LONGEST = 40;

const putOn = (move) =>
  move.action
    .match(/^put (\d+) on (\d+)$/)
    .slice(1)
    .map(Number);

/** The suit as a string of 0 and 1, also if it was written as 2,5/9. */
export function shape(piece) {
  const [, visible, size] = piece.match(/^([\d,]*)\/(\d+)$/) ?? [];
  if (!size) return piece;
  const shown = new Set(visible.split(",").filter(Boolean).map(Number));
  return Array.from({ length: Number(size) }, (_, i) => (shown.has(i + 1) ? "1" : "0")).join("");
}

/** The numbers printed on the cards of a whole suit. */
export const labels = (piece) => Array.from(shape(piece), (_, i) => i + 1);

/** The numbers that are left after a move: the covered card is gone, all others keep theirs. */
export const labelsAfter = (numbers, move) => {
  const [, on] = putOn(move);
  return numbers.filter((_, i) => i !== on - 1);
};

/** A move in words, by the numbers printed on the cards. */
export const words = (move, numbers) => {
  const [put, on] = putOn(move);
  return `put ${numbers[put - 1]} on ${numbers[on - 1]}`;
};

export function view(piece, moves, make, say, numbers = labels(piece)) {
  const suit = shape(piece);
  if (suit.length > LONGEST)
    return {
      element: h("p", { class: "long-heap" }, `a suit of ${suit.length} cards: choose a move from the list`),
      mark: () => {},
    };
  const pairs = new Map(moves.map((move) => [putOn(move).join(), move]));
  let held = null;
  const line = h(
    "p",
    { class: "aim" },
    moves.length
      ? "Choose an unused card, then the visible one it covers."
      : "No unused card is higher than a visible one.",
  );
  const refresh = () => {
    cards.forEach((card, i) => {
      const number = i + 1;
      card.setAttribute("aria-pressed", held === number);
      card.classList.toggle(
        "target",
        held !== null && (pairs.has(`${held},${number}`) || pairs.has(`${number},${held}`)),
      );
    });
    if (held !== null) {
      const others = [...pairs.keys()]
        .map((key) => key.split(",").map(Number))
        .filter((pair) => pair.includes(held))
        .map(([put, on]) => (put === held ? on : put));
      const printed = (number) => numbers[number - 1];
      line.textContent = others.length
        ? `Card ${printed(held)} goes with ${others.map(printed).join(", ")}.`
        : `Card ${printed(held)} cannot be moved.`;
    }
  };
  const meet = (one, other) => pairs.get(`${one},${other}`) ?? pairs.get(`${other},${one}`);
  const choose = (number) => {
    const move = held === null ? undefined : meet(held, number);
    if (move) return make(move);
    held = held === number ? null : number;
    refresh();
    say(line.textContent);
  };
  const cards = [...suit].map((bit, i) => card(i + 1, numbers[i], bit === "1", choose));
  for (const [i, element] of cards.entries()) {
    element.addEventListener(
      "dragstart",
      (event) => (event.dataTransfer.setData("text/plain", String(i + 1)), (held = i + 1), refresh()),
    );
    element.addEventListener(
      "dragover",
      (event) => held !== null && meet(held, i + 1) && event.preventDefault(),
    );
    element.addEventListener("drop", (event) => {
      event.preventDefault();
      const move = held !== null && meet(held, i + 1);
      if (move) make(move);
    });
  }
  const mark = (move) => {
    const chosen = move ? putOn(move) : [];
    cards.forEach((card, i) => card.classList.toggle("marked", chosen.includes(i + 1)));
  };
  const row = h("div", { class: "suit", role: "group", "aria-label": `Suit of ${suit.length} cards` }, cards);
  return { element: h("div", {}, row, line), mark };
}

function card(number, printed, visible, choose) {
  return h(
    "button",
    {
      type: "button",
      class: `playing-card ${visible ? "up" : "hand"}`,
      draggable: "true",
      "aria-pressed": "false",
      "aria-label": `card ${printed}, ${visible ? "visible" : "unused"}`,
      on: { click: () => choose(number) },
    },
    String(printed),
  );
}

/** A suit with an arrow from the card that is put to the one it covers. */
export function still(piece, move) {
  const suit = shape(piece);
  const [put, on] = putOn(move);
  const [wide, tall, step] = [24, 34, 30];
  const shapes = [...suit].map((bit, i) =>
    s(
      "g",
      {},
      s("rect", {
        x: i * step + 2,
        y: 22,
        width: wide,
        height: tall,
        rx: 4,
        class: bit === "1" ? "card-up" : "card-hand",
      }),
      s(
        "text",
        {
          x: i * step + 2 + wide / 2,
          y: 22 + tall / 2,
          class: bit === "1" ? "card-number" : "card-number hand",
        },
        String(i + 1),
      ),
    ),
  );
  const [from, to] = [(put - 1) * step + 2 + wide / 2, (on - 1) * step + 2 + wide / 2];
  const arrow = s("path", { d: `M ${from} 20 Q ${(from + to) / 2} -6 ${to + 4} 18`, class: "arrow" });
  const head = s("path", { d: `M ${to + 1} 20 l 9 -3 l -5 -6 z`, class: "arrow-head" });
  return s(
    "svg",
    {
      class: "still",
      viewBox: `0 0 ${suit.length * step + 4} 60`,
      width: suit.length * step + 4,
      height: 60,
      role: "img",
      "aria-label": `suit ${piece}: ${move.action}, leaving ${move.leaves}`,
    },
    shapes,
    arrow,
    head,
  );
}
