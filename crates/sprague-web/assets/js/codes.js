// The same question for the command, the library and Python.

import { copyButton, h } from "./dom.js";

const shell = (text) => (/^[\w.:,@%+=^/-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`);

/** A count or any question as a command line. */
export function command(question) {
  const { ask, rule, count, problem, sizes, position, ...rest } = question;
  const words = {
    law: ["law", rule],
    values: ["values", rule],
    moves: ["moves", rule, position],
    explain: ["explain", rule, position],
    count: ["count", count, rule],
    euler: ["euler", String(problem)],
  }[ask];
  const flags = Object.entries({ ...rest, ...sizes }).filter(
    ([, value]) => value !== undefined && value !== false && value !== "",
  );
  return [
    "sprague",
    ...words.map(shell),
    ...flags.flatMap(([name, value]) =>
      value === true ? [`--${name}`] : [`--${name}`, shell(String(value))],
    ),
  ].join(" ");
}

/** Pieces of code, each under its name, one shown at a time. */
export function snippets(list) {
  const place = h("div", { class: "snippet" });
  const show = (i) => {
    buttons.forEach((button, j) => button.setAttribute("aria-pressed", i === j));
    place.replaceChildren(
      h("pre", { tabindex: "0", "aria-label": list[i][0] }, h("code", {}, list[i][1])),
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

/** What one does with a rule, in three languages. */
export function ofRule(rule, { law, heaps }) {
  const name = JSON.stringify(rule);
  const lines = [
    law && `sprague law ${shell(rule)}`,
    heaps && `sprague values ${shell(rule)} --to 10^6 --format npy -o values.npy`,
    heaps && `sprague plot ${shell(rule)} --to 10^6 -o picture.png`,
    law && `sprague law ${shell(rule)} --save law.cert && sprague check law.cert`,
    `sprague play ${shell(rule)}`,
  ];
  const python = [
    "import sprague",
    "",
    `rule = sprague.Rule(${name})`,
    law && "law = rule.law()",
    law && "print(law.status)",
    heaps && "rule.values(10**6)                 # numpy",
    heaps && "rule.wins(upto=10**6).answer",
  ];
  const rust = [
    "use sprague::{Work, ask::{self, Question}};",
    "",
    `let question: Question = serde_json::from_str(r#"${JSON.stringify(law ? { ask: "law", rule } : { ask: "values", rule, to: "100" })}"#)?;`,
    "let answered = ask::answer(&question, &Work::quiet())?;",
    'println!("{}", serde_json::to_string(&answered.answer)?);',
  ];
  return snippets([
    ["Command", lines.filter(Boolean).join("\n")],
    ["Rust", rust.join("\n")],
    ["Python", python.filter((line) => line !== false && line !== undefined).join("\n")],
  ]);
}
