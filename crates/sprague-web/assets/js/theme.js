// Light, dark or as the system has it: a group of three, remembered on this machine.

import { h } from "./dom.js";

const CHOICES = [
  ["system", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];

function chosen() {
  return document.documentElement.dataset.theme ?? "system";
}

function choose(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Not remembered, then.
  }
  document.dispatchEvent(new Event("theme"));
}

export function themeSwitch(place) {
  const one = ([theme, name]) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: "theme",
        value: theme,
        checked: theme === chosen(),
        on: { change: () => choose(theme) },
      }),
      h("span", {}, name),
    );
  place.replaceChildren(h("fieldset", {}, h("legend", { class: "unseen" }, "Theme"), CHOICES.map(one)));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    document.dispatchEvent(new Event("theme")),
  );
}
