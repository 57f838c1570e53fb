// The site starts here: theme, then the page of the address.

import { start } from "./router.js";
import { themeSwitch } from "./theme.js";

themeSwitch(document.getElementById("theme-switch"));
start();
