// Sheets of paper: the heat map of values, where rows become constant, and the cuts of a sheet that is clicked.

import { ask, board, values } from "../api.js";
import { failure, grouped, h, section } from "../dom.js";
import { cuts } from "../pieces/sheet.js";
import { css, inkOn, valueColours } from "../plot/colours.js";
import { HeatMap } from "../plot/heatmap.js";
import { go, keepAddress, playAddress } from "../router.js";
import { table } from "../table.js";
import { prose, statusWord } from "../terms.js";

const RULES = [
  ["cut", "cut both ways at a grid point"],
  ["cut:one", "one straight cut"],
];
/** Sheets with more cuts are shown by their value alone. */
const MOST_CUTS = 2500;

export async function render({ main, query, signal }) {
  document.title = "Sheets · Sprague";
  const rule = RULES.some(([name]) => name === query.get("rule")) ? query.get("rule") : "cut";
  const to = /^\d+x\d+$/.test(query.get("to") ?? "") ? query.get("to") : "40x120";
  const sheet = h(
    "div",
    { class: "one-sheet", "aria-live": "polite" },
    h("p", { class: "note" }, "Click a sheet of the map, or read along with the arrow keys and press Enter."),
  );
  const address = (w, h_) =>
    `/sheets?${new URLSearchParams({ ...(rule !== "cut" && { rule }), ...(to !== "40x120" && { to }), ...(w && { w, h: h_ }) })}`;
  const map = new HeatMap({
    label: `Nim-values of sheets, rule ${rule}`,
    names: ["height h", "width w"],
    height: 460,
    chosen: ({ row, column }) => pick(row, column),
  });
  const pick = (w, h_) => {
    map.select(w, h_);
    keepAddress(address(w, h_));
    showSheet(sheet, rule, w, h_, signal);
  };
  main.append(
    h("h1", {}, "Sheets of paper"),
    h(
      "p",
      { class: "lead" },
      prose(
        `A sheet of w × h squares is cut along the grid; whoever cannot cut loses. The colour is the {nim-value}; 0 is {lost} for the player to move.`,
      ),
    ),
    chooser(rule, to),
    map.element,
  );
  const tails = section(
    "tails",
    "Row tails",
    h(
      "p",
      { class: "note" },
      rule === "cut"
        ? "looking …"
        : "Every play of one straight cut takes w·h − 1 moves: the value is its parity.",
    ),
  );
  main.append(section("sheet", "One sheet", sheet), tails);
  map.set(await values(rule, to, signal));
  performance.mark("sprague:first-plot");
  const [w, h_] = [Number(query.get("w")), Number(query.get("h"))];
  if (w >= 1 && h_ >= 1) pick(w, h_);
  if (rule === "cut") showTails(tails, map, to.split("x")[0], signal);
}

function chooser(rule, to) {
  const box = h("input", { type: "text", name: "to", value: to, size: "9", spellcheck: "false" });
  const select = h(
    "select",
    { name: "rule" },
    RULES.map(([name, line]) => h("option", { value: name, selected: name === rule }, `${name}: ${line}`)),
  );
  const submit = (event) => {
    event.preventDefault();
    const text = box.value.trim().replace(/[×*]/, "x");
    const ok = /^\d+x\d+$/.test(text);
    box.setCustomValidity(ok ? "" : "Width and height, such as 40x120");
    if (!box.reportValidity()) return;
    go(`/sheets?${new URLSearchParams({ rule: select.value, to: text })}`);
  };
  box.addEventListener("input", () => box.setCustomValidity(""));
  return h(
    "form",
    { class: "row", on: { submit } },
    h("label", {}, "Rule ", select),
    h("label", {}, "Sheets up to ", box),
    h("button", {}, "Show"),
  );
}

async function showSheet(place, rule, w, h_, signal) {
  const piece = `${w}x${h_}`;
  const links = h("p", {}, h("a", { href: playAddress(rule, piece) }, `Play ${piece}`));
  if ((w - 1) * (h_ - 1) > MOST_CUTS)
    return place.replaceChildren(
      h("p", {}, `The sheet ${piece} has ${grouped((w - 1) * (h_ - 1))} cuts, too many to draw.`),
      links,
    );
  try {
    const found = await board({ rule, position: piece, values: "true" }, signal);
    const largest = Math.max(1, ...found.moves.map((move) => Number(move.value)));
    const palette = valueColours(largest);
    const colour = Object.assign((value) => css(palette[value]), { ink: (value) => inkOn(palette[value]) });
    const wins = found.moves.filter((move) => move.value === "0");
    const value = found.value ?? found.pieces[0].value;
    const rows = found.moves.map((move) => [move.action, move.leaves, move.value]);
    place.replaceChildren(
      h(
        "p",
        {},
        h("strong", {}, `${w} × ${h_}: value ${value}, ${value === "0" ? "lost" : "won"}. `),
        found.moves.length
          ? `${grouped(found.moves.length)} cuts, ${grouped(wins.length)} of them win (ringed): they leave value 0.`
          : "It cannot be cut.",
      ),
      h("div", { class: "scroll-x" }, cuts(piece, found.moves, colour)),
      links,
      h(
        "details",
        {},
        h("summary", {}, "The cuts as a table"),
        table(["cut", "leaves", "value"], rows.slice(0, 500), { caption: `Cuts of ${piece}`, numeric: [2] }),
      ),
    );
  } catch (error) {
    if (error.name !== "AbortError") place.replaceChildren(failure(error), links);
  }
}

async function showTails(place, map, upto, signal) {
  try {
    const found = await ask({ ask: "law", rule: "cut", upto }, { signal });
    map.setTails(found.rows.map((row) => row.tail_start));
    const rows = found.rows.map((row) => [
      String(row.w),
      grouped(row.tail_start),
      String(row.tail_value),
      String(row.max_value),
    ]);
    place.replaceChildren(
      place.firstElementChild,
      h(
        "p",
        {},
        statusWord(found.status),
        prose(
          " Every row is constant from some height on, its {tail}, by the {tail theorem}. The line on the map is where it begins.",
        ),
      ),
      h(
        "details",
        { open: true },
        h("summary", {}, `${rows.length} rows`),
        table(["width w", "constant from height", "value there", "largest value"], rows, {
          caption: "Row tails",
          numeric: [0, 1, 2, 3],
        }),
      ),
    );
  } catch (error) {
    if (error.name !== "AbortError") place.replaceChildren(place.firstElementChild, failure(error));
  }
}
