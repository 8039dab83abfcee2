// A piece in the hand, on its way to the board.

import { s } from "./dom.js";
import { Hand } from "./tray.js";

/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Choice} Choice */

/** What is held over the board. */
export class Placing {
  /** @param {import("./game.js").GameView} view */
  constructor(view) {
    this.view = view;
    /** @type {Hand | null} */
    this.hand = null;
    /** The cell it is held over. @type {string | null} */
    this.cell = null;
  }

  clear() {
    this.hand = null;
    this.cell = null;
  }

  /** Takes a piece, or puts it back. @param {Item} item @param {Event} [event] */
  pick(item, event) {
    const isHeld = this.hand?.name === item.name;
    this.view.preview = null;
    this.hand = isHeld ? null : new Hand(item);
    this.cell = this.hand ? (this.cell ?? this.firstPlace()) : null;
    this.view.selection.touched = this.hand ? [item.name] : [];
    this.view.drawTargets();
    if (this.hand && event?.type === "pointerdown") this.drag(/** @type {PointerEvent} */ (event));
    else if (this.hand) this.view.frame.focus();
  }

  /** Follows the pointer until it is let go. @param {PointerEvent} start */
  drag(start) {
    const cellAt = (/** @type {PointerEvent} */ event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell")?.getAttribute("data-name") ?? null;
    const move = (/** @type {PointerEvent} */ event) => this.over(cellAt(event));
    const drop = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      const cell = cellAt(event);
      if (event.type === "pointerup" && cell) this.put(cell, event.pointerType === "touch");
    };
    if (start.pointerType === "touch") /** @type {Element} */ (start.target).releasePointerCapture?.(start.pointerId);
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  turn() {
    this.hand?.turn();
    this.view.preview = null;
    this.view.drawTargets();
  }

  flip() {
    this.hand?.flip();
    this.view.preview = null;
    this.view.drawTargets();
  }

  /** It is held over another cell. @param {string | null} cell */
  over(cell) {
    if (!this.hand || this.view.preview || cell === this.cell || cell === null) return;
    this.cell = cell;
    this.draw();
  }

  /** Moves it by so many cells. @param {number} right @param {number} down */
  step(right, down) {
    const from = this.cellNamed(this.cell);
    const to = from && this.cells().find((cell) => cell.x === from.x + right && cell.y === from.y + down);
    if (to) this.over(to.name);
  }

  /** Puts it where it is held. @param {string | null} cell @param {boolean} isTouch Whether to ask before. */
  put(cell = this.cell, isTouch = false) {
    if (!this.hand || !cell) return;
    this.cell = cell;
    if (this.view.preview) {
      const isSame = this.view.preview === this.move();
      if (isSame) return this.view.confirm();
      this.view.preview = null;
    }
    const choice = this.move();
    if (!choice) {
      this.draw();
      return this.view.touchRefused(this.hand.name);
    }
    if (isTouch) {
      this.view.preview = choice;
      this.view.drawTargets();
    } else {
      this.view.play(choice.move);
    }
  }

  /** The move that puts the piece where it is held, if that is legal. @returns {Choice | null} */
  move(cell = this.cell) {
    const names = this.covered(cell);
    if (!this.hand || !names) return null;
    const wanted = [...names].sort().join(" ");
    return this.own().find((choice) => choice.touches.slice(1).sort().join(" ") === wanted) ?? null;
  }

  /** The moves of the piece. */
  own() {
    return this.view.selection.choices.filter((choice) => choice.touches[0] === this.hand?.name);
  }

  cells() {
    return this.view.shown?.position.picture.cells ?? [];
  }

  /** @param {string | null} name */
  cellNamed(name) {
    return this.cells().find((cell) => cell.name === name) ?? null;
  }

  /** The names of the cells that it covers; nothing if some are not on the board. @param {string | null} cell */
  covered(cell) {
    const at = this.cellNamed(cell);
    if (!this.hand || !at) return null;
    const byPlace = new Map(this.cells().map((cell) => [`${cell.x} ${cell.y}`, cell.name]));
    const names = this.hand.at(at.x, at.y).map(([x, y]) => byPlace.get(`${x} ${y}`));
    return names.every((name) => name !== undefined) ? /** @type {string[]} */ (names) : null;
  }

  /** Where a piece that was just taken is held: where it fits, if it fits as it is. */
  firstPlace() {
    const fits = this.cells().find((cell) => this.move(cell.name));
    const first = this.own()[0]?.touches[1];
    return fits?.name ?? first ?? this.cells()[0]?.name ?? null;
  }

  /** Draws the piece over the board, and where it could be put as it is turned. */
  draw() {
    const layer = this.view.svg?.querySelector(".overlay");
    if (!layer || !this.hand) return;
    layer.replaceChildren();
    for (const cell of this.cells()) {
      if (this.move(cell.name)) layer.append(s("circle", { cx: cell.x, cy: cell.y, r: 0.14, class: "fits" }));
    }
    const at = this.cellNamed(this.cell);
    if (!at) return;
    const isLegal = this.move() !== null;
    const squares = this.hand.at(at.x, at.y).map(([x, y]) => s("rect", { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.1, class: "disc" }));
    layer.append(s("g", { class: `ghost p${this.hand.player}${isLegal ? "" : " illegal"}` }, ...squares));
  }
}
