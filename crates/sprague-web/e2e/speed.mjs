// How fast the engine is in the browser, beside the same questions to the command on one thread, with the portable kernels and
// with those of this machine: the fastest of a few answers, by the engine's own clock. Prints the table of BENCHMARKS.md;
// `test speed` builds what it needs and runs it.
//   SPRAGUE_WEB=ADDRESS SPRAGUE_BACKEND=worker node speed.mjs ../../../target/release/sprague

import { execFileSync } from "node:child_process";
import { open, visit } from "./browser.mjs";

const QUESTIONS = [
  ["the law of Kayles", { ask: "law", rule: "kayles" }],
  ["the law of 0.16", { ask: "law", rule: "0.16", limit: "500000" }],
  ["problem 933", { ask: "euler", problem: 933 }],
  ["problem 629", { ask: "euler", problem: 629 }],
];
const TIMES = 15;

const command = process.argv[2];

/** Seconds of the command on one thread. */
function native(question, env) {
  const options = ["batch", "--threads", "1"];
  const answer = execFileSync(command, options, { input: `${JSON.stringify(question)}\n`, env });
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

const time = (seconds) =>
  seconds < 0.01 ? `${(1000 * seconds).toFixed(2)} ms` : `${(1000 * seconds).toFixed(0)} ms`;

const rounds = Array.from({ length: TIMES }, (_, round) => round);
console.log(
  "| | browser | command, portable | ratio | command, vectors | ratio |\n|---|---|---|---|---|---|",
);
for (const [name, question] of QUESTIONS) {
  const [here, plain, vectors] = [[], [], []];
  for (const round of rounds) {
    here.push(await browser(question, round));
    plain.push(native(question, { SPRAGUE_SIMD: "portable" }));
    vectors.push(native(question, {}));
  }
  const [inBrowser, portable, wide] = [here, plain, vectors].map((all) => Math.min(...all));
  const cells = [portable, wide].flatMap((other) => [time(other), (inBrowser / other).toFixed(1)]);
  console.log(`| ${[name, time(inBrowser), ...cells].join(" | ")} |`);
}
await close();
