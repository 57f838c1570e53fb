// Misère play of a game of heaps: its quotient and law, looked for when the section is opened.

import { ask } from "../api.js";
import { certificateButton } from "../certificates.js";
import { digits, filled, grouped, h, section } from "../dom.js";
import { math, typeset } from "../math.js";
import { playAddress } from "../router.js";
import { table } from "../table.js";
import { prose, statusWord } from "../terms.js";

/** A switch from normal to misère play. */
export function misereSection({ rule, misere_census: row }, signal) {
  const place = h("div", { class: "misere", "aria-live": "polite" });
  const box = h("input", { type: "checkbox", id: "misere-law" });
  const question = { ask: "law", rule, misere: true };
  box.addEventListener("change", () => {
    place.replaceChildren();
    if (!box.checked) return;
    place.append(h("p", { class: "note waiting" }, "looking …"));
    filled(place, async () => shown(await ask(question, { signal }), question, signal));
  });
  return section(
    "misere",
    "Misère play",
    h(
      "p",
      {},
      prose(
        "In {misère play} the player who cannot move wins. What replaces nim-values is the {misère quotient}.",
      ),
    ),
    h("p", {}, h("label", { class: "check", for: "misere-law" }, box, " Find the misère quotient")),
    row && h("p", { class: "note misere-census" }, inCensus(row)),
    place,
  );
}

/** Generators, relations and lost elements: every relation is a formula, and lines break between them. */
const presented = (text) =>
  text
    .split(/(, | \| |[⟨⟩{}])/)
    .filter((piece) => piece !== "")
    .map((piece) => (/[a-z0-9]/i.test(piece) ? math(piece.trim()) : piece));

/** A row of the census of misère play in a sentence. */
function inCensus(row) {
  const kind = row.tame ? "tame" : "wild";
  const census = h("a", { href: "/census?play=misere" }, "census of misère play");
  const quotient = `quotient of order ${grouped(row.order)}, ${kind}`;
  if (row.period !== null)
    return ["In the ", census, `: ${quotient}; period ${row.period}, preperiod ${row.preperiod}, proved.`];
  const next = row.lower_bound === null ? "" : `; with the next heap at least ${row.lower_bound} elements`;
  return ["In the ", census, `: no law found; the heaps up to ${row.heaps} have a ${quotient}${next}.`];
}

function shown(found, question, signal) {
  const proved = found.status === "proved";
  const heaps = proved ? "all heaps" : `the heaps up to ${found.heaps_up_to}`;
  const facts = [
    [`order of the quotient of ${heaps}`, digits(String(found.order))],
    ["lost elements", digits(String(found.p_portion))],
    ["kind", found.tame ? "tame: plays like Nim" : "wild"],
    proved && ["period of the images", digits(String(found.period))],
    proved && ["preperiod", digits(String(found.preperiod))],
    found.open && [`elements with heap ${found.open.heap}`, `at least ${found.open.lower_bound}`],
  ].filter(Boolean);
  return h(
    "div",
    {},
    h("p", {}, proved ? statusWord(found.status) : h("span", { class: "tag quiet" }, "no law found")),
    h(
      "dl",
      { class: "facts" },
      facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    ),
    found.presentation && h("p", { class: "presentation" }, presented(found.presentation)),
    table(
      ["heap", "image", "genus"],
      found.images.map((image, heap) => [String(heap), math(image), typeset(found.genera[heap] ?? "–")]),
      { caption: "The first heaps", numeric: [0] },
    ),
    h(
      "p",
      { class: "row" },
      certificateButton(question, "Certificate of the quotient", signal),
      h("a", { href: `${playAddress(found.rule)}?misere=1` }, "Play it"),
    ),
  );
}
