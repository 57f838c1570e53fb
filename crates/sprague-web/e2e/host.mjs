// A host of files, as static hosts are: folders have an index, what is not there is 404.html. It prints its address.
//   node host.mjs FOLDER [/BASE/]

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";

const [folder, base = "/"] = process.argv.slice(2);
const root = resolve(folder);

const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

const kindOf = (path) => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() ? "folder" : found && "file";
};

const server = createServer((request, response) => {
  const send = (status, path) => {
    response.writeHead(status, { "Content-Type": KINDS[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  };
  const { pathname, search } = new URL(request.url, "http://host");
  const inside = decodeURIComponent(pathname).startsWith(base)
    ? decodeURIComponent(pathname).slice(base.length)
    : "..";
  const path = normalize(join(root, inside));
  if (request.method !== "GET" || !`${path}/`.startsWith(`${root}/`))
    return send(404, join(root, "404.html"));
  if (kindOf(path) === "file") return send(200, path);
  if (kindOf(path) === "folder" && kindOf(join(path, "index.html")) === "file") {
    if (pathname.endsWith("/")) return send(200, join(path, "index.html"));
    response.writeHead(301, { Location: `${pathname}/${search}` });
    return response.end();
  }
  send(404, join(root, "404.html"));
});

server.listen(0, "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}`);
});
