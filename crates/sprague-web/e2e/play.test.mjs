// Games against the engine to their end: heaps, sheets, cards and trees, by mouse and by keyboard alone.

import assert from "node:assert/strict";
import { asked, visit } from "./browser.mjs";
import { session, text, until } from "./session.mjs";

const test = session();

/** What the server has for a position. */
async function api(page, route, rule, position) {
  const query = new URLSearchParams({ rule, position });
  return asked(page, `/api/play/${route}?${query}`);
}

const positionOf = (page) => page.locator(".table-top").getAttribute("data-position");

/** Waits until it is the reader's turn again, or the game is over; says which. */
async function settled(page) {
  await until(page, () => /Your move|win/.test(document.querySelector(".turn").textContent));
  return text(page, ".turn");
}

/** Plays with a way to make a move until somebody wins. */
async function playOut(page, rule, make) {
  for (let turn = 0; turn < 60; turn++) {
    const position = await positionOf(page);
    const [hint, board] = [await api(page, "hint", rule, position), await api(page, "board", rule, position)];
    const before = await text(page, ".story").catch(() => "");
    await make(hint.move ?? board.moves[0], board);
    await until(page, (old) => document.querySelector(".story").innerText.trim() !== old, before);
    const said = await settled(page);
    if (/win/.test(said)) return said;
  }
  return assert.fail("the game did not end");
}

/** Takes tokens of a heap by clicking them: those after the first part that is left. */
async function clickTokens(page, move, board) {
  const heap = page.locator(`[data-piece="${move.piece}"]`);
  const size = Number(board.pieces[move.piece].piece);
  const parts = move.leaves.split("+").map(Number);
  const taken = size - parts.reduce((sum, part) => sum + part, 0);
  for (let i = 0; i < taken; i++)
    await heap
      .locator(".token")
      .nth(parts[0] + i)
      .click();
  await heap.locator("button.primary").click();
}

test("Kayles 3+5+7 is won by clicking tokens", async (page) => {
  await visit(page, "/play/kayles/3+5+7");
  const said = await playOut(page, "0.77", (move, board) => clickTokens(page, move, board));
  assert.match(said, /you win/);
  assert.ok((await page.locator(".story .move").count()) >= 3);
});

test("against a perfect engine a lost position of sheets is lost", async (page) => {
  await visit(page, "/play/cut/7x5");
  const said = await playOut(page, "cut", async (move, board) => {
    const [w, h] = board.pieces[move.piece].piece.split("x").map(Number);
    const sheet = page.locator(`[data-piece="${move.piece}"] svg.sheet`);
    await sheet.scrollIntoViewIfNeeded();
    const { width, height } = await sheet.boundingBox();
    const [, i, j] = move.action.match(/(\d+),(\d+)/).map(Number);
    await sheet.click({ position: { x: 7 + (i * (width - 14)) / w, y: 7 + (j * (height - 14)) / h } });
  });
  assert.match(said, /the engine wins/);
});

test("cards are put on each other by clicking, and the game is won", async (page) => {
  await visit(page, "/play/cards/001010000+0100");
  const said = await playOut(page, "cards", async (move) => {
    const [put, on] = move.action.match(/\d+/g).map(Number);
    const suit = page.locator(`[data-piece="${move.piece}"]`);
    await suit
      .locator(".playing-card")
      .nth(put - 1)
      .click();
    await suit
      .locator(".playing-card")
      .nth(on - 1)
      .click();
  });
  assert.match(said, /you win/);
});

test("a card is dragged onto another", async (page) => {
  await visit(page, "/play/cards/010010000");
  await page.locator(".playing-card").nth(3).dragTo(page.locator(".playing-card").nth(1));
  await page.locator(".story", { hasText: "put 4 on 2" }).waitFor();
});

test("tokens are taken by dragging over them", async (page) => {
  await visit(page, "/play/nim/7+4");
  const tokens = page.locator('[data-piece="0"] .token');
  const [first, last] = [await tokens.nth(4).boundingBox(), await tokens.nth(6).boundingBox()];
  await page.mouse.move(first.x + 12, first.y + 12);
  await page.mouse.down();
  await page.mouse.move(last.x + 12, last.y + 12, { steps: 12 });
  await page.mouse.up();
  assert.match(await text(page, '[data-piece="0"] .aim'), /take 3, leaving 4/);
  await page.locator('[data-piece="0"] button.primary').click();
  assert.match(await settled(page), /Engine, on/);
});

