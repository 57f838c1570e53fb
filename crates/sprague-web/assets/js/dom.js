// Elements in one expression: h("p", { class: "note", on: { click } }, "text", child, [more]).
// Styles go through CSSOM or classes, as the content-security policy has it.

import { placed } from "./site.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (key === "vars")
      for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
    else if (key === "checked" || key === "value" || key === "selected") element[key] = value;
    else if (key === "href") element.setAttribute(key, placed(value));
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
}

export const h = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);

export const s = (tag, props = {}, ...children) => fill(document.createElementNS(SVG, tag), props, children);

let ids = 0;

/** An id that is used nowhere else on the page. */
export const fresh = (name) => `${name}-${++ids}`;

const live = () => document.getElementById("live");

/** Tells a reader that cannot see it what has happened. */
export function announce(text) {
  live().textContent = "";
  requestAnimationFrame(() => (live().textContent = text));
}

/** Numbers of more digits may be broken over lines. */
const SHORT = 18;

/** A decimal number whose digits stand in groups of three; it is copied without gaps. */
export function digits(text) {
  const plain = String(text);
  if (!/^-?\d{5,}$/.test(plain)) return h("span", { class: "number" }, plain);
  const groups = plain.match(/^-?\d{1,3}(?=(?:\d{3})*$)|\d{3}/g);
  const breaks = plain.length > SHORT;
  const parts = groups.flatMap((group) => [h("span", { class: "three" }, group), breaks && h("wbr")]);
  return h("span", { class: breaks ? "number" : "number short" }, parts.filter(Boolean));
}

/** The same as plain text, for canvases and labels. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

/** How long a computation took, in words. */
export function seconds(time) {
  if (time < 0.001) return "< 1 ms";
  return time < 1 ? `${Math.round(time * 1000)} ms` : `${time.toFixed(time < 10 ? 1 : 0)} s`;
}

/** A button that copies a text and says so. */
export function copyButton(text, label = "Copy") {
  const button = h("button", { type: "button", class: "small copy" }, label);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
      button.textContent = "Copied";
      announce("Copied");
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}

/** Saves text or bytes as a file. */
export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** A line that says what went wrong. */
export const failure = (error) => h("p", { class: "failure", role: "alert" }, error.message ?? String(error));

/** Fills a place with what `act` finds, or with why there is nothing; for a reader who has left it does neither. */
export async function filled(place, act) {
  try {
    place.replaceChildren(...[await act()].flat(Infinity).filter(Boolean));
  } catch (error) {
    if (error.name !== "AbortError") place.replaceChildren(failure(error));
  }
}

/**
 * What paper should have in the place of what the screen has: `before` shows it, `after` goes back. Ends with its element.
 * @param {HTMLElement} element
 * @param {() => void} before
 * @param {() => void} after
 */
export function onPaper(element, before, after) {
  const gone = new AbortController();
  const act = (what) => () => (element.isConnected ? what() : gone.abort());
  window.addEventListener("beforeprint", act(before), { signal: gone.signal });
  window.addEventListener("afterprint", act(after), { signal: gone.signal });
}

/** Does something once its place comes near the view. */
export function whenSeen(place, act) {
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      act();
    },
    { rootMargin: "300px" },
  );
  seen.observe(place);
}

/** A section with a heading and an address. */
export const section = (id, title, ...children) =>
  h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), children);
