// Mathematics as people print it: formulas in MathML, and powers, signs and products inside of plain text.

import { grouped, h } from "./dom.js";

const MATHML = "http://www.w3.org/1998/Math/MathML";

/**
 * @param {string} tag
 * @param {...(Node | string)} children
 */
function m(tag, ...children) {
  const element = document.createElementNS(MATHML, tag);
  element.append(...children);
  return element;
}

const SIGNS = { "<=": "≤", ">=": "≥", "!=": "≠", "-": "−", "*": "·" };
const TOKEN = /\s*(\d+|[A-Za-zφ]+'?|<=|>=|!=|[^\s\w])/gy;

/** @param {string} text */
function tokens(text) {
  TOKEN.lastIndex = 0;
  const found = [];
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) found.push(match[1]);
  return found;
}

const atom = (token) => {
  if (/^\d/.test(token)) return m("mn", grouped(token));
  if (/^[A-Za-zφ]'?$/.test(token)) return m("mi", token.replace("'", "′"));
  if (/^[A-Za-z]/.test(token)) return m("mtext", `\u2009${token}\u2009`);
  const sign = m("mo", SIGNS[token] ?? token);
  if ("()[]|".includes(token)) sign.setAttribute("stretchy", "false");
  return sign;
};

/** One operand from the list: a group in braces or parentheses, or a single token. */
function operand(list) {
  const first = list.shift();
  if (first !== "{" && first !== "(") return atom(first ?? "");
  const close = first === "{" ? "}" : ")";
  const inner = [];
  for (let depth = 1; list.length; ) {
    const token = list.shift();
    depth += token === first ? 1 : token === close ? -1 : 0;
    if (depth === 0) break;
    inner.push(token);
  }
  return m("mrow", ...row(inner));
}

/** @param {string[]} list */
function row(list) {
  const rest = [...list];
  const found = [];
  while (rest.length) {
    const token = rest.shift();
    if ((token === "^" || token === "_") && found.length && rest.length)
      found.push(m(token === "^" ? "msup" : "msub", found.pop(), operand(rest)));
    else if (token === "{") found.push((rest.unshift(token), operand(rest)));
    else found.push(atom(token));
  }
  return found;
}

/** Formulas of more characters may be broken behind a relation: browsers do not break MathML. */
const LONG = 24;
const RELATIONS = ["=", "<", ">", "<=", ">=", "!="];

/**
 * The parts of a formula between which a line may break.
 * @param {string[]} list
 */
function lines(list) {
  const found = [[]];
  let depth = 0;
  for (const token of list) {
    depth += "({[".includes(token) ? 1 : ")}]".includes(token) ? -1 : 0;
    found.at(-1).push(token);
    if (depth === 0 && RELATIONS.includes(token)) found.push([]);
  }
  return found.filter((line) => line.length > 0);
}

/**
 * A formula such as `G(n + 12) = G(n)`, `n_0 <= x < 2·n_0 + p`, `2^{n-1}`.
 * @param {string} text
 */
export function math(text, block = false) {
  const parts = !block && text.length > LONG ? lines(tokens(text)) : [tokens(text)];
  const formulas = parts.map((part) => m("math", m("mrow", ...row(part))));
  const element =
    formulas.length === 1
      ? formulas[0]
      : h("span", {}, ...formulas.flatMap((one, i) => (i ? [" ", one] : one)));
  formulas.forEach((one) => one.setAttribute("display", block ? "block" : "inline"));
  element.setAttribute("aria-label", text.replace(/[{}]/g, ""));
  element.setAttribute("role", "math");
  return element;
}

const POWER = /(\d|[A-Za-z)])\^(\d+|[a-z]\b|\([^()]*\))/;
const PIECES = new RegExp(
  `${POWER.source}|(\\d(?:\\.\\d+)?)e([-+]?\\d+)|(\\d)[x*](?=\\d)|(\\s)-(?=\\s)|(<=|>=|!=)`,
  "g",
);

/**
 * Plain text with its powers, signs and products printed: `10^18`, `60x90`, `2n - 2`, `<=`, `2.4e-8`.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function typeset(text) {
  const found = [];
  let end = 0;
  for (const match of String(text).matchAll(PIECES)) {
    const [whole, base, power, mantissa, exponent, factor, space, sign] = match;
    found.push(text.slice(end, match.index));
    if (base) found.push(base, h("sup", {}, power.replace(/^\(|\)$/g, "").replace(/-/g, "−")));
    else if (mantissa) found.push(`${mantissa}·10`, h("sup", {}, String(Number(exponent)).replace("-", "−")));
    else if (factor) found.push(`${factor} ${whole.endsWith("x") ? "×" : "·"} `);
    else if (space) found.push(`${space}−`);
    else found.push(SIGNS[sign]);
    end = match.index + whole.length;
  }
  return [...found, text.slice(end)].filter((piece) => piece !== "");
}

const RAISED = { "-": "⁻", ...Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹"].map((sign, digit) => [digit, sign])) };

/** The same for canvases and labels, which have no elements: powers in raised digits. */
export const plainPower = (base, power) =>
  `${base}${[...String(power)].map((sign) => RAISED[sign] ?? sign).join("")}`;

/** A mask of binary digits, the same everywhere: 11110₂ = 30. */
export const maskText = (mask) => [
  h("span", { class: "number" }, mask.toString(2)),
  h("sub", {}, "2"),
  ` = ${mask}`,
];