test("a heap is split at a gap", async (page) => {
  await visit(page, "/play/grundy/7");
  await page.locator(".gap").nth(1).click();
  assert.match(await text(page, ".aim"), /break, leaving 2\+5/);
  await page.locator(".gap").nth(1).click();
  await page.locator(".gap").nth(2).click();
  await page.locator('[data-piece="0"] button.primary').click();
  assert.match(await settled(page), /Engine, on/);
});

test("a branch of a tree is taken by clicking its node", async (page) => {
  await visit(page, "/play/tree/(()(()(())))");
  const said = await playOut(page, "tree", async (move) => {
    const nodes = page.locator(`[data-piece="${move.piece}"] .node[role="button"]`);
    for (let i = 0; i < (await nodes.count()); i++) {
      if (!(await nodes.nth(i).getAttribute("aria-label")).endsWith(`leaving ${move.leaves}`)) continue;
      return nodes.nth(i).click();
    }
    return assert.fail(`no node leaves ${move.leaves}`);
  });
  assert.match(said, /win/);
});

test("a coin on a board moves to a square that is clicked", async (page) => {
  await visit(page, "/play/wythoff/3x4");
  const said = await playOut(page, "wythoff", (move) =>
    page.locator(`[data-piece="${move.piece}"] .square[aria-label$="to ${move.leaves}"]`).click(),
  );
  assert.match(said, /you win/);
});

test("coins are turned", async (page) => {
  await visit(page, "/play/mock-turtles/3");
  await page.locator(".coin").nth(0).click();
  assert.match(await text(page, ".aim"), /turn it and 1, leaving heads at 1/);
  await page.locator('[data-piece="0"] button.primary').click();
  assert.match(await settled(page), /engine wins/);
});

test("hints come in three grades, drawn on the board; why, undo and level", async (page) => {
  await visit(page, "/play/kayles/3+7+12");
  await page.locator('[data-do="Hint"]').click();
  await page.locator(".hint", { hasText: "this position is won" }).waitFor();
  assert.equal(await page.locator(".hinted, .marked").count(), 0);
  await page.locator('[data-do="Hint"]').click();
  await page.locator(".hint", { hasText: "a winning move is on heap 3" }).waitFor();
  await page.locator('[data-piece="2"].hinted').waitFor();
  assert.equal(await page.locator(".marked").count(), 0);
  await page.locator(".more-hint").click();
  await page.locator(".hint", { hasText: "on heap 3: take 2, leaving 3+7" }).waitFor();
  assert.equal(await page.locator('[data-piece="2"] .token.marked').count(), 2);
  await page.locator('[data-do="Why?"]').click();
  await page.locator(".explanation", { hasText: "Won for the player to move" }).waitFor();
  assert.match(await text(page, ".xor tfoot"), /xor\s+5\s+1\s+0\s+1/);
  await page.locator("#level").selectOption("easy");
  await page.locator('[data-piece="0"] .token').first().click();
  await page.locator('[data-piece="0"] button.primary').click();
  await settled(page);
  assert.equal(await page.locator(".story .move").count(), 2);
  await page.locator('[data-do="Undo"]').click();
  await until(page, () => document.querySelectorAll(".story .move").length === 0);
  assert.equal(await positionOf(page), "3+7+12");
  assert.match(page.url(), /level=easy/);
  await page.locator("#level").selectOption("perfect");
});

