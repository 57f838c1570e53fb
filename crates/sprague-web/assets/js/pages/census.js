// The census of short codes, to browse: a table that sorts and filters, with links to the games, downloads and a line
// to cite. The address holds what is shown.

import { census } from "../api.js";
import { copyButton, digits, grouped, h, onPaper, section } from "../dom.js";
import { docAddress, gameAddress, keepQuery } from "../router.js";
import { prose, statusWord } from "../terms.js";

const PAGE = 100;
/**
 * The key of a row, its name, and whether it compares as text.
 * @typedef {{ key: string, name: string, text?: boolean }} Column
 */
/** @type {Column[]} */
const COLUMNS = [
  { key: "rule", name: "code", text: true },
  { key: "names", name: "also known as", text: true },
  { key: "status", name: "status", text: true },
  { key: "period", name: "period" },
  { key: "preperiod", name: "preperiod" },
  { key: "saltus", name: "saltus" },
  { key: "max_value", name: "largest value" },
  { key: "values_computed", name: "values computed" },
  { key: "oeis", name: "OEIS", text: true },
];

/** @type {Column[]} */
const MISERE_COLUMNS = [
  { key: "rule", name: "code", text: true },
  { key: "order", name: "order" },
  { key: "p_portion", name: "lost elements" },
  { key: "kind", name: "kind", text: true },
  { key: "period", name: "period" },
  { key: "preperiod", name: "preperiod" },
  { key: "heaps", name: "heaps computed" },
  { key: "lower_bound", name: "then at least" },
];

/**
 * Codes compare by their digits; what is missing comes last.
 * @param {any} a
 * @param {any} b
 * @param {{ key: string, text?: boolean }} column
 * @param {boolean} down
 */
function compared(a, b, { key, text }, down) {
  const [one, other] = [a[key], b[key]];
  const missing = (value) => value === null || value === undefined || value === "";
  if (missing(one) || missing(other)) return Number(missing(one)) - Number(missing(other));
  const order = text ? String(one).localeCompare(String(other), "en") : one - other;
  return down ? -order : order;
}

/** The tables: their columns, rows as they are shown, what a filter reads, and which rows have a law. */
const TABLES = {
  normal: {
    columns: COLUMNS,
    row: tableRow,
    text: (row) => [
      row.rule,
      ...row.codes.map(({ code }) => code),
      ...row.titles,
      row.oeis,
      row.theorem ?? "",
    ],
    lawful: (row) => row.status === "proved",
  },
  misere: {
    columns: MISERE_COLUMNS,
    row: misereRow,
    text: (row) => [row.rule, row.title ?? "", row.kind],
    lawful: (row) => row.period !== null,
  },
};

function prepared(row) {
  const titles = row.codes.map((code) => code.title).filter(Boolean);
  const others = row.codes.filter((code) => code.code !== row.rule);
  const numbers = [...new Set(row.codes.map((code) => code.oeis).filter(Boolean))];
  return { ...row, titles, others, names: titles[0] ?? others[0]?.code ?? "", oeis: numbers.join(" ") };
}

const link = (code, title) => h("a", { href: gameAddress(code) }, title ?? h("code", {}, code));

function otherCodes({ others }) {
  const shown = others
    .slice(0, 3)
    .map(({ code, title, shift }) => [
      link(code, title),
      shift ? h("span", { class: "note" }, ` at n − ${shift}`) : "",
    ]);
  const more = others.length > 3 ? h("span", { class: "note" }, ` and ${others.length - 3} more`) : "";
  return [shown.flatMap((one, i) => (i ? [", ", ...one] : one)), more];
}

const number = (value) => (value === null || value === undefined ? "–" : digits(value));

function tableRow(row) {
  const title = row.codes.find(({ code }) => code === row.rule)?.title;
  const sequence = (name) =>
    h("a", { href: `https://oeis.org/${name}`, target: "_blank", rel: "noreferrer" }, name);
  return h(
    "tr",
    { "data-rule": row.rule },
    h("th", { scope: "row" }, link(row.rule), title ? ` ${title}` : ""),
    h("td", { class: "names" }, otherCodes(row)),
    h(
      "td",
      {},
      row.period === null ? h("span", { class: "tag quiet" }, "no law found") : statusWord(row.status),
    ),
    [row.period, row.preperiod, row.saltus, row.max_value, row.values_computed].map((value) =>
      h("td", { class: "numeric" }, number(value)),
    ),
    h("td", {}, row.oeis ? row.oeis.split(" ").map((name) => [sequence(name), " "]) : ""),
  );
}

