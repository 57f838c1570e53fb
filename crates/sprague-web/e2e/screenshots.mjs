// Pictures of the pages.
//   node screenshots.mjs FOLDER [NAME …]         every page, on a phone and on a desk, light and dark, and on paper
//   node screenshots.mjs --documents FOLDER      the two of the README

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { open, PAGES, visit, watched } from "./browser.mjs";

const SIZES = { 390: { width: 390, height: 844 }, 1400: { width: 1400, height: 900 } };

/** A page as it is after everything that waits to be seen was seen. */
async function opened(context, path, wait, viewport, colorScheme) {
  const { page, errors } = await watched(context);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await visit(page, path);
  await page.locator(wait).first().waitFor({ timeout: 15000 });
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      window.scrollTo(0, y);
      await new Promise((done) => setTimeout(done, 60));
    }
    window.scrollTo(0, 0);
  });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(300);
  return { page, errors };
}

async function everyPage(context, folder, names) {
  for (const [name, path, wait] of PAGES.filter(([name]) => !names.length || names.includes(name))) {
    for (const [wide, viewport] of Object.entries(SIZES)) {
      for (const theme of ["light", "dark"]) {
        const { page, errors } = await opened(context, path, wait, viewport, theme);
        await page.screenshot({ path: join(folder, `${name}-${wide}-${theme}.png`), fullPage: true });
        for (const error of errors) console.log(`${name} ${wide} ${theme}: ${error}`);
        await page.close();
      }
    }
    const { page } = await opened(context, path, wait, SIZES[1400], "dark");
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${name}-paper.png`), fullPage: true });
    await page.close();
  }
}

/** A long law with its rare positions, and a game of sheets with its reasons. */
async function documents(context, folder) {
  const taller = { width: 1200, height: 1130 };
  const game = (await opened(context, "/game/0.16", "#law .statement", taller, "light")).page;
  await game.locator("#values .ranges button").last().click();
  await game.waitForLoadState("networkidle");
  await game.waitForTimeout(500);
  await game.mouse.move(0, 0);
  await game.screenshot({ path: join(folder, "web-game.png") });
  const play = (await opened(context, "/play/cut/7x5+4x4?lesson=1", ".piece svg", taller, "dark")).page;
  for (const grade of [1, 2, 3]) {
    await play.locator('[data-do="Hint"]').click();
    await play
      .locator(".hint", { hasText: `Hint ${grade} of 3` })
      .or(play.locator(".hint", { hasText: "lost" }))
      .waitFor();
  }
  await play
    .locator("svg.sheet")
    .first()
    .hover({ position: { x: 140, y: 96 } });
  await play.screenshot({ path: join(folder, "web-play.png") });
}

const [first = "screenshots", ...rest] = process.argv.slice(2);
const folder = first === "--documents" ? rest[0] : first;
mkdirSync(folder, { recursive: true });
const { context, close } = await open();
await (first === "--documents" ? documents(context, folder) : everyPage(context, folder, rest));
await close();
