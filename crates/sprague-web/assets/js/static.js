// What a site without a server does itself: files to save come from the engine, and a service worker keeps everything
// for times without a network.

import { file } from "./api.js";
import { warm } from "./backends/worker.js";
import { announce, failure, save } from "./dom.js";
import { BASE } from "./site.js";

/** A link to a file that a server would send: the engine makes it. */
async function download(event) {
  const link = event.target.closest?.("a[download]");
  const at = link ? link.pathname.indexOf("/api/") : -1;
  if (at < 0 || link.origin !== location.origin) return;
  event.preventDefault();
  link.nextElementSibling?.matches(".failure") && link.nextElementSibling.remove();
  link.setAttribute("aria-busy", "true");
  try {
    const { name, type, bytes } = await file(link.pathname.slice(at) + link.search);
    save(name, bytes, type);
    announce(`Saved ${name}`);
  } catch (error) {
    link.after(failure(error));
  } finally {
    link.removeAttribute("aria-busy");
  }
}

export function begin() {
  document.addEventListener("click", download);
  // A browser has service workers only where the connection is secure, as it is to the own machine.
  navigator.serviceWorker
    ?.register(`${BASE}sw.js`)
    .catch((error) => console.warn(`no offline use: ${error}`));
  warm();
}
