// One browser for a file of tests; at the end of each test nothing may have gone wrong on the console, nor to
// another host.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, STATIC, watched } from "./browser.mjs";

/** Defines tests that get a fresh page; `test.server` and `test.site` define those of one back end alone. */
export function session() {
  let browser;
  // A file without a test for this back end opens no browser: nothing would close it.
  let begun = false;
  const begin = () => {
    begun = true;
    before(async () => (browser = await open()));
    after(() => browser.close());
  };
  const define = (name, act) => {
    if (!begun) begin();
    test(name, { timeout: 120000 }, async (context) => {
      const { page, errors, elsewhere } = await watched(browser.context);
      try {
        await act(page, context, { errors });
        assert.deepEqual(elsewhere, [], "every request stays on this machine");
        assert.deepEqual(errors, [], "nothing goes wrong on the console");
      } finally {
        await page.close();
      }
    });
  };
  const never = () => {};
  return Object.assign(define, { server: STATIC ? never : define, site: STATIC ? define : never });
}

/** The text of an element. */
export const text = async (page, selector) => (await page.locator(selector).first().innerText()).trim();

/**
 * Asks the page until a function there says yes. (Playwright's own way evaluates text in the page, which its
 * content-security policy forbids.)
 */
export async function until(page, yes, argument, patience = 30000) {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    if (await page.evaluate(yes, argument)) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`not so within ${patience} ms: ${yes}`);
}
