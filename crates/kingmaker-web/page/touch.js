// From touches to moves: whoever touches parts of the picture in turn chooses among the legal moves.

/** @typedef {import("./types.js").Choice} Choice */

/** What was touched so far, and what can be touched next. */
export class Selection {
  /**
   * @param {Choice[]} choices
   * @param {(name: string) => boolean} isShown Whether something is in the picture.
   */
  constructor(choices, isShown) {
    this.choices = choices;
    this.isShown = isShown;
    /** @type {string[]} */
    this.touched = [];
  }

  /** The moves that begin with what was touched. @param {string[]} [touched] */
  possible(touched = this.touched) {
    return this.choices.filter((choice) => touched.every((name, index) => choice.touches[index] === name));
  }

  /** What can be touched next, in the order of the moves. */
  next() {
    const next = this.possible().map((choice) => choice.touches[this.touched.length]);
    return [...new Set(next.filter((name) => name !== undefined))];
  }

  /** What can be touched next and is not in the picture. */
  words() {
    return this.next().filter((name) => !this.isShown(name));
  }

  /**
   * Something is touched. Returns the move if it is clear now, `null` if more is to be touched, and `undefined` if nothing
   * begins so.
   * @param {string} name
   * @returns {Choice | null | undefined}
   */
  touch(name) {
    if (this.touched.at(-1) === name && this.touched.length === 1 && !this.next().includes(name)) {
      this.clear();
      return null;
    }
    for (const start of [this.touched, []]) {
      const touched = [...start, name];
      const possible = this.possible(touched);
      if (possible.length === 0) continue;
      this.touched = touched;
      // The rest of the only move left is done at once, if there is nothing of it to be seen.
      const [only] = possible;
      const rest = only.touches.slice(touched.length);
      const isClear = possible.length === 1 && rest.every((word) => !this.isShown(word));
      return isClear ? only : null;
    }
    return undefined;
  }

  clear() {
    this.touched = [];
  }
}
