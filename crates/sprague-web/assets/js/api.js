// What the pages ask (crates/sprague-web/README.md has the contract), of a server or of an engine in this browser.

import * as server from "./backends/server.js";
import * as worker from "./backends/worker.js";
import { part } from "./router.js";
import { STATIC } from "./site.js";

export { Refused } from "./backends/refused.js";

const { request } = STATIC ? worker : server;

async function get(address, query, signal) {
  const text = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== undefined),
  ).toString();
  return (await request(`/api/${address}${text && `?${text}`}`, { signal })).json();
}

async function post(address, question, options) {
  const body = JSON.stringify(question);
  return (
    await request(`/api/${address}`, { method: "POST", type: "application/json", body, ...options })
  ).json();
}

/**
 * Asks a question; `progress` receives how far the answer is.
 * @param {object} question
 * @param {{ signal?: AbortSignal, progress?: (far: any) => void }} [options]
 * @returns {Promise<any>}
 */
export const ask = (question, options = {}) => post("ask", question, options);

const CELLS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array };

/**
 * Values one by one: `cells` in rows, their `shape` (one or two numbers), the size `from` which they start and
 * the `largest`.
 */
export async function values(rule, to, signal) {
  const response = await request(valuesAddress(rule, "bin", to), { signal });
  const numbers = (name) => response.header(name).split("x").map(Number);
  const Cells = CELLS[response.header("Sprague-Cell")];
  const cells = new Cells(await response.bytes());
  return {
    cells,
    shape: numbers("Sprague-Shape"),
    from: numbers("Sprague-From"),
    largest: Number(response.header("Sprague-Largest")),
    rule: response.header("Sprague-Rule"),
  };
}

export const valuesAddress = (rule, kind, to) =>
  `/api/values/${part(rule)}.${kind}?to=${encodeURIComponent(to)}`;

export const about = async (signal) => {
  const told = await get("about", {}, signal);
  return STATIC ? { ...told, ...worker.load() } : told;
};
export const rules = (q, first, signal) => get("rules", { q: q || undefined, first }, signal);
export const rule = (text, signal) => get(`rule/${part(text)}`, {}, signal);
export const cousins = (text, signal) => get(`cousins/${part(text)}`, {}, signal);
export const census = (signal) => get("census", {}, signal);
export const problems = (signal) => get("euler", {}, signal);
export const board = (asked, signal) => get("play/board", asked, signal);
export const reply = (asked, signal) => get("play/reply", asked, signal);
export const hint = (asked, signal) => get("play/hint", asked, signal);

/** A question as a command and in other languages. */
export const snippets = (question, signal) => post("snippets", question, { signal });

export const ruleSnippets = (text, { law, certificate }, signal) =>
  get(`snippets/${part(text)}`, { law, certificate }, signal);

/** A file at an address: its bytes and its name. */
export async function file(address, signal) {
  const response = await request(address, { signal });
  const name = response.header("Content-Disposition")?.match(/filename="?([^";]+)/)?.[1] ?? "answer";
  return { name, type: response.header("Content-Type"), bytes: await response.bytes() };
}

/** The certificate of a question: its bytes and the name of its file. */
export const certificate = (question, signal) =>
  file(`/api/certificate?question=${encodeURIComponent(JSON.stringify(question))}`, signal);

/** The checker's verdict on a certificate. */
export async function check(file, signal) {
  const type = "application/octet-stream";
  return (await request("/api/check", { method: "POST", type, body: file, signal })).json();
}
