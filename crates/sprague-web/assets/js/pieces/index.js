// Which picture a piece has. A kind has `still(piece, move)`, a drawing of a move, and `view(piece, moves, make, say,
// labels)`, a piece to play with: `make(move)` makes a move, `say(text)` tells what is aimed at, `labels` are the names of
// its parts where they have some. It gives { element, mark }: `mark(move)` draws a move on the piece, `mark(null)` no more.

import * as boards from "./board.js";
import * as cards from "./cards.js";
import * as coinboards from "./coinboard.js";
import * as coins from "./coins.js";
import * as graphs from "./graph.js";
import * as heaps from "./heap.js";
import * as positions from "./position.js";
import * as sheets from "./sheet.js";
import * as trees from "./tree.js";

/** The kind of the pieces of a rule in canonical notation. */
export function kindOf(rule) {
  if (rule === "cut" || rule === "cut:one") return sheets;
  if (rule === "cards") return cards;
  if (rule === "tree") return trees;
  if (rule === "wythoff" || rule.startsWith("board:") || rule.startsWith("lines:")) return boards;
  if (["node-kayles", "arc-kayles", "geography"].includes(rule)) return graphs;
  if (rule.startsWith("graph:")) return positions;
  if (rule.startsWith("turn:") && rule.includes("*")) return coinboards;
  if (rule === "ruler" || rule === "mock-turtles" || rule.startsWith("turn:")) return coins;
  return heaps;
}

/** A move in words; a kind whose parts have labels has its own words. */
export function inWords(move, kind, labels) {
  if (kind?.words && labels) return kind.words(move, labels);
  return `${move.action}, leaving ${move.leaves === "0" ? "nothing" : move.leaves}`;
}
