// What this is, what the status words mean, every term, and the limits of the server.

import { about } from "../api.js";
import { certificateSection } from "../certificates.js";
import { failure, grouped, h, section } from "../dom.js";
import { TERMS, prose, statusWord } from "../terms.js";

const STATUS = ["proved", "verified", "computed", "observed"];
const EXAMPLES = {
  proved: "the period of Kayles; the number of lost deals of 4 suits of 13 cards",
  verified:
    "lost deals of 10^7 suits of 10^7 cards: the transform was checked at a random point, error at most 2.4e-8",
  computed: "a count whose rule has no proof, done exactly",
  observed: "values of Grundy's game, which no law is known for",
};

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
      "These pages ask it the same questions as the command and the Python package, and get the same answers. It runs on this machine, and no request leaves it.",
    ),
    section(
      "status",
      "What the status words mean",
      h(
        "p",
        {},
        "Every answer carries one of four words. There is no fifth, and no answer claims more than was done.",
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
          "A {law} names its theorem and the {window} that was checked. Its {certificate} holds rule, claim and evidence; the checker, a small program that shares no solving code with the engine, verifies every value in it. The theorems, and four of the Project Euler answers, are machine-checked in Coq.",
        ),
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
    section("server", "This server", facts),
  );
  about(signal).then(
    ({ version, schema, limits }) => {
      const row = ([key, value]) => [
        h("dt", {}, key),
        h("dd", {}, typeof value === "number" ? grouped(value) : String(value)),
      ];
      facts.append(
        h("p", {}, `Sprague ${version}, answers of schema ${schema}. Limits for one question:`),
        h("dl", { class: "facts" }, Object.entries(limits).flatMap(row)),
        h(
          "p",
          {},
          "Programs ask ",
          h("code", {}, "POST /api/ask"),
          "; ",
          h("a", { href: "/api/openapi.json" }, "the whole interface"),
          " is described for machines.",
        ),
      );
    },
    (error) => error.name === "AbortError" || facts.append(failure(error)),
  );
}
