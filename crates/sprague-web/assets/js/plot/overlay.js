// Several sequences in one picture, each in its colour; where they agree, the marks stand beside each other.

import { grouped } from "../dom.js";
import { pagedTable } from "../table.js";
import { css, themeColour } from "./colours.js";
import { Frame } from "./frame.js";
import { Interval } from "./scale.js";

const COLOURS = ["point", "rare", "good", "bad", "warn", "soft"];

export class Overlay extends Frame {
  /**
   * @param {object} given
   * @param {string} given.label
   * @param {{ name: string, cells: any }[]} given.layers
   * @param {number} [given.first]  values that are seen at first
   * @param {number} [given.height]
   * @param {string | null} [given.view]
   * @param {(view: string) => void} [given.viewed]
   */
  constructor({ label, layers, first = 200, height = 300, view, viewed }) {
    super({ label, names: ["heap n", "value G(n)"], height, table: () => this.table() });
    this.layers = layers;
    this.length = Math.min(...layers.map(({ cells }) => cells.length));
    this.x = new Interval(-0.5, this.length - 0.5, 10);
    this.x.set(-0.5, first + 0.5);
    this.x.read(view);
    this.viewed = viewed;
  }

  visible() {
    return [Math.max(0, Math.ceil(this.x.low)), Math.min(this.length - 1, Math.floor(this.x.high))];
  }

  before() {
    const [first, last] = this.visible();
    let high = 3;
    for (const { cells } of this.layers) for (let n = first; n <= last; n++) high = Math.max(high, cells[n]);
    this.y.bounds = [-0.7, high + 0.7];
    this.y.whole();
  }

  draw(context, area) {
    const [first, last] = this.visible();
    const count = this.layers.length;
    const each = area.width / this.x.length;
    const size = Math.min(Math.max(Math.min(each * 0.9, (area.height / this.y.length) * 0.8), 3), 10);
    const colours = this.layers.map((_, i) => css(themeColour(COLOURS[i % COLOURS.length])));
    this.layers.forEach(({ cells }, layer) => {
      context.fillStyle = colours[layer];
      const [top, tall] = [-size / 2 + (size * layer) / count, Math.max(size / count, 1.5)];
      for (let n = first; n <= last; n++)
        context.fillRect(this.across(n) - size / 2, this.down(cells[n]) + top, size, tall);
    });
    this.setLegend(this.layers.map(({ name }, i) => [colours[i], name]));
  }

  describe(n) {
    if (!(n >= 0 && n < this.length)) return null;
    const values = this.layers.map(({ name, cells }) => `${name}: ${cells[n]}`).join(", ");
    return { x: n, y: this.layers[0].cells[n], text: `n = ${grouped(n)}: ${values}` };
  }

  read(x) {
    return this.describe(Math.round(x));
  }

  step(cursor, dx) {
    const [first] = this.visible();
    return this.describe(cursor ? cursor.x + dx : first) ?? cursor;
  }

  table() {
    const columns = ["heap n", ...this.layers.map(({ name }) => name)];
    const row = (n) => [grouped(n), ...this.layers.map(({ cells }) => String(cells[n]))];
    return pagedTable(columns, this.length, row, { caption: this.label, numeric: columns.map((_, i) => i) });
  }
}