test("hint and why are seen without scrolling, on a desk and on a phone", async (page) => {
  for (const viewport of [
    { width: 1400, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    for (const [what, shown] of [
      ["Hint", ".hint"],
      ["Why?", ".explanation"],
    ]) {
      await visit(page, "/play/kayles/3+5+7");
      await page.locator(`[data-do="${what}"]`).click();
      await page.locator(shown).waitFor();
      const { y } = await page.locator(shown).boundingBox();
      assert.ok(y >= 0 && y < viewport.height - 80, `${what} at ${y} of ${viewport.height}`);
    }
  }
});

test("a typing error in the position is reported beside its box, and the game stays", async (page, _, {
  errors,
}) => {
  await visit(page, "/play/kayles/3+5+7");
  await page.locator("#position").fill("3+five");
  await page.locator("#position").press("Enter");
  await page.locator(".position-error .failure").waitFor();
  assert.equal(await page.locator(".piece").count(), 3);
  errors.length = 0;
});

test("the level stays when the game changes", async (page) => {
  await visit(page, "/play/kayles/3+5+7");
  await page.locator("#level").selectOption("medium");
  await page.locator(".side summary", { hasText: "Other games" }).click();
  await page.locator(".side .chip", { hasText: "Lasker's Nim" }).click();
  await page.waitForURL(/\/play\/4\.%5B3%5D/);
  await until(page, () => document.querySelector("#level")?.value === "medium");
  await page.locator("#level").selectOption("perfect");
});

test("cards and pieces keep their numbers", async (page) => {
  await visit(page, "/play/cards/010010000?level=easy");
  await page.locator(".playing-card").nth(3).click();
  await page.locator(".playing-card").nth(1).click();
  await page.locator(".story", { hasText: "suit 1: put 4 on 2" }).waitFor();
  await settled(page);
  const numbers = (await page.locator(".playing-card").allInnerTexts()).map(Number);
  assert.ok(!numbers.includes(2), "the covered card is gone");
  assert.ok(numbers.includes(9) && numbers[0] === 1, `the others keep their numbers: ${numbers}`);
  await visit(page, "/play/nim/1+5+5");
  await page.locator('[data-piece="0"] .token').click();
  await page.locator('[data-piece="0"] button.primary').click();
  await settled(page);
  const names = await page.locator(".piece h2").allInnerTexts();
  assert.ok(
    names.length > 0 && names.every((name) => /heap [23]/i.test(name)),
    `heaps 2 and 3 stay: ${names}`,
  );
});

test("pins that are not neighbours cannot be taken together", async (page) => {
  await visit(page, "/play/kayles/7");
  for (const pin of [0, 3]) await page.locator(".token").nth(pin).click();
  assert.match(await text(page, ".aim"), /Only neighbours/);
  assert.equal(await page.locator('[data-piece="0"] button.primary').isDisabled(), true);
  await page.locator(".token").nth(0).click();
  await page.locator(".token").nth(4).click();
  assert.match(await text(page, ".aim"), /take 2, leaving (2\+3|3\+2)/);
  // In Nim the tokens of a heap have no order.
  await visit(page, "/play/nim/7");
  for (const token of [0, 3]) await page.locator(".token").nth(token).click();
  assert.match(await text(page, ".aim"), /take 2, leaving 5/);
});

test("scraps that cannot be cut stand aside", async (page) => {
  await visit(page, "/play/cut/1x9+1x7+4x4+1x1");
  assert.equal(await page.locator(".piece").count(), 1);
  assert.match(await text(page, ".scraps"), /3 pieces that cannot be moved/);
});

test("the moves are a list to click, in the address, and survive a reload, back and forward", async (page) => {
  await visit(page, "/play/kayles/3+5+7");
  await page.locator('[data-piece="0"] .token').first().click();
  await page.locator('[data-piece="0"] button.primary').click();
  await settled(page);
  const after = await positionOf(page);
  assert.match(page.url(), /moves=\d+\.e\d+/);
  await page.reload();
  await page.locator(".story .move").nth(1).waitFor();
  assert.equal(await positionOf(page), after);
  await page.locator(".story button", { hasText: "Start" }).click();
  await until(page, () => document.querySelector(".table-top").dataset.position === "3+5+7");
  assert.equal(await page.locator(".story .move").count(), 2, "the moves stay in the list");
  await page.goBack();
  await until(page, (wanted) => document.querySelector(".table-top")?.dataset.position === wanted, after);
  await page.goForward();
  await until(page, () => document.querySelector(".table-top")?.dataset.position === "3+5+7");
});

test("the engine's move is shown on the board before it is made", async (page) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await visit(page, "/play/nim/3+5+7");
  await page.locator('[data-do="Engine moves"]').click();
  await page.locator(".piece.moving .token.marked").first().waitFor();
  await settled(page);
  assert.equal(await page.locator(".moving").count(), 0);
});

test("the lesson shows values, the xor in columns and the mex step by step", async (page) => {
  await visit(page, "/play/kayles/3+5+7?lesson=1");
  assert.deepEqual(await page.locator(".value-badge").allInnerTexts(), ["value 3", "value 4", "value 2"]);
  assert.match(await text(page, ".xor tfoot"), /xor\s+5\s+1\s+0\s+1/);
  await page.locator('[data-piece="1"] .how').click();
  const columns = page.locator(".mex-lesson thead th");
  assert.deepEqual(await columns.allInnerTexts(), ["0", "1", "2", "3", "4", "more than 4"]);
  await page.locator(".mex-lesson button", { hasText: "Next option" }).click();
  assert.equal(await page.locator(".mex-lesson .options li").count(), 1);
  await page.locator(".mex-lesson button", { hasText: "All options" }).click();
  await page.locator(".mex-lesson th.mex", { hasText: "4" }).waitFor();
  assert.equal(await page.locator(".mex-lesson tbody td").nth(4).locator("li").count(), 0);
  await page.locator("#lesson").uncheck();
  await until(page, () => !document.querySelector(".value-badge"));
});

test("one node is a node", async (page) => {
  await visit(page, "/play/tree/(()(()(())))");
  await page.locator(".moves summary").click();
  const words = await page.locator(".moves li").allInnerTexts();
  assert.ok(
    words.some((line) => line.startsWith("take 1 node,")) && !words.some((line) => line.includes("1 nodes")),
  );
});

test("misère play: the switch turns the outcome, is in the address, and the game ends the other way", async (page) => {
  // 1+1 is lost in normal play and won in misère play: take one of them, the engine takes the last and loses.
  await visit(page, "/play/nim/1+1");
  assert.match(await text(page, "main"), /player who cannot move loses/i);
  await page.locator("#misere").check();
  await until(page, () => /misere=1/.test(location.search));
  assert.match(await text(page, "main"), /player who cannot move wins/i);
  await page.locator('[data-do="Hint"]').click();
  await page.locator(".hint", { hasText: /won/ }).waitFor();
  await page.locator('[data-do="Why?"]').click();
  await page.locator(".explanation", { hasText: /misère play/ }).waitFor();
  const heap = page.locator('[data-piece="0"]');
  await heap.locator(".token").first().click();
  await heap.locator("button.primary").click();
  await until(page, () => /you win/.test(document.querySelector(".turn").textContent));
  await page.reload();
  await page.locator(".turn", { hasText: "you win" }).waitFor();
  assert.ok(await page.locator("#misere").isChecked());
  // The same moves in normal play.
  await page.locator("#misere").uncheck();
  await until(page, () => !/misere/.test(location.search));
  assert.match(await text(page, "main"), /player who cannot move loses/i);
});

test("the engine begins if it is asked to", async (page) => {
  await visit(page, "/play/nim/4+4+1");
  await page.locator('[data-do="Engine moves"]').click();
  assert.match(await settled(page), /on heap 3: take 1/);
  assert.equal(await positionOf(page), "4+4");
});

/** Presses Tab until something has the focus. */
async function tabTo(page, selector) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${selector} cannot be reached with Tab`);
}

test("a game of heaps by keyboard alone", async (page) => {
  await visit(page, "/play/kayles/3");
  await tabTo(page, ".token");
  // The middle one of three: 1+1 is left, the engine takes one, the other is ours.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  assert.match(await settled(page), /Engine, on heap [12]: take 1/);
  await until(page, () => document.activeElement?.matches(".token"));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await until(page, () => /you win/.test(document.querySelector(".turn").textContent));
});

test("a game of sheets by keyboard alone", async (page) => {
  await visit(page, "/play/cut/2x2+2x2+2x2");
  for (let turn = 0; turn < 2; turn++) {
    await tabTo(page, "svg.sheet");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await settled(page);
    await until(page, (moves) => document.querySelectorAll(".story .move").length >= moves, 2 * turn + 1);
  }
  assert.match(await settled(page), /you win/);
});
