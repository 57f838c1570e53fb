// Values by size. Up to a few thousand are drawn one by one; more are counted in the cells of a grid, one image
// for all of them, and a cell is the darker the more values fall into it, by the logarithm. A cell with a rare
// position is orange, so that one among a million is seen.
//
// Cost: one pass over the values in view and one over the pixels; a million values take some tens of milliseconds.

import { grouped, h } from "../dom.js";
import { pagedTable } from "../table.js";
import { blend, css, themeColour, word } from "./colours.js";
import { Frame } from "./frame.js";
import { Interval } from "./scale.js";

const SINGLE = 2500;
const RANGES = [100, 1000, 10000, 100000, 1000000];

export class SeriesPlot extends Frame {
  /** Values by heap. @type {any} */
  cells = new Uint8Array(0);
  /** Whether a position is rare. @type {((n: number, value: number) => boolean) | null} */
  rare = null;
  /** @type {{ at: number, text: string }[]} */
  lines = [];
  wanted = 0;
  /** The least heap. */
  least = 0;

  /**
   * `load(to)` gives values 0 to `to`; `first` of them are shown at first, at most `most`.
   * @param {object} given
   * @param {string} given.label
   * @param {(to: number) => Promise<any>} given.load
   * @param {number} [given.first]
   * @param {number} [given.most]
   * @param {number} [given.height]
   * @param {boolean} [given.ranges]
   * @param {string | null} [given.view]
   * @param {(view: string) => void} [given.viewed]
   */
  constructor({ label, load, first = 1000, most = 1e6, height = 340, ranges = true, view, viewed }) {
    const buttons = ranges
      ? RANGES.filter((size) => size <= most).map((size) =>
          h(
            "button",
            { type: "button", class: "small range", on: { click: () => this.show(0, size) } },
            `0 – ${grouped(size)}`,
          ),
        )
      : [];
    super({
      label,
      names: ["heap n", "value G(n)"],
      height,
      table: () => this.table(),
      extra: [h("span", { class: "ranges" }, buttons)],
    });
    this.load = load;
    this.x = new Interval(-0.5, most + 0.5, 10);
    this.x.set(-0.5, Math.min(first, most) + 0.5);
    this.first = Math.min(first, most);
    this.usual = this.x.text();
    this.x.read(view);
    if (this.x.high > this.first) this.first = RANGES.find((size) => size >= this.x.high - 1) ?? most;
    this.viewed = viewed;
  }

  /** What is in view; nothing where it is what is seen at first. */
  viewText() {
    const text = this.x.isWhole() ? `0-${Math.floor(this.x.high)}` : this.x.text();
    return text === this.usual ? "" : text;
  }

  /** Loads the values that are seen at first. */
  async start() {
    await this.fetch(this.first);
  }

  show(low, high) {
    this.x.set(low - 0.5, high + 0.5);
    this.changed();
  }

  /** Values in view that are not there yet are asked for, in steps of ten times as many. */
  moved() {
    const [, bound] = this.x.bounds;
    const last = Math.min(Math.floor(this.x.high), Math.floor(bound));
    if (last < this.cells.length || this.wanted > last) return;
    const to = RANGES.find((size) => size >= last) ?? Math.floor(bound);
    this.fetch(Math.min(to, Math.floor(bound)));
  }

  async fetch(to) {
    this.wanted = to + 1;
    this.element.setAttribute("aria-busy", "true");
    try {
      const { cells, from } = await this.load(to);
      this.least = from[0];
      if (cells.length + this.least > this.cells.length) this.cells = padded(cells, this.least);
      this.element.querySelector(".behind")?.refresh();
      this.redraw();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.readout.textContent = error.message;
      this.wanted = 0;
      if (this.cells.length) this.x.within(-0.5, this.cells.length - 0.5);
      this.redraw();
    }
    this.element.removeAttribute("aria-busy");
  }

  /** Marks rare positions: `isRare(n, value)`, or none. */
  setRare(isRare) {
    this.rare = isRare;
    this.redraw();
  }

  /** Vertical lines with a word: { at, text }. */
  setLines(lines) {
    this.lines = lines;
    this.redraw();
  }

  visible() {
    return [
      Math.max(this.least, Math.ceil(this.x.low)),
      Math.min(this.cells.length - 1, Math.floor(this.x.high)),
    ];
  }

