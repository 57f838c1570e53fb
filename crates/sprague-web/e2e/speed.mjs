// How fast the engine is in the browser, beside the same questions to the command without vector instructions: seconds of the
// fastest of a few answers, by the engine's own clock, and how many times longer the browser takes.
//   SPRAGUE_WEB=ADDRESS SPRAGUE_BACKEND=worker node speed.mjs ../../../target/release/sprague

import { execFileSync } from "node:child_process";
import { open, visit } from "./browser.mjs";

const QUESTIONS = [
  ["the law of Kayles", { ask: "law", rule: "kayles" }],
  ["the law of 0.16", { ask: "law", rule: "0.16", limit: "500000" }],
  ["problem 933", { ask: "euler", problem: 933 }],
  ["problem 629", { ask: "euler", problem: 629 }],
];
const TIMES = 5;

const command = process.argv[2];

/** Seconds of the command, on one thread and with the portable kernels. */
function native(question) {
  const options = ["batch", "--threads", "1"];
  const answer = execFileSync(command, options, {
    input: `${JSON.stringify(question)}\n`,
    env: { SPRAGUE_SIMD: "portable" },
  });
  return JSON.parse(answer.toString()).seconds;
}

const { context, close } = await open();
const page = await context.newPage();
await visit(page, "/about");

/** Seconds of the engine in a worker of the page; a further key keeps it from giving the answer before again. */
async function browser(question, round) {
  return page.evaluate(
    async ([body]) => {
      const { request } = await import(new URL("/assets/js/backends/worker.js", location.origin).href);
      return (await (await request("/api/ask", { method: "POST", body })).json()).seconds;
    },
    [JSON.stringify(question) + " ".repeat(round)],
  );
}

const rounds = Array.from({ length: TIMES }, (_, round) => round);
for (const [name, question] of QUESTIONS) {
  const [here, there] = [[], []];
  for (const round of rounds) {
    here.push(await browser(question, round));
    there.push(native(question));
  }
  const [fast, plain] = [Math.min(...here), Math.min(...there)];
  console.log(
    `${name}: ${fast.toFixed(4)} s in the browser, ${plain.toFixed(4)} s native, ${(fast / plain).toFixed(1)} times`,
  );
}
await close();
