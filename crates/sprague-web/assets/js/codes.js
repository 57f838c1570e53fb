// The same question for the command, the library and Python. The engine writes it (sprague::ask::snippets).

import { snippets as ofQuestion, ruleSnippets } from "./api.js";
import { copyButton, failure, filled, h, section, whenSeen } from "./dom.js";

/** Pieces of code, each under its name, one shown at a time. */
function tabs(list) {
  const place = h("div", { class: "snippet" });
  const show = (i) => {
    buttons.forEach((button, j) => button.setAttribute("aria-pressed", String(i === j)));
    place.replaceChildren(
      h("pre", { tabindex: "0", "aria-label": list[i][0], role: "region" }, h("code", {}, list[i][1])),
      copyButton(list[i][1]),
    );
  };
  const buttons = list.map(([name], i) =>
    h("button", { type: "button", class: "small tab", on: { click: () => show(i) } }, name),
  );
  show(0);
  return h(
    "div",
    { class: "snippets" },
    h("div", { class: "row", role: "group", "aria-label": "Language" }, buttons),
    place,
  );
}

const named = ({ command, python, rust, json }) =>
  tabs([
    ["Command", command],
    ["Python", python],
    ["Rust", rust],
    ["JSON", json],
  ]);

/** A question in every language, fetched when somebody opens it. */
export function questionCode(question, signal) {
  const place = h("div", {});
  const details = h("details", { class: "code" }, h("summary", {}, "The same from a program"), place);
  details.addEventListener("toggle", () => {
    if (details.open && !place.childElementCount)
      filled(place, async () => named(await ofQuestion(question, signal)));
  });
  return details;
}

/** Writes the command of a question into an element. */
export async function commandLine(place, question, signal) {
  try {
    const { command } = await ofQuestion(question, signal);
    place.replaceChildren(h("code", {}, command));
  } catch (error) {
    if (error.name !== "AbortError") place.replaceChildren(failure(error));
  }
}

/** What one does with a rule, in every language. */
export function codeSection({ rule }, has, signal) {
  const place = h("div", { class: "waiting" });
  whenSeen(place, () =>
    filled(place, async () => {
      const found = await ruleSnippets(rule, has, signal);
      place.classList.remove("waiting");
      return named(found);
    }),
  );
  return section("code", "In your own code", place);
}
