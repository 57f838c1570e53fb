// A game against the engine. The server has the rules: it lists the moves of a position and replies; the page
// draws, and makes what is clicked, dragged or typed.

import { ask, board, hint, reply } from "../api.js";
import { announce, failure, h } from "../dom.js";
import { inWords, kindOf } from "../pieces/index.js";
import { gameAddress, go, keepAddress, playAddress } from "../router.js";
import { prose, term } from "../terms.js";
import { explanation } from "./why.js";

const LEVELS = [
  ["perfect", "Perfect"],
  ["medium", "Medium"],
  ["easy", "Easy"],
];
const SUGGESTED = [
  "kayles",
  "nim",
  "dawson",
  "grundy",
  "cut",
  "cut:one",
  "cards",
  "tree",
  "wythoff",
  "board:sub:2,3,5,7",
  "mock-turtles",
  "lasker",
];
const LISTED = 400;

export async function render({ main, parts: [text, position], query, signal }) {
  document.title = `Play ${text} · Sprague`;
  const game = new Game(main, signal, query.get("level") ?? "perfect");
  await game.start(text, position || undefined);
}

class Game {
  constructor(main, signal, level) {
    Object.assign(this, {
      main,
      signal,
      level: LEVELS.some(([name]) => name === level) ? level : "perfect",
      history: [],
      log: [],
      busy: false,
    });
    this.turn = h("p", { class: "turn", "aria-live": "polite", role: "status" });
    this.table = h("div", { class: "table-top" });
    this.story = h("ol", { class: "story", "aria-label": "Moves so far" });
    this.why = h("div", { class: "why" });
  }

  async start(rule, position) {
    this.state = await board({ rule, position }, this.signal);
    this.rule = this.state.rule;
    this.first = this.state.position;
    document.title = `Play ${this.rule} · Sprague`;
    this.main.append(
      h(
        "p",
        { class: "crumbs" },
        h("a", { href: "/" }, "Games"),
        " › ",
        h("a", { href: gameAddress(this.rule) }, this.rule),
        " › play",
      ),
      h("h1", {}, "Play ", h("code", {}, this.rule)),
      h("p", { class: "lead" }, `A move: ${this.state.line}. `, prose("Whoever cannot move loses.")),
      this.controls(),
      this.turn,
      h(
        "div",
        { class: "with-side" },
        h("div", { class: "content" }, this.table, this.why),
        h(
          "aside",
          { class: "side", "aria-label": "The game so far" },
          h(
            "div",
            { class: "card" },
            h("h2", {}, "So far"),
            this.story,
            (this.empty = h("p", { class: "note" }, "No move yet.")),
          ),
          h(
            "div",
            { class: "card" },
            h("h2", {}, "Other games"),
            h(
              "p",
              { class: "chips" },
              SUGGESTED.map((name) => h("a", { class: "chip", href: playAddress(name) }, name)),
            ),
          ),
        ),
      ),
    );
    this.keep();
    this.say(this.state.over ? "There is no move here: whoever has to move has lost." : "Your move.");
    this.draw();
  }

  controls() {
    const button = (name, act, kind) =>
      h("button", { type: "button", class: kind, "data-do": name, on: { click: act } }, name);
    const level = h(
      "select",
      { id: "level", on: { change: () => ((this.level = level.value), this.keep()) } },
      LEVELS.map(([value, name]) => h("option", { value, selected: value === this.level }, name)),
    );
    const box = h("input", {
      type: "text",
      id: "position",
      value: this.first,
      spellcheck: "false",
      size: "14",
    });
    const set = (event) => (event.preventDefault(), go(this.address(box.value.trim())));
    this.buttons = {
      hint: button("Hint", () => this.hint()),
      why: button("Why?", () => this.explain()),
      undo: button("Undo", () => this.undo()),
      engine: button("Engine moves", () => this.engine()),
    };
    return h(
      "div",
      { class: "play-bar card" },
      h(
        "div",
        { class: "row" },
        Object.values(this.buttons),
        button("Start again", () => go(this.address(this.first))),
      ),
      h("div", { class: "row" }, h("label", { for: "level" }, "Level"), level),
      h(
        "form",
        { class: "row", on: { submit: set } },
        h("label", { for: "position" }, "Position"),
        box,
        h("button", {}, "Set up"),
      ),
    );
  }

  address(position) {
    return playAddress(this.rule, position) + (this.level === "perfect" ? "" : `?level=${this.level}`);
  }

  keep() {
    keepAddress(this.address(this.state.position));
  }

  say(text, kind = "") {
    this.turn.textContent = text;
    this.turn.className = `turn ${kind}`;
  }

