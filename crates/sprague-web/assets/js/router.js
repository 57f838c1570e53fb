// Addresses to pages. Each page is a module with `render(place)`; place has the main element, the parts of the
// address, the query and a signal that is aborted when the reader goes elsewhere, which also stops the questions
// that are under way.

import { announce, failure, h } from "./dom.js";

const PAGES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/game\/([^/]+)$/, () => import("./pages/game.js")],
  [/^\/sheets$/, () => import("./pages/sheets.js")],
  [/^\/play\/([^/]+)(?:\/([^/]*))?$/, () => import("./pages/play.js")],
  [/^\/count$/, () => import("./pages/count.js")],
  [/^\/compare$/, () => import("./pages/compare.js")],
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

export const gameAddress = (rule) => `/game/${part(rule)}`;
export const playAddress = (rule, position) =>
  `/play/${part(rule)}${position === undefined ? "" : `/${part(position)}`}`;

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Goes to an address within the site. */
export function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"]({}, "", address);
  show();
}

/** Writes the address of what is shown now, without leaving the page. */
export function keepAddress(address) {
  history.replaceState({}, "", address);
  shown = location.pathname + location.search;
}

function markNavigation() {
  for (const link of document.querySelectorAll("header nav a")) {
    const own = new URL(link.href).pathname.split("/")[1];
    const now = location.pathname.split("/")[1];
    const current = own === now || (own === "" && now === "game");
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  shown = location.pathname + location.search;
  markNavigation();
  const main = document.getElementById("main");
  const found = PAGES.map(([pattern, load]) => [location.pathname.match(pattern), load]).find(
    ([match]) => match,
  );
  const first = main.dataset.ready === undefined;
  main.dataset.ready = "no";
  try {
    if (!found) throw new Error(`There is no page ${location.pathname}.`);
    const page = await found[1]();
    if (signal.aborted) return;
    main.replaceChildren();
    window.scrollTo(0, 0);
    const place = {
      main,
      parts: found[0].slice(1).map((text) => text && decoded(text)),
      query: new URLSearchParams(location.search),
      signal,
    };
    await page.render(place);
  } catch (error) {
    if (signal.aborted) return;
    main.replaceChildren(
      h("h1", {}, "Not found"),
      failure(error),
      h("p", {}, h("a", { href: "/" }, "To all games")),
    );
    document.title = "Not found · Sprague";
  }
  if (signal.aborted) return;
  main.dataset.ready = "yes";
  performance.mark("sprague:page");
  if (!first) {
    main.focus({ preventScroll: true });
    announce(document.title);
  }
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function inside(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!PAGES.some(([pattern]) => pattern.test(link.pathname))) return;
  if (link.pathname + link.search === shown && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

export function start() {
  document.addEventListener("click", inside);
  window.addEventListener("popstate", () => {
    if (location.pathname + location.search !== shown) show();
  });
  show();
}
