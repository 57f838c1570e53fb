// A game against the engine. The server has the rules: it lists the moves of a position and replies; the page
// draws, and makes what is clicked, dragged or typed. The address holds the first position and every move.

import { ask, board, hint, reply, rules } from "../api.js";
import { announce, failure, filled, h } from "../dom.js";
import { inWords, kindOf } from "../pieces/index.js";
import { gameAddress, go, keepAddress, playAddress, query } from "../router.js";
import { prose, term } from "../terms.js";
import { mexLesson, xorColumns } from "./lesson.js";
import { Line, valueOfOption } from "./line.js";
import { explanation } from "./why.js";

const LEVELS = [
  ["perfect", "Perfect"],
  ["medium", "Medium"],
  ["easy", "Easy"],
];
const LISTED = 400;
/** How long the engine's move is shown before it is made, in milliseconds. */
const SHOWN = 650;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Remembered on this machine, if it may be. */
const storage = {
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Not remembered, then.
    }
  },
};

export async function render({ main, parts: [text, position], query: given, signal }) {
  document.title = `Play ${text} · Sprague`;
  const game = new Game(main, signal, given);
  await game.start(text, position || undefined, given);
}

class Game {
  constructor(main, signal, given) {
    const level = given.get("level") ?? storage.get("level");
    this.main = main;
    this.signal = signal;
    this.level = LEVELS.some(([name]) => name === level) ? level : "perfect";
    this.lesson = (given.get("lesson") ?? storage.get("lesson")) === "1";
    /** Whether the player who cannot move wins. */
    this.misere = given.get("misere") === "1";
    this.busy = false;
    /** How much of the hint was given. */
    this.grade = 0;
    /** The pieces on the table. @type {{ element: HTMLElement, mark: (move: any) => void }[]} */
    this.views = [];
    /** Draws the hint again. @type {(() => void) | null} */
    this.remark = null;
    this.turn = h("p", { class: "turn", "aria-live": "polite", role: "status" });
    this.table = h("div", { class: "table-top" });
    this.story = h("ol", { class: "story", "aria-label": "Moves so far" });
    this.panel = h("div", { class: "panel" });
    this.lessonPlace = h("div", { class: "lesson-place" });
  }

  get state() {
    return this.line.now.state;
  }

  async start(text, position, given) {
    const load = (at) => board({ rule: text, position: at, ...this.asked() }, this.signal);
    const first = await load(position);
    this.rule = first.rule;
    this.kind = kindOf(this.rule);
    this.title = first.title ?? this.rule;
    this.line = await Line.replayed(first, this.kind, given.get("moves"), given.get("at"), (at) =>
      this.load(at),
    );
    document.title = `Play ${this.title} · Sprague`;
    this.main.append(
      h(
        "p",
        { class: "crumbs" },
        h("a", { href: "/" }, "Games"),
        " › ",
        h("a", { href: gameAddress(this.rule) }, this.title),
        " › play",
      ),
      h(
        "h1",
        {},
        `Play ${this.title}`,
        this.title === this.rule ? "" : [" ", h("code", { class: "names" }, this.rule)],
      ),
      h(
        "p",
        { class: "lead" },
        `A move: ${first.line}. `,
        prose(
          this.misere ? "The player who cannot move wins: misère play." : "The player who cannot move loses.",
        ),
      ),
      h(
        "div",
        { class: "game" },
        this.controls(),
        this.settings(),
        this.turn,
        h(
          "div",
          { class: "with-side playing" },
          h("div", { class: "content" }, this.panel, this.table, this.lessonPlace),
          h("aside", { class: "side", "aria-label": "The game so far" }, this.soFar(), this.otherGames()),
        ),
      ),
    );
    this.keep();
    this.say(this.sayNow());
    this.draw();
  }

  /** A position with its moves, and with values where the lesson needs them; where nothing is left there is nothing to ask. */
  async load(position) {
    if (position === "0")
      return { rule: this.rule, position: "0", pieces: [], moves: [], over: true, value: "0" };
    return board({ rule: this.rule, position, ...this.asked() }, this.signal);
  }

  /** What is asked of every position: values for the lesson, and who wins in the end. */
  asked() {
    return {
      values: this.lesson && !this.misere ? "true" : undefined,
      misere: this.misere ? "true" : undefined,
    };
  }