  /** Draws the position, every piece with its moves. */
  draw(focus = false) {
    const kind = kindOf(this.rule);
    const pieces = this.state.pieces.map(({ piece }, index) => this.pieceCard(kind, piece, index));
    this.table.replaceChildren(...(pieces.length ? pieces : [h("p", { class: "note" }, "Nothing is left.")]));
    this.buttons.undo.disabled = this.history.length === 0 || this.busy;
    for (const name of ["hint", "engine"]) this.buttons[name].disabled = this.state.over || this.busy;
    this.buttons.why.disabled = this.busy;
    const line = (one) => h("li", {}, h("strong", {}, one.who === "you" ? "You: " : "Engine: "), one.text);
    this.story.replaceChildren(...this.log.map(line));
    this.empty.hidden = this.log.length > 0;
    if (focus) this.table.querySelector('[tabindex="0"], button:not([tabindex="-1"])')?.focus();
  }

  pieceCard(kind, piece, index) {
    const moves = this.state.moves.filter((move) => move.piece === index);
    const make = (move) => this.make(move);
    const name = `${kind.noun} ${index + 1}: ${piece}`;
    const list =
      moves.length > 0 &&
      h(
        "details",
        { class: "moves" },
        h("summary", {}, moves.length === 1 ? "The one move" : `All ${moves.length} moves`),
      );
    list &&
      list.addEventListener(
        "toggle",
        () =>
          list.open &&
          list.childElementCount === 1 &&
          list.append(
            h(
              "ul",
              {},
              moves
                .slice(0, LISTED)
                .map((move) =>
                  h(
                    "li",
                    {},
                    h(
                      "button",
                      { type: "button", class: "small", on: { click: () => make(move) } },
                      inWords(move),
                    ),
                  ),
                ),
            ),
            moves.length > LISTED ? `The first ${LISTED} are listed.` : "",
          ),
      );
    return h(
      "section",
      {
        class: `piece card of-${kind.noun}${moves.length ? "" : " dead"}`,
        "aria-label": name,
        "data-piece": index,
      },
      h("h2", {}, name),
      kind.view(piece, moves, make, announce),
      list,
    );
  }

  async guarded(act) {
    if (this.busy) return;
    this.busy = true;
    try {
      await act();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.why.replaceChildren(failure(error));
      this.say("That did not work; see below. It is still your move.");
    } finally {
      this.busy = false;
      this.draw(this.hadFocus);
    }
  }

  async to(move, who) {
    this.history.push({ state: this.state, log: this.log, who });
    const piece = this.state.pieces[move.piece].piece;
    this.log = [...this.log, { who, text: `on ${piece}: ${inWords(move)}` }];
    this.state = await board({ rule: this.rule, position: move.position }, this.signal);
    this.keep();
  }

  /** The reader's move, and the engine's reply. */
  make(move) {
    this.hadFocus = this.table.contains(document.activeElement);
    return this.guarded(async () => {
      this.why.replaceChildren();
      this.say("The engine thinks …");
      await this.to(move, "you");
      if (this.state.over) return this.say("You made the last move: you win!", "won");
      this.draw();
      await this.answer();
    });
  }

  /** The engine moves in the reader's place, and the reader goes on from there. */
  engine() {
    this.hadFocus = false;
    return this.guarded(async () => {
      this.why.replaceChildren();
      this.say("The engine thinks …");
      await this.answer();
    });
  }

  async answer() {
    const { move } = await reply(
      { rule: this.rule, position: this.state.position, level: this.level },
      this.signal,
    );
    if (!move) return this.say("You made the last move: you win!", "won");
    const piece = this.state.pieces[move.piece].piece;
    await this.to(move, "engine");
    const done = `Engine, on ${piece}: ${inWords(move)}.`;
    if (this.state.over) this.say(`${done} You cannot move: the engine wins.`, "lost");
    else this.say(`${done} Your move.`);
  }

  /** Takes back the reader's last move with the engine's reply. */
  undo() {
    const last = this.history.pop();
    if (!last) return;
    let back = last;
    if (last.who === "engine" && this.history.at(-1)?.who === "you") back = this.history.pop();
    Object.assign(this, { state: back.state, log: back.log });
    this.why.replaceChildren();
    this.keep();
    this.say("Taken back. Your move.");
    this.draw();
  }

  hint() {
    this.hadFocus = false;
    return this.guarded(async () => {
      const { move } = await hint({ rule: this.rule, position: this.state.position }, this.signal);
      const shown = move
        ? [
            h("strong", {}, "Hint: "),
            `on ${this.state.pieces[move.piece].piece}: ${inWords(move)} `,
            h(
              "button",
              { type: "button", class: "small primary", on: { click: () => this.make(move) } },
              "Make this move",
            ),
          ]
        : [
            h("strong", {}, "Hint: "),
            "this position is ",
            term("lost"),
            "; make it long, and hope for a mistake.",
          ];
      this.why.replaceChildren(h("p", { class: "hint card" }, shown));
      announce(this.why.textContent);
    });
  }

  explain() {
    this.hadFocus = false;
    return this.guarded(async () => {
      const found = await ask(
        { ask: "explain", rule: this.rule, position: this.state.position },
        { signal: this.signal },
      );
      this.why.replaceChildren(explanation(found));
      announce(`${found.position} has value ${found.value}`);
    });
  }
}
