// Finding a game: a box with a list below it. Arrows go through the list, Enter opens what is chosen, or what was written
// exactly; nothing else is opened unasked.

import { rules } from "../api.js";
import { failure, fresh, h } from "../dom.js";
import { gameAddress, go, keepQuery } from "../router.js";

const FIRST = 12;

/** A game that was found, as an option of the list. */
function option({ rule, title, names, line, oeis }, id, selected) {
  const more = [
    ...names.filter((name) => name.replaceAll("-", " ") !== (title ?? "").toLowerCase()),
    oeis,
  ].filter(Boolean);
  return h(
    "li",
    { role: "option", id, "aria-selected": String(selected) },
    h(
      "a",
      { href: gameAddress(rule), tabindex: "-1" },
      title ?? h("code", {}, rule),
      title ? [" ", h("code", {}, rule)] : "",
    ),
    h("span", { class: "note" }, ` ${more.length ? `${more.join(", ")} · ` : ""}${line}`),
  );
}

const nothing = (text) => `Nothing is called “${text}”, and it is not a notation. The notations are below.`;

/** The box and its list. The address has what is looked for. */
export function search(first, signal) {
  const list = h("ul", {
    class: "found",
    role: "listbox",
    id: fresh("found"),
    "aria-label": "Games found",
    hidden: true,
  });
  const note = h("p", { class: "note", role: "status" });
  const box = h("input", {
    type: "search",
    id: "find",
    name: "q",
    value: first,
    placeholder: "kayles, 0.137, sub:1,3,4, take a square …",
    autocomplete: "off",
    spellcheck: "false",
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
  });
  let found = [];
  let chosen = -1;
  let asked = 0;
  const draw = () => {
    const options = found.map((one, i) => option(one, `${list.id}-${i}`, i === chosen));
    list.replaceChildren(...options);
    list.hidden = !found.length;
    box.setAttribute("aria-expanded", String(found.length > 0));
    if (chosen >= 0) {
      box.setAttribute("aria-activedescendant", `${list.id}-${chosen}`);
      options[chosen].scrollIntoView({ block: "nearest" });
    } else box.removeAttribute("aria-activedescendant");
  };
  /** What was looked for last, and when it is found. */
  let [sought, ready] = ["", Promise.resolve()];
  const find = () => {
    clearTimeout(timer);
    sought = box.value.trim();
    return (ready = look(sought));
  };
  const look = async (text) => {
    const turn = ++asked;
    /** @type {any} */
    let failed = null;
    const answer = text
      ? await rules(text, FIRST, signal).catch((error) => ((failed = error), { rules: [] }))
      : { rules: [] };
    if (turn !== asked || failed?.name === "AbortError") return;
    found = answer.rules;
    chosen = -1;
    note.replaceChildren(failed ? failure(failed) : text && !found.length ? nothing(text) : "");
    draw();
  };
  /** Goes through the list of what is written, which may still be on its way. */
  const choose = async (by) => {
    await (box.value.trim() === sought ? ready : find());
    if (!found.length) return;
    chosen = (chosen + by + found.length + (chosen < 0 && by < 0 ? 1 : 0)) % found.length;
    draw();
  };
  let timer;
  box.addEventListener("input", () => (clearTimeout(timer), (timer = setTimeout(find, 120))));
  box.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(1);
    else if (event.key === "ArrowUp") choose(-1);
    else if (event.key === "Escape" && found.length) (found = []), (chosen = -1), draw();
    else return;
    event.preventDefault();
  });
  const submit = async (event) => {
    event.preventDefault();
    if (!box.value.trim()) return box.focus();
    if (chosen >= 0 && box.value.trim() === sought) return go(gameAddress(found[chosen].rule));
    await find();
    keepQuery({ q: box.value.trim() });
    const exact = found.find((one) => one.exact);
    if (exact) return go(gameAddress(exact.rule));
    if (found.length)
      note.replaceChildren("Nothing has exactly this name. Choose from the list with the arrow keys.");
  };
  if (first) find();
  const form = h(
    "form",
    { class: "finder", role: "search", on: { submit } },
    h("label", { for: "find", class: "unseen" }, "Find a game by name, code, A-number or description"),
    box,
    h("button", { class: "primary" }, "Open"),
  );
  return h("div", { class: "searching" }, form, note, list);
}
