// Where these pages are, and what answers them: a server, or a Web Worker where they are files on a static host.

/** The folder of the site: `/` on a server, perhaps another one on a static host. */
export const BASE = new URL("../../", import.meta.url).pathname;

/** Whether there is no server: `site/build` says so in the shell. */
export const STATIC =
  document.querySelector('meta[name="sprague-engine"]')?.getAttribute("content") === "worker";

/** An address of the site, as the browser has to ask for it. */
export const placed = (address) =>
  address.startsWith("/") && !address.startsWith("//") ? BASE + address.slice(1) : address;

/** The path of an address of the browser within the site. */
export const within = (path) => (path.startsWith(BASE) ? `/${path.slice(BASE.length)}` : path);

/** The path of the page that is shown, within the site. Where a page is a folder of the host, a slash follows. */
export const here = () => {
  const path = within(location.pathname);
  return STATIC && path.length > 1 ? path.replace(/\/$/, "") : path;
};
