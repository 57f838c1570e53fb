// The engine as WebAssembly, in Web Workers: the same requests as a server gets, and the same replies. A worker answers
// one request at a time; one that is stopped is ended, and the next request gets a new one.

import { Refused } from "./refused.js";

const ENGINE = new URL("../../engine/sprague_bg.wasm", import.meta.url);
const WORKER = new URL("../worker.js", import.meta.url);

const MIB = 1 << 20;
/** Bytes that one engine may use: an eighth of what the browser says the device has, which is at most 8 GiB. */
const device = /** @type {{ deviceMemory?: number }} */ (navigator);
const MEMORY = (device.deviceMemory ?? 4) * 128 * MIB;
/** Bytes of replies that are kept to be given again. */
const KEPT = 16 * MIB;

/** What may take long. All else is quick, and has a worker to itself, so that a long question does not stop a game. */
const LONG = /^\/api\/(ask|cousins|check|certificate|values)\b/;

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

async function compile() {
  const response = await fetch(ENGINE);
  if (!response.ok)
    throw new Refused({ error: "the engine cannot be loaded; reload the page" }, response.status);
  // Not every static host knows the type of WebAssembly, which compiling as it comes needs.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm"))
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A worker, and a promise that it has its engine. The engine is compiled once. */
function engine() {
  compiled ??= compile();
  const worker = new Worker(WORKER, { type: "module" });
  const ready = compiled.then((module) => worker.postMessage({ module, memory: MEMORY }));
  ready.catch(() => (compiled = undefined));
  return { worker, ready };
}

/** As many workers as may run at once, and the requests that wait for one. */
class Desk {
  constructor(most) {
    this.most = most;
    this.running = 0;
    this.idle = [];
    this.waiting = [];
  }

  /** Starts a worker before there is a request for it. */
  warm() {
    if (!this.idle.length && !this.running) this.idle.push(engine());
  }

  reply(message, signal, progress) {
    return new Promise((resolve, reject) => {
      const job = { message, progress, resolve, reject, end: () => {} };
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        this.waiting = this.waiting.filter((other) => other !== job);
        job.end();
        reject(signal.reason);
      };
      signal?.addEventListener("abort", stop, { once: true });
      const done = () => signal?.removeEventListener("abort", stop);
      job.resolve = (reply) => (done(), resolve(reply));
      job.reject = (error) => (done(), reject(error));
      this.waiting.push(job);
      this.next();
      if (this.waiting.includes(job))
        progress?.({ waiting: true, done: 0, all: 0, fraction: null, seconds: 0 });
    });
  }

  next() {
    while (this.waiting.length && this.running < this.most)
      this.start(this.waiting.shift(), this.idle.pop() ?? engine());
  }

  start(job, { worker, ready }) {
    this.running++;
    const leave = (usable) => {
      worker.onmessage = worker.onerror = null;
      job.end = () => {};
      this.running--;
      if (usable) this.idle.push({ worker, ready });
      else worker.terminate();
      this.next();
    };
    job.end = () => leave(false);
    worker.onmessage = ({ data }) => {
      if (data.progress) return job.progress?.(data.progress);
      leave(!data.broken);
      if (data.broken) job.reject(new Refused(data.broken, 500));
      else job.resolve(data);
    };
    const fail = (error) => {
      leave(false);
      job.reject(error);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail(
        new Refused(
          { error: `the engine ended: ${event.message ?? "it cannot be loaded"}`, code: "internal" },
          500,
        ),
      );
    };
    ready.then(() => worker.postMessage(job.message), fail);
  }
}

const long = new Desk(2);
const quick = new Desk(1);

/** Replies by their requests, the least recently used first. */
const kept = new Map();
let keptBytes = 0;

function recall(key) {
  const reply = kept.get(key);
  if (!reply) return undefined;
  kept.delete(key);
  kept.set(key, reply);
  return reply;
}

function keep(key, reply) {
  const size = reply.body.byteLength + 2 * key.length;
  if (size > KEPT / 4 || kept.has(key)) return;
  kept.set(key, reply);
  keptBytes += size;
  for (const [oldest, { body }] of kept) {
    if (keptBytes <= KEPT) return;
    kept.delete(oldest);
    keptBytes -= body.byteLength + 2 * oldest.length;
  }
}

/** Prepares an engine for the first question. */
export function warm() {
  long.warm();
  quick.warm();
}

/** How many questions are being answered, and how many wait. */
export const load = () => ({ running: long.running, waiting: long.waiting.length });

const encoder = new TextEncoder();
const encoded = (body) => (typeof body === "string" ? encoder.encode(body) : new Uint8Array(body ?? 0));

/**
 * @param {string} address
 * @param {import("./server.js").Options} [options]
 * @returns {Promise<import("./server.js").Reply>}
 */
export async function request(address, { method = "GET", body, signal, progress } = {}) {
  // A reply of the engine in a game is chosen by chance; a body in bytes is a certificate, asked about once.
  const again = !address.startsWith("/api/play/reply") && (body === undefined || typeof body === "string");
  const key = `${method} ${address} ${body ?? ""}`;
  let reply = again ? recall(key) : undefined;
  if (!reply) {
    const bytes = encoded(body instanceof Blob ? await body.arrayBuffer() : body);
    const desk = LONG.test(address) ? long : quick;
    reply = await desk.reply({ method, address, body: bytes }, signal, progress);
    if (reply.status === 200 && again) keep(key, reply);
  }
  const json = () => JSON.parse(new TextDecoder().decode(reply.body));
  if (reply.status !== 200) throw new Refused(json(), reply.status);
  return {
    header: (name) => reply.headers[name.toLowerCase()] ?? null,
    json: async () => json(),
    // A copy: what is kept must not change.
    bytes: async () => reply.body.slice().buffer,
  };
}
