// The site without a server: first visits, links from outside, times without a network, documents, memory and speed.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { address, FLAGS, visit } from "./browser.mjs";
import { session, text, until } from "./session.mjs";

const test = session();

/** A page of a browser that has never been here. */
async function stranger(act) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
  });
  try {
    await act(await browser.newPage());
  } finally {
    await browser.close();
  }
}

const ready = (page) => page.waitForSelector('main[data-ready="yes"]', { timeout: 60000 });

test.site("a first visit may begin at any page", async () => {
  await stranger(async (page) => {
    // A host that does not know the address sends its page for that, which is the shell.
    await page.goto(`${address}/game/0.07`);
    await ready(page);
    await page.locator("#law .statement", { hasText: "34" }).waitFor({ timeout: 60000 });
  });
  await stranger(async (page) => {
    await page.goto(`${address}/#/play/kayles/3+5+7`);
    await ready(page);
    await page.locator(".piece .token").first().waitFor();
    assert.equal(new URL(page.url()).pathname, "/play/0.77/3+5+7");
  });
  await stranger(async (page) => {
    const response = await page.goto(`${address}/count?count=wins&rule=0.07&to=10^6`);
    assert.equal(response.status(), 200);
    await page.locator(".answer-number", { hasText: "852" }).waitFor({ timeout: 60000 });
  });
});

test.site("after the first visit the site works without a network", async (page) => {
  const context = page.context();
  await visit(page, "/");
  await context.setOffline(true);
  try {
    await visit(page, "/game/0.77");
    await page.locator("#law .statement", { hasText: "12" }).waitFor();
    await visit(page, "/play/cut/5x3+4x4");
    await page.locator(".piece svg").first().waitFor();
    await visit(page, "/count?count=tuples&rule=0.77&to=10^12&heaps=10^18&mod=1000000007");
    await page.locator(".answer-number").waitFor();
  } finally {
    await context.setOffline(false);
  }
});

test.site("what only a server can do is not offered", async (page) => {
  await visit(page, "/about");
  await page.locator("#server dl").waitFor();
  assert.match(await text(page, "#server h2"), /in this browser/);
  assert.equal(await page.locator('a[href*="openapi"]').count(), 0);
  assert.match(await text(page, "footer"), /in this browser/);
});

test.site("documents and pages lead to each other", async (page) => {
  await visit(page, "/game/0.07");
  const link = page.locator('a[href$="/docs/docs/periodicity.html"]').first();
  await link.waitFor({ timeout: 60000 });
  await link.click();
  await page.locator("h1", { hasText: /eriod/ }).first().waitFor();
  await page.locator(".to-pages a").click();
  await page.locator("#find").waitFor();
  await page.goto(`${address}/docs/docs/problems/306.html`);
  const trial = page.locator("details.try").first();
  await trial.locator("summary").click();
  const inside = page.frameLocator("details.try iframe").first();
  await inside.locator("h1", { hasText: "0.07" }).waitFor({ timeout: 60000 });
});

test.site("a question that is too large is refused in a line, and the next one is answered", async (page) => {
  await visit(page, "/count?count=partitions&rule=split:3&of=10^6");
  await page.locator(".failure").waitFor({ timeout: 60000 });
  assert.match(await text(page, ".failure"), /memory|large/);
  await visit(page, "/count?count=wins&rule=0.07&to=50");
  await page.locator(".answer-number", { hasText: "40" }).waitFor();
});

test.site("nothing is asked of any host but this one", async (page) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visit(page, "/game/kayles");
  await page.locator("#law .statement").waitFor();
  assert.deepEqual(
    asked.filter((path) => path.startsWith("/api/")),
    [],
    "the engine answers in the browser",
  );
  await until(page, () => navigator.serviceWorker.controller !== null);
});
