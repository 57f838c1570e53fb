// The server's routes (crates/sprague-web/README.md). A question that is stopped or left behind is stopped in the
// engine as well.

import { part } from "./router.js";

/** An answer that could not be given: a line for people, a code for programs. */
export class Refused extends Error {
  /**
   * @param {{ error?: string, code?: string }} told
   * @param {number} status
   */
  constructor({ error, code }, status) {
    super(error ?? `the server answered ${status}`);
    this.code = code;
    this.status = status;
  }
}

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

async function get(address, query, signal) {
  const text = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== undefined),
  ).toString();
  return (await fetched(`/api/${address}${text && `?${text}`}`, { signal })).json();
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

/**
 * Asks a question. With `progress` the answer is streamed and `progress` receives how far it is.
 * @param {object} question
 * @param {{ signal?: AbortSignal, progress?: (far: any) => void }} [options]
 * @returns {Promise<any>}
 */
export async function ask(question, { signal, progress } = {}) {
  const headers = {
    "Content-Type": "application/json",
    Accept: progress ? "text/event-stream" : "application/json",
  };
  const response = await fetched("/api/ask", {
    method: "POST",
    headers,
    body: JSON.stringify(question),
    signal,
  });
  if (!progress) return response.json();
  for await (const [event, data] of events(response.body)) {
    if (event === "progress") progress(data);
    if (event === "answer") return data;
    if (event === "error") throw new Refused(data, data.status);
  }
  throw new Refused({ error: "the server ended before its answer" }, 0);
}

const CELLS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array };

/**
 * Values one by one: `cells` in rows, their `shape` (one or two numbers), the size `from` which they start and
 * the `largest`.
 */
export async function values(rule, to, signal) {
  const response = await fetched(`/api/values/${part(rule)}.bin?to=${encodeURIComponent(to)}`, { signal });
  const numbers = (name) => response.headers.get(name).split("x").map(Number);
  const Cells = CELLS[response.headers.get("Sprague-Cell")];
  const cells = new Cells(await response.arrayBuffer());
  return {
    cells,
    shape: numbers("Sprague-Shape"),
    from: numbers("Sprague-From"),
    largest: Number(response.headers.get("Sprague-Largest")),
    rule: response.headers.get("Sprague-Rule"),
  };
}

export const valuesAddress = (rule, kind, to) =>
  `/api/values/${part(rule)}.${kind}?to=${encodeURIComponent(to)}`;

export const about = (signal) => get("about", {}, signal);
export const rules = (q, first, signal) => get("rules", { q: q || undefined, first }, signal);
export const rule = (text, signal) => get(`rule/${part(text)}`, {}, signal);
export const cousins = (text, signal) => get(`cousins/${part(text)}`, {}, signal);
export const census = (signal) => get("census", {}, signal);
export const problems = (signal) => get("euler", {}, signal);
export const board = (asked, signal) => get("play/board", asked, signal);
export const reply = (asked, signal) => get("play/reply", asked, signal);
export const hint = (asked, signal) => get("play/hint", asked, signal);

/** A question as a command and in other languages. */
export async function snippets(question, signal) {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(question);
  return (await fetched("/api/snippets", { method: "POST", headers, body, signal })).json();
}

export const ruleSnippets = (text, { law, certificate }, signal) =>
  get(`snippets/${part(text)}`, { law, certificate }, signal);

/** The certificate of a question: its bytes and the name of its file. */
export async function certificate(question, signal) {
  const response = await fetched(
    `/api/certificate?question=${encodeURIComponent(JSON.stringify(question))}`,
    { signal },
  );
  const name =
    response.headers.get("Content-Disposition")?.match(/filename="?([^";]+)/)?.[1] ?? "answer.cert";
  return { name, bytes: await response.arrayBuffer() };
}

/** The checker's verdict on a certificate. */
export async function check(file, signal) {
  const headers = { "Content-Type": "application/octet-stream" };
  return (await fetched("/api/check", { method: "POST", headers, body: file, signal })).json();
}
