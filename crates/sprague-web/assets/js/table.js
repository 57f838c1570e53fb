// Tables. Long ones come in pages, so that a million rows cost no more than fifty.

import { h, onPaper } from "./dom.js";

const PAGE = 50;
/** Rows that are printed at most. */
const PRINTED = 1000;

/**
 * A small table: names of columns, and rows of texts or elements; numbers stand right.
 * @param {string[]} columns
 * @param {any[][]} rows
 * @param {{ caption?: string, numeric?: number[], rowHead?: boolean }} [options]
 */
export function table(columns, rows, { caption, numeric = [], rowHead = true } = {}) {
  const cell = (content, column) =>
    h(
      rowHead && column === 0 ? "th" : "td",
      {
        class: numeric.includes(column) ? "numeric" : undefined,
        scope: rowHead && column === 0 ? "row" : undefined,
      },
      content,
    );
  const heading = (name, column) =>
    h("th", { scope: "col", class: numeric.includes(column) ? "numeric" : undefined }, name);
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption ?? columns.join(", ") },
    h(
      "table",
      {},
      caption && h("caption", { class: "unseen" }, caption),
      h("thead", {}, h("tr", {}, columns.map(heading))),
      h(
        "tbody",
        {},
        rows.map((row) => h("tr", {}, row.map(cell))),
      ),
    ),
  );
}

/**
 * A long table in pages: `row(i)` gives row i of `count`; `find` turns what a reader types into a row.
 * @param {string[]} columns
 * @param {number} count
 * @param {(i: number) => any[]} row
 * @param {{ caption?: string, numeric?: number[], find?: (text: string) => number }} [options]
 */
export function pagedTable(columns, count, row, options = {}) {
  const place = h("div", {});
  let first = 0;
  let size = PAGE;
  const show = () => {
    const last = Math.min(first + size, count);
    const rows = Array.from({ length: last - first }, (_, i) => row(first + i));
    const step = (name, to) =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          disabled: to === first || to < 0 || to >= count,
          on: { click: () => ((first = to), show()) },
        },
        name,
      );
    const box = h("input", { type: "text", inputmode: "numeric", size: "8", "aria-label": "Go to row" });
    const jump = (event) => {
      event.preventDefault();
      const found = options.find ? options.find(box.value) : Number(box.value);
      if (Number.isInteger(found) && found >= 0 && found < count) {
        first = Math.floor(found / PAGE) * PAGE;
        show();
      }
    };
    const pages =
      count > PAGE &&
      h(
        "form",
        { class: "pages", on: { submit: jump } },
        step("First", 0),
        step("Back", first - PAGE),
        h("span", {}, `rows ${first + 1} to ${last} of ${count}`),
        step("On", first + PAGE),
        step("Last", Math.floor((count - 1) / PAGE) * PAGE),
        h("span", {}, box, h("button", { class: "small" }, "Go")),
      );
    place.replaceChildren(...[pages, table(columns, rows, options)].filter(Boolean));
  };
  const printed = (rows) => () => {
    size = rows;
    show();
  };
  if (count > PAGE) onPaper(place, printed(PRINTED), printed(PAGE));
  show();
  return place;
}
