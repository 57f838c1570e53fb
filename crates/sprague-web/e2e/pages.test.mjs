// Every page: it loads, fits a phone, and axe-core finds nothing serious in either theme.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { address, PAGES, visit } from "./browser.mjs";
import { session, text, until } from "./session.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const test = session();

/** What axe-core finds that is serious or critical. */
async function findings(page) {
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

for (const [name, path, wait] of PAGES) {
  test(`${name} loads, fits a phone and is accessible in both themes`, async (page) => {
    // Into the page's own world, past the content-security policy that keeps scripts of others out.
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, path);
    await page.locator(wait).first().waitFor();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wider <= 0, `${wider} pixels wider than a phone`);
    assert.match(await page.title(), /Sprague/);
    assert.equal(await page.locator("h1").count(), 1);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate(await axe());
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      assert.deepEqual(await findings(page), [], `in the ${colorScheme} theme`);
    }
  });
}

async function axe() {
  const { readFile } = await import("node:fs/promises");
  return readFile(AXE, "utf8");
}

test("an address that is not there says so", async (page, _, { errors }) => {
  const response = await page.goto(`${address}/nowhere`);
  assert.equal(response.status(), 404);
  await page.locator("h1", { hasText: "Not found" }).waitFor();
  errors.length = 0;
});

test("a rule that is not one says so, with the fix", async (page, _, { errors }) => {
  await visit(page, "/game/kales");
  assert.match(await text(page, ".failure"), /kayles/);
  errors.length = 0;
});

test("links go from page to page without loading the shell again", async (page) => {
  await visit(page, "/");
  await page.evaluate(() => (window.same = true));
  for (const [name, title] of [
    ["Count", /Count/],
    ["Sheets", /Sheets/],
    ["About", /About/],
    ["Games", /impartial/],
  ]) {
    await page.locator("header nav a", { hasText: name }).click();
    await until(page, (pattern) => new RegExp(pattern).test(document.title), title.source);
  }
  await page.goBack();
  await until(page, () => /About/.test(document.title));
  assert.equal(await page.evaluate(() => window.same), true);
});

test("a game is found by name, by code and by description", async (page) => {
  await visit(page, "/");
  for (const [typed, rule] of [
    ["dawson-chess", "0.137"],
    ["0.156", "0.156"],
    ["square", "sub:squares"],
  ]) {
    await page.locator("#find").fill(typed);
    await page.locator(".found a code", { hasText: rule }).first().waitFor();
  }
  await page.locator("#find").fill("kayles");
  await page.locator(".found a code", { hasText: "0.77" }).first().waitFor();
  await page.locator("#find").press("Enter");
  await page.waitForURL(/\/game\/0\.77$/);
});

test("a Project Euler problem is answered live, at the size that is typed", async (page) => {
  await visit(page, "/");
  assert.equal(await page.locator(".problem").count(), 13);
  const problem = page.locator('[data-problem="306"]');
  await problem.scrollIntoViewIfNeeded();
  await problem.locator(".answer-number", { hasText: "852" }).waitFor();
  await problem.locator("input").fill("50");
  await problem.locator("input").press("Enter");
  await until(
    page,
    () => document.querySelector('[data-problem="306"] .answer-number')?.textContent === "40",
  );
});

test("a term opens where it stands, holds further terms, and closes with Escape", async (page) => {
  await visit(page, "/game/0.77");
  const term = page.locator("#values button.term", { hasText: "nim-value" });
  assert.equal(await term.getAttribute("aria-expanded"), "false");
  await term.focus();
  await page.keyboard.press("Enter");
  assert.equal(await term.getAttribute("aria-expanded"), "true");
  const note = page.locator(`#${await term.getAttribute("aria-controls")}`);
  await note.locator("button.term", { hasText: "mex" }).click();
  await note.locator(".definition", { hasText: "least of 0, 1, 2" }).waitFor();
  await note.locator(".close").last().focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await term.focus();
  await page.keyboard.press("Escape");
  assert.equal(await note.count(), 0);
});

test("a theme is chosen and remembered", async (page) => {
  await visit(page, "/about");
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.locator('.theme-switch label:has(input[value="light"])').click();
  const light = await paper();
  await page.locator('.theme-switch label:has(input[value="dark"])').click();
  assert.notEqual(await paper(), light);
  await visit(page, "/count");
  assert.notEqual(await paper(), light);
  await page.locator('.theme-switch label:has(input[value="system"])').click();
});

test("two games are compared, one is the other shifted", async (page) => {
  await visit(page, "/compare?rules=0.07,0.137");
  await page.locator("#differences", { hasText: "for all n" }).waitFor();
  assert.match(
    await text(page, "#differences"),
    /G\(n\) of 0\.07 is G\(n − 1\) of 0\.137 for all n\s+✓ proved/,
  );
  await page.locator("#rules").fill("sub:1,3,4 0.77");
  await page.locator("#rules").press("Enter");
  await page.locator("#laws", { hasText: "sub:1,3,4" }).waitFor();
});

test("a sheet of the map is clicked: 4 of the 8 cuts of 5x3 win", async (page) => {
  await visit(page, "/sheets?to=12x12");
  const stage = page.locator(".stage");
  const box = await stage.boundingBox();
  const [left, top, right, bottom] = [52, 26, 14, 40];
  const at = (share, low, high) => low + ((share - 0.5) / 12) * (high - low);
  await stage.click({ position: { x: at(3, left, box.width - right), y: at(5, top, box.height - bottom) } });
  await page.locator("#sheet", { hasText: "8 cuts, 4 of them win" }).waitFor();
  assert.equal(await page.locator("#sheet circle.wins").count(), 4);
  assert.match(page.url(), /w=5&h=3/);
});
