// Chromium as the tests and the screenshots start it, and what they watch: errors on the console and requests to
// other hosts.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Where the pages are: the script `test` starts a server, or a host of files, and says so. */
export const address = process.env.SPRAGUE_WEB?.replace(/\/$/, "");
if (!address) throw new Error("SPRAGUE_WEB is not set: it is the address that `sprague serve` prints");

/** Whether the pages are files, and the engine is in the browser. */
export const STATIC = process.env.SPRAGUE_BACKEND === "worker";

/** A browser with a fresh profile. */
export async function open() {
  const profile = mkdtempSync(join(tmpdir(), "sprague-e2e-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
    headless: true,
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  if (STATIC) await installed(context);
  return { context, close };
}

/** A first visit, after which the service worker knows every page. */
async function installed(context) {
  const page = await context.newPage();
  await page.goto(`${address}/`);
  for (let i = 0; !(await page.evaluate(() => navigator.serviceWorker.controller !== null)); i++) {
    if (i > 600) throw new Error("there is no service worker within a minute");
    await new Promise((done) => setTimeout(done, 100));
  }
  await page.close();
}

/** A page that remembers its errors and every request that went elsewhere. */
export async function watched(context) {
  const page = await context.newPage();
  const errors = [];
  const elsewhere = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(http|ws)/.test(url.protocol) && url.origin !== address) elsewhere.push(request.url());
  });
  return { page, errors, elsewhere };
}

/** Goes to a page and waits until it has shown itself. */
export async function visit(page, path) {
  await page.goto(address + path);
  await page.waitForSelector('main[data-ready="yes"]', { timeout: 30000 });
}

/** What the pages get for a request: from the server, or from the engine of the page. */
export async function asked(page, path) {
  if (!STATIC) return (await page.request.get(address + path)).json();
  return page.evaluate(async (path) => {
    const { request } = await import(new URL("/assets/js/backends/worker.js", location.origin).href);
    return (await request(path)).json();
  }, path);
}

/** The checker's verdict on a certificate. */
export async function checked(page, certificate) {
  if (STATIC)
    return page.evaluate(
      async (bytes) => {
        const { check } = await import(new URL("/assets/js/api.js", location.origin).href);
        return check(new Blob([new Uint8Array(bytes)]));
      },
      [...certificate],
    );
  const headers = { "Content-Type": "application/octet-stream" };
  return (await page.request.post(`${address}/api/check`, { data: certificate, headers })).json();
}

/** The text of a file to save. */
export async function textOf(page, path) {
  if (!STATIC) return (await page.request.get(address + path)).text();
  return page.evaluate(async (path) => {
    const { file } = await import(new URL("/assets/js/api.js", location.origin).href);
    return new TextDecoder().decode((await file(path)).bytes);
  }, path);
}

/** Whether a file to save is there. */
export async function saved(page, link) {
  if (!STATIC) return (await page.request.get(link)).status() === 200;
  return page.evaluate(async (link) => {
    const { file } = await import(new URL("/assets/js/api.js", location.origin).href);
    const { pathname, search } = new URL(link);
    return (await file(pathname + search)).bytes.byteLength > 0;
  }, link);
}

/** The pages, with something to wait for on each. */
export const PAGES = [
  ["home", "/", ".problem"],
  ["game", "/game/0.77", "#law .statement"],
  ["game-long", "/game/0.16", "#law .statement"],
  ["game-cut", "/game/cut", "#law .statement"],
  ["game-cards", "/game/cards", "#law .statement"],
  ["game-tree", "/game/tree", "#law .statement"],
  ["sheets", "/sheets?w=7&h=5", "#tails table"],
  ["play-heaps", "/play/kayles/3+5+7", ".piece .token"],
  ["play-sheets", "/play/cut/5x3+4x4", ".piece svg"],
  ["play-cards", "/play/cards/001010000+0100", ".piece .playing-card"],
  ["play-tree", "/play/tree/(()(()(())))", ".piece svg"],
  ["play-board", "/play/wythoff/3x5", ".piece svg"],
  ["play-coins", "/play/mock-turtles/5+7", ".piece .coin"],
  ["count", "/count?count=tuples&rule=0.77&to=10^12&heaps=10^18&mod=1000000007", ".answer-number"],
  ["count-histogram", "/count?count=histogram&rule=0.07&to=10^40", ".found-count canvas"],
  ["compare", "/compare?rules=0.07,0.137", "#laws table"],
  ["census", "/census", ".census tbody tr"],
  // Documents are pages of the server; where there is none they are a separate book.
  ...(STATIC ? [] : [["docs", "/docs/periodicity", ".document h1"]]),
  ["play-lesson", "/play/kayles/3+5+7?lesson=1", ".xor tfoot"],
  ["about", "/about", "#server dl"],
];