  /** The upright axis fits what is in view. */
  before() {
    const [first, last] = this.visible();
    let [low, high] = [Infinity, 0];
    for (let n = first; n <= last; n++) {
      const value = this.cells[n];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low > high) [low, high] = [0, 1];
    if (low < high * 0.5) low = 0;
    this.y.bounds = [low - 0.7, Math.max(high, low + 3) + 0.7];
    this.y.whole();
  }

  /** What the colours say of the values in view. */
  drawLegend(many) {
    const [point, rare] = [css(themeColour("point")), css(themeColour("rare"))];
    const common = this.rare ? "common value" : "value of a heap";
    this.setLegend([
      [point, many ? `${common}; the darker, the more of them` : common],
      ...(this.rare ? [[rare, "rare position"]] : []),
      ...(this.lines.length ? [["none", "from here on the law holds", "dashed"]] : []),
    ]);
  }

  draw(context, area) {
    const start = performance.now();
    const [first, last] = this.visible();
    this.drawLegend(last - first >= SINGLE);
    if (last - first < SINGLE) this.drawEach(context, area, first, last);
    else this.drawMany(context, area, first, last);
    for (const { at, text } of this.lines) this.drawLine(context, area, at, text);
    if (last >= first)
      performance.measure("sprague:plot", {
        start,
        end: performance.now(),
        detail: { points: last - first + 1 },
      });
  }

  drawEach(context, area, first, last) {
    const each = area.width / this.x.length;
    const size = Math.min(Math.max(Math.min(each * 0.9, (area.height / this.y.length) * 0.8), 2.5), 9);
    const [common, rare] = [css(themeColour("point")), css(themeColour("rare"))];
    for (let n = first; n <= last; n++) {
      const value = this.cells[n];
      const marked = this.rare?.(n, value);
      context.fillStyle = marked ? rare : common;
      const own = marked ? Math.max(size, 4) : size;
      context.fillRect(this.across(n) - own / 2, this.down(value) - own / 2, own, own);
    }
  }

  drawMany(context, area, first, last) {
    const columns = Math.round(area.width * this.sharp);
    const tall = Math.round(area.height * this.sharp);
    const [bottom, top] = this.y.bounds;
    const rows = Math.min(tall, Math.ceil(top - bottom));
    const rowOf = (value) => Math.min(rows - 1, Math.floor(((value - bottom) / (top - bottom)) * rows));
    const counts = new Uint32Array(columns * rows);
    const marked = this.rare ? new Uint8Array(columns * rows) : null;
    const [scale, low] = [columns / this.x.length, this.x.low];
    const starts = rowStarts(this.cells, first, last, rowOf, columns);
    for (let n = first; n <= last; n++) {
      const value = this.cells[n];
      const cell = starts(value) + Math.min(columns - 1, ((n - low) * scale) | 0);
      counts[cell]++;
      if (marked && this.rare(n, value)) marked[cell] = 1;
    }
    const image = this.image(counts, marked, columns, rows, tall);
    const canvas = new OffscreenCanvas(columns, tall);
    canvas.getContext("2d").putImageData(image, 0, 0);
    context.drawImage(canvas, area.left, area.top, area.width, area.height);
  }

  image(counts, marked, columns, rows, tall) {
    let most = 1;
    for (let cell = 0; cell < counts.length; cell++) if (counts[cell] > most) most = counts[cell];
    const [paper, point, rare] = ["card", "point", "rare"].map(themeColour);
    const shades = Array.from({ length: 256 }, (_, level) =>
      word(blend(paper, point, 0.3 + (0.7 * level) / 255)),
    );
    const levelOf = Uint8Array.from({ length: Math.min(most, 4096) + 1 }, (_, count) =>
      Math.round((255 * Math.log1p(count)) / Math.log1p(most)),
    );
    const image = new ImageData(columns, tall);
    const pixels = new Uint32Array(image.data.buffer);
    const orange = word(rare);
    const each = tall / rows;
    const thick = each > 4 ? Math.min(each * 0.7, 5 * this.sharp) : each;
    for (let row = 0; row < rows; row++) {
      const middle = tall - (row + 0.5) * each;
      const [from, to] = [
        Math.max(0, Math.round(middle - thick / 2)),
        Math.min(tall, Math.max(Math.round(middle + thick / 2), Math.round(middle - thick / 2) + 1)),
      ];
      for (let column = 0; column < columns; column++) {
        const count = counts[row * columns + column];
        if (!count) continue;
        const special = marked?.[row * columns + column];
        const colour = special ? orange : shades[levelOf[Math.min(count, 4096)]];
        for (let y = from; y < to; y++) pixels[y * columns + column] = colour;
        if (special)
          for (let y = Math.max(0, from - 1); y < Math.min(tall, to + 1); y++)
            pixels.fill(
              orange,
              y * columns + Math.max(0, column - 1),
              y * columns + Math.min(columns, column + 2),
            );
      }
    }
    return image;
  }