  soFar() {
    this.empty = h("p", { class: "note" }, "No move yet.");
    return h("div", { class: "card" }, h("h2", {}, "So far"), this.story, this.empty);
  }

  /** Every game that the server has a name or a notation for, at the same level. */
  otherGames() {
    const place = h("div", {}, h("p", { class: "note" }, "…"));
    const chip = (rule, name) => h("a", { class: "chip", href: playAddress(rule) + this.options() }, name);
    filled(place, async () => {
      const { rules: named, notations } = await rules("", 100, this.signal);
      const seen = new Set(named.map(({ rule }) => rule));
      const others = notations.filter(({ example }) => !seen.has(example));
      return h(
        "p",
        { class: "chips" },
        named.map(({ rule, title }) => chip(rule, title)),
        others.map(({ example, title }) => chip(example, title ?? example)),
      );
    });
    this.refreshOthers = () =>
      place.querySelectorAll("a").forEach((link) => (link.href = link.pathname + this.options()));
    return h("details", { class: "card other-games" }, h("summary", {}, "Other games"), place);
  }

  controls() {
    const button = (name, act, kind) =>
      h("button", { type: "button", class: kind, "data-do": name, on: { click: act } }, name);
    this.buttons = {
      hint: button("Hint", () => this.hint()),
      why: button("Why?", () => this.explain()),
      undo: button("Undo", () => this.undo()),
      engine: button("Engine moves", () => this.engine()),
    };
    return h(
      "div",
      { class: "play-bar row", role: "group", "aria-label": "The game" },
      Object.values(this.buttons),
      button("Start again", () => go(this.startAddress())),
    );
  }

  settings() {
    return h(
      "div",
      { class: "settings card" },
      h("div", { class: "row" }, this.levelChoice(), this.lessonSwitch(), this.misereSwitch()),
      this.positionForm(),
    );
  }

  levelChoice() {
    const choose = () => {
      this.level = select.value;
      storage.set("level", this.level);
      this.refreshOthers?.();
      this.keep();
    };
    const select = h(
      "select",
      { id: "level", on: { change: choose } },
      LEVELS.map(([value, name]) => h("option", { value, selected: value === this.level }, name)),
    );
    return h("span", { class: "row" }, h("label", { for: "level" }, term("level", "Level")), select);
  }

  lessonSwitch() {
    // Nim-values are those of normal play.
    const box = h("input", { type: "checkbox", id: "lesson", checked: this.lesson, disabled: this.misere });
    box.addEventListener("change", async () => {
      this.lesson = box.checked;
      storage.set("lesson", this.lesson ? "1" : "0");
      this.refreshOthers?.();
      this.keep();
      await this.guarded(() => this.withValues());
    });
    const words = this.misere ? " Lesson: values are of normal play" : " Lesson: show values";
    return h("label", { class: "check", for: "lesson" }, box, words);
  }

  /** The same position with the other end of the game: a separate game. */
  misereSwitch() {
    const box = h("input", { type: "checkbox", id: "misere", checked: this.misere });
    box.addEventListener("change", () => {
      this.misere = box.checked;
      go(this.startAddress());
    });
    return h("label", { class: "check", for: "misere" }, box, " Misère: the player who cannot move wins");
  }

  /** A position that cannot be read is reported beside its box; the game goes on. */
  positionForm() {
    const box = h("input", {
      type: "text",
      id: "position",
      value: this.line.first.position,
      spellcheck: "false",
      size: "14",
    });
    const wrong = h("div", { class: "position-error" });
    const set = async (event) => {
      event.preventDefault();
      wrong.replaceChildren();
      try {
        const asked = { rule: this.rule, position: box.value.trim(), misere: this.asked().misere };
        const found = await board(asked, this.signal);
        go(playAddress(this.rule, found.position) + this.options());
      } catch (error) {
        if (error.name !== "AbortError") wrong.replaceChildren(failure(error));
      }
    };
    return h(
      "form",
      { class: "row", on: { submit: set } },
      h("label", { for: "position" }, "Position"),
      box,
      h("button", {}, "Set up"),
      wrong,
    );
  }

  /** Level and lesson, as the addresses of other games have them too. */
  options(more = {}) {
    return query({
      level: this.level === "perfect" ? "" : this.level,
      lesson: this.lesson ? "1" : "",
      misere: this.misere ? "1" : "",
      ...more,
    });
  }

  startAddress() {
    return playAddress(this.rule, this.line.first.position) + this.options();
  }

