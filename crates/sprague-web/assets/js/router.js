// Addresses to pages. Each page is a module with `render(place)`; place has the main element, the parts of the
// address, the query and a signal that is aborted when the reader goes elsewhere, which also stops the questions
// that are under way.

import { announce, failure, h } from "./dom.js";
import { here, placed, STATIC, within } from "./site.js";

/**
 * @typedef {object} Place
 * @property {HTMLElement} main
 * @property {(string | undefined)[]} parts  of the address, decoded
 * @property {URLSearchParams} query
 * @property {AbortSignal} signal  aborted when the reader leaves
 */

/** @type {[RegExp, () => Promise<{ render: (place: Place) => Promise<void> }>][]} */
const PAGES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/game\/([^/]+)$/, () => import("./pages/game.js")],
  [/^\/sheets$/, () => import("./pages/sheets.js")],
  [/^\/play\/([^/]+)(?:\/([^/]*))?$/, () => import("./pages/play.js")],
  [/^\/count$/, () => import("./pages/count.js")],
  [/^\/compare$/, () => import("./pages/compare.js")],
  [/^\/census$/, () => import("./pages/census.js")],
  [/^\/about$/, () => import("./pages/about.js")],
];

let leaving = new AbortController();
let shown = "";

/** A text as one part of an address; what is harmless stays readable. */
export const part = (text) =>
  encodeURIComponent(text)
    .replace(/%3A/g, ":")
    .replace(/%2C/g, ",")
    .replace(/%2B/g, "+")
    .replace(/%3D/g, "=");

/** A query of an address; what is empty is left out, what is harmless stays readable. */
export function query(entries) {
  const given = Object.entries(entries).filter(
    ([, value]) => value !== undefined && value !== "" && value !== null,
  );
  return given.length ? `?${given.map(([key, value]) => `${key}=${part(String(value))}`).join("&")}` : "";
}

export const gameAddress = (rule) => `/game/${part(rule)}`;
export const playAddress = (rule, position) =>
  `/play/${part(rule)}${position === undefined ? "" : `/${part(position)}`}`;
/** Where a document is: a page of the server, or one of the book that `docs/build` makes. */
export function docAddress(page) {
  const name = page.replace(/^docs\//, "").replace(/\.md(?=#|$)/, "");
  return STATIC ? `/docs/docs/${name.replace(/(?=#|$)/, ".html")}` : `/docs/${name}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where the reader has scrolled to is kept with the entry of the history. */
function keepScroll() {
  history.replaceState({ ...history.state, scroll: window.scrollY }, "");
}

/** Goes to an address within the site. */
export function go(address, { replace = false } = {}) {
  if (!replace) keepScroll();
  history[replace ? "replaceState" : "pushState"]({}, "", placed(address));
  show();
}

/** Writes the address of what is shown now, without leaving the page; with `push`, Back returns to what was. */
export function keepAddress(address, { push = false } = {}) {
  if (push && address !== here() + location.search) {
    keepScroll();
    history.pushState({}, "", placed(address));
  } else history.replaceState(history.state, "", placed(address));
  shown = here() + location.search;
}

/** Changes some keys of the query of what is shown now, without leaving the page. */
export function keepQuery(changes) {
  const now = Object.fromEntries(new URLSearchParams(location.search));
  keepAddress(here() + query({ ...now, ...changes }) + location.hash);
}

function markNavigation() {
  for (const link of document.querySelectorAll("header nav a")) {
    const own = within(new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname).split("/")[1];
    const now = here().split("/")[1];
    const current = own === now || (own === "" && now === "game");
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Scrolls to where the reader was; what is still being drawn gets a moment to become long enough. */
async function restore(scroll, signal) {
  for (let tries = 0; tries < 40 && !signal.aborted; tries++) {
    window.scrollTo(0, scroll);
    if (Math.abs(window.scrollY - scroll) < 2) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  shown = here() + location.search;
  markNavigation();
  const main = document.getElementById("main");
  const found = PAGES.map(([pattern, load]) => ({ match: here().match(pattern), load })).find(
    ({ match }) => match,
  );
  const first = main.dataset.ready === undefined;
  const scroll = history.state?.scroll;
  main.dataset.ready = "no";
  try {
    if (!found) throw new Error(`There is no page ${here()}.`);
    const page = await found.load();
    if (signal.aborted) return;
    main.replaceChildren();
    window.scrollTo(0, 0);
    const place = {
      main,
      parts: found.match.slice(1).map((text) => text && decoded(text)),
      query: new URLSearchParams(location.search),
      signal,
    };
    await page.render(place);
  } catch (error) {
    if (signal.aborted) return;
    const title = found ? "No answer" : "Not found";
    main.replaceChildren(
      h("h1", {}, title),
      failure(error),
      h("p", {}, h("a", { href: "/" }, "To all games")),
    );
    document.title = `${title} · Sprague`;
  }
  if (signal.aborted) return;
  main.dataset.ready = "yes";
  performance.mark("sprague:page");
  if (!first) {
    main.focus({ preventScroll: true });
    announce(document.title);
  }
  if (scroll) await restore(scroll, signal);
  else if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function inside(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  const address = within(link.pathname) + link.search;
  if (!PAGES.some(([pattern]) => pattern.test(within(link.pathname)))) return;
  if (address === shown && link.hash) return;
  event.preventDefault();
  go(address + link.hash);
}

export function start() {
  // Documents are drawn by the server, and the browser knows how to go back to them.
  if (document.querySelector("main[data-document]")) return markNavigation();
  // A static host may know no page but the first: there `#/game/0.77` is a link to any other.
  if (location.hash.startsWith("#/")) history.replaceState({}, "", placed(location.hash.slice(1)));
  document.addEventListener("click", inside);
  history.scrollRestoration = "manual";
  let timer;
  window.addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = setTimeout(() => document.getElementById("main").dataset.ready === "yes" && keepScroll(), 100);
  });
  window.addEventListener("pagehide", keepScroll);
  window.addEventListener("popstate", () => {
    if (here() + location.search !== shown) show();
  });
  show();
}
