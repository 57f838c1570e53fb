// Sections of the page of a game that fill themselves when they come into view: histogram, zeros, census, cousins.

import { cousins } from "../api.js";
import { asking } from "../asking.js";
import { filled, grouped, h, seconds, section, whenSeen } from "../dom.js";
import { Bars } from "../plot/bars.js";
import { gameAddress, playAddress } from "../router.js";
import { prose, statusWord, term } from "../terms.js";
import { facts } from "./law.js";

/** A section with a box for a size, what is asked for it, and the answer below, at first for the usual size. */
function sized({ id, title, label, usual, verb, note }, question, show, signal) {
  const place = h("div", {}, h("p", { class: "note" }, "…"));
  const box = h("input", { type: "text", value: usual, size: "10", spellcheck: "false" });
  const fill = () => asking(question(box.value.trim()), place, show, signal);
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
  const usual = numbers === 2 ? "60x60" : suits ? "20" : "10^6";
  const note = pieces === "heaps" && "any size: 10^40 is as quick where a law is proved";
  const label = suits ? "Suits of" : "Sizes up to";
  const form = { id: "histogram", title: "How often each value occurs", verb: "Count", usual, note, label };
  const question = (size) => ({
    ask: "count",
    count: "histogram",
    rule,
    ...(suits ? { size } : { upto: size }),
  });
  const show = ({ counts, status, asked, seconds: time }) => [
    new Bars({ label: `How many pieces of ${rule} have each value`, counts }).element,
    h("p", { class: "meta line" }, statusWord(status), `${asked} in ${seconds(time)}`),
  ];
  return sized(form, question, show, signal);
}

/** So many lost pieces are listed. */
const LISTED = 400;

export function zerosSection({ rule, pieces, numbers, values: listed }, signal) {
  if (!listed || pieces === "suits") return null;
  const usual = numbers === 2 ? "20x20" : "1000";
  const form = { id: "zeros", title: "Zeros: what is lost", label: "Sizes up to", verb: "List", usual };
  const question = (upto) => ({ ask: "count", count: "zeros", rule, upto });
  const link = (piece) => [h("a", { href: playAddress(rule, piece) }, piece), " "];
  const show = ({ pieces: lost, answer, asked, status }) => [
    h("p", { class: "meta line" }, statusWord(status), `${asked}: ${grouped(answer)}`),
    h(
      "p",
      { class: "zeros number", tabindex: "0", role: "region", "aria-label": "Lost pieces" },
      lost.slice(0, LISTED).map(link),
      lost.length > LISTED ? `… and ${grouped(lost.length - LISTED)} more` : "",
    ),
  ];
  return sized(form, question, show, signal);
}

const CENSUS = "What a {census row|census} of all short codes found.";

/** The row of the table that comes with the engine: what was found, and which rule stands for it. */
export function censusSection(census) {
  const { normal, shift, status, rare_positions: rare, sparse_mask: mask, certificate, stopped } = census;
  const more = [
    normal !== census.rule && [
      "normal form",
      [h("a", { href: gameAddress(normal) }, h("code", {}, normal)), shift ? ` at n − ${shift}` : ""],
    ],
    mask !== null && rare !== null && [term("rare position", "rare positions"), `${grouped(rare)}, mask ${mask}`],
    stopped && ["stopped by", stopped],
    certificate && ["certificate", h("code", { class: "hash" }, `SHA-256 ${certificate.slice(0, 16)}…`)],
  ].filter(Boolean);
  return section(
    "census",
    "In the census",
    h("p", { class: "meta line" }, statusWord(status), h("span", {}, prose(CENSUS))),
    h(
      "dl",
      { class: "facts" },
      [...facts(census), ...more].flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    ),
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
