// Every page: it loads, fits a phone, and axe-core finds nothing serious in either theme.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { address, asked, PAGES, saved, visit } from "./browser.mjs";
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

test("titles with an apostrophe and A-numbers find their games", async (page) => {
  for (const [typed, address] of [
    ["Grundy's game", /\/game\/grundy$/],
    ["Dawson’s Kayles", /\/game\/0\.07$/],
    ["A002186", /\/game\/0\.77$/],
  ]) {
    await visit(page, "/");
    await page.locator("#find").fill(typed);
    await page.locator("#find").press("Enter");
    await page.waitForURL(address);
  }
});

test("Enter opens only what was written exactly; arrows choose from the list", async (page, _, {
  errors,
}) => {
  for (const typed of ["take 1 or 2", "0."]) {
    await visit(page, "/");
    await page.locator("#find").fill(typed);
    await page.locator("#find").press("Enter");
    await page.locator(".searching .note", { hasText: "Choose from the list" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/", `${typed} opens nothing`);
    assert.ok((await page.locator(".found li").count()) > 0);
  }
  await page.locator("#find").fill("nim");
  await until(page, () => /^Nim/.test(document.querySelector(".found li")?.textContent ?? ""));
  await page.locator("#find").press("ArrowDown");
  await page.locator("#find").press("ArrowDown");
  const wanted = await page.locator('.found [aria-selected="true"] a').getAttribute("href");
  await page.locator("#find").press("Enter");
  await until(page, (path) => location.pathname === path, wanted);
  noLaw(errors);
});

test("a Project Euler problem is answered on request, at the size that is typed", async (page) => {
  await visit(page, "/");
  const { problems } = await asked(page, "/api/euler");
  assert.equal(await page.locator(".problem").count(), problems.length);
  const problem = page.locator('[data-problem="306"]');
  await problem.scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".answer-number").count(), 0, "no answer is shown unasked");
  await problem.locator("button", { hasText: "Answer" }).click();
  await problem.locator(".answer-number", { hasText: "852" }).waitFor();
  assert.equal(await page.locator(".answer-number").count(), 1);
  await problem.locator("input").fill("50");
  await problem.locator("input").press("Enter");
  await until(
    page,
    () => document.querySelector('[data-problem="306"] .answer-number')?.textContent === "40",
  );
  assert.match(page.url(), /problem=306&n=50/);
  await problem.locator("code", { hasText: "sprague euler 306 --n 50" }).waitFor();
  await page.reload();
  await page.locator('[data-problem="306"] .answer-number', { hasText: "40" }).waitFor();
});

test("a term opened in the census section gets a separate row", async (page) => {
  await visit(page, "/game/0.16");
  const facts = page.locator("#census dl.facts");
  const before = await facts.locator("dt").nth(1).boundingBox();
  await facts.locator("dt button.term").first().click();
  await facts.locator(".definition").waitFor();
  const [list, note] = [await facts.boundingBox(), await facts.locator(".definition").boundingBox()];
  assert.ok(note.width > list.width * 0.6, `the definition is ${note.width} of ${list.width} wide`);
  const after = await facts.locator("dt").nth(1).boundingBox();
  assert.ok(Math.abs(after.x - before.x) < 1 && Math.abs(after.width - before.width) < 2, "columns stay");
});

/** A game without a law has no answer to the question for one. */
const noLaw = (errors) => {
  const others = errors.filter((line) => !/status of 422/.test(line));
  errors.splice(0, errors.length, ...others);
};

