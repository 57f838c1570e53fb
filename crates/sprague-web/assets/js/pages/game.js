// One game: what a move is, its values, its law and why, histogram, zeros, rare positions, certificate, downloads,
// cousins, code.

import { rule as aboutRule, ask, values, valuesAddress } from "../api.js";
import { certificateSection } from "../certificates.js";
import { codeSection, commandLine } from "../codes.js";
import { grouped, h, section } from "../dom.js";
import { HeatMap } from "../plot/heatmap.js";
import { SeriesPlot } from "../plot/series.js";
import { keepQuery, playAddress, query } from "../router.js";
import { prose } from "../terms.js";
import { hasLaw, lawLine, lawSection, lawStatus, properties, theorem } from "./law.js";
import { misereSection } from "./misere.js";
import { lessonSection, moveSection } from "./moves.js";
import { censusSection, cousinSection, histogramSection, zerosSection } from "./parts.js";
import { rareSection, rareTest } from "./rare.js";

export async function render({ main, parts: [text], query: given, signal }) {
  document.title = `${text} · Sprague`;
  const about = await aboutRule(text, signal);
  const { rule, line } = about;
  const title = about.title ?? rule;
  document.title = `${title === rule ? rule : `${title} ${rule}`} · Sprague`;
  const law = ask({ ask: "law", rule, ...(rule === "cut" && { to: "60" }) }, { signal }).catch(
    (error) => error,
  );
  const side = h("aside", { class: "side", "aria-label": "In short" });
  const content = h("div", { class: "content" });
  const brief = h("p", { class: "brief line" }, waiting());
  main.append(
    h("p", { class: "crumbs" }, h("a", { href: "/" }, "Games"), " › ", title),
    heading(about, title),
    h("p", { class: "lead" }, `A move: ${line}.`),
    brief,
    h("div", { class: "with-side" }, content, side),
  );
  const picture = pictureOf(about, given, signal);
  const laws = section("law", "Law and proof", waiting());
  const rest = h("div", {});
  const moves = [moveSection(about, signal), lessonSection(about, given.get("piece"), signal)];
  content.append(...[picture?.element, laws, ...moves, rest].filter(Boolean));
  side.append(h("div", { class: "card" }, h("h2", {}, "In short"), waiting()));
  await picture?.ready;
  performance.mark("sprague:first-plot");
  const found = await law;
  if (signal.aborted) return;
  brief.replaceChildren(...inBrief(found));
  show({ about, found, side, laws, rest, picture, signal });
}

/** Something that is being looked for; it is not printed. */
const waiting = () => h("span", { class: "note waiting" }, "looking …");

function heading({ rule, names }, title) {
  const others = names.slice(1).map((one) => one.name.replaceAll("-", " "));
  const also = others.length > 0 && h("span", { class: "names" }, ` also ${others.join(", ")}`);
  return h("h1", {}, title, title === rule ? "" : [" ", h("code", { class: "names" }, rule)], also);
}

/** The law in one line, above everything else. */
function inBrief(found) {
  if (found instanceof Error) return ["No law of all values was found here."];
  return [lawStatus(found), " ", ...(found.kind === "formula" ? [theorem(found.theorem)] : lawLine(found))];
}

function pictureOf(about, given, signal) {
  if (!about.values || about.pieces === "suits") return null;
  return about.numbers === 2
    ? sheetValues(about, given.get("view"), signal)
    : heapValues(about, given.get("view"), signal);
}

function show({ about, found, side, laws, rest, picture, signal }) {
  const { rule } = about;
  const isLaw = !(found instanceof Error) && found.kind === "law";
  const proved = hasLaw(found);
  lawSection(laws, about, found, signal);
  const certified = proved && (found.kind !== "formula" || about.certificate);
  side.replaceChildren(properties(about, found), links(about, proved), downloads(about, certified));
  if (isLaw && picture?.plot) markPlot(picture.plot, rule, found, proved);
  rest.append(
    ...[
      histogramSection(about, signal),
      zerosSection(about, signal),
      isLaw && rareSection(rule, found, picture?.plot),
      certificateSection(certified ? found : null, signal),
      about.census && censusSection(about.census),
      about.numbers === 1 && about.pieces === "heaps" && misereSection(about, signal),
      isLaw && cousinSection(rule, signal),
      codeSection(about, { law: !(found instanceof Error), certificate: certified }, signal),
    ].filter(Boolean),
  );
  const longer = laws.querySelector(".search-command");
  if (longer) commandLine(longer, { ask: "law", rule, limit: "10^8" }, signal);
}

