// A sheet of grid paper: w columns across, h rows down. `cut` cuts both ways at an inner grid point, `cut:one`
// along one line.

import { h, s } from "../dom.js";

export const noun = "sheet";
export const samples = ["4x3"];
const LARGEST = 60;

const numbers = (piece) => piece.split("x").map(Number);

/** The point of a cut; 0 where it does not cut that way. */
export function point(move) {
  const [, i, j] = move.action.match(/^cut at (\d+),(\d+)$/) ?? [];
  if (i) return [Number(i), Number(j)];
  const [, way, at] = move.action.match(/^cut at (width|height) (\d+)$/);
  return way === "width" ? [Number(at), 0] : [0, Number(at)];
}

function lines(w, h_, cell) {
  const inner = [];
  for (let i = 1; i < w; i++)
    inner.push(s("line", { x1: i * cell, x2: i * cell, y1: 0, y2: h_ * cell, class: "grid" }));
  for (let j = 1; j < h_; j++)
    inner.push(s("line", { y1: j * cell, y2: j * cell, x1: 0, x2: w * cell, class: "grid" }));
  return [s("rect", { x: 0, y: 0, width: w * cell, height: h_ * cell, class: "paper" }), ...inner];
}

/** @param {number[]} where */
function cutLines([i, j], w, h_, cell) {
  return [
    i > 0 && s("line", { x1: i * cell, x2: i * cell, y1: -5, y2: h_ * cell + 5, class: "cut" }),
    j > 0 && s("line", { y1: j * cell, y2: j * cell, x1: -5, x2: w * cell + 5, class: "cut" }),
  ].filter(Boolean);
}

const cellOf = (w, h_, room) => Math.max(Math.min(Math.floor(room / Math.max(w, h_)), 44), 9);

/** The size of the picture, with room for the ends of cuts. */
const frame = (w, h_, cell) => ({
  viewBox: `-7 -7 ${w * cell + 14} ${h_ * cell + 14}`,
  width: w * cell + 14,
  height: h_ * cell + 14,
});

export function view(piece, moves, make, say) {
  const [w, h_] = numbers(piece);
  if (Math.max(w, h_) > LARGEST)
    return {
      element: h("p", { class: "long-heap" }, `a sheet of ${piece}: choose a cut from the list`),
      mark: () => {},
    };
  const cell = cellOf(w, h_, 340);
  const at = new Map(moves.map((move) => [point(move).join(), move]));
  const ways = [...at.keys()].map((key) => key.split(",").map(Number));
  const aim = s("g", {});
  const marked = s("g", { class: "marked" });
  const line = h("p", { class: "aim" }, moves.length ? "Choose where to cut." : "Too small to cut.");
  let chosen = null;
  const choose = (where, loud) => {
    chosen = where;
    aim.replaceChildren(
      ...(where
        ? [
            ...cutLines(where, w, h_, cell),
            ...(where[0] && where[1]
              ? [s("circle", { cx: where[0] * cell, cy: where[1] * cell, r: 6, class: "cut-point" })]
              : []),
          ]
        : []),
    );
    const move = where && at.get(where.join());
    line.textContent = move
      ? `${move.action}, leaving ${move.leaves}`
      : moves.length
        ? "Choose where to cut."
        : "Too small to cut.";
    if (move && loud) say(line.textContent);
  };
  const dots = ways
    .map(([i, j]) =>
      i && j ? s("circle", { cx: i * cell, cy: j * cell, r: Math.min(5, cell / 4), class: "dot" }) : null,
    )
    .filter(Boolean);
  const picture = s(
    "svg",
    {
      class: "sheet",
      ...frame(w, h_, cell),
      tabindex: moves.length ? "0" : undefined,
      role: moves.length ? "application" : "img",
      "aria-roledescription": moves.length ? "sheet" : undefined,
      "aria-label": `Sheet of ${piece}.${moves.length ? " Arrow keys choose where to cut, Enter cuts." : ""}`,
    },
    lines(w, h_, cell),
    dots,
    marked,
    aim,
  );
  const mark = (move) => marked.replaceChildren(...(move ? cutLines(point(move), w, h_, cell) : []));
  const nearest = (event) => {
    const box = picture.getBoundingClientRect();
    const scale = (w * cell + 14) / box.width;
    const [x, y] = [
      ((event.clientX - box.left) * scale - 7) / cell,
      ((event.clientY - box.top) * scale - 7) / cell,
    ];
    /** @param {number[]} way */
    const far = ([i, j]) => (i && j ? Math.hypot(i - x, j - y) : i ? Math.abs(i - x) : Math.abs(j - y));
    return ways.reduce((best, way) => (best && far(best) <= far(way) ? best : way), null);
  };
  picture.addEventListener("pointermove", (event) => choose(nearest(event)));
  picture.addEventListener("pointerleave", () => choose(null));
  picture.addEventListener("click", (event) => {
    const where = nearest(event);
    if (where) make(at.get(where.join()));
  });
  picture.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (by) choose(stepped(chosen, by, ways), true);
    else if ((event.key === "Enter" || event.key === " ") && chosen) make(at.get(chosen.join()));
    else return;
    event.preventDefault();
  });
  return { element: h("div", { class: "sheet-place" }, picture, line), mark };
}

/** The next place to cut in a direction; with one straight cut, an arrow of the other direction changes the way. */
function stepped(from, by, ways) {
  const [dx, dy] = by;
  if (!from) return ways[0];
  const straight = !ways.some(([i, j]) => i && j);
  /** @param {number[]} way */
  const has = ([i, j]) => ways.some((way) => way[0] === i && way[1] === j);
  if (!straight) return has([from[0] + dx, from[1] + dy]) ? [from[0] + dx, from[1] + dy] : from;
  const next = dx ? [from[0] ? from[0] + dx : 1, 0] : [0, from[1] ? from[1] + dy : 1];
  return has(next) ? next : from;
}

/** A sheet with the lines of a cut. */
export function still(piece, move) {
  const [w, h_] = numbers(piece);
  const cell = cellOf(w, h_, 110);
  return s(
    "svg",
    {
      class: "still",
      ...frame(w, h_, cell),
      role: "img",
      "aria-label": `sheet of ${piece}: ${move.action}, leaving ${move.leaves}`,
    },
    lines(w, h_, cell),
    cutLines(point(move), w, h_, cell),
  );
}

/**
 * All cuts of a sheet with the value each leaves: a dot a cut, in the colour of the value; those that win are
 * ringed.
 */
export function cuts(piece, moves, colour) {
  const [w, h_] = numbers(piece);
  const cell = cellOf(w, h_, 420);
  const dot = (move) => {
    const [i, j] = point(move);
    const value = Number(move.value);
    const where = { cx: (i || w / 2) * cell, cy: (j || h_ / 2) * cell };
    const title = s(
      "title",
      {},
      `${move.action}, leaving ${move.leaves}: value ${value}${value === 0 ? ", wins" : ""}`,
    );
    const circle = s(
      "circle",
      { ...where, r: Math.min(cell * 0.4, 13), class: value === 0 ? "wins" : "other" },
      title,
    );
    circle.style.fill = colour(value);
    const text = cell >= 22 && s("text", { x: where.cx, y: where.cy, class: "dot-value" }, String(value));
    if (text) text.style.fill = colour.ink(value);
    return [circle, text].filter(Boolean);
  };
  return s(
    "svg",
    {
      class: "sheet still",
      ...frame(w, h_, cell),
      role: "img",
      "aria-label": `The ${moves.length} cuts of ${piece}`,
    },
    lines(w, h_, cell),
    moves.flatMap(dot),
  );
}
