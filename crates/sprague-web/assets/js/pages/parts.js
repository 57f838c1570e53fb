// Sections of the page of a game that fill themselves when they come into view: histogram, zeros, census, cousins.

import { cousins } from "../api.js";
import { asking } from "../asking.js";
import { filled, grouped, h, seconds, section, whenSeen } from "../dom.js";
import { maskText, typeset } from "../math.js";
import { Bars } from "../plot/bars.js";
import { gameAddress, playAddress, query } from "../router.js";
import { prose, statusWord, term } from "../terms.js";
import { factList, facts, lawStatus } from "./law.js";

/**
 * A section with a box for a size, what is asked for it, and the answer below, at first for the usual size.
 * @param {{ id: string, title: string, label: string, usual: string, verb: string, note?: any }} form
 * @param {(size: string) => object} question
 * @param {(answer: any) => any} show
 * @param {AbortSignal} signal
 */
function sized({ id, title, label, usual, verb, note }, question, show, signal) {
  const place = h("div", {}, h("p", { class: "note waiting" }, "…"));
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

export function histogramSection({ rule, pieces, values: listed, usual }, signal) {
  if (!listed && pieces !== "suits") return null;
  const suits = pieces === "suits";
  const note = pieces === "heaps" && typeset("any size: 10^40 is as quick where a law is proved");
  const label = suits ? "Suits of" : "Sizes up to";
  const form = {
    id: "histogram",
    title: "How often each value occurs",
    verb: "Count",
    usual: usual.histogram,
    note,
    label,
  };
  const question = (size) => ({
    ask: "count",
    count: "histogram",
    rule,
    ...(suits && { from: size }),
    to: size,
  });
  const show = ({ counts, status, asked, seconds: time }) => [
    new Bars({ label: `How many pieces of ${rule} have each value`, counts }).element,
    h("p", { class: "meta line" }, statusWord(status), h("span", {}, typeset(asked), ` in ${seconds(time)}`)),
  ];
  return sized(form, question, show, signal);
}

/** Up to this many lost pieces are listed. */
const LISTED = 400;

export function zerosSection({ rule, pieces, values: listed, usual }, signal) {
  if (!listed || pieces === "suits") return null;
  const form = {
    id: "zeros",
    title: "Zeros: what is lost",
    label: "Sizes up to",
    verb: "List",
    usual: usual.zeros,
  };
  const question = (size) => ({ ask: "count", count: "zeros", rule, to: size });
  const link = (piece) => [h("a", { href: playAddress(rule, piece) }, piece), " "];
  const show = ({ pieces: lost, answer, asked, status }) => [
    h("p", { class: "meta line" }, statusWord(status), h("span", {}, typeset(asked), `: ${grouped(answer)}`)),
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
  const { normal, shift, rare_positions: rare, sparse_mask: mask, certificate, stopped } = census;
  const more = [
    normal !== census.rule && [
      "normal form",
      [h("a", { href: gameAddress(normal) }, h("code", {}, normal)), shift ? ` at n − ${shift}` : ""],
    ],
    mask !== null &&
      rare !== null && [
        term("rare position", "rare positions"),
        [`${grouped(rare)}, `, term("mask"), " ", maskText(mask)],
      ],
    stopped && ["stopped by", stopped],
    certificate && ["certificate", h("code", { class: "hash" }, `SHA-256 ${certificate.slice(0, 16)}…`)],
  ].filter(Boolean);
  return section(
    "census",
    "In the census",
    h(
      "p",
      { class: "meta line" },
      lawStatus({ ...census, kind: "law" }),
      h("span", {}, prose(CENSUS), " ", h("a", { href: `/census${query({ q: normal })}` }, "Browse it.")),
    ),
    factList([...facts(census), ...more]),
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
  const place = h("div", {}, h("p", { class: "note waiting" }, "looking …"));
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
