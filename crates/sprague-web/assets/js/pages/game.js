// One game: what a move is, its values, its law and why, histogram, zeros, rare positions, certificate, downloads,
// cousins, code.

import { ask, rule as aboutRule, values, valuesAddress } from "../api.js";
import { certificateSection } from "../certificates.js";
import { ofRule } from "../codes.js";
import { grouped, h, section } from "../dom.js";
import { HeatMap } from "../plot/heatmap.js";
import { SeriesPlot } from "../plot/series.js";
import { playAddress } from "../router.js";
import { prose } from "../terms.js";
import { lawSection, properties } from "./law.js";
import { moveSection } from "./moves.js";
import { censusSection, cousinSection, histogramSection, zerosSection } from "./parts.js";
import { rareSection, rareTest } from "./rare.js";

export async function render({ main, parts: [text], signal }) {
  document.title = `${text} · Sprague`;
  const about = await aboutRule(text, signal);
  const { rule, names, line } = about;
  document.title = `${names.length ? `${names[0].name} ` : ""}${rule} · Sprague`;
  const law = ask({ ask: "law", rule, ...(rule === "cut" && { upto: "60" }) }, { signal }).catch(
    (error) => error,
  );
  const side = h("aside", { class: "side", "aria-label": "In short" });
  const content = h("div", { class: "content" });
  main.append(
    h("p", { class: "crumbs" }, h("a", { href: "/" }, "Games"), " › ", rule),
    h(
      "h1",
      {},
      h("code", {}, rule),
      names.length
        ? [" ", h("span", { class: "names" }, names.map((one) => one.name.replaceAll("-", " ")).join(", "))]
        : "",
    ),
    h("p", { class: "lead" }, `A move: ${line}.`),
    h("div", { class: "with-side" }, content, side),
  );
  const move = moveSection(about, signal);
  const picture =
    about.values && about.numbers === 2
      ? sheetValues(about, signal)
      : about.values && about.pieces !== "suits"
        ? heapValues(about, signal)
        : null;
  const laws = section("law", "Law", h("p", { class: "note" }, "looking …"));
  const rest = h("div", {});
  content.append(...[move, picture?.element, laws, rest].filter(Boolean));
  side.append(h("div", { class: "card" }, h("h2", {}, "In short"), h("p", { class: "note" }, "looking …")));
  await picture?.ready;
  performance.mark("sprague:first-plot");
  const found = await law;
  if (signal.aborted) return;
  show({ about, found, side, laws, rest, picture, signal });
}

function show({ about, found, side, laws, rest, picture, signal }) {
  const { rule } = about;
  const failed = found instanceof Error;
  const proved = !failed && (found.kind !== "law" || found.period !== null);
  lawSection(laws, about, found);
  side.replaceChildren(properties(about, found), links(about), downloads(about));
  if (!failed && found.kind === "law" && picture?.plot) {
    if (proved && found.preperiod > 0)
      picture.plot.setLines([
        {
          at: found.preperiod,
          text: `${found.saltus === 0 ? "periodic" : "arithmetic-periodic"} from ${grouped(found.preperiod)}`,
        },
      ]);
    const isRare = rareTest(rule, found);
    if (isRare) picture.plot.setRare(isRare);
  }
  rest.append(
    ...[
      histogramSection(about, signal),
      zerosSection(about, signal),
      !failed && found.kind === "law" && rareSection(rule, found, picture?.plot),
      certificateSection(proved && found.kind !== "formula" ? found : null, signal),
      about.census && censusSection(about.census),
      !failed && found.kind === "law" && cousinSection(rule, signal),
      section(
        "code",
        "In your own code",
        ofRule(rule, {
          law: !failed,
          heaps: about.values && about.numbers === 1 && about.pieces !== "suits",
          pairs: about.values && about.numbers === 2,
        }),
      ),
    ].filter(Boolean),
  );
}

function heapValues({ rule }, signal) {
  const plot = new SeriesPlot({ label: `Nim-values of ${rule}`, load: (to) => values(rule, to, signal) });
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

function sheetValues({ rule }, signal) {
  const map = new HeatMap({ label: `Nim-values of ${rule}`, names: ["second number", "first number"] });
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

function links({ rule, values: listed, numbers, pieces }) {
  return h(
    "div",
    { class: "card" },
    h("h2", {}, "Do"),
    h(
      "ul",
      { class: "plain" },
      h("li", {}, h("a", { href: playAddress(rule) }, "Play it")),
      h("li", {}, h("a", { href: `/count?rule=${encodeURIComponent(rule)}` }, "Count with it")),
      listed &&
        numbers === 1 &&
        pieces === "heaps" &&
        h(
          "li",
          {},
          h(
            "a",
            { href: `/compare?rules=${encodeURIComponent(rule)},${rule === "0.07" ? "0.137" : "0.07"}` },
            "Compare it",
          ),
        ),
    ),
  );
}

function downloads({ rule, values: listed, numbers, pieces }) {
  const usual = numbers === 2 ? "60x90" : pieces === "suits" ? "10" : "100000";
  const to = h("input", {
    type: "text",
    value: usual,
    size: "9",
    "aria-label": "Values up to",
    spellcheck: "false",
  });
  const kinds = [
    ["bfile", "b-file"],
    ["csv", "csv"],
    ["json", "json"],
    ["npy", "npy"],
  ].filter(([kind]) => numbers === 1 || kind !== "bfile");
  const anchors = kinds.map(([kind, name]) =>
    h("a", { class: "chip", download: "", href: valuesAddress(rule, kind, usual), "data-kind": kind }, name),
  );
  to.addEventListener("input", () =>
    anchors.forEach((link) => (link.href = valuesAddress(rule, link.dataset.kind, to.value.trim() || usual))),
  );
  return h(
    "div",
    { class: "card" },
    h("h2", {}, "Download"),
    listed && h("p", { class: "row" }, h("label", {}, "Values up to ", to)),
    listed && h("p", { class: "chips" }, anchors),
    h("p", {}, h("a", { href: "#certificate" }, "Certificate")),
  );
}
