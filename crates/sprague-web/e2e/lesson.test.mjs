// What makes the pages a lesson: proofs with the game's own numbers, the mex on a game's page, documents, the census,
// state in the address, and what is printed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { asked, PAGES, textOf, visit } from "./browser.mjs";
import { session, text, until } from "./session.mjs";

const test = session();

test("the proof has this game's numbers, in typeset mathematics, and a link to the page", async (page) => {
  await visit(page, "/game/0.77");
  await page.locator(".proof").waitFor();
  const formulas = await page
    .locator('.proof [role="math"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.ok(formulas.includes("71 <= x < 2·71 + 1·12 + 2 = 156"), formulas.join(" | "));
  for (const here of ["k = 2", "m = 2", "p = 12", "a = 71"]) assert.ok(formulas.includes(here), here);
  assert.match(await text(page, ".proof"), /85 equations/);
  // The first heap beyond the window, and the law used once.
  for (const worked of ["168 - 2 = 166", "166/2 = 83", "G(168) = G(156)"])
    assert.ok(formulas.includes(worked), worked);
  await page.locator('.proof [aria-label="10^12 = 76 + 83333333327·12"]').waitFor();
  await page.locator('.proof [aria-label="G(10^12) = G(76) = 1"]').waitFor();
  const order = await page
    .locator(".content > section, .content > div > section")
    .evaluateAll((all) => all.map(({ id }) => id));
  assert.deepEqual(order.slice(0, 4), ["values", "law", "move", "lesson"]);
  await page.locator(".proof a", { hasText: "full proof" }).click();
  await page.waitForURL(/\/periodicity(\.html)?$/);
  await page.locator("h1", { hasText: "Periods of take-and-break rules" }).waitFor();
});

test("no formula of a proof is cut off on a phone", async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/game/0.16");
  await page.locator(".proof").waitFor();
  const cut = await page
    .locator(".proof math, .proof [role=math]")
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > window.innerWidth).length);
  assert.equal(cut, 0);
});

test("names come before codes", async (page) => {
  await visit(page, "/game/grundy");
  assert.match(await text(page, "h1"), /^Grundy's game\s+grundy/);
  await visit(page, "/game/0.77");
  assert.match(await text(page, "h1"), /^Kayles\s+0\.77/);
  await page.locator(".side a", { hasText: "Play Kayles" }).click();
  await until(page, () => /^Play Kayles/.test(document.querySelector("h1")?.textContent ?? ""));
});

test("a value is built up on the page of its game, and the address has the piece", async (page) => {
  await visit(page, "/game/0.77");
  await page.locator("#lesson-piece").fill("7");
  await page.locator("#lesson-piece").press("Enter");
  await page.locator("#lesson .lesson-line", { hasText: "7 has" }).waitFor();
  await page.locator("#lesson button", { hasText: "All options" }).click();
  assert.equal(await page.locator("#lesson th.mex").innerText(), "2");
  assert.match(page.url(), /piece=7/);
});

test.server("no document is wider than a phone, whatever its formulas", async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/docs");
  const links = await page
    .locator('.document a[href^="/docs/"]')
    .evaluateAll((all) => [...new Set(all.map((link) => new URL(link.href).pathname))]);
  for (const link of links) {
    await visit(page, link);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wider <= 0, `${link} is ${wider} pixels wider than a phone`);
  }
});

