// One game: what a move is, its values, its law and why, histogram, zeros, rare positions, certificate, downloads,
// cousins, code.

import { ask, board, cousins, rule as aboutRule, values, valuesAddress } from "../api.js";
import { certificateSection } from "../certificates.js";
import { ofRule } from "../codes.js";
import { failure, grouped, h, seconds, section } from "../dom.js";
import { inWords, kindOf } from "../pieces/index.js";
import { Bars } from "../plot/bars.js";
import { HeatMap } from "../plot/heatmap.js";
import { SeriesPlot } from "../plot/series.js";
import { gameAddress, playAddress } from "../router.js";
import { prose, statusWord } from "../terms.js";
import { lawSection, properties } from "./law.js";
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
      names.length ? [" ", h("span", { class: "names" }, names.map((one) => one.name).join(", "))] : "",
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
    const isRare = rareTest(rule, found.sparse_space);
    if (isRare) picture.plot.setRare(isRare);
  }
  rest.append(
    ...[
      countSection(about, signal),
      zerosSection(about, signal),
      about.pieces === "heaps" && rareSection(rule, failed ? null : found.sparse_space, picture?.plot),
      certificateSection(proved && found.status === "proved" ? found : null, signal),
      about.census && censusSection(about.census),
      cousinSection(rule, signal),
      section(
        "code",
        "In your own code",
        ofRule(rule, {
          law: !failed,
          heaps: about.values && about.numbers === 1 && about.pieces !== "suits",
        }),
      ),
    ].filter(Boolean),
  );
}

const PIECES = { other: "pieces", pairs: "pairs of heaps", suits: "suits of cards" };

/** A position with a handful of moves, and these drawn, one of each sort. */
function moveSection(about, signal) {
  const place = h("div", { class: "stills" });
  const kind = kindOf(about.rule);
  const sizes =
    kind.noun === "heap" || kind.noun === "head"
      ? ["5", "6", "8", "4", "9", "12"]
      : kind.noun === "sheet"
        ? ["4x3"]
        : kind.noun === "suit"
          ? ["001010"]
          : kind.noun === "tree"
            ? ["(()(()())(()))"]
            : ["4x3"];
  drawMoves(about, kind, sizes, place, signal).catch(
    (error) => error.name === "AbortError" || place.replaceChildren(failure(error)),
  );
  return section(
    "move",
    "A move, drawn",
    h(
      "p",
      {},
      prose(
        `Whoever cannot move loses. A {position} is a sum of pieces, here of ${PIECES[about.pieces] ?? about.pieces}; a move is made on one of them.`,
      ),
    ),
    place,
  );
}

async function drawMoves(about, kind, sizes, place, signal) {
  const look = (size) =>
    board({ rule: about.rule, position: size, values: "true" }, signal).catch(() => null);
  let [best, drawn] = [null, []];
  for (const size of sizes) {
    const found = await look(size);
    const moves = found ? varied(found.moves) : [];
    if (moves.length > drawn.length) [best, drawn] = [found, moves];
    if (drawn.length >= 4) break;
  }
  if (!best) return place.append(h("p", { class: "note" }, "Small pieces of this game have no moves."));
  const one = (piece) => (move) =>
    h(
      "figure",
      { class: "still-figure" },
      kind.still(piece, move),
      h(
        "figcaption",
        {},
        inWords(move),
        move.value !== undefined &&
          h("span", { class: "note" }, ` · value ${move.value}${move.value === "0" ? ", wins" : ""}`),
      ),
    );
  const { piece } = best.pieces[0];
  place.append(
    h(
      "p",
      { class: "note" },
      `${drawn.length} of the ${best.moves.length} moves of ${piece}, which has value ${best.value ?? best.pieces[0].value}:`,
    ),
    h("div", { class: "still-row" }, drawn.map(one(piece))),
  );
  if (kind.noun !== "heap") return;
  // Some moves are for small heaps only, such as to take a whole one.
  const seen = new Set(drawn.map(sort));
  for (const size of ["1", "2", "3"]) {
    const moves =
      (await look(size))?.moves.filter((move) => move.leaves === "0" && !seen.has(sort(move))) ?? [];
    moves.forEach((move) => seen.add(sort(move)));
    place.querySelector(".still-row").append(...moves.slice(0, 1).map(one(size)));
  }
}

/** What is taken, and how many pieces are left. */
const sort = (move) => `${move.action} ${move.leaves === "0" ? 0 : move.leaves.split("+").length}`;

/**
 * At most six moves, of as many sorts as there are: by action without its numbers, and by the number of pieces
 * left.
 */
