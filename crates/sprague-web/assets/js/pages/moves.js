// What a move is, drawn: a small piece with a handful of its moves, one of each sort.

import { board } from "../api.js";
import { failure, filled, h, section } from "../dom.js";
import { inWords, kindOf } from "../pieces/index.js";
import { keepQuery } from "../router.js";
import { prose } from "../terms.js";
import { mexLesson } from "./lesson.js";

const PIECES = { other: "pieces", pairs: "pairs of heaps", suits: "suits of cards" };
const MOST = 6;
/** A piece with this many sorts of moves shows enough. */
const ENOUGH = 4;

export function moveSection({ rule, pieces }, signal) {
  const place = h("div", { class: "stills" });
  filled(place, () => drawn(rule, signal));
  const line = `A player who cannot move loses. A {position} is a sum of pieces, here of ${PIECES[pieces] ?? pieces}; `;
  return section("move", "A move, drawn", h("p", {}, prose(`${line}a move is made on one of them.`)), place);
}

/** What is done, and how many pieces are left. */
const sort = ({ action, leaves }) => `${action} ${leaves === "0" ? 0 : leaves.split("+").length}`;

/** Some moves, of as many sorts as there are. */
function varied(moves) {
  const sorts = [...new Map(moves.toReversed().map((move) => [sort(move), move])).values()].reverse();
  const rest = moves.filter((move) => !sorts.includes(move));
  if (sorts.length <= MOST) return [...sorts, ...rest].slice(0, MOST);
  return Array.from({ length: MOST }, (_, i) => sorts[Math.round((i * (sorts.length - 1)) / (MOST - 1))]);
}

async function drawn(rule, signal) {
  const kind = kindOf(rule);
  const look = (position) => board({ rule, position, values: "true" }, signal).catch(() => null);
  let [best, moves] = [null, []];
  for (const size of kind.samples) {
    const found = await look(size);
    const some = varied(found?.moves ?? []);
    if (some.length > moves.length) [best, moves] = [found, some];
    if (moves.length >= ENOUGH) break;
  }
  if (!best) return h("p", { class: "note" }, "Small pieces of this game have no moves.");
  const { piece } = best.pieces[0];
  const all = moves.length === best.moves.length;
  const many = `${all ? "The" : `${moves.length} of the`} ${best.moves.length} moves of ${piece}`;
  return [
    h("p", { class: "note" }, `${many}, which has value ${best.value ?? best.pieces[0].value}:`),
    h(
      "div",
      { class: "still-row" },
      moves.map((move) => figure(kind, piece)(move)),
      await whole(kind, moves, look),
    ),
  ];
}

const figure =
  (kind, piece, before = "") =>
  (move) => {
    const value = move.value !== undefined && ` · value ${move.value}${move.value === "0" ? ", wins" : ""}`;
    const words = h("figcaption", {}, before, inWords(move), value && h("span", { class: "note" }, value));
    return h("figure", { class: "still-figure" }, kind.still(piece, move), words);
  };

/** Moves that small heaps alone have: to take a whole one. */
async function whole(kind, shown, look) {
  const found = [];
  if (shown.some(({ leaves }) => leaves === "0")) return found;
  const seen = new Set();
  for (const size of kind.small ?? []) {
    const move = (await look(size))?.moves.find((one) => one.leaves === "0" && !seen.has(sort(one)));
    if (!move) continue;
    seen.add(sort(move));
    found.push(figure(kind, size, `of ${size}: `)(move));
  }
  return found;
}

/** How a value is found: a piece to choose, and its options lined up by value. The address has the piece. */
export function lessonSection({ rule }, chosen, signal) {
  const kind = kindOf(rule);
  const place = h("div", { class: "lesson-place" });
  const box = h("input", {
    type: "text",
    value: chosen ?? kind.samples[0],
    size: "10",
    spellcheck: "false",
    id: "lesson-piece",
  });
  const show = async () => {
    const piece = box.value.trim();
    try {
      const found = await board({ rule, position: piece, values: "true" }, signal);
      if (found.pieces.length !== 1) throw new Error("Take a single piece.");
      place.replaceChildren(
        mexLesson({ piece: found.pieces[0].piece, value: Number(found.value), options: found.moves }),
      );
    } catch (error) {
      if (error.name !== "AbortError") place.replaceChildren(failure(error));
    }
  };
  const submit = (event) => {
    event.preventDefault();
    keepQuery({ piece: box.value.trim() });
    show();
  };
  show();
  return section(
    "lesson",
    "Lesson: how a value is found",
    h(
      "p",
      {},
      prose(
        "The {nim-value} of a piece is the {mex} of the values of its options. Put the options into columns by their value: the first empty column is it.",
      ),
    ),
    h(
      "form",
      { class: "row", on: { submit } },
      h("label", { for: "lesson-piece" }, `A ${kind.noun}`),
      box,
      h("button", {}, "Show"),
    ),
    place,
  );
}
