// Sections of the page of a game that fill themselves when they come into view: histogram, zeros, census, cousins.

import { ask, cousins } from "../api.js";
import { filled, grouped, h, seconds, section, whenSeen } from "../dom.js";
import { Bars } from "../plot/bars.js";
import { gameAddress, playAddress } from "../router.js";
import { prose, statusWord } from "../terms.js";

/** A section with a box for a size; `find(size)` gives what is shown below it, at first for the usual size. */
function sized({ id, title, label, usual, verb, note }, find) {
  const place = h("div", {});
  const box = h("input", { type: "text", value: usual, size: "10", spellcheck: "false" });
  const fill = () => filled(place, () => find(box.value.trim()));
  const submit = (event) => (event.preventDefault(), fill());
  whenSeen(place, fill);
  return section(
    id,
    title,
    h(
      "form",
      { class: "row", on: { submit } },
      h("label", {}, `${label} `, box),
      h("button", { class: "small" }, verb),
      note && h("span", { class: "note" }, note),
    ),
    place,
  );
}

export function histogramSection({ rule, pieces, numbers, values: listed }, signal) {
  if (!listed && pieces !== "suits") return null;
  const suits = pieces === "suits";
  const usual = numbers === 2 ? "60x600" : suits ? "20" : "10^6";
  const note = pieces === "heaps" && "any size: 10^40 is as quick where a law is proved";
  const form = { id: "histogram", title: "How often each value occurs", verb: "Count", usual, note };
  return sized({ ...form, label: suits ? "Suits of" : "Sizes up to" }, async (size) => {
    const question = { ask: "count", count: "histogram", rule, ...(suits ? { size } : { upto: size }) };
    const { counts, status, asked, seconds: time } = await ask(question, { signal });
    const bars = new Bars({ label: `How many pieces of ${rule} have each value`, counts });
    return [bars.element, h("p", { class: "meta line" }, statusWord(status), `${asked} in ${seconds(time)}`)];
  });
}

/** So many lost pieces are listed. */
const LISTED = 400;

export function zerosSection({ rule, pieces, numbers, values: listed }, signal) {
  if (!listed || pieces === "suits") return null;
  const form = { id: "zeros", title: "Zeros: what is lost", label: "Sizes up to", verb: "List" };
  return sized({ ...form, usual: numbers === 2 ? "20x20" : "1000" }, async (upto) => {
    const {
      pieces: lost,
      answer,
      asked,
      status,
    } = await ask({ ask: "count", count: "zeros", rule, upto }, { signal });
    const links = lost
      .slice(0, LISTED)
      .map((piece) => [h("a", { href: playAddress(rule, piece) }, piece), " "]);
    const more = lost.length > LISTED ? `… and ${grouped(lost.length - LISTED)} more` : "";
    return [
      h("p", { class: "meta line" }, statusWord(status), `${asked}: ${grouped(answer)}`),
      h(
        "p",
        { class: "zeros number", tabindex: "0", role: "region", "aria-label": "Lost pieces" },
        links,
        more,
      ),
    ];
  });
}

export function censusSection(census) {
  const row = ([key, value]) => [h("dt", {}, key), h("dd", {}, value === null ? "–" : String(value))];
  return section(
    "census",
    "In the census",
    h("p", {}, prose("What a {census row|census} of codes has for this one.")),
    h("dl", { class: "facts" }, Object.entries(census).flatMap(row)),
  );
}

function cousinItem(rule, { rule: cousin, names = [], shift, status }) {
  const both = `/compare?rules=${encodeURIComponent(rule)},${encodeURIComponent(cousin)}`;
  return h(
    "li",
    {},
    h("a", { href: gameAddress(cousin) }, h("code", {}, cousin), names.length ? ` ${names.join(", ")}` : ""),
    Number(shift) ? ` shifted by ${shift}` : "",
    " ",
    statusWord(status),
    " ",
    h("a", { class: "note", href: both }, "compare"),
  );
}

export function cousinSection(rule, signal) {
  const place = h("div", {}, h("p", { class: "note" }, "looking …"));
  const none = "None among the games by name and the codes near this one.";
  const find = async () => {
    const { cousins: list } = await cousins(rule, signal);
    if (!list.length) return h("p", { class: "note" }, none);
    return h(
      "ul",
      { class: "cousins" },
      list.map((cousin) => cousinItem(rule, cousin)),
    );
  };
  whenSeen(place, () => filled(place, find));
  return section(
    "cousins",
    "Cousins",
    h("p", {}, prose("Games with the same values, as they are or shifted: {cousin|cousins}.")),
    place,
  );
}
