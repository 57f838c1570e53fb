// Pictures of every page, on a phone and on a desk, light and dark: node screenshots.mjs FOLDER [NAME …]

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { open, PAGES, visit, watched } from "./browser.mjs";

const SIZES = [
  ["390", { width: 390, height: 844 }],
  ["1400", { width: 1400, height: 900 }],
];
const [folder = "screenshots", ...names] = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
const { context, close } = await open();
for (const [name, path, wait] of PAGES.filter(([name]) => !names.length || names.includes(name))) {
  for (const [wide, viewport] of SIZES) {
    for (const colorScheme of ["light", "dark"]) {
      const { page, errors } = await watched(context);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      try {
        await visit(page, path);
        await page.waitForSelector(wait, { timeout: 15000 });
        // What waits until it is seen is seen.
        await page.evaluate(async () => {
          for (let y = 0; y < document.body.scrollHeight; y += 500) {
            window.scrollTo(0, y);
            await new Promise((done) => setTimeout(done, 60));
          }
          window.scrollTo(0, 0);
        });
        await page.waitForTimeout(400);
      } catch (error) {
        console.log(`${name}: ${error.message.split("\n")[0]}`);
      }
      await page.screenshot({ path: join(folder, `${name}-${wide}-${colorScheme}.png`), fullPage: true });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wider > 0) console.log(`${name} ${wide}: ${wider} pixels too wide`);
      for (const error of errors) console.log(`${name} ${wide} ${colorScheme}: ${error}`);
      await page.close();
    }
  }
}
await close();
