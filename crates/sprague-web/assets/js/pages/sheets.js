// Sheets of paper: the heat map of values, where rows become constant, and the cuts of a sheet that is clicked.

import { ask, board, values } from "../api.js";
import { filled, grouped, h, section } from "../dom.js";
import { cuts } from "../pieces/sheet.js";
import { css, inkOn, valueColours } from "../plot/colours.js";
import { HeatMap } from "../plot/heatmap.js";
import { go, keepAddress, keepQuery, playAddress, query } from "../router.js";
import { table } from "../table.js";
import { prose, statusWord } from "../terms.js";
import { tailsTable } from "./law.js";

const RULES = [
  ["cut", "cut both ways at a grid point"],
  ["cut:one", "one straight cut"],
];
/** Sheets with more cuts are shown by their value alone. */
const MOST_CUTS = 2500;
const LISTED = 500;
const USUAL = "40x120";
const STRAIGHT = "Every play of one straight cut takes w·h − 1 moves: the value is its parity.";

export async function render({ main, query: given, signal }) {
  document.title = "Sheets · Sprague";
  const rule = RULES.some(([name]) => name === given.get("rule")) ? given.get("rule") : "cut";
  const to = /^\d+x\d+$/.test(given.get("to") ?? "") ? given.get("to") : USUAL;
  const sheet = h(
    "div",
    { class: "one-sheet", "aria-live": "polite" },
    h("p", { class: "note" }, "Click a sheet of the map, or read along with the arrow keys and press Enter."),
  );
  const address = (w, h_) =>
    `/sheets${query({ rule: rule === "cut" ? "" : rule, to: to === USUAL ? "" : to, w, h: h_, view: new URLSearchParams(location.search).get("view") })}`;
  const map = new HeatMap({
    label: `Nim-values of sheets, rule ${rule}`,
    names: ["height h", "width w"],
    height: 460,
    chosen: ({ row, column }) => pick(row, column),
    view: given.get("view"),
    viewed: (view) => keepQuery({ view }),
  });
  const pick = (w, h_, clicked = true) => {
    map.select(w, h_);
    keepAddress(address(w, h_), { push: clicked });
    filled(sheet, () => oneSheet(rule, w, h_, signal));
  };
  main.append(
    h("h1", {}, "Sheets of paper"),
    h(
      "p",
      { class: "lead" },
      prose(
        `A sheet of w × h squares is cut along the grid; the player who cannot cut loses. The colour is the {nim-value}; 0 is {lost} for the player to move.`,
      ),
    ),
    chooser(rule, to),
    map.element,
  );
  const tails = section(
    "tails",
    "Row tails",
    h(
      "div",
      {},
      h("p", { class: rule === "cut" ? "note waiting" : "note" }, rule === "cut" ? "looking …" : STRAIGHT),
    ),
  );
  main.append(section("sheet", "One sheet", sheet), tails);
  map.set(await values(rule, to, signal));
  performance.mark("sprague:first-plot");
  const [w, h_] = [Number(given.get("w")), Number(given.get("h"))];
  if (w >= 1 && h_ >= 1) pick(w, h_, false);
  if (rule === "cut") filled(tails.lastElementChild, () => tailsOf(map, to.split("x")[0], signal));
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
    go(`/sheets${query({ rule: select.value, to: text })}`);
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

/** A sheet with all its cuts. */
async function oneSheet(rule, w, h_, signal) {
  const piece = `${w}x${h_}`;
  const links = h("p", {}, h("a", { href: playAddress(rule, piece) }, `Play ${piece}`));
  const inner = grouped((w - 1) * (h_ - 1));
  if ((w - 1) * (h_ - 1) > MOST_CUTS)
    return [h("p", {}, `The sheet ${piece} has ${inner} inner points, too many to draw its cuts.`), links];
  const { moves, value } = await board({ rule, position: piece, values: "true" }, signal);
  const palette = valueColours(Math.max(1, ...moves.map((move) => Number(move.value))));
  const colour = Object.assign((of) => css(palette[of]), { ink: (of) => inkOn(palette[of]) });
  const wins = moves.filter((move) => move.value === "0").length;
  const many = wins ? `${grouped(wins)} of them win (ringed): they leave value 0.` : "and none of them wins.";
  const line = `${grouped(moves.length)} cuts, ${many}`;
  const rows = moves.slice(0, LISTED).map((move) => [move.action, move.leaves, move.value]);
  const behind = table(["cut", "leaves", "value"], rows, { caption: `Cuts of ${piece}`, numeric: [2] });
  return [
    h(
      "p",
      {},
      h("strong", {}, `${w} × ${h_}: value ${value}, ${value === "0" ? "lost" : "won"}. `),
      moves.length ? line : "It cannot be cut.",
    ),
    h("div", { class: "scroll-x" }, cuts(piece, moves, colour)),
    links,
    h("details", {}, h("summary", {}, "The cuts as a table"), behind),
  ];
}

async function tailsOf(map, to, signal) {
  const found = await ask({ ask: "law", rule: "cut", to: to }, { signal });
  map.setTails(found.rows.map((row) => row.tail_start));
  const line = " Every row is constant from some height on, its {tail}, by the {tail theorem}.";
  return [
    h("p", {}, statusWord(found.status), prose(`${line} The marks on the map are where it begins.`)),
    h("details", { open: true }, h("summary", {}, `${found.rows.length} rows`), tailsTable(found)),
  ];
}
