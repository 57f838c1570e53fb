// What this is, what the status words mean, every term, and the limits of the server.

import { about } from "../api.js";
import { certificateSection } from "../certificates.js";
import { filled, grouped, h, seconds, section } from "../dom.js";
import { STATIC } from "../site.js";
import { prose, statusWord, TERMS } from "../terms.js";

const STATUS = ["proved", "computed", "observed"];
const EXAMPLES = {
  proved: "the period of Kayles; the number of lost deals of 4 suits of 13 cards",
  computed: "values of a game of your own whose solver is compared with play on small pieces only",
  observed: "two games that agree on their first 10 000 values",
};

const bytes = (number) =>
  number < 1 << 20 ? `${Math.round(number / 1024)} KiB` : `${grouped(Math.round(number / (1 << 20)))} MiB`;
const LIMITS = {
  seconds: ["time", seconds],
  memory: ["memory", bytes],
  values: ["values sent at once", grouped],
  answer: ["length of an answer", bytes],
  question: ["length of a question", bytes],
  upload: ["certificate to check", bytes],
  steps: ["steps of a check", grouped],
  moves: ["moves of a position in play", grouped],
};

const WHERE = STATIC
  ? "It runs in this browser, offline too, and no request leaves this site. The command is faster and has more memory."
  : "It runs on this machine, and no request leaves it.";

export async function render({ main, signal }) {
  document.title = "About · Sprague";
  const facts = h("div", {});
  main.append(
    h("h1", {}, "About Sprague"),
    h(
      "p",
      { class: "lead" },
      prose(
        "An engine for {impartial game|impartial games}: it computes {nim-value|nim-values}, proves the {law|laws} they follow, and counts exactly.",
      ),
    ),
    h(
      "p",
      {},
      `These pages ask it the same questions as the command and the Python package, and get the same answers. ${WHERE}`,
    ),
    section(
      "status",
      "What the status words mean",
      h(
        "p",
        {},
        "Every answer carries one of three words. What else checked it, such as a random test, the independent checker or a theorem in Coq, is shown beside the word.",
      ),
      h(
        "dl",
        { class: "facts wide status-list" },
        STATUS.flatMap((word) => [
          h("dt", {}, statusWord(word)),
          h(
            "dd",
            {},
            TERMS[word][1],
            h("br"),
            h("span", { class: "note" }, `For instance: ${EXAMPLES[word]}.`),
          ),
        ]),
      ),
    ),
    section(
      "trust",
      "Why to believe it",
      h(
        "p",
        {},
        prose(
          "A {law} names its theorem and the {window} that was checked. Its {certificate} holds rule, claim and evidence; the checker, a small program that shares no solving code with the engine, verifies every value in it. The theorems, and four of the Project Euler answers, are machine-checked in Coq. ",
        ),
        h("a", { href: "/docs" }, "The documents"),
        " have every proof.",
      ),
    ),
    certificateSection(null, signal),
    section(
      "words",
      "Words",
      h(
        "dl",
        { class: "facts wide glossary" },
        Object.values(TERMS).flatMap(([title, text]) => [h("dt", {}, title), h("dd", {}, prose(text))]),
      ),
    ),
    section("server", STATIC ? "The engine in this browser" : "This server", facts),
  );
  await filled(facts, async () => {
    const { version, schema, limits } = await about(signal);
    const row = ([key, [name, shown]]) =>
      limits[key] !== undefined && [h("dt", {}, name), h("dd", {}, shown(limits[key]))];
    return [
      h("p", {}, `Sprague ${version}, answers of schema ${schema}. Limits for one question:`),
      h("dl", { class: "facts" }, Object.entries(LIMITS).flatMap(row)),
      !STATIC &&
        h(
          "p",
          {},
          "Programs ask ",
          h("code", {}, "POST /api/ask"),
          "; ",
          h("a", { href: "/api/openapi.json" }, "the whole interface"),
          " is described for machines.",
        ),
    ];
  });
}
