// Values of pieces with two numbers as a heat map: rows downwards by the first number, columns across by the
// second. Cells are square. Value 0, lost, has a separate colour and a ring; the others follow a scale that needs no
// red-green sight, with a legend. One pass over the pixels.

import { grouped, h } from "../dom.js";
import { pagedTable } from "../table.js";
import { css, inkOn, scaleColour, themeColour, valueColours, word } from "./colours.js";
import { Frame, MARGIN } from "./frame.js";
import { Interval } from "./scale.js";

const NUMBERS_FROM = 20;

export class HeatMap extends Frame {
  cells = new Uint8Array(0);
  /** Rows and columns. */
  shape = [0, 0];
  /** The numbers of the first row and column. */
  from = [0, 0];
  /** Where each row becomes constant. @type {number[]} */
  tails = [];
  largest = 0;
  cell = 0;
  /** @type {[number, number] | undefined} */
  used = undefined;
  /** @type {number[] | undefined} */
  selected = undefined;
  downwards = true;

  /**
   * @param {object} given
   * @param {string} given.label
   * @param {string[]} given.names  of the numbers, such as ["height h", "width w"]
   * @param {number} [given.height]
   * @param {(cursor: any) => void} [given.chosen]
   * @param {string | null} [given.view]
   * @param {(view: string) => void} [given.viewed]
   */
  constructor({ label, names, height = 420, chosen, view, viewed }) {
    super({ label, names, height, both: true, table: () => this.table() });
    this.chosen = chosen;
    this.view = view;
    this.viewed = viewed;
    this.tallest = height;
  }

  /** Cells are square: the picture is as high as its cells need, but no higher than the window can show. */
  fit() {
    const wide = Math.max(this.stage.clientWidth - MARGIN.left - MARGIN.right, 10);
    const [rows, columns] = this.shape;
    if (!rows || !this.stage.clientWidth) return;
    const most = Math.max(this.tallest, Math.min(window.innerHeight * 0.8, 900)) - MARGIN.top - MARGIN.bottom;
    const cell = Math.min(wide / columns, most / rows);
    this.cell = Math.max(cell, 1 / 3);
    this.stage.dataset.cell = String(this.cell);
    this.used = [columns * this.cell, rows * this.cell];
    const height = Math.ceil(this.used[1] + MARGIN.top + MARGIN.bottom);
    const border = this.stage.offsetHeight - this.stage.clientHeight;
    if (this.stage.clientHeight !== height) this.stage.style.height = `${height + border}px`;
  }

  area() {
    const whole = super.area();
    if (!this.used) return whole;
    return {
      ...whole,
      width: Math.min(whole.width, this.used[0]),
      height: Math.min(whole.height, this.used[1]),
    };
  }

  redraw() {
    this.fit();
    super.redraw();
  }

  /** What is in view, as an address has it: columns and rows. */
  viewText() {
    return this.x.isWhole() && this.y.isWhole() ? "" : `${this.x.span()},${this.y.span()}`;
  }

  /** Both axes zoom alike, so that cells stay square. */
  zoom(factor, across = 0.5, down = 0.5) {
    const least = Math.min(this.x.length, this.y.length);
    const [, high] = this.x.bounds;
    const most = Math.max(1, (high - this.x.bounds[0]) / this.x.length);
    const own = Math.min(Math.max(factor, 3 / least), most);
    super.zoom(own, across, down);
  }

  set({ cells, shape, from, largest }) {
    Object.assign(this, { cells, shape, from, largest });
    this.x = new Interval(from[1] - 0.5, from[1] + shape[1] - 0.5, 3);
    this.y = new Interval(from[0] - 0.5, from[0] + shape[0] - 0.5, 3);
    const [across, down] = this.view?.split(",") ?? [];
    this.x.read(across);
    this.y.read(down);
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
    this.drawZeros(context, area);
    this.drawTails(context);
    this.drawNumbers(context, area);
    if (this.selected) this.drawChosen(context);
    performance.measure("sprague:plot", {
      start,
      end: performance.now(),
      detail: { points: this.cells.length },
    });
  }

  /** A ring in each cell of value 0, where cells are large enough for one. */
  drawZeros(context, area) {
    const cell = area.width / this.x.length;
    if (cell < 5 || cell >= NUMBERS_FROM) return;
    context.strokeStyle = css(themeColour("rare"));
    context.lineWidth = Math.max(1, cell / 9);
    for (let row = Math.ceil(this.y.low); row <= this.y.high; row++) {
      for (let column = Math.ceil(this.x.low); column <= this.x.high; column++) {
        if (this.value(row, column) !== 0) continue;
        context.beginPath();
        context.arc(this.across(column), this.down(row), cell * 0.28, 0, 2 * Math.PI);
        context.stroke();
      }
    }
  }

  /** A mark in each row where its tail begins. */
  drawTails(context) {
    const [paper, ink] = [css(themeColour("card")), css(themeColour("ink"))];
    this.tails.forEach((column, i) => {
      const row = this.from[0] + i;
      const [x, top, bottom] = [this.across(column - 0.5), this.down(row - 0.5), this.down(row + 0.5)];
      context.fillStyle = paper;
      context.fillRect(x - 2.5, top, 5, bottom - top);
      context.fillStyle = ink;
      context.fillRect(x - 1, top, 2, bottom - top);
    });
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
    for (const [colour, width] of Object.entries({ card: 5, rare: 2.5 })) {
      context.strokeStyle = css(themeColour(colour));
      context.lineWidth = width;
      context.strokeRect(left, top, wide, tall);
    }
  }

  drawLegend() {
    const steps = Math.min(this.largest + 1, 9);
    const spread = Array.from({ length: steps }, (_, i) =>
      Math.round((i / Math.max(steps - 1, 1)) * this.largest),
    );
    /** @param {number} value */
    const one = (value) => [
      css(this.colours[value] ?? scaleColour(0)),
      value === 0 ? "0, lost" : grouped(value),
      value === 0 ? "ringed" : undefined,
    ];
    this.setLegend([
      ...[...new Set(spread)].map(one),
      ...(this.tails.length ? [["none", "here the row becomes constant", "barred"]] : []),
    ]);
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
