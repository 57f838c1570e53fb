// A question under way: how far it is, how long it may take, and a button that stops it. Then its answer, or why
// there is none.

import { ask } from "./api.js";
import { announce, copyButton, digits, failure, grouped, h, seconds } from "./dom.js";
import { typeset } from "./math.js";
import { checkedBy, statusWord } from "./terms.js";

/**
 * Asks within `place`; `show(answer)` gives what to put there. Resolves to the answer, or null if it was stopped
 * or refused.
 */
export async function asking(question, place, show, signal) {
  const stop = new AbortController();
  const leave = () => stop.abort();
  signal?.addEventListener("abort", leave, { once: true });
  const bar = h("progress", { "aria-label": "How far the answer is" });
  const line = h("span", { class: "note" }, "asking …");
  const button = h(
    "button",
    { type: "button", class: "small stop", on: { click: () => stop.abort() } },
    "Stop",
  );
  // Most answers are there before anybody could read this.
  const late = setTimeout(
    () => place.replaceChildren(h("div", { class: "working" }, bar, line, button)),
    150,
  );
  const progress = (far) => {
    if (far.fraction !== null && far.fraction !== undefined) bar.value = far.fraction;
    line.textContent = inWords(far);
  };
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await ask(question, { signal: stop.signal, progress });
    clearTimeout(late);
    place.replaceChildren(...[show(answer)].flat(Infinity));
    return answer;
  } catch (error) {
    clearTimeout(late);
    if (signal?.aborted) return null;
    const stopped = stop.signal.aborted;
    place.replaceChildren(stopped ? h("p", { class: "note stopped" }, "Stopped.") : failure(error));
    if (stopped) announce("Stopped");
    return null;
  } finally {
    place.removeAttribute("aria-busy");
    signal?.removeEventListener("abort", leave);
  }
}

function inWords({ waiting, done, all, remaining, seconds: time }) {
  if (waiting) return "waiting for other questions";
  const far = all ? `${grouped(done)} of ${grouped(all)}` : done ? grouped(done) : "working";
  return `${far}, ${seconds(time ?? 0)}${left(remaining)}`;
}

/** What is left, where anybody knows; less than a second is not worth a number. */
function left(remaining) {
  if (remaining === null || remaining === undefined) return "";
  return remaining < 1 ? ", nearly done" : `, about ${seconds(remaining)} left`;
}

const LONG = 400;

/** A number that is an answer, however long, with a button to copy it. */
export function answerNumber(text) {
  const plain = String(text);
  const long = plain.length > LONG;
  return h(
    "div",
    {},
    h(
      "p",
      {
        class: `answer-number${plain.length > 60 ? " long" : ""}`,
        tabindex: plain.length > 1000 ? "0" : undefined,
        role: plain.length > 1000 ? "region" : undefined,
        "aria-label": plain.length > 1000 ? "The answer" : undefined,
      },
      digits(plain),
    ),
    h(
      "p",
      { class: "meta" },
      long && `${grouped(plain.length)} digits`,
      copyButton(plain, "Copy the number"),
    ),
  );
}

/** Status, basis and time of an answer in a line. */
export function basis(answer) {
  return h(
    "p",
    { class: "meta line" },
    statusWord(answer.status),
    answer.basis && h("span", {}, typeset(answer.basis)),
    ...checkedBy(answer),
    h("span", {}, `in ${seconds(answer.seconds)}`),
  );
}
