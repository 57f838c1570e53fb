// How often each value occurs: one bar per value, by count or by its logarithm. Counts may be longer than any machine
// number and stay text.

import { digits, grouped } from "../dom.js";
import { plainPower } from "../math.js";
import { pagedTable } from "../table.js";
import { css, themeColour } from "./colours.js";
import { Frame } from "./frame.js";
import { Interval } from "./scale.js";

/** The decimal logarithm of a count that may have a thousand digits. */
const logarithm = (text) =>
  text === "0" ? -Infinity : Math.log10(Number(`0.${text.slice(0, 15)}`)) + text.length;

export class Bars extends Frame {
  /** @type {string[]} */
  counts = [];
  /** @type {number[]} */
  logs = [];

  constructor({ label, counts, height = 240 }) {
    super({ label, names: ["value", "sizes, logarithmic"], height, table: () => this.table() });
    this.set(counts);
  }

  set(counts) {
    this.counts = counts;
    this.logs = counts.map(logarithm);
    this.x = new Interval(-0.7, counts.length - 0.3, 3);
    this.redraw();
  }

  before() {
    const most = this.logs.reduce((high, log) => Math.max(high, log), 1);
    this.y.bounds = [-0.12, most * 1.04];
    this.y.whole();
  }

  upText(tick) {
    return tick < 4 ? grouped(10 ** tick) : plainPower(10, tick);
  }

  /** One bar per value; where several share a pixel the highest of them. */
  draw(context, area) {
    const each = area.width / this.x.length;
    const wide = Math.max(Math.min(each * 0.75, 36), 1);
    const [zero, other] = [css(themeColour("rare")), css(themeColour("point"))];
    this.setLegend([
      [zero, "value 0: lost"],
      [other, "other values: won"],
    ]);
    const first = Math.max(0, Math.ceil(this.x.low - 1));
    const last = Math.min(this.logs.length - 1, Math.floor(this.x.high + 1));
    const step = Math.max(1, Math.floor(1 / each));
    for (let value = first; value <= last; value += step) {
      let log = this.logs[value];
      for (let next = value + 1; next < Math.min(value + step, last + 1); next++)
        log = Math.max(log, this.logs[next]);
      if (log === -Infinity) continue;
      const top = this.down(log);
      context.fillStyle = value === 0 ? zero : other;
      context.fillRect(this.across(value) - wide / 2, top, wide, Math.max(area.top + area.height - top, 1.5));
    }
  }

  describe(value) {
    const count = this.counts[value];
    return count === undefined
      ? null
      : {
          x: value,
          y: Math.max(this.logs[value], 0),
          text: `value ${value}: ${grouped(count)} sizes${value === 0 ? ", lost" : ""}`,
        };
  }

  read(x) {
    return this.describe(Math.round(x));
  }

  step(cursor, dx) {
    return this.describe(cursor ? cursor.x + dx : 0) ?? cursor;
  }

  table() {
    return pagedTable(
      ["value", "sizes"],
      this.counts.length,
      (value) => [String(value), digits(this.counts[value])],
      { caption: this.label, numeric: [0, 1] },
    );
  }
}