function misereRow(row) {
  return h(
    "tr",
    { "data-rule": row.rule },
    h(
      "th",
      { scope: "row" },
      h("a", { href: `${gameAddress(row.rule)}#misere` }, h("code", {}, row.rule)),
      row.title ? ` ${row.title}` : "",
    ),
    [row.order, row.p_portion].map((value) => h("td", { class: "numeric" }, number(value))),
    h("td", {}, row.kind),
    [row.period, row.preperiod, row.heaps, row.lower_bound].map((value) =>
      h("td", { class: "numeric" }, number(value)),
    ),
  );
}

export async function render({ main, query: given, signal }) {
  document.title = "Census · Sprague";
  const { rows: raw, misere: found = [], version } = await census(signal);
  const rows = raw.map(prepared);
  const misere = found.map((row) => ({ ...row, kind: row.tame ? "tame" : "wild" }));
  const browser = new Browser({ normal: rows, misere }, given);
  main.append(
    h("h1", {}, "Census of short codes"),
    h(
      "p",
      { class: "lead" },
      prose(
        "Every octal {code|take-and-break code} of up to three digits and every hexadecimal one of up to two: its {period}, or how far the search went.",
      ),
    ),
    complete(rows),
    ...(misere.length > 0 ? [completeMisere(misere)] : []),
    browser.element,
    section("cite", "Cite this", ...citation(version, rows, misere)),
  );
}

/** What is complete, in numbers that are counted here. */
function complete(rows) {
  const codes = rows.reduce((sum, row) => sum + row.codes.length, 0);
  const proved = rows.filter((row) => row.status === "proved");
  const with_ = proved.reduce((sum, row) => sum + row.codes.length, 0);
  const least = Math.min(...rows.filter((row) => row.status !== "proved").map((row) => row.values_computed));
  return h(
    "p",
    { class: "complete" },
    `The table has ${grouped(rows.length)} rows for ${grouped(codes)} codes: codes with the same values share a row. `,
    `${grouped(proved.length)} rows, ${grouped(with_)} codes, have a proved law. In the other ${grouped(rows.length - proved.length)} no law was found within the limits of the run, `,
    `which computed at least ${grouped(least)} values of each; nothing is claimed about them beyond. `,
    h("a", { href: docAddress("census") }, "How it was made"),
    ".",
  );
}

/** The same of misère play. */
function completeMisere(rows) {
  const laws = rows.filter((row) => row.period !== null).length;
  const most = Math.max(...rows.map(({ order }) => order));
  return h(
    "p",
    { class: "complete-misere" },
    prose("In {misère play}, where the player who cannot move wins, the table has all "),
    `${grouped(rows.length)} octal codes of up to three digits: ${grouped(laws)} have a proved law. `,
    prose("Of the others it has the {misère quotient} of the heaps up to a size, "),
    `of at most ${grouped(most)} elements, and how many the next heap needs at least. `,
    "All of it is proved, and the page of each game writes the certificate. ",
    h("a", { href: docAddress("misere") }, "The theory"),
    ".",
  );
}

function citation(version, rows, misere) {
  const text = `The Sprague developers, Sprague ${version}: census of ${rows.length} normal forms of take-and-break codes, laws with certificates.`;
  return [
    h("p", { class: "citation" }, text, " ", copyButton(text)),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: "/api/census.csv", download: "" }, "Download the table (CSV)"),
      misere.length > 0 &&
        h(
          "a",
          { class: "button", href: "/api/census/misere.csv", download: "" },
          "Download the table of misère play (CSV)",
        ),
    ),
  ];
}

