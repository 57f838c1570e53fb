// Keeps the site for times without a network. `site/build` writes the version, a digest of every file, and the files.
// A version is complete or not there: it takes the place of the one before once no page of that is open.

const VERSION = "@VERSION@";
const FILES = /* @FILES@ */ [];

const scope = /** @type {any} */ (self);
const BASE = new URL(scope.registration.scope).pathname;
const NAME = `pages ${BASE} ${VERSION}`;
/** Documents are kept as they are read. */
const READ = `${NAME} docs`;

/** The pages that have no file on the host: all are the shell, which reads the address. */
const PAGE = /^(game|play|sheets|count|compare|census|about)(\/|$)|^$/;

scope.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(BASE + file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

scope.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(`pages ${BASE} `) && name !== NAME && name !== READ;
  const names = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(names.then(() => scope.clients.claim()));
});

async function shell() {
  const file = await (await caches.open(NAME)).match(`${BASE}404.html`);
  return file ? new Response(file.body, { headers: file.headers }) : fetch(`${BASE}404.html`);
}

async function kept(request, path) {
  const file = await (await caches.open(NAME)).match(request, { ignoreSearch: true });
  return file ?? (path.startsWith("docs") ? read(request) : fetch(request));
}

/** A document: as it is on the host or, without a network, as it was read last. */
async function read(request) {
  const cache = await caches.open(READ);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const before = await cache.match(request, { ignoreSearch: true });
    if (before) return before;
    throw error;
  }
}

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  event.respondWith(request.mode === "navigate" && PAGE.test(path) ? shell() : kept(request, path));
});
