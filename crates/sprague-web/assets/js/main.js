// The site starts here: theme, then the page of the address. Without a server, the engine is made ready meanwhile, and
// a service worker keeps the site for times without a network.

import { start } from "./router.js";
import { STATIC } from "./site.js";
import { themeSwitch } from "./theme.js";

themeSwitch(document.getElementById("theme-switch"));
start();
if (STATIC) import("./static.js").then((site) => site.begin());
