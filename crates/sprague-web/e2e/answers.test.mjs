// Certificates downloaded and checked again, counts with a button that stops them, downloads of values.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address, asked, checked, STATIC, visit } from "./browser.mjs";
import { session, text, until } from "./session.mjs";

const test = session();

/** How busy the engine is. */
async function load(page) {
  return STATIC
    ? page.evaluate(async () => (await import(new URL("/assets/js/api.js", location.origin).href)).about())
    : asked(page, "/api/about");
}

async function downloaded(page, selector) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(selector).first().click(),
  ]);
  return readFileSync(await download.path());
}

test("a certificate is downloaded and verified; a tampered one is refused", async (page, _, { errors }) => {
  await visit(page, "/game/0.07");
  const certificate = await downloaded(page, ".certificate-download");
  const folder = mkdtempSync(join(tmpdir(), "sprague-certificate-"));
  try {
    const upload = async (bytes) => {
      writeFileSync(join(folder, "law.cert"), bytes);
      await page.locator("#certificate-file").setInputFiles(join(folder, "law.cert"));
      await until(page, () => /erified|Refused/.test(document.querySelector(".verdict").textContent));
      const verdict = await text(page, ".verdict");
      await page.evaluate(() => document.querySelector(".verdict").replaceChildren());
      return verdict;
    };
    assert.match(await upload(certificate), /^Verified\..*period 34, preperiod 53/);
    const tampered = Buffer.from(certificate);
    tampered[Math.floor(tampered.length * 0.7)] ^= 1;
    assert.match(await upload(tampered), /^(Not verified|Refused)\./);
    const lying = Buffer.from(
      certificate.toString("latin1").replace(/"?period"?([:= ]+)34/, (_, between) => `"period"${between}17`),
      "latin1",
    );
    if (!lying.equals(certificate)) assert.match(await upload(lying), /^(Not verified|Refused)\./);
    assert.match(await upload(Buffer.from("not a certificate")), /^Refused\./);
    errors.length = 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a long question shows how far it is and stops at once", async (page) => {
  await visit(page, "/count");
  await page.locator("#rule").fill("grundy");
  await page.locator('input[name="to"]').fill("3*10^7");
  await page.locator('input[name="limit"]').fill("10^8");
  await page.locator(".counting button.primary").click();
  const stop = page.locator("button.stop");
  await stop.waitFor();
  await page.locator(".working .note", { hasText: /\d/ }).waitFor();
  const start = Date.now();
  await stop.click();
  await page.locator(".stopped").waitFor();
  assert.ok(Date.now() - start < 1000, "within a second");
  // The engine is free again.
  const free = async () => (await load(page)).running;
  for (let i = 0; i < 40 && (await free()) > 0; i++) await new Promise((done) => setTimeout(done, 50));
  assert.equal(await free(), 0, "nothing is computed after a stop");
  await page.locator("#rule").fill("0.07");
  await page.locator('input[name="to"]').fill("10^6");
  await page.locator('input[name="limit"]').fill("");
  await page.locator(".counting button.primary").click();
  await page.locator(".answer-number").waitFor({ timeout: 5000 });
  assert.equal(await page.locator(".answer-number").textContent(), "852938");
});

test.server("progress is shown in words: waiting, how long, nearly done", async (page) => {
  await visit(page, "/count");
  // A server that says what the test wants, when it wants.
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = (address, options) => {
      if (!String(address).includes("/api/ask")) return real(address, options);
      const body = new ReadableStream({ start: (controller) => (window.told = controller) });
      return Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
    };
  });
  await page.locator(".counting button.primary").click();
  await until(page, () => window.told !== undefined);
  const tell = (event, data) =>
    page.evaluate(
      ([name, json]) => window.told.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${json}\n\n`)),
      [event, JSON.stringify(data)],
    );
  const said = (words) => page.locator(".working .note", { hasText: words }).waitFor();
  const far = {
    waiting: false,
    done: 500000,
    all: 1000000,
    fraction: 0.5,
    rate: 10,
    remaining: 12,
    seconds: 3,
  };
  await tell("progress", { ...far, waiting: true });
  await said("waiting for other questions");
  await tell("progress", far);
  await said(/500.000 of 1.000.000, 3(\.0)? s, about 12 s left/);
  assert.equal(await page.locator(".working progress").evaluate((bar) => bar.value), 0.5);
  await tell("progress", { ...far, fraction: 0.99, remaining: 0.4 });
  await said("nearly done");
  assert.doesNotMatch(await text(page, ".working .note"), /left|ms/);
  await tell("progress", { ...far, all: null, fraction: null, remaining: null });
  await said(/500.000, 3(\.0)? s$/);
  await tell("error", { error: "time was over", code: "time", status: 408 });
  await page.locator(".failure", { hasText: "time was over" }).waitFor();
});

test("leaving the page stops its question", async (page) => {
  await visit(page, "/count?count=wins&rule=grundy&to=3*10^7&limit=10^8");
  await page.locator("button.stop").waitFor();
  await page.locator("header nav a", { hasText: "About" }).click();
  await page.locator("#server dl").waitFor({ timeout: 5000 });
});

test("counts have addresses, at any size", async (page) => {
  await visit(page, "/count?count=wins&rule=0.07&to=10^100");
  await page.locator(".answer-number").waitFor();
  assert.equal(
    await page.locator(".answer-number").textContent(),
    `85294117647058823529411764705882${"3529411764705882".repeat(4)}3527`,
  );
  assert.match(await text(page, ".found-count"), /proved/);
  await page.locator(".found-count summary").click();
  assert.match(await text(page, ".found-count pre"), /^sprague count wins 0\.07 --to 10\^100$/);
});

/** Counts of every kind, and the command that asks for each; crates/sprague-cli/tests/snippets.rs runs such commands. */
const COMMANDS = [
  ["count=wins&rule=0.07&to=1000&outcome=won", "sprague count wins 0.07 --to 1000 --won"],
  ["count=moves&rule=cut&to=5x40&polynomial=true", "sprague count moves cut --to 5x40 --polynomial"],
  ["count=partitions&rule=split:3&of=30&outcome=lost", "sprague count partitions split:3 --of 30 --lost"],
  ["count=partition-table&rule=nim&of=12", "sprague count partitions --table nim --of 12"],
  ["count=tuples&rule=cards&from=5&to=5&heaps=4", "sprague count tuples cards --from 5 --to 5 --heaps 4"],
  ["count=multisets&rule=nim&to=8&heaps=3", "sprague count multisets nim --to 8 --heaps 3"],
  ["count=sets&rule=nim&to=8&heaps=3&ordered=true", "sprague count sets nim --to 8 --heaps 3 --ordered"],
  [
    "count=pattern&rule=nim&pattern=1,2,3&to=2^30&outcome=won",
    "sprague count pattern nim 1,2,3 --to 2^30 --won",
  ],
  ["count=histogram&rule=0.07&to=1000", "sprague count histogram 0.07 --to 1000"],
  ["count=zeros&rule=0.07&to=100", "sprague count zeros 0.07 --to 100"],
];

test("counts of misère play: the switch is asked, answered and in the address", async (page) => {
  const numbers = {};
  for (const misere of [false, true]) {
    await visit(page, "/count");
    await page.locator("#count").selectOption("zeros");
    await page.locator("#rule").fill("0.77");
    await page.locator('input[name="to"]').fill("100");
    await page.locator('input[name="misere"]').setChecked(misere);
    await page.locator(".counting button.primary").click();
    await page.locator(".found-count .zeros").waitFor();
    numbers[misere] = await text(page, ".found-count .zeros");
    assert.equal(/misere=true/.test(page.url()), misere);
    assert.equal(/misère play/.test(await text(page, ".asked")), misere);
  }
  assert.deepEqual(numbers, { false: "0", true: "1 4 9 12 20" });
  // Back and forward, and a reload, keep it.
  await page.reload();
  await page.locator(".found-count .zeros", { hasText: "1 4 9 12 20" }).waitFor();
  assert.ok(await page.locator('input[name="misere"]').isChecked());
  const certificate = await downloaded(page, ".found-count .certificate-download");
  const verdict = await checked(page, certificate);
  assert.equal(verdict.status, "verified", verdict.verdict);
  assert.match(verdict.verdict, /misère quotient of 0\.77: .*lost, as stated: 5/);
});

test("the misère law of a game: facts, first heaps, certificate, and the way to play it", async (page) => {
  await visit(page, "/game/0.77");
  await page.locator("#misere-law").scrollIntoViewIfNeeded();
  assert.match(await text(page, ".misere-census"), /order 40, wild; period 12, preperiod 71, proved/);
  await page.locator("#misere-law").check();
  await page.locator("#misere .facts").waitFor();
  const facts = await text(page, "#misere .facts");
  for (const fact of [
    /all heaps\s+40/,
    /lost elements\s+9/,
    /wild/,
    /period of the images\s+12/,
    /preperiod\s+71/,
  ])
    assert.match(facts, fact);
  assert.match(await text(page, "#misere table tbody tr:nth-child(10)"), /9\s+(d|𝑑)\s+4046/u);
  const certificate = await downloaded(page, "#misere .certificate-download");
  const verdict = await checked(page, certificate);
  assert.equal(verdict.status, "verified", verdict.verdict);
  await page.locator("#misere-law").uncheck();
  assert.equal(await page.locator("#misere .facts").count(), 0);
  // Where no law is found the heap that does not close is shown, with its bound.
  await visit(page, "/game/0.07");
  assert.match(await text(page, ".misere-census"), /no law found; .* at least \d+ elements/);
  await visit(page, "/game/0.77");
  await page.locator("#misere-law").check();
  await page.locator("#misere a", { hasText: "Play it" }).click();
  await until(page, () => /\/play\/0\.77/.test(location.pathname) && /misere=1/.test(location.search));
  assert.ok(await page.locator("input#misere").isChecked());
});

test("every count prints a command that the engine wrote", async (page) => {
  for (const [asked, command] of COMMANDS) {
    await visit(page, `/count?${asked}`);
    await page.locator(".found-count summary", { hasText: "from a program" }).click();
    await page.locator(".found-count .snippets pre").waitFor();
    assert.equal(await text(page, ".found-count .snippets pre"), command);
    for (const [tab, words] of [
      ["Python", "import sprague"],
      ["Rust", "use sprague::{Work, ask};"],
      ["JSON", '{"ask":"count"'],
    ]) {
      await page.locator(".found-count .tab", { hasText: tab }).click();
      assert.ok((await text(page, ".found-count .snippets pre")).startsWith(words));
    }
  }
});

test("a game's page offers only commands that work for it", async (page, _, { errors }) => {
  for (const [rule, law, certificate, plot] of [
    ["0.77", true, true, true],
    ["tree", true, false, false],
    ["wythoff", true, false, true],
    ["lines:1,0;0,1;1,2", false, false, true],
    ["cards", true, false, false],
    ["mock-turtles", true, true, false],
  ]) {
    await visit(page, `/game/${rule}`);
    await page.locator("#code").scrollIntoViewIfNeeded();
    await page.locator("#code pre").waitFor();
    const lines = await text(page, "#code pre");
    assert.equal(/^sprague law \S+$/m.test(lines), law, `${rule}: ${lines}`);
    assert.equal(lines.includes("--save"), certificate, `${rule}: ${lines}`);
    assert.equal(lines.includes("sprague plot"), plot, `${rule}: ${lines}`);
  }
  errors.length = 0;
});

test("what cannot be counted is refused with a line", async (page, _, { errors }) => {
  await visit(page, "/count?count=partitions&rule=cut&of=10");
  assert.ok((await text(page, ".failure")).length > 10);
  errors.length = 0;
});

test("values are downloaded in four formats", async (page) => {
  await visit(page, "/game/0.77");
  await page.locator('[data-kind="npy"]').waitFor();
  await page.locator(".side input").fill("50");
  const file = async (kind) => downloaded(page, `[data-kind="${kind}"]`);
  assert.match((await file("bfile")).toString(), /^27 8$/m);
  assert.match((await file("csv")).toString(), /27,8/);
  assert.equal(JSON.parse(await file("json")).values[27], 8);
  assert.equal((await file("npy")).subarray(1, 6).toString(), "NUMPY");
});

test.server("other sites are not let in", async (page) => {
  const response = await page.request.post(`${address}/api/ask`, {
    headers: { Origin: "http://example.org", "Content-Type": "application/json" },
    data: { ask: "law", rule: "0.07" },
  });
  assert.equal(response.status(), 403);
});
