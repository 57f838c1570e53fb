// Games beside each other: laws in a table, values in plots that zoom together, where they first differ, and
// whether one is the other shifted.

import { rule as aboutRule, ask, values } from "../api.js";
import { failure, grouped, h, section } from "../dom.js";
import { math } from "../math.js";
import { Overlay } from "../plot/overlay.js";
import { SeriesPlot } from "../plot/series.js";
import { gameAddress, go, keepQuery, query } from "../router.js";
import { table } from "../table.js";
import { prose, statusWord } from "../terms.js";
import { lawLine, lawStatus, theorem } from "./law.js";

const MOST = 6;
/** Values that are compared one by one. */
const LOOK = 10000;
const SHIFTS = 12;

export async function render({ main, query: given, signal }) {
  document.title = "Compare · Sprague";
  const names = splitRules(given.get("rules") ?? "").slice(0, MOST);
  main.append(
    h("h1", {}, "Compare games"),
    h(
      "p",
      { class: "lead" },
      prose("The {law|laws} and {nim-value|values} of several games of heaps beside each other."),
    ),
    chooser(names),
  );
  if (!names.length)
    return main.append(h("p", { class: "note" }, "Write two or more rules, such as 0.77 0.137."));
  const games = (await Promise.all(names.map((name) => load(name, signal)))).filter(
    (game) => game.failed || game.about,
  );
  const right = games.filter((game) => !game.failed);
  games.filter((game) => game.failed).forEach(({ failed }) => main.append(failure(failed)));
  if (!right.length) return;
  document.title = `${right.map((game) => game.about.rule).join(", ")} compared · Sprague`;
  main.append(section("differences", "Differences", differences(right)), pictures(right, given));
  performance.mark("sprague:first-plot");
  const laws = section("laws", "Laws", h("p", { class: "note waiting" }, "looking …"));
  main.querySelector("#differences").before(laws);
  await compareLaws(laws, right, signal);
}

/** The values beside each other, or all in one picture; the address has which, and what is in view. */
function pictures(games, given) {
  const place = h("div", { class: "pictures" });
  const laid = h("input", { type: "checkbox", id: "overlay", checked: given.get("overlay") === "1" });
  const viewed = (view) => keepQuery({ view });
  const view = () => new URLSearchParams(location.search).get("view");
  const draw = () => {
    const plots =
      laid.checked && games.length > 1 ? [overlay(games, view(), viewed)] : beside(games, view(), viewed);
    place.replaceChildren(...plots.flatMap(({ head, plot }) => [head, plot.element].filter(Boolean)));
    plots.forEach(({ plot }) => plot.redraw());
  };
  laid.addEventListener("change", () => {
    keepQuery({ overlay: laid.checked ? "1" : "" });
    draw();
  });
  requestAnimationFrame(draw);
  const choice =
    games.length > 1 &&
    h("p", {}, h("label", { class: "check", for: "overlay" }, laid, " All in one picture"));
  return section("pictures", "Values", choice, place);
}

const overlay = (games, view, viewed) => ({
  plot: new Overlay({
    label: `Nim-values of ${games.map(({ about }) => about.rule).join(", ")}`,
    layers: games.map(({ about, cells }) => ({ name: about.title ?? about.rule, cells })),
    view,
    viewed,
  }),
});

function beside(games, view, viewed) {
  const plots = games.map(({ about, load, cells }) => {
    const label = `Nim-values of ${about.rule}`;
    const plot = new SeriesPlot({ label, load, first: 200, height: 210, ranges: false, view, viewed });
    plot.cells = cells;
    const title = about.title ? [about.title, " ", h("code", {}, about.rule)] : h("code", {}, about.rule);
    return { plot, head: h("h3", {}, h("a", { href: gameAddress(about.rule) }, title)) };
  });
  const all = plots.map(({ plot }) => plot);
  all.forEach((plot) => {
    plot.moved = linked(plot, all);
    SeriesPlot.prototype.moved.call(plot);
  });
  return plots;
}

