// Certificates: to download the one of an answer, and to have any checked again.

import { certificate, check } from "./api.js";
import { announce, failure, h, save, seconds, section } from "./dom.js";
import { prose } from "./terms.js";

/** A button that downloads the certificate of a question, or says why there is none. */
export function certificateButton(question, label, signal) {
  const place = h("span", { class: "certificate" });
  const get = async () => {
    button.disabled = true;
    try {
      const { name, bytes } = await certificate(question, signal);
      save(name, bytes, "application/octet-stream");
      place.replaceChildren(button);
    } catch (error) {
      if (error.name !== "AbortError") place.replaceChildren(button, failure(error));
    }
    button.disabled = false;
  };
  const button = h("button", { type: "button", class: "certificate-download", on: { click: get } }, label);
  place.append(button);
  return place;
}

/** A box for a certificate, and the checker's verdict on it. */
function checking(signal) {
  const verdict = h("div", { class: "verdict", "aria-live": "polite" });
  const file = h("input", { type: "file", id: "certificate-file" });
  const examine = async () => {
    if (!file.files.length) return;
    verdict.replaceChildren(h("p", { class: "note" }, "checking …"));
    try {
      const result = await check(file.files[0], signal);
      const right = result.status === "verified";
      verdict.replaceChildren(
        h(
          "p",
          { class: right ? "success" : "failure" },
          h("strong", {}, right ? "Verified. " : "Not verified. "),
          result.verdict,
          ` (${seconds(result.seconds)})`,
        ),
      );
    } catch (error) {
      if (error.name !== "AbortError")
        verdict.replaceChildren(h("p", { class: "failure" }, h("strong", {}, "Refused. "), error.message));
    }
    announce(verdict.textContent);
    file.value = "";
  };
  file.addEventListener("change", examine);
  return [
    h("p", { class: "row" }, h("label", { for: "certificate-file" }, "Check a certificate again:"), file),
    verdict,
  ];
}

/** The section on certificates; with a law that is proved, also its own. */
export function certificateSection(law, signal) {
  const get =
    law && h("p", {}, certificateButton(law.question, "Download the certificate of this law", signal));
  return section(
    "certificate",
    "Certificate",
    h(
      "p",
      {},
      prose("A {certificate} is checked by a second program that shares no solving code with the engine."),
    ),
    get,
    checking(signal),
  );
}
