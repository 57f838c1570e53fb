// Colours of pictures: those of the theme, and a scale for values that all readers can tell apart.

/** @typedef {number[]} Colour  red, green, blue */

/**
 * A colour of the style sheet.
 * @param {string} name
 * @returns {Colour}
 */
export function themeColour(name) {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  probe.hidden = true;
  document.body.append(probe);
  const found = getComputedStyle(probe)
    .color.match(/[\d.]+/g)
    .slice(0, 3)
    .map(Number);
  probe.remove();
  return found;
}

/** @param {Colour} colour */
export const css = ([red, green, blue], alpha = 1) => `rgb(${red} ${green} ${blue} / ${alpha})`;

/**
 * A colour between two.
 * @param {Colour} from
 * @param {Colour} to
 * @param {number} share
 */
export const blend = (from, to, share) =>
  from.map((channel, i) => Math.round(channel + (to[i] - channel) * share));

/**
 * The colour as one word of an image: alpha, blue, green, red from the highest byte on.
 * @param {Colour} colour
 */
export const word = ([red, green, blue]) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

/**
 * Anchors of a scale from dark blue over green to yellow, of even steps in lightness; it needs no red-green
 * sight.
 */
const ANCHORS = [
  [68, 1, 84],
  [70, 50, 127],
  [54, 92, 141],
  [39, 127, 142],
  [31, 161, 135],
  [74, 194, 109],
  [159, 218, 58],
  [253, 231, 37],
];

/** The colour at a share of the scale. */
export function scaleColour(share) {
  const place = Math.min(Math.max(share, 0), 1) * (ANCHORS.length - 1);
  const index = Math.min(Math.floor(place), ANCHORS.length - 2);
  return blend(ANCHORS[index], ANCHORS[index + 1], place - index);
}

/** A colour for each value from 0 to the largest: 0, lost, has a separate one. */
export function valueColours(largest) {
  const bend = largest > 24 ? 0.6 : 1;
  const zero = themeColour("zero");
  return Array.from({ length: largest + 1 }, (_, value) =>
    value === 0 ? zero : scaleColour(largest < 2 ? 0.6 : ((value - 1) / (largest - 1)) ** bend),
  );
}

/**
 * Ink that can be read on a colour.
 * @param {Colour} colour
 */
export const inkOn = ([red, green, blue]) =>
  0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#111" : "#fff";
