// A lesson on values: the mex built up option by option, with the options lined up by their value, and the xor as
// columns of binary digits.

import { announce, fresh, h, onPaper } from "../dom.js";
import { math } from "../math.js";
import { prose } from "../terms.js";

/** Up to this many different options are shown one by one. */
const MOST = 60;

/** @typedef {{ action: string, leaves: string, value: string }} Option */

/** Options of one kind once: what they leave decides. */
function different(options) {
  return [...new Map(options.map((option) => [option.leaves, option])).values()];
}

const nothing = (leaves) => (leaves === "0" || leaves === "" ? "nothing" : leaves);

/** A column for each value from 0 to one past the mex; larger values share the last one. */
function columns(value) {
  const all = Array.from({ length: value + 1 }, (_, i) => i);
  return [...all, "more"];
}

/**
 * How a piece comes to its value, step by step: one option after the other goes to the column of its value; the first
 * column that stays empty is the mex.
 * @param {{ piece: string, value: number, options: Option[] }} given
 */
export function mexLesson({ piece, value, options }) {
  const list = different(options);
  if (value > 24 || list.length > MOST)
    return h(
      "p",
      { class: "note" },
      `${piece} has ${list.length} different options: too many to line up. Take a smaller piece.`,
    );
  let shown = 0;
  const cells = new Map(columns(value).map((key) => [key, h("ul", { class: "options" })]));
  const heads = new Map(
    [...cells.keys()].map((key) => [
      key,
      h("th", { scope: "col" }, key === "more" ? `more than ${value}` : String(key)),
    ]),
  );
  const line = h("p", { class: "lesson-line", "aria-live": "polite" });
  const item = ({ action, leaves }) =>
    h("li", {}, h("span", {}, action), h("span", { class: "leaves" }, nothing(leaves)));
  const columnOf = (option) => (Number(option.value) > value ? "more" : Number(option.value));
  const draw = () => {
    for (const [key, cell] of cells) {
      const here = list.slice(0, shown).filter((option) => columnOf(option) === key);
      cell.replaceChildren(...here.map(item));
      heads.get(key).className = shown === list.length && key === value ? "mex" : here.length ? "taken" : "";
    }
    next.disabled = all.disabled = shown === list.length;
    back.disabled = shown === 0;
    line.replaceChildren(...says());
  };
  const says = () => {
    const last = list[shown - 1];
    if (shown === list.length)
      return [
        list.length ? "All options stand in their columns. " : "There is no option at all. ",
        "The first empty column is the mex: ",
        math(`G(${/^\d+$/.test(piece) ? piece : "P"}) = ${value}`),
        ".",
      ];
    if (!last)
      return [`${piece} has ${list.length} different options. Each goes to the column of its value.`];
    return [
      `Option ${shown} of ${list.length}: ${last.action}, leaving ${nothing(last.leaves)}, which has value ${last.value}.`,
    ];
  };
  const to = (count) => {
    shown = Math.max(0, Math.min(list.length, count));
    draw();
    announce(line.textContent);
  };
  const button = (name, act) => h("button", { type: "button", on: { click: act } }, name);
  const [back, next, all] = [
    button("Back", () => to(shown - 1)),
    button("Next option", () => to(shown + 1)),
    button("All options", () => to(list.length)),
  ];
  draw();
  const element = h(
    "div",
    { class: "lesson mex-lesson" },
    line,
    h("div", { class: "row" }, next, all, back),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `Options of ${piece} by value` },
      h(
        "table",
        { class: "mex" },
        h("thead", {}, h("tr", {}, [...heads.values()])),
        h(
          "tbody",
          {},
          h(
            "tr",
            {},
            [...cells.values()].map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
  // Paper has the whole lesson.
  let before = 0;
  const whole = () => {
    before = shown;
    shown = list.length;
    draw();
  };
  onPaper(element, whole, () => to(before));
  return element;
}

/** Up to this many digits and pieces are drawn. */
const [WIDEST, TALLEST] = [16, 24];

/**
 * The values of the pieces in binary under each other; a column with an odd number of ones makes a one of the xor.
 * @param {{ name: string, value: string }[]} pieces
 * @param {string} total
 */
export function xorColumns(pieces, total) {
  const binary = [...pieces.map(({ value }) => value), total].map((text) => BigInt(text).toString(2));
  const wide = Math.max(...binary.map((text) => text.length));
  if (wide > WIDEST || pieces.length > TALLEST) return h("p", {}, `The xor of all values is ${total}.`);
  const id = fresh("xor");
  const cells = (text, kind) =>
    [...text.padStart(wide, "0")].map((digit, column) =>
      h("td", { class: `digit ${digit === "1" ? "one" : "zero"} ${kind}`, "data-column": column }, digit),
    );
  const rows = pieces.map(({ name, value }, i) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "numeric" }, value), cells(binary[i], "")),
  );
  const powers = Array.from({ length: wide }, (_, i) =>
    h("th", { scope: "col" }, String(2 ** (wide - 1 - i))),
  );
  return h(
    "div",
    { class: "lesson xor-lesson" },
    h("p", { id }, prose("The {xor}: in each column, an odd number of ones gives a one.")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": id },
      h(
        "table",
        { class: "xor" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "piece"),
            h("th", { scope: "col", class: "numeric" }, "value"),
            powers,
          ),
        ),
        h("tbody", {}, rows),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, "xor"),
            h("td", { class: "numeric" }, total),
            cells(binary.at(-1), "sum"),
          ),
        ),
      ),
    ),
  );
}