  keep(push = false) {
    const address = playAddress(this.rule, this.line.first.position) + this.options(this.line.query());
    keepAddress(address, { push });
  }

  sayNow() {
    const last = this.line.now;
    if (this.state.over) {
      if (!last.move) return `There is no move here: the player to move has ${this.misere ? "won" : "lost"}.`;
      return last.who === "you" ? this.lastMove() : this.noMove();
    }
    return last.who === "you" ? "The engine is to move." : "Your move.";
  }

  /** The reader made the last move. */
  lastMove() {
    return `You made the last move: ${this.misere ? "the engine wins." : "you win!"}`;
  }

  /** The reader has no move. */
  noMove() {
    return `You cannot move: ${this.misere ? "you win!" : "the engine wins."}`;
  }

  say(text, kind = "") {
    this.turn.textContent = text;
    this.turn.className = `turn ${kind || (/you win/.test(text) ? "won" : /engine wins/.test(text) ? "lost" : "")}`;
  }

  /** The name of a piece, which it keeps. */
  name(slot) {
    return `${this.kind.noun} ${slot.id}`;
  }

  /** Draws the position, every piece with its moves; what cannot be moved any more stands aside. */
  draw(focus = false) {
    const { slots } = this.line.now;
    const movable = new Set(this.state.moves.map((move) => move.piece));
    this.views = slots.map((slot, index) => this.pieceCard(slot, index, movable.has(index)));
    const live = this.views.filter((_, index) => movable.has(index)).map((view) => view.element);
    const dead = slots.filter((_, index) => !movable.has(index));
    const rest = dead.length > 0 && this.scraps(dead, live.length === 0);
    const empty = slots.length === 0 && h("p", { class: "note" }, "Nothing is left.");
    this.table.dataset.position = this.state.position;
    this.table.replaceChildren(...[...live, rest, empty].filter(Boolean));
    this.drawButtons();
    this.drawStory();
    this.drawLesson();
    if (focus) this.table.querySelector('[tabindex="0"], button:not([tabindex="-1"])')?.focus();
  }

  drawButtons() {
    this.buttons.undo.disabled = this.line.at === 0 || this.busy;
    for (const name of ["hint", "engine"]) this.buttons[name].disabled = this.state.over || this.busy;
    this.buttons.why.disabled = this.busy || this.state.pieces.length === 0;
    this.buttons.hint.textContent = this.grade > 0 && this.grade < 3 ? `Hint ${this.grade + 1} of 3` : "Hint";
  }