test("what pages say is right: laws found, windows, masks, verdicts", async (page, _, { errors }) => {
  await visit(page, "/game/wythoff");
  await page.locator("#law", { hasText: "is lost exactly if" }).waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /is known/);
  await visit(page, "/game/grundy");
  await page.locator("#law", { hasText: "No law was found here" }).waitFor({ timeout: 60000 });
  assert.equal(
    await page.locator("#law .status").count(),
    0,
    "nothing is claimed, so there is no status word",
  );
  assert.doesNotMatch(await page.locator(".side").innerText(), /observed/);
  await visit(page, "/game/0.3F");
  await page.locator("#law .statement").waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /checked window/i);
  assert.match(await page.locator("#law .statement math").first().getAttribute("aria-label"), /n \+ 6/);
  assert.match(await page.locator("#law .statement math").nth(1).getAttribute("aria-label"), /n >= 0/);
  await visit(page, "/game/0.16");
  await page.locator("#rare").waitFor();
  const masks = await page.locator("#rare, #census").allInnerTexts();
  for (const shown of masks) assert.match(shown.replace(/\s+/g, ""), /111102=30/);
  noLaw(errors);
});

test("every link of a game's page leads somewhere", async (page, _, { errors }) => {
  for (const rule of ["cards", "mock-turtles", "wythoff", "0.77", "grundy", "cut", "tree", "split:3"]) {
    await visit(page, `/game/${encodeURIComponent(rule)}`);
    await page.locator(".side li a").first().waitFor({ timeout: 60000 });
    const files = await page
      .locator(".side a[download]")
      .evaluateAll((links) => links.map((link) => link.href));
    for (const file of files) assert.ok(await saved(page, file), file);
    const certificate = await page.locator('.side a[href="#certificate"]').count();
    assert.equal(await page.locator(".certificate-download").count(), certificate, `${rule}: certificate`);
    const count = page.locator(".side a", { hasText: "Count with it" });
    if ((await count.count()) === 0) continue;
    await count.click();
    await page.locator(".found-count, .count-answer .failure").first().waitFor({ timeout: 60000 });
    assert.equal(
      await page.locator(".count-answer .failure").count(),
      0,
      `${rule}: the count it offers works`,
    );
  }
  noLaw(errors);
});

test("on a phone, what is pressed is 44 pixels high", async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [name, path, wait] of PAGES) {
    await visit(page, path);
    await page.locator(wait).first().waitFor();
    const small = await page.evaluate(() => {
      const wanted = "button, a.chip, a.button, select, input, summary, header nav a";
      // Words in a text, cells of a piece of the game and what is not shown are left out.
      const spared = "button.term, .gap, input[type=radio], input[type=checkbox], svg *, .document *";
      return [...document.querySelectorAll(wanted)]
        .filter(
          (one) => !one.matches(spared) && one.checkVisibility() && one.getBoundingClientRect().height > 0,
        )
        .map((one) => ({ html: one.outerHTML.slice(0, 90), height: one.getBoundingClientRect().height }))
        .filter(({ height }) => height < 43.5);
    });
    assert.deepEqual(small, [], name);
  }
});

test("Enter in Compare does not outline the page", async (page) => {
  await visit(page, "/compare?rules=0.07,0.137");
  await page.locator("#rules").press("Enter");
  await until(page, () => document.activeElement?.id === "main");
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.getElementById("main")).outlineStyle),
    "none",
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
  assert.match(await text(page, "#differences"), /of 0\.07 is[\s\S]*of 0\.137 for all\s+(n|𝑛)\s+✓ proved/u);
  await page.locator("#rules").fill("sub:1,3,4 0.77");
  await page.locator("#rules").press("Enter");
  await page.locator("#laws", { hasText: "sub:1,3,4" }).waitFor();
});

test("a sheet of the map is clicked: 4 of the 8 cuts of 5x3 win", async (page) => {
  await visit(page, "/sheets?to=12x12");
  const stage = page.locator(".stage");
  const cell = Number(await stage.getAttribute("data-cell"));
  const [left, top] = [52, 26];
  await stage.click({ position: { x: left + 2.5 * cell, y: top + 4.5 * cell } });
  await page.locator("#sheet", { hasText: "8 cuts, 4 of them win" }).waitFor();
  assert.equal(await page.locator("#sheet circle.wins").count(), 4);
  assert.match(page.url(), /w=5&h=3/);
});