  drawLine(context, area, at, text) {
    const x = Math.round(this.across(at)) + 0.5;
    if (x < area.left || x > area.left + area.width) return;
    const ink = css(themeColour("ink"));
    context.strokeStyle = ink;
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(x, area.top);
    context.lineTo(x, area.top + area.height);
    context.stroke();
    context.setLineDash([]);
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "top";
    const right = x + context.measureText(text).width + 10 > area.left + area.width;
    context.textAlign = right ? "right" : "left";
    const width = context.measureText(text).width + 6;
    context.fillStyle = css(themeColour("card"), 0.85);
    context.fillRect(right ? x - width - 3 : x + 3, area.top + 1, width, 16);
    context.fillStyle = ink;
    context.fillText(text, x + (right ? -6 : 6), area.top + 2);
  }

  describe(n) {
    const value = this.cells[n];
    const rare = this.rare?.(n, value) ? ", a rare position" : "";
    return {
      x: n,
      y: value,
      text: `G(${grouped(n)}) = ${grouped(value)}${value === 0 ? ", lost" : ""}${rare}`,
    };
  }

  /** The value nearest to a place: of all in the pixel's column, that of the nearest row. */
  read(x, y) {
    const half = Math.max(0.5, (this.x.length / this.area().width) * 2);
    const first = Math.max(this.least, Math.ceil(x - half));
    const last = Math.min(this.cells.length - 1, Math.floor(x + half));
    let [best, far] = [-1, Infinity];
    const [wide, tall] = [this.area().width / this.x.length, this.area().height / this.y.length];
    for (let n = first; n <= last; n++) {
      const distance = Math.abs(n - x) * wide + Math.abs(this.cells[n] - y) * tall;
      if (distance < far) [best, far] = [n, distance];
    }
    return best < 0 ? null : this.describe(best);
  }

  step(cursor, dx) {
    const [first, last] = this.visible();
    if (last < first) return null;
    const by = Math.max(1, Math.round(this.x.length / this.area().width));
    const n =
      cursor && cursor.x >= first && cursor.x <= last ? cursor.x + dx * by : Math.round((first + last) / 2);
    const next = Math.min(Math.max(n, this.least), this.cells.length - 1);
    if (next > this.x.high || next < this.x.low) this.pan(dx * 0.2);
    return this.describe(next);
  }

  table() {
    const row = (n) => [
      grouped(n),
      grouped(this.cells[n]),
      this.cells[n].toString(2),
      this.rare ? (this.rare(n, this.cells[n]) ? "rare" : "common") : "",
    ];
    const columns = ["heap n", "value G(n)", "in binary", ...(this.rare ? ["class"] : [])];
    const { least } = this;
    return pagedTable(columns, this.cells.length - least, (i) => row(i + least).slice(0, columns.length), {
      caption: this.label,
      numeric: [0, 1, 2],
      find: (text) => Number(text) - least,
    });
  }
}

/** Values by heap, also where the least heap is not 0; what is before it is never shown. */
function padded(cells, least) {
  if (!least) return cells;
  const all = new cells.constructor(cells.length + least);
  all.set(cells, least);
  return all;
}

/** Where the row of a value starts in the grid; looked up where values are few. */
function rowStarts(cells, first, last, rowOf, columns) {
  let high = 0;
  for (let n = first; n <= last; n++) if (cells[n] > high) high = cells[n];
  if (high > 1 << 20) return (value) => rowOf(value) * columns;
  const table = Int32Array.from({ length: high + 1 }, (_, value) => Math.max(0, rowOf(value)) * columns);
  return (value) => table[value];
}
