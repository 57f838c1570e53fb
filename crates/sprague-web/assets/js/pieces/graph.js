// A graph: nodes that are taken, edges that are taken, or a token that moves. It is written by its edges, 1-2,2-3, with
// nodes that have none alone, and the node of a token after a colon.

import { h, s } from "../dom.js";

export const noun = "graph";
export const samples = ["1-2,2-3,3-4,4-1", "1-2,2-3,3-1,3-4"];
const MOST = 60;
const R = 9;
/** The place around a node that counts as the node. */
const HIT = 22;

/** Nodes, edges and the token of a graph as it is written. */
export function parse(piece) {
  const [list, token] = piece.split(":");
  const items = list.split(",").map((item) => item.split("-").map(Number));
  const nodes = [...new Set(items.flat())].sort((a, b) => a - b);
  return { nodes, edges: items.filter((item) => item.length === 2), token: token && Number(token) };
}

/** Places for the nodes: from a circle, edges pull and all nodes push for a while. */
function layout({ nodes, edges }) {
  const side = 60 + 34 * Math.sqrt(nodes.length);
  const best = side / Math.sqrt(nodes.length + 1) / 1.3;
  const angle = (i) => (2 * Math.PI * i) / nodes.length - Math.PI / 2;
  const at = new Map(
    nodes.map((node, i) => [node, [Math.cos(angle(i)) * side * 0.4, Math.sin(angle(i)) * side * 0.4]]),
  );
  for (let round = 0; round < 250 && nodes.length > 2; round++) {
    const most = (best * (250 - round)) / 250;
    const push = new Map(nodes.map((node) => [node, [0, 0]]));
    const force = (a, b, pull) => {
      const [dx, dy] = [at.get(a)[0] - at.get(b)[0], at.get(a)[1] - at.get(b)[1]];
      const length = Math.max(Math.hypot(dx, dy), 0.1);
      const strength = pull ? -(length * length) / best : (best * best) / length;
      for (const [node, sign] of [
        [a, 1],
        [b, -1],
      ]) {
        push.get(node)[0] += (sign * strength * dx) / length;
        push.get(node)[1] += (sign * strength * dy) / length;
      }
    };
    nodes.forEach((a, i) => nodes.slice(0, i).forEach((b) => force(a, b, false)));
    for (const [a, b] of edges) force(a, b, true);
    for (const node of nodes) {
      const [dx, dy] = push.get(node);
      const length = Math.max(Math.hypot(dx, dy), 0.1);
      const step = Math.min(length, most) / length;
      at.set(node, [at.get(node)[0] + dx * step, at.get(node)[1] + dy * step]);
    }
  }
  const [xs, ys] = [0, 1].map((i) => nodes.map((node) => at.get(node)[i]));
  const [left, top] = [Math.min(...xs) - HIT, Math.min(...ys) - HIT];
  const [wide, tall] = [Math.max(...xs) - left + HIT, Math.max(...ys) - top + HIT];
  return { at: (node) => at.get(node).map((x, i) => x - [left, top][i]), wide, tall };
}

const line = (a, b, place, kind) => {
  const [[x1, y1], [x2, y2]] = [place.at(a), place.at(b)];
  return s("line", { x1, y1, x2, y2, class: kind });
};

const circle = (node, place, kind, r = R) => {
  const [cx, cy] = place.at(node);
  return s("circle", { cx, cy, r, class: kind });
};

const name = (node, place) => {
  const [x, y] = place.at(node);
  return s("text", { x, y: y + 3.5, "text-anchor": "middle", class: "node-name" }, String(node));
};

const frame = (place) => ({
  viewBox: `0 0 ${place.wide} ${place.tall}`,
  width: Math.max(place.wide, 40),
  height: Math.max(place.tall, 40),
});

export function view(piece, moves, make, say) {
  const graph = parse(piece);
  if (graph.nodes.length > MOST)
    return {
      element: h(
        "p",
        { class: "long-heap" },
        `a graph of ${graph.nodes.length} nodes: choose a move from the list`,
      ),
      mark: () => {},
    };
  const place = layout(graph);
  const ofEdges = moves.some((move) => move.numbers.length === 2);
  const told = h(
    "p",
    { class: "aim" },
    moves.length ? `Choose ${ofEdges ? "an edge" : "a node"}.` : "There is no move on this graph.",
  );
  const shapes = new Map();
  const places = [];
  const playable = (shape, around, move) => {
    shapes.set(move.numbers.join("-"), shape);
    const aim = (on) => {
      shape.classList.toggle("aimed", on);
      if (on) told.textContent = `${move.action}, leaving ${move.leaves === "0" ? "nothing" : move.leaves}`;
    };
    const names = { role: "button", tabindex: "0", "aria-label": `${move.action}, leaving ${move.leaves}` };
    for (const [key, value] of Object.entries(names)) shape.setAttribute(key, value);
    shape.addEventListener("focus", () => (aim(true), say(told.textContent)));
    shape.addEventListener("blur", () => aim(false));
    for (const one of [around, shape]) {
      one.addEventListener("pointerenter", () => aim(true));
      one.addEventListener("pointerleave", () => aim(false));
      one.addEventListener("click", () => make(move));
    }
    places.push(around);
    shape.addEventListener(
      "keydown",
      (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), make(move)),
    );
    return shape;
  };
  const find = (numbers) => moves.find((move) => move.numbers.join() === numbers.join());
  const edges = graph.edges.map(([a, b]) => {
    const shape = line(a, b, place, ofEdges ? "edge wide" : "edge");
    const move = ofEdges && find([a, b]);
    return move ? playable(shape, line(a, b, place, "hit"), move) : shape;
  });
  const nodes = graph.nodes.map((node) => {
    const shape = circle(node, place, node === graph.token ? "node token-at" : "node");
    const move = !ofEdges && find([node]);
    return [move ? playable(shape, circle(node, place, "hit", HIT), move) : shape, name(node, place)];
  });
  const picture = s(
    "svg",
    { class: "graph", ...frame(place), role: "group", "aria-label": `Graph of ${graph.nodes.length} nodes` },
    places,
    edges,
    nodes.flat(),
  );
  const mark = (move) => {
    for (const [key, shape] of shapes) shape.classList.toggle("marked", key === move?.numbers.join("-"));
  };
  return { element: h("div", {}, h("div", { class: "scroll-x" }, picture), told), mark };
}

/** A graph with what is taken dashed, or with the way of the token. */
export function still(piece, move) {
  const graph = parse(piece);
  const left = new Set(
    move.leaves === "0" ? [] : move.leaves.split("+").flatMap((part) => parse(part).nodes),
  );
  const place = layout(graph);
  const gone = (node) => !left.has(node);
  return s(
    "svg",
    {
      class: "still graph",
      ...frame(place),
      role: "img",
      "aria-label": `graph: ${move.action}, leaving ${move.leaves}`,
    },
    graph.edges.map(([a, b]) => line(a, b, place, gone(a) || gone(b) ? "edge gone" : "edge")),
    graph.nodes.map((node) => circle(node, place, gone(node) ? "gone" : "stays", R - 1)),
  );
}
