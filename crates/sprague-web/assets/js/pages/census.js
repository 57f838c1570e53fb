// The census of short codes, to browse: a table that sorts and filters, with links to the games, downloads and a line
// to cite. The address holds what is shown.

import { census } from "../api.js";
import { copyButton, digits, grouped, h, section } from "../dom.js";
import { docAddress, gameAddress, keepQuery } from "../router.js";
import { prose, statusWord } from "../terms.js";

const PAGE = 100;
/**
 * The key of a row, its name, and whether it compares as text.
 * @type {{ key: string, name: string, text?: boolean }[]}
 */
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

function prepared(row) {
  const titles = row.codes.map((code) => code.title).filter(Boolean);
  const others = row.codes.filter((code) => code.code !== row.rule);
  const numbers = [...new Set(row.codes.map((code) => code.oeis).filter(Boolean))];
  return { ...row, titles, others, names: titles[0] ?? others[0]?.code ?? "", oeis: numbers.join(" ") };
}

/** Whether a row has every word of the filter in it. */
function fits(row, words) {
  const text = [row.rule, ...row.codes.map(({ code }) => code), ...row.titles, row.oeis, row.theorem ?? ""]
    .join(" ")
    .toLowerCase();
  return words.every((word) => text.includes(word));
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
    h("td", {}, otherCodes(row)),
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

export async function render({ main, query: given, signal }) {
  document.title = "Census · Sprague";
  const { rows: raw, version } = await census(signal);
  const rows = raw.map(prepared);
  const browser = new Browser(rows, given);
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
    browser.element,
    section("cite", "Cite this", ...citation(version, rows)),
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

function citation(version, rows) {
  const text = `The Sprague developers, Sprague ${version}: census of ${rows.length} normal forms of take-and-break codes, laws with certificates.`;
  return [
    h("p", { class: "citation" }, text, " ", copyButton(text)),
    h(
      "p",
      {},
      h("a", { class: "button", href: "/api/census.csv", download: "" }, "Download the table (CSV)"),
    ),
  ];
}

/** The table with its filter; sorting and filter are in the address. */
class Browser {
  constructor(rows, given) {
    this.rows = rows;
    this.sort = COLUMNS.some(({ key }) => key === given.get("sort")) ? given.get("sort") : "rule";
    this.down = given.get("order") === "down";
    this.shown = PAGE;
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
      ),
      this.count,
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Census" },
        h("table", {}, h("thead", {}, this.head), this.body),
      ),
      this.more,
    );
    this.draw();
  }

  keep() {
    keepQuery({
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

  /** @param {{ key: string, name: string, text?: boolean }} column */
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
    const column = COLUMNS.find(({ key }) => key === this.sort);
    const found = this.rows.filter(
      (row) => (!this.status.value || row.status === this.status.value) && fits(row, words),
    );
    found.sort((a, b) => compared(a, b, column, this.down));
    this.head.replaceChildren(...COLUMNS.map((one) => this.heading(one)));
    this.body.replaceChildren(...found.slice(0, this.shown).map(tableRow));
    this.count.textContent = `${grouped(found.length)} of ${grouped(this.rows.length)} rows`;
    this.more.hidden = found.length <= this.shown;
  }
}
