// A Web Worker with an engine in it: first comes the module, then requests, each after the reply to the one before.

const scope = /** @type {any} */ (self);
let engine;
let memory;
let defect;

scope.spragueProgress = (far) => scope.postMessage({ progress: JSON.parse(far) });
scope.spragueDefect = (line) => (defect = line);

async function load(module) {
  const loaded = await import(new URL("../engine/sprague.js", import.meta.url).href);
  await loaded.default({ module_or_path: module });
  return loaded;
}

/** Why the engine has ended. An engine that cannot get memory ends without a word. */
const broken = (error) =>
  defect || !(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
    ? { error: `a defect of the engine: ${(defect ?? String(error)).replace(/\s+/g, " ")}`, code: "internal" }
    : { error: "the engine ran out of memory; ask for less", code: "memory" };

scope.onmessage = async ({ data }) => {
  if (data.module) {
    memory = data.memory;
    engine = load(data.module);
    return;
  }
  try {
    const { request } = await engine;
    const reply = request(data.method, data.address, data.body, memory);
    const { status, headers, body } = reply;
    reply.free();
    scope.postMessage({ status, headers: JSON.parse(headers), body }, [body.buffer]);
  } catch (error) {
    scope.postMessage({ broken: broken(error) });
  }
};