test.server(
  "documents are read without scripts, link to each other, and have typeset formulas",
  async (page) => {
    await visit(page, "/docs");
    const links = await page
      .locator('.document a[href^="/docs/"]')
      .evaluateAll((all) => [...new Set(all.map((link) => link.href))]);
    assert.ok(links.length > 35, `${links.length} documents`);
    for (const link of links) {
      const response = await page.request.get(link);
      assert.equal(response.status(), 200, link);
      assert.match(await response.text(), /<article class="document">[\s\S]*<h1>/);
    }
    await visit(page, "/docs/periodicity");
    assert.ok((await page.locator("sup, math msup", { hasText: "11" }).count()) > 0);
    await visit(page, "/docs/misere");
    await page.locator("math msub", { hasText: /^Qn$/ }).first().waitFor();
    const plain = await page.evaluate(() => {
      const copy = document.querySelector(".document").cloneNode(true);
      copy.querySelectorAll("code, math").forEach((one) => one.remove());
      return copy.textContent;
    });
    assert.doesNotMatch(plain, /\b\w_[\w{]|\^[\d({]/, "indices and powers are typeset");
    await page.locator('a[href="/docs/machine-checked"]').first().click();
    await page.waitForURL(/machine-checked/);
    await page.locator("header nav a", { hasText: "Games" }).click();
    await page.locator("#find").waitFor();
  },
);

test("the census sorts, filters, links, downloads and says what is complete", async (page) => {
  await visit(page, "/census");
  const { rows } = await asked(page, "/api/census");
  assert.match(await text(page, ".complete"), new RegExp(`${rows.length} rows`));
  await page.locator('[data-sort="period"]').click();
  await page.locator('[data-sort="period"]').click();
  const largest = Math.max(...rows.map(({ period }) => period ?? 0));
  const shown = await page.locator("tbody tr td:nth-child(4)").allInnerTexts();
  assert.ok(
    shown.map((cell) => Number(cell.replace(/\D/g, ""))).includes(largest),
    "the longest period is on top",
  );
  assert.match(page.url(), /sort=period&order=down/);
  await page.locator("#census-filter").fill("A002186");
  await until(page, () => document.querySelectorAll(".census tbody tr").length === 1);
  assert.match(await text(page, ".census tbody tr"), /0\.77.*Kayles/);
  await page.reload();
  await until(page, () => document.querySelectorAll(".census tbody tr").length === 1);
  await page.locator("#census-filter").fill("");
  await page.locator("#census-status").selectOption("observed");
  await page.locator(".census .tag.quiet").first().waitFor();
  assert.match(await text(page, ".citation"), /Sprague developers, Sprague \d/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("#cite a.button").first().click(),
  ]);
  assert.equal(
    readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n").length,
    rows.length + 1,
  );
});

test("the census of misère play sorts, filters, links and downloads", async (page) => {
  await visit(page, "/census");
  const { misere } = await asked(page, "/api/census");
  const laws = misere.filter(({ period }) => period !== null);
  assert.match(await text(page, ".complete-misere"), new RegExp(`${laws.length} have a proved law`));
  await page.locator("#census-play").selectOption("misere");
  assert.match(page.url(), /play=misere/);
  await page.locator("#census-filter").fill("Kayles");
  await until(page, () => /^2 of/.test(document.querySelector(".census .note").textContent));
  assert.match(await text(page, '.census tr[data-rule="0.77"]'), /0\.77 Kayles\s+40\s+9\s+wild\s+12\s+71/);
  await page.locator("#census-filter").fill("");
  await page.locator("#census-status").selectOption("proved");
  await page.locator('[data-sort="order"]').click();
  await page.locator('[data-sort="order"]').click();
  const first = await page.locator(".census tbody tr td:nth-child(2)").first().innerText();
  assert.equal(Number(first), Math.max(...laws.map(({ order }) => order)));
  await page.reload();
  await until(page, () => /512|511/.test(document.querySelector(".census .note")?.textContent ?? ""));
  assert.equal(await page.locator(".census tbody tr td:nth-child(2)").first().innerText(), first);
  assert.equal((await textOf(page, "/api/census/misere.csv")).trim().split("\n").length, misere.length + 1);
  await page.locator(".census tbody a").first().click();
  await page.locator("#misere .misere-census", { hasText: `order ${first}` }).waitFor();
});

test("the zoom of a plot is in the address", async (page) => {
  await visit(page, "/game/0.77");
  await page.locator("#values .ranges button").first().click();
  await until(page, () => /view=0-100/.test(location.search));
  await page.reload();
  await until(page, () => performance.getEntriesByName("sprague:plot").at(-1)?.detail.points === 101);
});

test("Compare has rules, overlay and view in the address", async (page) => {
  await visit(page, "/compare?rules=0.07,0.137");
  await page.locator("#pictures figure").nth(1).waitFor();
  await page.locator("#overlay").check();
  await until(page, () => document.querySelectorAll("#pictures figure").length === 1);
  assert.match(page.url(), /rules=0\.07,0\.137.*overlay=1/);
  assert.match(await text(page, "#pictures .legend"), /Dawson's Kayles\s*Dawson's chess/);
  await page.locator("#pictures .zoom button").nth(1).click();
  await until(page, () => /view=\d+-\d+/.test(location.search));
  await page.reload();
  await page.locator("#overlay:checked").waitFor();
  assert.equal(await page.locator("#pictures figure").count(), 1);
});

test("the zoom of a heat map is in the address", async (page) => {
  await visit(page, "/sheets?to=30x40");
  await until(page, () => document.querySelector(".stage")?.dataset.cell);
  await page.locator(".zoom button").nth(1).click();
  await until(page, () => /view=\d+-\d+,\d+-\d+/.test(location.search));
  const view = new URL(page.url()).searchParams.get("view");
  await page.reload();
  await until(page, () => document.querySelector(".stage")?.dataset.cell);
  await page.locator(".zoom button").nth(0).click();
  await until(page, () => !/view=/.test(location.search));
  assert.ok(view.length > 5);
});

test("back returns to the place on the home page", async (page) => {
  await visit(page, "/");
  await page.locator("#all").scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const before = await page.evaluate(() => window.scrollY);
  assert.ok(before > 300);
  await page.locator("#all tbody a").nth(5).click();
  await page.waitForURL(/\/game\//);
  await page.goBack();
  await until(page, (wanted) => Math.abs(window.scrollY - wanted) < 5, before);
});

test("a count and its form are in the address; back and forward restore them", async (page) => {
  await visit(page, "/count?count=wins&rule=0.07&to=1000");
  await page.locator(".answer-number").waitFor();
  const first = await page.locator(".answer-number").textContent();
  await page.locator('input[name="to"]').fill("2000");
  await page.locator(".counting button.primary").click();
  await until(
    page,
    (old) =>
      document.querySelector(".answer-number") &&
      document.querySelector(".answer-number").textContent !== old,
    first,
  );
  await page.goBack();
  await until(page, (old) => document.querySelector(".answer-number")?.textContent === old, first);
  assert.equal(await page.locator('input[name="to"]').inputValue(), "1000");
});

test("heat maps have square cells, marked zeros and a legend", async (page) => {
  await visit(page, "/sheets");
  await until(page, () => document.querySelector(".stage")?.dataset.cell);
  const [cell, width, height] = await page.evaluate(() => {
    const stage = document.querySelector(".stage");
    return [Number(stage.dataset.cell), stage.clientWidth, stage.clientHeight];
  });
  assert.ok(Math.abs(height - 66 - 40 * cell) < 2, "40 rows of square cells");
  assert.ok(width - 66 + 1 >= 120 * cell, "120 columns of the same width");
  assert.match(await text(page, ".legend"), /0, lost/);
  assert.equal(await page.locator(".legend i.ringed").count(), 1);
});

test("mathematics is typeset", async (page) => {
  await visit(page, "/count?count=wins&rule=0.07&to=10^100");
  await page.locator(".asked sup", { hasText: "100" }).waitFor();
  assert.doesNotMatch(await text(page, ".found-count"), /10\^100/);
  await visit(page, "/game/mock-turtles");
  await page.locator("#law .statement").waitFor();
  assert.doesNotMatch(await text(page, "#law"), / - |<=|\^/);
});

test("on paper: tokens, pressed tabs and a light plot are there, what only a screen needs is not", async (page) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await visit(page, "/game/0.77");
  await page.locator("#law .statement").waitFor();
  await page.locator("#code").scrollIntoViewIfNeeded();
  await page.locator('#code .tab[aria-pressed="true"]').waitFor();
  // The colour that most of the picture has, of what is drawn at all.
  const lightest = () => {
    const canvas = document.querySelector("#values canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const counts = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
      if (data[i + 3] > 200) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return [...counts].sort((one, other) => other[1] - one[1])[0][0];
  };
  assert.equal(await page.evaluate(lightest), "111,176,242", "the points of the dark theme");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(lightest), "31,98,167", "the points of the light theme");
  const style = (selector, name) =>
    page.evaluate(([wanted, key]) => getComputedStyle(document.querySelector(wanted))[key], [selector, name]);
  assert.notEqual(
    await style('.tab[aria-pressed="true"]', "color"),
    await style('.tab[aria-pressed="true"]', "backgroundColor"),
  );
  assert.equal(await style("header nav", "display"), "none");
  assert.equal(await style(".plot .tools", "display"), "none");
  const waiting = await page
    .locator(".waiting")
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
  assert.equal(waiting, 0, "nothing that is being looked for is printed");
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await visit(page, "/play/kayles/3+5+7");
  await page.emulateMedia({ media: "print" });
  assert.equal(await style(".token", "printColorAdjust"), "exact");
});

/** What a reader of the paper could only press. */
const controls = () =>
  [...document.querySelectorAll("button, input, select, textarea, progress")]
    .filter(
      (one) => !one.matches(".term, .tab, .token, .coin, .playing-card, .sort, .ply, .gap, .problem input"),
    )
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0)
    .map((one) => one.outerHTML.slice(0, 90));

/** The page as paper has it. */
async function onPaper(page) {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
}

test("no control is printed, on any page", async (page) => {
  for (const [name, path, wait] of PAGES) {
    await page.emulateMedia({ media: "screen" });
    await visit(page, path);
    await page.locator(wait).first().waitFor();
    await onPaper(page);
    assert.deepEqual(await page.evaluate(controls), [], name);
  }
});

test("paper has the whole lesson, and the screen has its step again", async (page) => {
  await visit(page, "/game/0.77?piece=7");
  await page.locator("#lesson .lesson-line", { hasText: "7 has" }).waitFor();
  await page.locator("#lesson button", { hasText: "Next option" }).click();
  assert.equal(await page.locator("#lesson .options li").count(), 1);
  await onPaper(page);
  assert.equal(await page.locator("#lesson th.mex").innerText(), "2");
  assert.equal(await page.locator("#lesson .options li").count(), 7);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("#lesson .options li").count(), 1);
});

test("paper has the whole census", async (page) => {
  await visit(page, "/census");
  const { rows } = await asked(page, "/api/census");
  await onPaper(page);
  assert.equal(await page.locator(".census tbody tr").count(), rows.length);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator(".census tbody tr").count(), 100);
});

test("on a phone what to do and the board come first, then the buttons", async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/play/kayles/3+5+7");
  const top = async (selector) => (await page.locator(selector).first().boundingBox()).y;
  const order = [".turn", ".table-top", ".play-bar", ".settings"];
  const tops = await Promise.all(order.map(top));
  assert.deepEqual(
    tops,
    [...tops].sort((one, other) => one - other),
    order.join(", "),
  );
  assert.ok(tops[1] < 844 / 2, `the board begins at ${tops[1]}`);
});

test("a finger hits a node of a tree or a graph", async (page) => {
  for (const path of ["/play/tree/(()(()(())))", "/play/node-kayles/1-2,2-3,3-4,4-1"]) {
    await visit(page, path);
    await page.locator(".hit").first().waitFor();
    const sizes = await page
      .locator("circle.hit")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    assert.ok(
      sizes.every((size) => size >= 43.5),
      `${path}: ${sizes}`,
    );
  }
});
