// The moves of a game and the positions between them. Every piece keeps its number, and every card of a suit its own.

/**
 * @typedef {object} Slot  a piece on the table
 * @property {number} id  its number, which it keeps
 * @property {string} piece  as it is written
 * @property {number[]} [labels]  the numbers printed on its cards
 *
 * @typedef {object} Step  a position and the move that led to it
 * @property {any} state  the board as the server has it
 * @property {Slot[]} slots
 * @property {any} [move]
 * @property {"you" | "engine"} [who]
 * @property {string} [words]
 * @property {number} [index]  of the move in the list of the position before
 */

/** The value of what a move leaves of its piece, from the value of the whole position after it. */
export const valueOfOption = (after, whole, own) => String(BigInt(after) ^ BigInt(whole) ^ BigInt(own));

const sameMove = (one, other) =>
  one.piece === other.piece && one.leaves === other.leaves && one.action === other.action;

export class Line {
  /** @param {any} state the first position */
  constructor(state, kind) {
    this.kind = kind;
    this.nextId = 1;
    const slots = state.pieces.map(({ piece }) => this.slot(piece));
    /** @type {Step[]} */
    this.steps = [{ state, slots }];
    this.at = 0;
  }

  /** A line with the moves of an address; one that is not a move ends it. */
  static async replayed(state, kind, moves, at, load) {
    const line = new Line(state, kind);
    for (const text of (moves ?? "").split(".").filter(Boolean)) {
      const move = line.now.state.moves[Number(text.replace(/^e/, ""))];
      if (!move) break;
      const slot = line.now.slots[move.piece];
      const words =
        kind.words && slot.labels
          ? kind.words(move, slot.labels)
          : `${move.action}, leaving ${move.leaves === "0" ? "nothing" : move.leaves}`;
      line.make(
        move,
        text.startsWith("e") ? "engine" : "you",
        await load(move.position),
        `${kind.noun} ${slot.id}: ${words}`,
      );
    }
    if (/^\d+$/.test(at ?? "") && Number(at) < line.steps.length) line.at = Number(at);
    return line;
  }

  slot(piece, labels) {
    return { id: this.nextId++, piece, labels: labels ?? this.kind.labels?.(piece) };
  }

  get first() {
    return this.steps[0].state;
  }

  get now() {
    return this.steps[this.at];
  }

  /** Makes a move; what was behind the position is forgotten. */
  make(move, who, state, words) {
    const before = this.now;
    const index = before.state.moves.findIndex((one) => sameMove(one, move));
    this.steps.length = this.at + 1;
    this.steps.push({ state, slots: this.slotsAfter(before.slots, move, state), move, who, words, index });
    this.at++;
  }

  /** The pieces after a move: what it leaves stands where the piece was, and the first of them keeps its number. */
  slotsAfter(slots, move, state) {
    const old = slots[move.piece];
    const count = state.pieces.length - slots.length + 1;
    const left = state.pieces.slice(move.piece, move.piece + Math.max(count, 0));
    const fresh = left.map(({ piece }, i) => {
      const labels = old.labels && this.kind.labelsAfter?.(old.labels, move);
      return i === 0 ? { id: old.id, piece, labels } : this.slot(piece, labels);
    });
    return [...slots.slice(0, move.piece), ...fresh, ...slots.slice(move.piece + 1)];
  }

  /** Takes back the reader's last move, with the engine's reply to it. */
  takeBack() {
    const last = this.now;
    const both = last.who === "engine" && this.steps[this.at - 1]?.who === "you";
    this.at = Math.max(0, this.at - (both ? 2 : 1));
    this.steps.length = this.at + 1;
  }

  /** The moves as an address has them. */
  query() {
    const moves = this.steps.slice(1).map(({ who, index }) => `${who === "engine" ? "e" : ""}${index}`);
    return { moves: moves.join("."), at: this.at < this.steps.length - 1 ? this.at : "" };
  }
}
