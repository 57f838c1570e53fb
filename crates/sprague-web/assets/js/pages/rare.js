// Rare positions: sizes whose value has an even number of ones under the mask (and, in some games, with the parity
// of the size).

import { grouped, h, section } from "../dom.js";
import { maskText } from "../math.js";
import { prose } from "../terms.js";

/** If a larger share is rare, the word is not deserved. */
const FEW = 0.2;
const LISTED = 300;

function ones(number) {
  let count = 0;
  for (let rest = number >>> 0; rest; rest &= rest - 1) count++;
  return count;
}

/** What the first move that breaks a heap removes, of a take-and-break code; 0 of other rules. */
function removedByBreak(rule) {
  const [, whole, digits] = rule.match(/^(\d+)\.([0-9A-Z]*)/) ?? [];
  if (digits === undefined) return 0;
  const list = [whole, ...digits].map((digit) => parseInt(digit, 36));
  return Math.max(
    0,
    list.findIndex((digit) => digit & 4),
  );
}

/** The test of a position, or null if the law has no sparse space. */
export function rareTest(rule, { sparse_space: sparse, values_computed: computed }) {
  if (!sparse?.mask || sparse.rare_positions > FEW * computed) return null;
  const { mask, parity } = sparse;
  const shift = removedByBreak(rule);
  const even = Uint8Array.from({ length: 1 << 16 }, (_, value) => 1 - (ones(value & mask) & 1));
  const common = (value) => (value < 65536 ? even[value] : 1 - (ones(value & mask) & 1));
  return parity ? (n, value) => (common(value) ^ ((n + shift) & 1)) === 1 : (_, value) => common(value) === 1;
}

const WITHOUT =
  "The values of this game were found without a {sparse space}, so there are no {rare position|rare positions} " +
  "to speak of.";

/** Which of the values that are drawn are rare. */
function listed(isRare, cells) {
  const found = [];
  for (let n = 0; n < cells.length; n++) if (isRare(n, cells[n])) found.push(n);
  const last = found.length ? `, the last at ${grouped(found.at(-1))}` : "";
  return [
    h(
      "p",
      {},
      `Of the ${grouped(cells.length)} values drawn above ${grouped(found.length)} are rare${last}.`,
    ),
    h("p", { class: "zeros number" }, found.slice(0, LISTED).join(" "), found.length > LISTED ? " …" : ""),
  ];
}

export function rareSection(rule, law, plot) {
  const isRare = plot && rareTest(rule, law);
  if (!isRare) return section("rare", "Rare positions", h("p", { class: "note" }, prose(WITHOUT)));
  const { mask, parity, rare_positions: count, last_rare: last } = law.sparse_space;
  const place = h("div", {}, listed(isRare, plot.cells));
  const refresh = () => place.replaceChildren(...listed(isRare, plot.cells));
  const both = parity ? ", counting the parity of the heap as well" : "";
  const end = last === null ? "" : `, the last at ${grouped(last)}`;
  const total = count === null ? "" : ` Among all values computed ${grouped(count)} are rare${end}.`;
  return section(
    "rare",
    "Rare positions",
    h(
      "p",
      {},
      prose("A position is a {rare position} if its value has an even number of ones under the {mask} "),
      maskText(mask),
      `${both}.${total}`,
    ),
    place,
    h(
      "button",
      { type: "button", class: "small", on: { click: refresh } },
      "Look again at what is drawn now",
    ),
  );
}