function varied(moves) {
  const sorts = new Map();
  for (const move of moves) {
    if (!sorts.has(sort(move))) sorts.set(sort(move), move);
  }
  const chosen = [...sorts.values()];
  if (chosen.length < 6)
    chosen.push(...moves.filter((move) => !chosen.includes(move)).slice(0, 6 - chosen.length));
  return chosen.length <= 6
    ? chosen
    : Array.from({ length: 6 }, (_, i) => chosen[Math.round((i * (chosen.length - 1)) / 5)]);
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

/** How often each value occurs, up to a size that can be changed. */
function countSection({ rule, pieces, numbers, values: listed }, signal) {
  if (!listed && pieces !== "suits") return null;
  const usual = numbers === 2 ? "60x600" : pieces === "suits" ? "20" : "10^6";
  const place = h("div", {});
  const box = h("input", { type: "text", value: usual, size: "10", spellcheck: "false" });
  let bars;
  const draw = async (event) => {
    event?.preventDefault();
    try {
      const size = box.value.trim();
      const found = await ask(
        { ask: "count", count: "histogram", rule, ...(pieces === "suits" ? { size } : { upto: size }) },
        { signal },
      );
      if (bars) bars.set(found.counts);
      else bars = new Bars({ label: `How many pieces of ${rule} have each value`, counts: found.counts });
      place.replaceChildren(
        bars.element,
        h(
          "p",
          { class: "meta line" },
          statusWord(found.status),
          found.asked,
          ` in ${seconds(found.seconds)}`,
        ),
      );
      bars.redraw();
    } catch (error) {
      if (error.name !== "AbortError") place.replaceChildren(failure(error));
    }
  };
  whenSeen(place, draw);
  return section(
    "histogram",
    "How often each value occurs",
    h(
      "form",
      { class: "row", on: { submit: draw } },
      h("label", {}, pieces === "suits" ? "Suits of " : "Sizes up to ", box),
      h("button", { class: "small" }, "Count"),
      pieces === "heaps" && h("span", { class: "note" }, "any size: 10^40 is as quick where a law is proved"),
    ),
    place,
  );
}

function zerosSection({ rule, pieces, numbers, values: listed }, signal) {
  if (!listed || pieces === "suits") return null;
  const place = h("div", {});
  const box = h("input", {
    type: "text",
    value: numbers === 2 ? "20x20" : "1000",
    size: "8",
    spellcheck: "false",
  });
  const list = async (event) => {
    event?.preventDefault();
    try {
      const found = await ask({ ask: "count", count: "zeros", rule, upto: box.value.trim() }, { signal });
      const shown = found.pieces.slice(0, 400);
      const link = (piece) => [h("a", { href: playAddress(rule, piece) }, piece), " "];
      place.replaceChildren(
        h("p", { class: "meta line" }, statusWord(found.status), `${found.asked}: ${grouped(found.answer)}`),
        h(
          "p",
          { class: "zeros number" },
          shown.length ? shown.map(link) : "none",
          found.pieces.length > shown.length && ` … and ${grouped(found.pieces.length - shown.length)} more`,
        ),
      );
    } catch (error) {
      if (error.name !== "AbortError") place.replaceChildren(failure(error));
    }
  };
  whenSeen(place, list);
  return section(
    "zeros",
    "Zeros: what is lost",
    h(
      "form",
      { class: "row", on: { submit: list } },
      h("label", {}, "Sizes up to ", box),
      h("button", { class: "small" }, "List"),
    ),
    place,
  );
}

function censusSection(census) {
  const row = ([key, value]) => [h("dt", {}, key), h("dd", {}, value === null ? "–" : String(value))];
  return section(
    "census",
    "In the census",
    h("p", {}, prose("What a {census row|census} of codes has for this one.")),
    h("dl", { class: "facts" }, Object.entries(census).flatMap(row)),
  );
}

function cousinSection(rule, signal) {
  const place = h("div", {}, h("p", { class: "note" }, "looking …"));
  const show_ = async () => {
    try {
      const { cousins: list } = await cousins(rule, signal);
      const one = (cousin) =>
        h(
          "li",
          { class: "inline-terms" },
          h(
            "a",
            { href: gameAddress(cousin.rule) },
            h("code", {}, cousin.rule),
            cousin.names?.length ? ` ${cousin.names.join(", ")}` : "",
          ),
          Number(cousin.shift) ? ` shifted by ${cousin.shift}` : "",
          " ",
          statusWord(cousin.status),
          " ",
          h(
            "a",
            {
              class: "note",
              href: `/compare?rules=${encodeURIComponent(rule)},${encodeURIComponent(cousin.rule)}`,
            },
            "compare",
          ),
        );
      place.replaceChildren(
        list.length
          ? h("ul", { class: "cousins" }, list.map(one))
          : h("p", { class: "note" }, "None among the games by name and the codes near this one."),
      );
    } catch (error) {
      if (error.name !== "AbortError") place.replaceChildren(failure(error));
    }
  };
  whenSeen(place, show_);
  return section(
    "cousins",
    "Cousins",
    h("p", {}, prose("Games with the same values, as they are or shifted: {cousin|cousins}.")),
    place,
  );
}

/** Does something once its place comes near the view. */
function whenSeen(place, act) {
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      act();
    },
    { rootMargin: "300px" },
  );
  seen.observe(place);
}
