// What every picture has: a canvas as sharp as the screen, axes, zoom and pan by wheel, pinch, drag, keyboard and
// buttons, a readout, and a table behind it.
//
// A picture extends Frame: `draw(context, area)` paints inside the axes, `read(x, y)` says what is at a place, as
// { text, x, y } in numbers of the axes, and `step(cursor, dx, dy)` moves the reading cursor. Lengths on the
// canvas are in CSS pixels.

import { grouped, h } from "../dom.js";
import { css, themeColour } from "./colours.js";
import { Interval, ticks } from "./scale.js";

export const MARGIN = { left: 52, right: 14, top: 26, bottom: 40 };
const KEYS = "Arrow keys read values, + and − zoom, Shift with arrows moves, 0 shows all.";

export class Frame {
  /** Whether the upright axis counts from the top. */
  downwards = false;
  /** @type {((cursor: any) => void) | undefined} */
  chosen = undefined;
  /** @type {((view: string) => void) | undefined} */
  viewed = undefined;
  sharp = 1;

  /**
   * @param {object} given
   * @param {string} given.label
   * @param {string[]} given.names  of the axes: across, upright
   * @param {number} [given.height]
   * @param {boolean} [given.both]  whether both axes zoom
   * @param {() => Node} [given.table]
   * @param {Node[]} [given.extra]
   */
  constructor({ label, names, height = 340, both = false, table, extra = [] }) {
    this.label = label;
    this.names = names;
    this.both = both;
    this.x = new Interval(0, 1);
    this.y = new Interval(0, 1);
    /** What the reading cursor is on. @type {any} */
    this.cursor = null;
    /** @type {Map<number, PointerEvent>} */
    this.pointers = new Map();
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.mark = h("div", { class: "cursor", hidden: true });
    this.readout = h("output", { class: "readout", "aria-live": "polite" }, "\u00a0");
    this.stage = h(
      "div",
      {
        class: "stage",
        tabindex: "0",
        role: "application",
        "aria-roledescription": "plot",
        "aria-label": `${label}. ${KEYS}`,
      },
      this.canvas,
      this.mark,
    );
    this.stage.style.height = `${height}px`;
    const button = (name, text, act) =>
      h(
        "button",
        { type: "button", class: "small", "aria-label": name, title: name, on: { click: act } },
        text,
      );
    this.tools = h(
      "div",
      { class: "tools" },
      extra,
      h(
        "span",
        { class: "zoom" },
        button("Zoom out", "−", () => this.zoom(2)),
        button("Zoom in", "+", () => this.zoom(0.5)),
        button("Show all", "All", () => this.all()),
      ),
    );
    this.legend = h("div", { class: "legend" });
    this.element = h(
      "figure",
      { class: "plot" },
      this.tools,
      this.stage,
      this.legend,
      h(
        "div",
        { class: "under" },
        this.readout,
        h("span", { class: "keys" }, "Click, then wheel zooms; drag moves."),
      ),
      table && lazyTable(table),
    );
    this.listen();
  }

