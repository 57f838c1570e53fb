// The server behind `sprague serve` (crates/sprague-web/README.md). A question that is stopped or left behind is
// stopped in the engine as well.

import { Refused } from "./refused.js";

/**
 * What comes back for a request; both back ends give the same.
 * @typedef {object} Reply
 * @property {(name: string) => string | null} header
 * @property {() => Promise<any>} json
 * @property {() => Promise<ArrayBuffer>} bytes
 */

/**
 * @typedef {object} Options
 * @property {string} [method]
 * @property {string} [type]  the content type of the body
 * @property {any} [body]
 * @property {AbortSignal} [signal]
 * @property {(far: any) => void} [progress]  receives how far the answer is
 */

const RETRIES = 6;

const pause = (time, signal) =>
  new Promise((done, fail) => {
    const timer = setTimeout(done, time);
    signal?.addEventListener("abort", () => (clearTimeout(timer), fail(signal.reason)), { once: true });
  });

/** A response that is right, or an error; a server that is busy is asked again. */
async function fetched(address, options) {
  for (let tries = 0; ; tries++) {
    const response = await fetch(address, options);
    if (response.ok) return response;
    if (response.status === 429 && tries < RETRIES) {
      const wait = Math.min(Number(response.headers.get("Retry-After")) || 1, 5);
      await pause(wait * 1000, options.signal);
      continue;
    }
    throw new Refused(await response.json().catch(() => ({})), response.status);
  }
}

/** Blocks of server-sent events as [event, data]. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split(/\r?\n/);
      const of = (key) =>
        lines
          .filter((line) => line.startsWith(`${key}:`))
          .map((line) => line.slice(key.length + 1).trimStart())
          .join("\n");
      if (of("data")) yield [of("event"), JSON.parse(of("data"))];
    }
  }
}

async function followed(body, progress) {
  for await (const [event, data] of events(body)) {
    if (event === "progress") progress(data);
    if (event === "answer") return data;
    if (event === "error") throw new Refused(data, data.status);
  }
  throw new Refused({ error: "the server ended before its answer" }, 0);
}

/**
 * @param {string} address
 * @param {Options} [options]
 * @returns {Promise<Reply>}
 */
export async function request(address, { method = "GET", type, body, signal, progress } = {}) {
  /** @type {Record<string, string>} */
  const headers = type ? { "Content-Type": type } : {};
  if (progress) headers.Accept = "text/event-stream";
  const response = await fetched(address, { method, headers, body, signal });
  if (!progress)
    return {
      header: (name) => response.headers.get(name),
      json: () => response.json(),
      bytes: () => response.arrayBuffer(),
    };
  const answer = await followed(response.body, progress);
  const text = () => new TextEncoder().encode(JSON.stringify(answer)).buffer;
  return { header: () => null, json: async () => answer, bytes: async () => text() };
}
