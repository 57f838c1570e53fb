// A rooted tree, the root on top. A move takes a node other than the root and all below it.

import { h, s } from "../dom.js";

export const noun = "tree";
export const samples = ["(()(()())(()))"];
const MOST = 80;
/** The distances of nodes, their size, and that of the place around a node that counts as it. */
const [ACROSS, UP, R, HIT] = [44, 48, 10, 22];

/** The tree of a text such as (()(())): nodes with their children. */
export function parse(text) {
  const stack = [{ children: [] }];
  for (const sign of text) {
    if (sign === "(") {
      const node = { children: [], parent: stack.at(-1) };
      stack.at(-1).children.push(node);
      stack.push(node);
    } else if (sign === ")") stack.pop();
  }
  return stack[0].children[0];
}

/** The same text for equal trees, whatever the order of branches; `without` leaves out a node. */
export const canonical = (node, without) =>
  `(${node.children
    .filter((child) => child !== without)
    .map((child) => canonical(child, without))
    .sort()
    .join("")})`;

export function nodes(root) {
  return [root, ...root.children.flatMap(nodes)];
}

/** Places the nodes: leaves side by side, a node over the middle of its children. */
function layout(root) {
  let next = 0;
  let deepest = 0;
  const place = (node, depth) => {
    deepest = Math.max(deepest, depth);
    node.depth = depth;
    node.children.forEach((child) => place(child, depth + 1));
    node.x = node.children.length ? (node.children[0].x + node.children.at(-1).x) / 2 : next++;
  };
  place(root, 0);
  return {
    wide: next * ACROSS,
    tall: deepest * UP + 2 * R + 12,
    x: (node) => (node.x + 0.5) * ACROSS,
    y: (node) => node.depth * UP + R + 5,
  };
}

const edge = (node, at, kind = "edge") =>
  s("line", { x1: at.x(node), y1: at.y(node), x2: at.x(node.parent), y2: at.y(node.parent), class: kind });

export function view(piece, moves, make, say) {
  const root = parse(piece);
  const all = nodes(root);
  if (all.length > MOST)
    return {
      element: h("p", { class: "long-heap" }, `a tree of ${all.length} nodes: choose a move from the list`),
      mark: () => {},
    };
  const at = layout(root);
  const byLeaves = new Map(moves.map((move) => [canonical(parse(move.leaves)), move]));
  const line = h(
    "p",
    { class: "aim" },
    moves.length ? "Choose a node: it is taken with all below it." : "Only the root is left.",
  );
  const marks = new Map(
    all.map((node) => [
      node,
      [
        s("circle", { cx: at.x(node), cy: at.y(node), r: R, class: node === root ? "node root" : "node" }),
        node === root ? null : edge(node, at),
      ],
    ]),
  );
  const places = [];
  for (const node of all) {
    const move = node === root ? undefined : byLeaves.get(canonical(root, node));
    if (move) playable(node, move);
  }
  function playable(node, move) {
    const [circle] = marks.get(node);
    const branch = nodes(node).flatMap((one) => marks.get(one));
    const aim = (on) => {
      branch.forEach((mark) => mark?.classList.toggle("aimed", on));
      if (on) line.textContent = `${move.action}, leaving ${move.leaves}`;
    };
    const names = {
      role: "button",
      tabindex: "0",
      "aria-label": `${move.action} of ${all.length}, leaving ${move.leaves}`,
    };
    for (const [name, value] of Object.entries(names)) circle.setAttribute(name, value);
    circle.addEventListener("focus", () => (aim(true), say(line.textContent)));
    circle.addEventListener("blur", () => aim(false));
    const place = s("circle", { cx: at.x(node), cy: at.y(node), r: HIT, class: "hit" });
    for (const shape of [place, circle]) {
      shape.addEventListener("pointerenter", () => aim(true));
      shape.addEventListener("pointerleave", () => aim(false));
      shape.addEventListener("click", () => make(move));
    }
    places.push(place);
    circle.addEventListener(
      "keydown",
      (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), make(move)),
    );
  }
  const picture = s(
    "svg",
    {
      class: "tree",
      viewBox: `0 0 ${Math.max(at.wide, 40)} ${at.tall}`,
      width: Math.max(at.wide, 40),
      height: at.tall,
      role: "group",
      "aria-label": `Tree of ${all.length} nodes`,
    },
    all.map((node) => marks.get(node)[1]),
    places,
    all.map((node) => marks.get(node)[0]),
  );
  const mark = (move) => {
    const wanted = move && canonical(parse(move.leaves));
    const top = wanted && all.find((node) => node !== root && canonical(root, node) === wanted);
    const branch = new Set(top ? nodes(top) : []);
    for (const [node, parts] of marks)
      parts.forEach((part) => part?.classList.toggle("marked", branch.has(node)));
  };
  return { element: h("div", {}, h("div", { class: "scroll-x" }, picture), line), mark };
}

/** A tree with the branch that is taken dashed. */
export function still(piece, move) {
  const root = parse(piece);
  const at = layout(root);
  const wanted = canonical(parse(move.leaves));
  const gone = new Set(
    nodes(nodes(root).find((node) => node !== root && canonical(root, node) === wanted) ?? { children: [] }),
  );
  const edges = nodes(root)
    .filter((node) => node !== root)
    .map((node) => edge(node, at, gone.has(node) ? "edge gone" : "edge"));
  const circles = nodes(root).map((node) =>
    s("circle", { cx: at.x(node), cy: at.y(node), r: R - 1, class: gone.has(node) ? "gone" : "stays" }),
  );
  return s(
    "svg",
    {
      class: "still",
      viewBox: `0 0 ${Math.max(at.wide, 40)} ${at.tall}`,
      width: Math.max(at.wide, 40),
      height: at.tall,
      role: "img",
      "aria-label": `tree: ${move.action}, leaving ${move.leaves}`,
    },
    edges,
    circles,
  );
}
