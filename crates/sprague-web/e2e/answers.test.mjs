// Certificates downloaded and checked again, counts with a button that stops them, downloads of values.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address, visit } from "./browser.mjs";
import { session, text, until } from "./session.mjs";

const test = session();

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
  const free = async () => (await (await page.request.get(`${address}/api/about`)).json()).running ?? 0;
  for (let i = 0; i < 40 && (await free()) > 0; i++) await new Promise((done) => setTimeout(done, 50));
  assert.equal(await free(), 0, "nothing is computed after a stop");
  await page.locator("#rule").fill("0.07");
  await page.locator('input[name="to"]').fill("10^6");
  await page.locator('input[name="limit"]').fill("");
  await page.locator(".counting button.primary").click();
  await page.locator(".answer-number").waitFor({ timeout: 5000 });
  assert.equal(await page.locator(".answer-number").textContent(), "852938");
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
    ["wythoff", false, false, true],
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

test("other sites are not let in", async (page) => {
  const response = await page.request.post(`${address}/api/ask`, {
    headers: { Origin: "http://example.org", "Content-Type": "application/json" },
    data: { ask: "law", rule: "0.07" },
  });
  assert.equal(response.status(), 403);
});
