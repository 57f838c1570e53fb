// A heap as a row of tokens. Tokens are taken by clicking or painting over them, the row is parted between tokens;
// what is left is compared with the legal moves. Heaps are played by number alone where a row would be too long.

import { fresh, h, s } from "../dom.js";

export const noun = "heap";
export const samples = ["5", "6", "8", "4", "9", "12"];
export const small = ["1", "2", "3"];
const LONGEST = 72;

const sorted = (parts) =>
  parts
    .filter((part) => part > 0)
    .sort((a, b) => a - b)
    .join("+") || "0";
// Of 20:6, a heap of which at most 6 may be taken, and of r5, a row that was a circle, the tokens.
const tokensOf = (piece) => Number.parseInt(piece.replace(/^r/, ""), 10);
const parts = (leaves) => leaves.split("+").map(tokensOf);

/**
 * The heaps that are left if some tokens are taken and the row is parted at some gaps (gap i is before token i).
 */
export function left(size, taken, gaps) {
  const found = [];
  let run = 0;
  for (let token = 0; token < size; token++) {
    if (taken.has(token) || gaps.has(token)) {
      found.push(run);
      run = 0;
    }
    if (!taken.has(token)) run++;
  }
  return [...found, run].filter((part) => part > 0);
}

/** Whether tokens stand in a row: what is taken from the middle leaves two heaps. In other games only numbers count. */
export const inRow = (moves) =>
  moves.some((move) => move.action.startsWith("take") && move.leaves.includes("+"));

/** Whether the tokens are neighbours. */
const together = (taken) => taken.size === 0 || Math.max(...taken) - Math.min(...taken) === taken.size - 1;

/** The move that leaves these heaps; where tokens do not stand in a row, or else the rest as one heap. */
export function fitting(size, taken, gaps, moves) {
  const rest = left(size, taken, gaps);
  const leaving = (wanted) => moves.find((move) => sorted(parts(move.leaves)) === wanted);
  const whole = sorted([rest.reduce((sum, part) => sum + part, 0)]);
  if (inRow(moves)) return together(taken) ? leaving(sorted(rest)) : undefined;
  if (taken.size) return gaps.size ? undefined : leaving(whole);
  return leaving(sorted(rest));
}

/** The tokens that a move takes and the gaps where it parts the row. */
export function chosenBy(size, move) {
  const rest = parts(move.leaves).filter((part) => part > 0);
  const count = size - rest.reduce((sum, part) => sum + part, 0);
  const first = rest[0] ?? 0;
  const taken = new Set(Array.from({ length: Math.max(count, 0) }, (_, i) => first + i));
  const gaps = new Set();
  let at = first + count;
  rest.slice(1).forEach((part, i) => {
    if (count <= 0 || i > 0) gaps.add(at);
    at += part;
  });
  return { taken, gaps };
}

