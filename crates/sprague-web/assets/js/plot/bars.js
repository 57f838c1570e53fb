// How often each value occurs: a bar a value, by count or by its logarithm. Counts may be longer than any machine
// number and stay text.

import { digits, grouped, h } from "../dom.js";
import { pagedTable } from "../table.js";
import { css, themeColour } from "./colours.js";
import { Frame } from "./frame.js";
import { Interval } from "./scale.js";

/** The decimal logarithm of a count that may have a thousand digits. */
const logarithm = (text) =>
  text === "0" ? -Infinity : Math.log10(Number(`0.${text.slice(0, 15)}`)) + text.length;

export class Bars extends Frame {
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
    this.y.bounds = [-0.12, Math.max(...this.logs, 1) * 1.04];
    this.y.whole();
  }

  upText(tick) {
    return tick < 4 ? grouped(10 ** tick) : `10^${tick}`;
  }

  draw(context, area) {
    const each = area.width / this.x.length;
    const wide = Math.max(Math.min(each * 0.75, 36), 1);
    const [zero, other] = [css(themeColour("rare")), css(themeColour("point"))];
    this.logs.forEach((log, value) => {
      if (log === -Infinity || value < this.x.low - 1 || value > this.x.high + 1) return;
      const top = this.down(log);
      context.fillStyle = value === 0 ? zero : other;
      context.fillRect(this.across(value) - wide / 2, top, wide, Math.max(area.top + area.height - top, 1.5));
    });
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