/** Rules in a list; a comma inside sub:1,3,4 belongs to the rule. */
export function splitRules(text) {
  const words = text.split(/[\s;]+|,(?=\s*(?:[a-z@{]|\d*\.))/i).map((word) => word.trim().replace(/,$/, ""));
  return words.filter(Boolean);
}

function chooser(names) {
  const box = h("input", {
    type: "text",
    id: "rules",
    value: names.join(" "),
    size: "34",
    spellcheck: "false",
    placeholder: "0.77 0.137",
  });
  const submit = (event) => {
    event.preventDefault();
    go(`/compare${query({ rules: splitRules(box.value).join(",") })}`);
  };
  return h(
    "form",
    { class: "row", on: { submit } },
    h("label", { for: "rules" }, "Rules"),
    box,
    h("button", { class: "primary" }, "Compare"),
  );
}

async function load(name, signal) {
  try {
    const about = await aboutRule(name, signal);
    if (!about.values || about.numbers !== 1 || about.pieces === "suits")
      throw new Error(`${about.rule} has no single sequence of values to compare; its page shows them.`);
    const load = (to) => values(about.rule, to, signal);
    return { about, load, cells: (await load(LOOK)).cells };
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return { failed: error };
  }
}

/** Moving one picture moves all; each loads what it then shows. */
function linked(plot, plots) {
  return () => {
    for (const other of plots) {
      if (other !== plot) {
        other.x.set(plot.x.low, plot.x.high);
        other.later();
      }
      SeriesPlot.prototype.moved.call(other);
    }
  };
}

/** Where two sequences first differ; -1 if they agree on all that is there. */
function firstDifference(one, other, shift = 0) {
  const length = Math.min(one.length, other.length - shift);
  for (let n = Math.max(0, -shift); n < length; n++) if (one[n] !== other[n + shift]) return n;
  return -1;
}

/** Every pair of games; with their laws, what is so for all sizes. */
function differences(games, laws = []) {
  const rows = [];
  for (let i = 0; i < games.length; i++) {
    for (let j = i + 1; j < games.length; j++) rows.push(relation(games[i], games[j], laws[i], laws[j]));
  }
  if (!rows.length) return h("p", { class: "note" }, "Add a second game.");
  return table(["games", "first difference", "shifted"], rows, { caption: "Differences" });
}

/**
 * How far agreement has to go to be agreement forever: two sequences that repeat with periods p and q from a on are equal if they agree on
 * p + q values from there (Fine and Wilf). Infinity if a law is missing or grows.
 */
function enough(one, other, shift) {
  const repeats = [one, other].every(
    (law) => law && !(law instanceof Error) && law.period && law.saltus === 0,
  );
  return repeats
    ? Math.max(one.preperiod, other.preperiod) + one.period + other.period + Math.abs(shift)
    : Infinity;
}

function relation(one, other, law, otherLaw) {
  const [a, b] = [one.about.rule, other.about.rule];
  const extent = (shift) =>
    enough(law, otherLaw, shift) <= LOOK
      ? ["for all n ", statusWord("proved")]
      : [`for n up to ${grouped(LOOK)} `, statusWord("observed")];
  const n = firstDifference(one.cells, other.cells);
  if (n < 0) return [`${a} and ${b}`, ["none ", ...extent(0)], "–"];
  const shifts = Array.from({ length: 2 * SHIFTS + 1 }, (_, k) => k - SHIFTS).filter((shift) => shift !== 0);
  const shift = shifts.find((by) => firstDifference(one.cells, other.cells, by) < 0);
  const moved =
    shift === undefined
      ? `no, by at most ${SHIFTS}`
      : [
          math("G(n)"),
          ` of ${a} is `,
          math(`G(n ${shift > 0 ? "+" : "-"} ${Math.abs(shift)})`),
          ` of ${b} `,
          ...extent(shift),
        ];
  return [`${a} and ${b}`, `at heap ${grouped(n)}: ${one.cells[n]} and ${other.cells[n]}`, moved];
}

async function compareLaws(place, games, signal) {
  const found = await Promise.all(
    games.map(({ about }) => ask({ ask: "law", rule: about.rule }, { signal }).catch((error) => error)),
  );
  if (signal.aborted) return;
  const cell = (law, key) =>
    law instanceof Error || law[key] === null || law[key] === undefined ? "–" : grouped(law[key]);
  const rows = games.map(({ about }, i) => [
    h("a", { href: gameAddress(about.rule) }, h("code", {}, about.rule)),
    found[i] instanceof Error ? "–" : lawStatus(found[i]),
    cell(found[i], "period"),
    cell(found[i], "preperiod"),
    cell(found[i], "saltus"),
    cell(found[i], "max_value"),
    found[i] instanceof Error ? "–" : theorem(found[i].theorem),
    lawLine(found[i]),
  ]);
  place.replaceChildren(
    place.firstElementChild,
    table(["rule", "status", "period", "preperiod", "saltus", "largest value", "theorem", "law"], rows, {
      caption: "Laws",
      numeric: [2, 3, 4, 5],
    }),
  );
  document
    .getElementById("differences")
    ?.replaceChildren(document.getElementById("differences-title"), differences(games, found));
}