export function view(piece, moves, make, say) {
  const size = tokensOf(piece);
  if (!(size <= LONGEST))
    return {
      element: h("p", { class: "long-heap" }, `${piece} tokens: choose a move from the list`),
      mark: () => {},
    };
  const [taken, gaps] = [new Set(), new Set()];
  const splits = moves.some((move) => move.action === "break");
  const go = h("button", { type: "button", class: "primary small", disabled: true }, "Move");
  const help = fresh("heap");
  const line = h(
    "span",
    { class: "aim", id: help },
    "Choose tokens to take",
    splits ? " or a gap to split." : ".",
  );
  const refresh = () => {
    tokens.forEach((token, i) => token.setAttribute("aria-pressed", taken.has(i)));
    between.forEach((gap, i) => gap?.setAttribute("aria-pressed", gaps.has(i)));
    const chosen = taken.size + gaps.size > 0 ? fitting(size, taken, gaps, moves) : undefined;
    go.disabled = !chosen;
    go.onclick = () => chosen && make(chosen);
    const rest = left(size, taken, gaps).join("+") || "nothing";
    line.textContent = chosen
      ? `${chosen.action}, leaving ${chosen.leaves === "0" ? "nothing" : chosen.leaves}`
      : taken.size + gaps.size
        ? inRow(moves) && !together(taken)
          ? "Only neighbours can be taken together."
          : `Leaving ${rest} is not a move.`
        : `Choose tokens to take${splits ? " or a gap to split" : ""}.`;
    if (taken.size + gaps.size) say(line.textContent);
  };
  const toggle = (set, i) => (set.has(i) ? set.delete(i) : set.add(i), refresh());
  const tokens = Array.from({ length: size }, (_, i) =>
    h("button", {
      type: "button",
      class: "token",
      tabindex: i ? "-1" : "0",
      "aria-pressed": "false",
      "aria-label": `token ${i + 1} of ${size}`,
      "data-token": i,
    }),
  );
  const gapAt = (i) =>
    h("button", {
      type: "button",
      class: "gap",
      tabindex: "-1",
      "aria-pressed": "false",
      "aria-label": `split after token ${i}`,
      on: { click: () => toggle(gaps, i) },
    });
  const between = tokens.map((_, i) => (i > 0 && splits ? gapAt(i) : null));
  const row = h(
    "div",
    {
      class: "tokens",
      role: "group",
      "aria-label": `Heap of ${size}. Arrow keys go along, Space takes a token${splits ? ", S splits before it" : ""}, Enter moves.`,
      "aria-describedby": help,
    },
    tokens.flatMap((token, i) => [between[i], token].filter(Boolean)),
  );
  paint(row, taken, refresh);
  row.addEventListener("keydown", (event) => {
    const at = tokens.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: size - 1 }[event.key];
    if (at < 0) return;
    if (to !== undefined && tokens[to]) {
      tokens[at].tabIndex = -1;
      tokens[to].tabIndex = 0;
      tokens[to].focus();
      if (event.shiftKey) [at, to].forEach((i) => taken.add(i)), refresh();
    } else if (event.key === " ") toggle(taken, at);
    else if (event.key.toLowerCase() === "s" && at > 0 && splits) toggle(gaps, at);
    else if (event.key === "Enter" && !go.disabled) go.click();
    else if (event.key !== "Enter") return;
    event.preventDefault();
  });
  const mark = (move) => {
    const chosen = move ? chosenBy(size, move) : { taken: new Set(), gaps: new Set() };
    tokens.forEach((token, i) => token.classList.toggle("marked", chosen.taken.has(i)));
    between.forEach((gap, i) => gap?.classList.toggle("marked", chosen.gaps.has(i)));
  };
  return { element: h("div", { class: "heap" }, row, h("div", { class: "row" }, go, line)), mark };
}

/** Clicking takes a token or gives it back; dragging does to all it passes what it did to the first. */
function paint(row, taken, refresh) {
  let adding = null;
  const at = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".token");
  const touch = (token) => {
    if (!token || token.parentElement !== row) return;
    taken[adding ? "add" : "delete"](Number(token.dataset.token));
    refresh();
  };
  row.addEventListener("pointerdown", (event) => {
    const token = event.target.closest(".token");
    if (!token || event.button !== 0) return;
    adding = !taken.has(Number(token.dataset.token));
    token.releasePointerCapture?.(event.pointerId);
    touch(token);
    const end = () => {
      adding = null;
      window.removeEventListener("pointermove", over);
    };
    const over = (moved) => adding !== null && touch(at(moved));
    window.addEventListener("pointermove", over);
    window.addEventListener("pointerup", end, { once: true });
    window.addEventListener("pointercancel", end, { once: true });
  });
}

const R = 8;
const STEP = 2 * R + 4;

const token = (x, y, kind) => s("circle", { cx: x, cy: y, r: R - (kind === "gone" ? 1 : 0), class: kind });

/** A heap before a move, those taken dashed, and what it leaves. */
export function still(piece, move) {
  const size = tokensOf(piece);
  const rest = parts(move.leaves).filter((part) => part > 0);
  const kept = rest.reduce((sum, part) => sum + part, 0);
  const takenCount = size - kept;
  const shapes = [];
  let x = R + 2;
  const heap = (count, kind) => {
    for (let i = 0; i < count; i++, x += STEP) shapes.push(token(x, R + 3, kind));
  };
  // The taken tokens stand where the row falls apart.
  rest.forEach((part, i) => {
    heap(part, "stays");
    if (i === 0) heap(Math.max(takenCount, 0), "gone");
    if (i < rest.length - 1 && (takenCount <= 0 || i > 0)) {
      shapes.push(s("line", { x1: x - R - 1, x2: x - R - 1, y1: 0, y2: 2 * R + 6, class: "split" }));
      x += 4;
    }
  });
  if (rest.length === 0) heap(size, "gone");
  return s(
    "svg",
    {
      class: "still",
      viewBox: `0 0 ${x} ${2 * R + 6}`,
      width: x,
      height: 2 * R + 6,
      role: "img",
      "aria-label": `heap of ${size}: ${move.action}, leaving ${move.leaves}`,
    },
    shapes,
  );
}