  /** The moves so far: a click goes to the position after one. */
  drawStory() {
    const item = (step, i) => {
      const who = step.who === "you" ? "You" : "Engine";
      const current = i === this.line.at;
      const button = h(
        "button",
        {
          type: "button",
          class: `ply ${step.who}`,
          "aria-current": current ? "step" : undefined,
          on: { click: () => this.jump(i) },
        },
        h("strong", {}, `${who}: `),
        step.words,
      );
      return h("li", { class: "move" }, button);
    };
    const first = h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "ply",
          "aria-current": this.line.at === 0 ? "step" : undefined,
          on: { click: () => this.jump(0) },
        },
        `Start: ${this.line.first.position}`,
      ),
    );
    const steps = this.line.steps.slice(1).map((step, i) => item(step, i + 1));
    this.story.replaceChildren(...(steps.length ? [first, ...steps] : []));
    this.empty.hidden = steps.length > 0;
    const now = this.story.querySelector("[aria-current]");
    if (now) this.story.scrollTop = now.offsetTop - this.story.offsetTop - 60;
  }

  pieceCard(slot, index, movable) {
    const moves = this.state.moves.filter((move) => move.piece === index);
    const make = (move) => this.make(move);
    const { value } = this.state.pieces[index];
    const view = this.kind.view(slot.piece, moves, make, (text) => announce(text), slot.labels);
    const badge =
      this.lesson &&
      value !== undefined &&
      h("span", { class: "value-badge", title: "nim-value" }, `value ${value}`);
    const how =
      this.lesson &&
      value !== undefined &&
      h("button", { type: "button", class: "small how", on: { click: () => this.showMex(index) } }, "How?");
    const element = h(
      "section",
      {
        class: `piece card of-${this.kind.noun}${movable ? "" : " dead"}`,
        "data-piece": index,
        "aria-label": `${this.name(slot)}: ${slot.piece}`,
      },
      h("h2", {}, `${this.name(slot)}: ${slot.piece} `, badge, how),
      view.element,
      this.moveList(moves, make, slot),
    );
    return { element, mark: view.mark };
  }

  moveList(moves, make, slot) {
    if (!moves.length) return null;
    const words = (move) => {
      const value = this.lesson && move.value !== undefined ? ` · xor ${move.value}` : "";
      return `${inWords(move, this.kind, slot.labels)}${value}`;
    };
    const item = (move) =>
      h(
        "li",
        {},
        h("button", { type: "button", class: "small", on: { click: () => make(move) } }, words(move)),
      );
    const list = h(
      "details",
      { class: "moves" },
      h("summary", {}, moves.length === 1 ? "The one move" : `All ${moves.length} moves`),
    );
    const fill = () => {
      if (!list.open || list.childElementCount > 1) return;
      list.append(
        h("ul", {}, moves.slice(0, LISTED).map(item)),
        ...(moves.length > LISTED ? [h("p", { class: "note" }, `… and ${moves.length - LISTED} more`)] : []),
      );
    };
    list.addEventListener("toggle", fill);
    return list;
  }

  /** Pieces without a move, in one line. */
  scraps(slots, open) {
    const many =
      slots.length === 1 ? "1 piece that cannot be moved" : `${slots.length} pieces that cannot be moved`;
    const names = slots.map((slot) => h("li", { class: "chip" }, slot.piece));
    return h(
      "details",
      { class: "scraps", open },
      h("summary", {}, many),
      h("ul", { class: "chips" }, names),
    );
  }

  /** The xor of the values of the pieces, while the lesson is on. */
  drawLesson() {
    const { pieces, value } = this.state;
    if (!this.lesson || value === undefined || !pieces.length) return this.lessonPlace.replaceChildren();
    const { slots } = this.line.now;
    const named = pieces.map((piece, i) => ({
      name: `${this.name(slots[i])}: ${piece.piece}`,
      value: piece.value,
    }));
    const verdict =
      value === "0"
        ? "The xor is 0: lost for the player to move."
        : `The xor is ${value}, not 0: won for the player to move.`;
    this.lessonPlace.replaceChildren(
      h(
        "section",
        { class: "card", "aria-label": "Lesson" },
        h("h2", {}, "Lesson"),
        xorColumns(named, value),
        h("p", {}, h("strong", {}, verdict)),
      ),
    );
  }

  showMex(index) {
    const { pieces, moves, value } = this.state;
    const { piece, value: own } = pieces[index];
    const options = moves
      .filter((move) => move.piece === index)
      .map((move) => ({ ...move, value: valueOfOption(move.value, value, own) }));
    const title = h("h2", {}, `The value of ${this.name(this.line.now.slots[index])}: ${piece}`);
    this.show(h("section", { class: "card" }, title, mexLesson({ piece, value: Number(own), options })));
  }

  /** Puts something into the panel above the board, where it is seen. */
  show(content) {
    this.panel.replaceChildren(content);
    const { top } = this.panel.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight * 0.7) this.panel.scrollIntoView({ block: "start" });
  }

  forget() {
    this.grade = 0;
    this.panel.replaceChildren();
    this.views.forEach((view) => view.mark(null));
    this.table.querySelectorAll(".hinted").forEach((card) => card.classList.remove("hinted"));
  }

  async guarded(act) {
    if (this.busy) return;
    this.busy = true;
    for (const button of Object.values(this.buttons)) button.disabled = true;
    try {
      await act();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.say("That did not work.");
      this.show(failure(error));
    } finally {
      this.busy = false;
      if (!this.signal.aborted) this.draw(this.hadFocus);
      this.remark?.();
    }
  }

  /** The position that is shown, with values if they are wanted and missing. */
  async withValues() {
    if (!this.lesson || this.state.value !== undefined) return;
    this.line.now.state = await this.load(this.state.position);
  }

  async to(move, who) {
    const slot = this.line.now.slots[move.piece];
    const next = await this.load(move.position);
    this.line.make(move, who, next, `${this.name(slot)}: ${inWords(move, this.kind, slot.labels)}`);
    this.keep(who === "you");
  }

  /** The reader's move, and the engine's reply. */
  make(move) {
    this.hadFocus = this.table.contains(document.activeElement);
    this.remark = null;
    return this.guarded(async () => {
      this.forget();
      this.say("The engine thinks …");
      await this.to(move, "you");
      if (this.state.over) return this.say(this.lastMove());
      this.draw();
      await this.answer();
    });
  }

  /** The engine moves in the reader's place, and the reader goes on from there. */
  engine() {
    this.hadFocus = false;
    this.remark = null;
    return this.guarded(async () => {
      this.forget();
      this.say("The engine thinks …");
      await this.answer();
    });
  }

  async answer() {
    const { misere } = this.asked();
    const asked = { rule: this.rule, position: this.state.position, level: this.level, misere };
    const { move } = await reply(asked, this.signal);
    if (!move) return this.say(this.lastMove());
    const slot = this.line.now.slots[move.piece];
    const done = `Engine, on ${this.name(slot)}: ${inWords(move, this.kind, slot.labels)}.`;
    await this.animate(move, done);
    await this.to(move, "engine");
    this.say(this.state.over ? `${done} ${this.noMove()}` : `${done} Your move.`);
  }

  /** Shows the engine's move on the board before it is made. */
  async animate(move, words) {
    if (calm()) return;
    const view = this.views[move.piece];
    if (!view?.element.isConnected) return;
    this.say(words.replace(/\.$/, " …"));
    view.element.classList.add("moving");
    view.mark(move);
    await pause(SHOWN);
  }

  /** Takes back the reader's last move with the engine's reply. */
  undo() {
    if (this.busy) return;
    this.remark = null;
    this.line.takeBack();
    this.arrive("Taken back. Your move.");
  }

  /** Goes to the position after a move of the list; the moves behind it stay until another one is made. */
  jump(at) {
    if (this.busy) return;
    this.remark = null;
    this.line.at = at;
    this.arrive();
  }

  arrive(text) {
    this.hadFocus = false;
    this.forget();
    this.keep(true);
    this.say(text ?? this.sayNow());
    return this.guarded(() => this.withValues());
  }

  /** Three grades: whether the position is won, then on which piece, then which move; the last two are drawn. */
  hint() {
    this.hadFocus = false;
    return this.guarded(async () => {
      const asked = { rule: this.rule, position: this.state.position, misere: this.asked().misere };
      const { move } = await hint(asked, this.signal);
      this.grade = move ? Math.min(this.grade + 1, 3) : 3;
      this.show(h("div", { class: "hint card" }, this.hintWords(move)));
      this.remark = () => this.markHint(move);
      announce(this.panel.textContent);
    });
  }

  hintWords(move) {
    if (!move)
      return [
        h(
          "p",
          {},
          h("strong", {}, "Hint: "),
          "this position is ",
          term("lost"),
          "; make it long, and hope for a mistake.",
        ),
      ];
    const slot = this.line.now.slots[move.piece];
    const more = (text) =>
      h("button", { type: "button", class: "small more-hint", on: { click: () => this.hint() } }, text);
    const make = h(
      "button",
      { type: "button", class: "small primary", on: { click: () => this.make(move) } },
      "Make this move",
    );
    const lines = [
      [
        h(
          "p",
          {},
          h("strong", {}, "Hint 1 of 3: "),
          "this position is won: some move ",
          this.misere ? "leaves a lost position. " : ["makes the ", term("xor"), " 0. "],
        ),
        more("On which piece?"),
      ],
      [
        h("p", {}, h("strong", {}, "Hint 2 of 3: "), `a winning move is on ${this.name(slot)}. `),
        more("Which move?"),
      ],
      [
        h(
          "p",
          {},
          h("strong", {}, "Hint 3 of 3: "),
          `on ${this.name(slot)}: ${inWords(move, this.kind, slot.labels)}. `,
        ),
        make,
      ],
    ];
    return lines[this.grade - 1];
  }

  markHint(move) {
    if (!move || this.grade < 2) return;
    const view = this.views[move.piece];
    view?.element.classList.add("hinted");
    if (this.grade === 3) view?.mark(move);
  }

  explain() {
    this.hadFocus = false;
    return this.guarded(async () => {
      const misere = this.misere ? { misere: true } : {};
      const asked = { ask: "explain", rule: this.rule, position: this.state.position, ...misere };
      const found = await ask(asked, { signal: this.signal });
      this.show(explanation(found));
      announce(`${found.position} ${found.outcome ? `is ${found.outcome}` : `has value ${found.value}`}`);
    });
  }
}