  listen() {
    new ResizeObserver(() => this.redraw()).observe(this.stage);
    this.themed = () => {
      if (this.element.isConnected) return this.redraw();
      document.removeEventListener("theme", this.themed);
      printing.removeEventListener("change", this.themed);
    };
    document.addEventListener("theme", this.themed);
    // On paper the colours are those of the light theme, so the picture is drawn again.
    const printing = matchMedia("print");
    printing.addEventListener("change", this.themed);
    const on = (event, act, options) => this.stage.addEventListener(event, act, options);
    on("wheel", (event) => this.wheel(event), { passive: false });
    on("pointerdown", (event) => this.press(event));
    on("pointermove", (event) => this.point(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
      on(end, (event) => this.lift(event));
    on("pointerleave", () => this.pointers.size === 0 && this.unread());
    on("keydown", (event) => this.key(event));
    on("dblclick", (event) => this.zoom(0.5, ...this.shares(event)));
  }

  /** What is done before and after drawing, and when the view has moved. */
  before() {}
  moved() {}

  /**
   * @param {CanvasRenderingContext2D} _context
   * @param {{ left: number, top: number, width: number, height: number }} _area
   */
  draw(_context, _area) {}

  /** What is at a place. @returns {any} */
  read(_x, _y) {
    return null;
  }

  /** The next thing to read. @returns {any} */
  step(cursor, _dx, _dy) {
    return cursor;
  }

  /** The rectangle inside the axes. */
  area() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    return {
      left: MARGIN.left,
      top: MARGIN.top,
      width: Math.max(width - MARGIN.left - MARGIN.right, 10),
      height: Math.max(height - MARGIN.top - MARGIN.bottom, 10),
    };
  }

  shares(event) {
    const box = this.stage.getBoundingClientRect();
    const area = this.area();
    return [
      (event.clientX - box.left - area.left) / area.width,
      (event.clientY - box.top - area.top) / area.height,
    ];
  }

  zoom(factor, across = 0.5, down = 0.5) {
    this.x.zoom(factor, across);
    if (this.both) this.y.zoom(factor, this.downwards ? down : 1 - down);
    this.changed();
  }

  pan(across, down = 0) {
    this.x.pan(across);
    if (this.both) this.y.pan(this.downwards ? down : -down);
    this.changed();
  }

  all() {
    this.x.whole();
    this.y.whole();
    this.changed();
  }

  changed() {
    this.moved();
    this.later();
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.element.isConnected && this.viewed?.(this.viewText()), 250);
  }

