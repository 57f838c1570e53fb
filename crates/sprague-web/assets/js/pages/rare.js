// Rare positions: sizes whose value has an even number of ones under the mask (and, in some games, with the parity
// of the size).

import { grouped, h, section } from "../dom.js";
import { prose } from "../terms.js";

/** If more are rare, the word is not deserved. */
const FEW = 0.2;

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

/** The test of a position, or null if there is no sparse space. */
export function rareTest(rule, sparse) {
  if (!sparse?.mask) return null;
  const { mask, parity } = sparse;
  const shift = removedByBreak(rule);
  const even = Uint8Array.from({ length: 1 << 16 }, (_, value) => 1 - (ones(value & mask) & 1));
  const common = (value) => (value < 65536 ? even[value] : 1 - (ones(value & mask) & 1));
  return parity ? (n, value) => (common(value) ^ ((n + shift) & 1)) === 1 : (_, value) => common(value) === 1;
}

export function rareSection(rule, sparse, plot) {
  const isRare = rareTest(rule, sparse);
  if (!isRare || !plot)
    return section(
      "rare",
      "Rare positions",
      h(
        "p",
        { class: "note" },
        prose(
          "The values of this game were found without a {sparse space}, so there are no {rare position|rare positions} to speak of.",
        ),
      ),
    );
  const place = h("div", {});
  const refresh = () => {
    const found = [];
    for (let n = 0; n < plot.cells.length; n++) if (isRare(n, plot.cells[n])) found.push(n);
    const few = found.length <= FEW * plot.cells.length;
    if (!few) plot.rare = null;
    place.replaceChildren(
      h(
        "p",
        {},
        `Of the ${grouped(plot.cells.length)} values drawn above ${grouped(found.length)} are rare${found.length ? `, the last at ${grouped(found.at(-1))}` : ""}.`,
      ),
      ...(few && found.length
        ? [h("p", { class: "zeros number" }, found.slice(0, 300).join(" "), found.length > 300 ? " …" : "")]
        : []),
    );
  };
  refresh();
  const total =
    sparse.rare_positions === null
      ? ""
      : ` Among all values computed ${grouped(sparse.rare_positions)} are rare${sparse.last_rare === null ? "" : `, the last at ${grouped(sparse.last_rare)}`}.`;
  const again = h(
    "button",
    { type: "button", class: "small", on: { click: refresh } },
    "Look again at what is drawn now",
  );
  return section(
    "rare",
    "Rare positions",
    h(
      "p",
      {},
      prose(
        `A position is a {rare position} if its value has an even number of ones under the {mask} ${sparse.mask.toString(2)}${sparse.parity ? ", counting the parity of the heap as well" : ""}.`,
      ),
      total,
    ),
    place,
    again,
  );
}