/** The table with its filter; sorting and filter are in the address. */
class Browser {
  constructor(tables, given) {
    this.tables = tables;
    this.play = given.get("play") === "misere" && tables.misere.length ? "misere" : "normal";
    this.sort = this.table.columns.some(({ key }) => key === given.get("sort")) ? given.get("sort") : "rule";
    this.down = given.get("order") === "down";
    this.shown = PAGE;
    /** Rows that paper has at least. */
    this.printed = 0;
    this.box = h("input", {
      type: "search",
      id: "census-filter",
      value: given.get("q") ?? "",
      placeholder: "code, name, A-number",
      spellcheck: "false",
    });
    this.status = h(
      "select",
      { id: "census-status" },
      [
        ["", "all"],
        ["proved", "law proved"],
        ["observed", "no law found"],
      ].map(([value, name]) => h("option", { value, selected: value === (given.get("status") ?? "") }, name)),
    );
    this.plays = h(
      "select",
      { id: "census-play" },
      [
        ["normal", "normal play"],
        ["misere", "misère play"],
      ].map(([value, name]) => h("option", { value, selected: value === this.play }, name)),
    );
    this.plays.addEventListener("change", () => this.turn());
    this.count = h("p", { class: "note", role: "status" });
    this.head = h("tr", {});
    this.body = h("tbody", {});
    this.more = h(
      "button",
      { type: "button", on: { click: () => ((this.shown += PAGE * 5), this.draw()) } },
      "More rows",
    );
    const changed = () => {
      this.shown = PAGE;
      this.keep();
      this.draw();
    };
    this.box.addEventListener("input", changed);
    this.status.addEventListener("change", changed);
    this.element = h(
      "div",
      { class: "census" },
      h(
        "form",
        { class: "row", on: { submit: (event) => event.preventDefault() } },
        h("label", { for: "census-filter" }, "Find"),
        this.box,
        h("label", { for: "census-status" }, "Show"),
        this.status,
        tables.misere.length > 0 && [h("label", { for: "census-play" }, "in"), this.plays],
      ),
      this.count,
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Census" },
        h("table", {}, h("thead", {}, this.head), this.body),
      ),
      this.more,
    );
    const printed = (rows) => () => {
      this.printed = rows;
      this.draw();
    };
    onPaper(this.element, printed(Infinity), printed(0));
    this.draw();
  }

  get table() {
    return TABLES[this.play];
  }

  /** To the other table. */
  turn() {
    this.play = this.plays.value;
    this.sort = "rule";
    this.down = false;
    this.shown = PAGE;
    this.keep();
    this.draw();
  }

  keep() {
    keepQuery({
      play: this.play === "normal" ? "" : this.play,
      q: this.box.value.trim(),
      status: this.status.value,
      sort: this.sort === "rule" ? "" : this.sort,
      order: this.down ? "down" : "",
    });
  }

  by(key) {
    this.down = this.sort === key && !this.down;
    this.sort = key;
    this.keep();
    this.draw();
    this.head.querySelector(`[data-sort="${key}"]`)?.focus();
  }

  /** @param {Column} column */
  heading({ key, name, text }) {
    const sorted = this.sort === key ? (this.down ? "descending" : "ascending") : "none";
    const arrow = { ascending: " ▲", descending: " ▼", none: "" }[sorted];
    const button = h(
      "button",
      { type: "button", class: "sort", "data-sort": key, on: { click: () => this.by(key) } },
      name,
      arrow,
    );
    return h("th", { scope: "col", "aria-sort": sorted, class: text ? undefined : "numeric" }, button);
  }

  draw() {
    const words = this.box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const { columns, row: shown, text, lawful } = this.table;
    const column = columns.find(({ key }) => key === this.sort);
    const fits = (row) => {
      const all = text(row).join(" ").toLowerCase();
      return words.every((word) => all.includes(word));
    };
    const wanted = this.status.value;
    const rows = this.tables[this.play];
    const found = rows.filter((row) => (!wanted || lawful(row) === (wanted === "proved")) && fits(row));
    found.sort((a, b) => compared(a, b, column, this.down));
    this.head.replaceChildren(...columns.map((one) => this.heading(one)));
    this.body.replaceChildren(...found.slice(0, Math.max(this.shown, this.printed)).map(shown));
    this.count.textContent = `${grouped(found.length)} of ${grouped(rows.length)} rows`;
    this.more.hidden = found.length <= this.shown;
  }
}