/** Marks where the law begins, and rare positions. */
function markPlot(plot, rule, found, proved) {
  if (proved && found.preperiod > 0)
    plot.setLines([{ at: found.preperiod, text: `${kind(found.saltus)} from ${grouped(found.preperiod)}` }]);
  const isRare = rareTest(rule, found);
  if (isRare) plot.setRare(isRare);
}

function heapValues({ rule }, view, signal) {
  const plot = new SeriesPlot({
    label: `Nim-values of ${rule}`,
    load: (to) => values(rule, to, signal),
    view,
    viewed: (text) => keepQuery({ view: text }),
  });
  const element = section(
    "values",
    "Values",
    h(
      "p",
      {},
      prose(
        "The {nim-value} G(n) of every heap n. Zoom out to a million; where many values share a place it is darker.",
      ),
    ),
    plot.element,
  );
  return { element, plot, ready: plot.start() };
}

function sheetValues({ rule }, view, signal) {
  const map = new HeatMap({
    label: `Nim-values of ${rule}`,
    names: ["second number", "first number"],
    view,
    viewed: (text) => keepQuery({ view: text }),
  });
  const ready = values(rule, "40x60", signal).then((found) => map.set(found));
  const more =
    rule.startsWith("cut") &&
    h(
      "p",
      {},
      h(
        "a",
        { href: `/sheets${rule === "cut" ? "" : "?rule=cut:one"}` },
        "The page of sheets has row tails and the cuts of each sheet.",
      ),
    );
  return {
    element: section(
      "values",
      "Values",
      h("p", {}, prose("The {nim-value} of every piece; 0 is {lost} for the player to move.")),
      map.element,
      more,
    ),
    ready,
  };
}

function links({ rule, title, values: listed, numbers, pieces, usual }, proved) {
  const to = proved && pieces === "heaps" ? "10^18" : usual.count;
  const size = pieces === "suits" ? { from: to, to } : { to };
  const count = `/count${query({ count: "wins", rule, ...size })}`;
  const compare = `/compare${query({ rules: `${rule},${rule === "0.07" ? "0.137" : "0.07"}` })}`;
  const item = (href, text) => h("li", {}, h("a", { href }, text));
  return h(
    "div",
    { class: "card links" },
    h("h2", {}, "Do"),
    h(
      "ul",
      { class: "plain" },
      item(playAddress(rule), `Play ${title ?? rule}`),
      item(`${playAddress(rule)}?lesson=1`, "Play with the lesson"),
      pieces !== "trees" && item(count, "Count with it"),
      listed && numbers === 1 && pieces === "heaps" && item(compare, "Compare it"),
    ),
  );
}

const FORMATS = { bfile: "b-file", csv: "csv", json: "json", npy: "npy" };

function downloads({ rule, formats, usual }, certified) {
  const to = h("input", {
    type: "text",
    value: usual.values,
    size: "9",
    id: "download-to",
    spellcheck: "false",
  });
  const chip = (kind) =>
    h(
      "a",
      { class: "chip", download: "", href: valuesAddress(rule, kind, usual.values), "data-kind": kind },
      FORMATS[kind] ?? kind,
    );
  const anchors = formats.map(chip);
  const size = () => to.value.trim() || usual.values;
  to.addEventListener("input", () =>
    anchors.forEach((link) => (link.href = valuesAddress(rule, link.dataset.kind, size()))),
  );
  if (!anchors.length && !certified) return "";
  return h(
    "div",
    { class: "card downloads" },
    h("h2", {}, "Download"),
    anchors.length > 0 && h("p", { class: "row" }, h("label", { for: "download-to" }, "Values up to "), to),
    anchors.length > 0 && h("p", { class: "chips" }, anchors),
    certified && h("p", {}, h("a", { href: "#certificate" }, "Certificate")),
  );
}

/** What the sequence is from its preperiod on. */
function kind(saltus) {
  if (saltus === null) return "a law for each class";
  return saltus === 0 ? "periodic" : "arithmetic-periodic";
}
