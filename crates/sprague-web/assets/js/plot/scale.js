// Numbers along an axis: round ticks, and an interval that zooms and pans within its bounds.

/** Round numbers between `low` and `high`, whole ones, about `wanted` of them. */
export function ticks(low, high, wanted) {
  const raw = Math.max((high - low) / Math.max(wanted, 1), 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((size) => size >= raw * 0.999);
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) found.push(tick);
  return found;
}

/** An interval within bounds, at least `least` long. */
export class Interval {
  constructor(low, high, least = 4) {
    this.low = low;
    this.high = high;
    this.least = least;
    this.bounds = [low, high];
  }

  get length() {
    return this.high - this.low;
  }

  set(low, high) {
    const [first, last] = this.bounds;
    const length = Math.min(Math.max(high - low, Math.min(this.least, last - first)), last - first);
    const middle = (low + high) / 2;
    this.low = Math.min(Math.max(middle - length / 2, first), last - length);
    this.high = this.low + length;
  }

  /** Makes the interval `factor` times as long and keeps the number at `share` of it in its place. */
  zoom(factor, share = 0.5) {
    const fixed = this.low + share * this.length;
    const length = Math.min(Math.max(this.length * factor, this.least), this.bounds[1] - this.bounds[0]);
    this.set(fixed - share * length, fixed + (1 - share) * length);
  }

  /** The interval as an address has it, in whole numbers: `0-200`; nothing where all is seen. */
  text() {
    return this.isWhole() ? "" : this.span();
  }

  /** The whole numbers inside. */
  span() {
    return `${Math.max(0, Math.ceil(this.low))}-${Math.floor(this.high)}`;
  }

  /** Shows what an address says, if it says something. */
  read(text) {
    const [, low, high] = /^(\d+)-(\d+)$/.exec(text ?? "") ?? [];
    if (high !== undefined && Number(low) < Number(high)) this.set(Number(low) - 0.5, Number(high) + 0.5);
  }

  pan(share) {
    const by = share * this.length;
    this.set(this.low + by, this.high + by);
  }

  /** New bounds; what is seen stays as far as it can. */
  within(low, high) {
    this.bounds = [low, high];
    this.set(this.low, this.high);
  }

  whole() {
    [this.low, this.high] = this.bounds;
  }

  isWhole() {
    return this.low === this.bounds[0] && this.high === this.bounds[1];
  }
}
