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
  await page.locator('input[name="upto"]').fill("3*10^7");
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
  await page.locator("#rule").fill("0.07");
  await page.locator('input[name="upto"]').fill("10^6");
  await page.locator('input[name="limit"]').fill("");
  await page.locator(".counting button.primary").click();
  await page.locator(".answer-number").waitFor({ timeout: 5000 });
  assert.equal(await page.locator(".answer-number").textContent(), "852938");
});

test("leaving the page stops its question", async (page) => {
  await visit(page, "/count?count=wins&rule=grundy&upto=3*10^7&limit=10^8");
  await page.locator("button.stop").waitFor();
  await page.locator("header nav a", { hasText: "About" }).click();
  await page.locator("#server dl").waitFor({ timeout: 5000 });
});

test("counts have addresses, at any size", async (page) => {
  await visit(page, "/count?count=wins&rule=0.07&upto=10^100");
  await page.locator(".answer-number").waitFor();
  assert.equal(
    await page.locator(".answer-number").textContent(),
    `${"8529411764705882".repeat(6)}8527`.slice(0, 100),
  );
  assert.match(await text(page, ".found-count"), /proved/);
  await page.locator(".found-count summary").click();
  assert.match(await text(page, ".found-count pre"), /^sprague count wins 0\.07 --upto 10\^100$/);
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
