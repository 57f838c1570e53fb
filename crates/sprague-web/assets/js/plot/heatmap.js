// Values of pieces with two numbers as a heat map: rows downwards by the first number, columns across by the
// second. Value 0, lost, has a colour of its own; the others follow a scale that needs no red-green sight, with a
// legend. One pass over the pixels.

import { grouped, h } from "../dom.js";
import { pagedTable } from "../table.js";
import { css, inkOn, scaleColour, themeColour, valueColours, word } from "./colours.js";
import { Frame } from "./frame.js";
import { Interval } from "./scale.js";

const NUMBERS_FROM = 20;

export class HeatMap extends Frame {
  /** `names` of the numbers, such as ["height h", "width w"]; `tails` marks where rows become constant. */
  constructor({ label, names, height = 420, chosen }) {
    super({ label, names, height, both: true, table: () => this.table() });
    Object.assign(this, {
      downwards: true,
      cells: new Uint8Array(0),
      shape: [0, 0],
      from: [0, 0],
      tails: [],
      chosen,
    });
    this.legend = h("div", { class: "legend", "aria-hidden": "true" });
    this.stage.after(this.legend);
  }

  set({ cells, shape, from, largest }) {
    Object.assign(this, { cells, shape, from, largest });
    this.x = new Interval(from[1] - 0.5, from[1] + shape[1] - 0.5, 3);
    this.y = new Interval(from[0] - 0.5, from[0] + shape[0] - 0.5, 3);
    this.element.querySelector(".behind")?.refresh();
    this.redraw();
  }

  /** Row r is constant from column `tails[r]` on. */
  setTails(tails) {
    this.tails = tails;
    this.redraw();
  }

  value(row, column) {
    const [i, j] = [row - this.from[0], column - this.from[1]];
    return i >= 0 && i < this.shape[0] && j >= 0 && j < this.shape[1]
      ? this.cells[i * this.shape[1] + j]
      : undefined;
  }

  draw(context, area) {
    if (!this.cells.length) return;
    const start = performance.now();
    this.colours = valueColours(this.largest);
    this.drawLegend();
    const [wide, tall] = [Math.round(area.width * this.sharp), Math.round(area.height * this.sharp)];
    const image = new ImageData(wide, tall);
    const pixels = new Uint32Array(image.data.buffer);
    const words = Uint32Array.from(this.colours, word);
    const columnOf = Int32Array.from({ length: wide }, (_, x) =>
      Math.min(this.shape[1] - 1, Math.round(this.x.low + ((x + 0.5) / wide) * this.x.length) - this.from[1]),
    );
    for (let y = 0; y < tall; y++) {
      const row =
        Math.min(
          this.shape[0] - 1,
          Math.round(this.y.low + ((y + 0.5) / tall) * this.y.length) - this.from[0],
        ) * this.shape[1];
      for (let x = 0; x < wide; x++) pixels[y * wide + x] = words[this.cells[row + columnOf[x]]];
    }
    const canvas = new OffscreenCanvas(wide, tall);
    canvas.getContext("2d").putImageData(image, 0, 0);
    context.drawImage(canvas, area.left, area.top, area.width, area.height);
    this.drawTails(context);
    this.drawNumbers(context, area);
    if (this.selected) this.drawChosen(context);
    performance.measure("sprague:plot", {
      start,
      end: performance.now(),
      detail: { points: this.cells.length },
    });
  }

  drawTails(context) {
    if (!this.tails.length) return;
    context.lineWidth = 3;
    for (const [colour, width] of [
      ["card", 4],
      ["ink", 2],
    ]) {
      context.strokeStyle = css(themeColour(colour));
      context.lineWidth = width;
      context.beginPath();
      this.tails.forEach((column, i) => {
        const row = this.from[0] + i;
        const x = this.across(column - 0.5);
        context[i ? "lineTo" : "moveTo"](x, this.down(row - 0.5));
        context.lineTo(x, this.down(row + 0.5));
      });
      context.stroke();
    }
  }

  drawNumbers(context, area) {
    const [cellWidth, cellHeight] = [area.width / this.x.length, area.height / this.y.length];
    if (cellWidth < NUMBERS_FROM || cellHeight < NUMBERS_FROM * 0.7) return;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let row = Math.ceil(this.y.low); row <= this.y.high; row++) {
      for (let column = Math.ceil(this.x.low); column <= this.x.high; column++) {
        const value = this.value(row, column);
        if (value === undefined) continue;
        context.fillStyle = inkOn(this.colours[value]);
        context.fillText(value, this.across(column), this.down(row));
      }
    }
  }

  drawChosen(context) {
    const [row, column] = this.selected;
    const [left, top] = [this.across(column - 0.5), this.down(row - 0.5)];
    const [wide, tall] = [
      Math.max(this.across(column + 0.5) - left, 6),
      Math.max(this.down(row + 0.5) - top, 6),
    ];
    for (const [colour, width] of [
      ["card", 5],
      ["rare", 2.5],
    ]) {
      context.strokeStyle = css(themeColour(colour));
      context.lineWidth = width;
      context.strokeRect(left, top, wide, tall);
    }
  }

  drawLegend() {
    const key = `${this.largest} ${css(this.colours[0])}`;
    if (this.legend.dataset.key === key) return;
    this.legend.dataset.key = key;
    const steps = Math.min(this.largest + 1, 9);
    const values = [
      ...new Set(
        Array.from({ length: steps }, (_, i) => Math.round((i / Math.max(steps - 1, 1)) * this.largest)),
      ),
    ];
    const one = (value) => {
      const box = h("i", {});
      box.style.background = css(this.colours[value] ?? scaleColour(0));
      return h("span", {}, box, value === 0 ? "0 lost" : grouped(value));
    };
    this.legend.replaceChildren("value ", ...values.map(one));
  }

  describe(row, column) {
    const value = this.value(row, column);
    if (value === undefined) return null;
    return {
      x: column,
      y: row,
      row,
      column,
      value,
      text: `${row}×${column}: value ${value}${value === 0 ? ", lost" : ""}${this.tails.length && column >= this.tails[row - this.from[0]] ? ", in the tail" : ""}`,
    };
  }

  read(x, y) {
    return this.describe(Math.round(y), Math.round(x));
  }

  step(cursor, dx, dy) {
    const [row, column] = cursor
      ? [cursor.row + dy, cursor.column + dx]
      : [Math.ceil(this.y.low), Math.ceil(this.x.low)];
    return this.describe(row, column) ?? cursor;
  }

  select(row, column) {
    this.selected = [row, column];
    this.redraw();
  }

  table() {
    const wide = Math.min(this.shape[1], 30);
    const columns = [
      `${this.names[1]} \\ ${this.names[0]}`,
      ...Array.from({ length: wide }, (_, j) => String(this.from[1] + j)),
    ];
    const row = (i) => [
      String(this.from[0] + i),
      ...Array.from({ length: wide }, (_, j) => String(this.cells[i * this.shape[1] + j])),
    ];
    const note =
      this.shape[1] > wide && h("p", { class: "note" }, `The first ${wide} columns; the downloads have all.`);
    return h(
      "div",
      {},
      note,
      pagedTable(columns, this.shape[0], row, { caption: this.label, numeric: columns.map((_, i) => i) }),
    );
  }
}