  /** What is in view, as an address has it. */
  viewText() {
    return this.x.text();
  }

  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.redraw();
    });
  }

  wheel(event) {
    if (document.activeElement !== this.stage && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const [across, down] = this.shares(event);
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return this.pan(event.deltaX / this.area().width);
    this.zoom(2 ** Math.max(-1, Math.min(1, event.deltaY / 240)), across, down);
  }

  press(event) {
    this.stage.focus({ preventScroll: true });
    this.pointers.set(event.pointerId, event);
    this.stage.setPointerCapture(event.pointerId);
    this.pressed = [event.clientX, event.clientY];
  }

  point(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return this.readAt(...this.shares(event));
    const { width, height } = this.area();
    if (this.pointers.size === 2) this.pinch(event, before);
    else this.pan((before.clientX - event.clientX) / width, (before.clientY - event.clientY) / height);
    this.pointers.set(event.pointerId, event);
  }

  pinch(event, before) {
    const other = [...this.pointers.values()].find((one) => one.pointerId !== event.pointerId);
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const middle = {
      clientX: (event.clientX + other.clientX) / 2,
      clientY: (event.clientY + other.clientY) / 2,
    };
    this.zoom(Math.min(4, Math.max(0.25, apart(before) / Math.max(apart(event), 1))), ...this.shares(middle));
  }

  lift(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    const [x, y] = this.pressed ?? [Infinity, Infinity];
    if (event.type !== "pointerup" || Math.hypot(event.clientX - x, event.clientY - y) > 5) return;
    this.readAt(...this.shares(event));
    if (this.cursor) this.chosen?.(this.cursor);
  }

  key(event) {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrows[event.key]) {
      const [dx, dy] = arrows[event.key];
      if (event.shiftKey) this.pan(dx * 0.2, dy * 0.2);
      else this.readStep(dx, dy);
    } else if (event.key === "+" || event.key === "=") this.zoom(0.5, ...this.cursorShares());
    else if (event.key === "-") this.zoom(2, ...this.cursorShares());
    else if (event.key === "0") this.all();
    else if (event.key === "Home") this.pan(-1e9);
    else if (event.key === "End") this.pan(1e9);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) this.chosen?.(this.cursor);
    else if (event.key === "Escape") this.unread();
    else return;
    event.preventDefault();
  }

  cursorShares() {
    if (!this.cursor) return [0.5, 0.5];
    const share = (axis, at) => Math.min(1, Math.max(0, (at - axis.low) / axis.length));
    const down = share(this.y, this.cursor.y);
    return [share(this.x, this.cursor.x), this.downwards ? down : 1 - down];
  }

  readAt(across, down) {
    if (across < 0 || across > 1 || down < 0 || down > 1) return this.unread();
    this.read_(
      this.read(
        this.x.low + across * this.x.length,
        this.y.low + (this.downwards ? down : 1 - down) * this.y.length,
      ),
    );
  }

  readStep(dx, dy) {
    this.read_(this.step(this.cursor, dx, this.downwards ? dy : -dy));
  }

  read_(found) {
    this.cursor = found ?? null;
    this.readout.textContent = found?.text ?? "\u00a0";
    this.placeMark();
  }

  unread() {
    this.read_(null);
  }

  placeMark() {
    const { left, top, width, height } = this.area();
    const inside = this.cursor && this.cursor.x >= this.x.low && this.cursor.x <= this.x.high;
    this.mark.hidden = !inside;
    if (!inside) return;
    const down = (this.cursor.y - this.y.low) / this.y.length;
    this.mark.style.transform = `translate(${left + ((this.cursor.x - this.x.low) / this.x.length) * width}px, ${top + (this.downwards ? down : 1 - down) * height}px)`;
  }

  /** Where a number of the axes is on the canvas. */
  across(number) {
    const { left, width } = this.area();
    return left + ((number - this.x.low) / this.x.length) * width;
  }

  down(number) {
    const { top, height } = this.area();
    const share = (number - this.y.low) / this.y.length;
    return top + (this.downwards ? share : 1 - share) * height;
  }

  redraw() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (!width || !height) return;
    const sharp = Math.min(window.devicePixelRatio || 1, 3);
    const [across, down] = [Math.round(width * sharp), Math.round(height * sharp)];
    if (this.canvas.width !== across || this.canvas.height !== down)
      Object.assign(this.canvas, { width: across, height: down });
    const context = this.canvas.getContext("2d");
    this.sharp = sharp;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, across, down);
    context.setTransform(sharp, 0, 0, sharp, 0, 0);
    const area = this.area();
    this.before();
    this.axes(context, area);
    context.save();
    context.beginPath();
    context.rect(area.left, area.top, area.width, area.height);
    context.clip();
    this.draw(context, area);
    context.restore();
    this.placeMark();
  }

  axes(context, { left, top, width, height }) {
    const [ink, line] = [css(themeColour("soft")), css(themeColour("line"))];
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = ink;
    context.strokeStyle = line;
    context.lineWidth = 1;
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const tick of ticks(this.y.low, this.y.high, height / 45)) {
      const y = Math.round(this.down(tick)) + 0.5;
      context.globalAlpha = 0.6;
      stroke(context, left, y, left + width, y);
      context.globalAlpha = 1;
      context.fillText(this.upText(tick), left - 7, y);
    }
    context.textBaseline = "top";
    context.textAlign = "center";
    for (const tick of ticks(this.x.low, this.x.high, width / 90)) {
      const x = Math.round(this.across(tick)) + 0.5;
      stroke(context, x, top + height, x, top + height + 5);
      context.fillText(tickText(tick), Math.min(Math.max(x, left), left + width - 8), top + height + 8);
    }
    stroke(context, left, top + height + 0.5, left + width, top + height + 0.5);
    context.textAlign = "right";
    context.fillText(this.names[0], left + width, top + height + 24);
    context.textAlign = "left";
    context.fillText(this.names[1], 8, 6);
  }

  upText(tick) {
    return tickText(tick);
  }

  /** What the colours mean: [colour, words], drawn once for each theme. */
  setLegend(entries) {
    const key = JSON.stringify(entries);
    if (this.legend.dataset.key === key) return;
    this.legend.dataset.key = key;
    const one = ([colour, words, mark]) => {
      const box = h("i", { class: mark });
      box.style.background = colour;
      return h("span", {}, box, words);
    };
    this.legend.replaceChildren(...entries.map(one));
  }
}

function tickText(tick) {
  const text = grouped(tick);
  return text.length > 7 ? `${tick / 1e6}M` : text;
}

function stroke(context, x0, y0, x1, y1) {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

/** The table behind a picture, made when it is opened. */
function lazyTable(make) {
  const details = h("details", { class: "behind" }, h("summary", {}, "The same as a table"));
  details.addEventListener("toggle", () => {
    details.querySelector(".table-place")?.remove();
    if (details.open) details.append(h("div", { class: "table-place" }, make()));
  });
  details.refresh = () => details.open && details.dispatchEvent(new Event("toggle"));
  return details;
}
