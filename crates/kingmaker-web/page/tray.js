// Pieces beside the board. One with a shape is turned and turned over in the hand before it is put.

import { button, h, s } from "./dom.js";
import { badge } from "./pieces.js";

/** @typedef {import("./types.js").Item} Item */
/** @typedef {[number, number][]} Squares */

/** The same shape, moved so that its first square in reading order is at the origin's row and column. @param {Squares} squares */
function settled(squares) {
  const [left, top] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
  const moved = squares.map(([x, y]) => /** @type {[number, number]} */ ([x - left, y - top]));
  return moved.sort(([ax, ay], [bx, by]) => ay - by || ax - bx);
}

/** @param {Squares} squares */
const turned = (squares) => settled(squares.map(([x, y]) => [-y, x]));

/** @param {Squares} squares */
const flipped = (squares) => settled(squares.map(([x, y]) => [-x, y]));

/** The square by which a piece is held: the one nearest to its middle. @param {Squares} squares */
function hold(squares) {
  const mean = (/** @type {0 | 1} */ axis) => squares.reduce((sum, square) => sum + square[axis], 0) / squares.length;
  const [x, y] = [mean(0), mean(1)];
  const distance = (/** @type {[number, number]} */ square) => (square[0] - x) ** 2 + (square[1] - y) ** 2;
  return squares.reduce((best, square) => (distance(square) < distance(best) ? square : best));
}

/** A piece in the hand. */
export class Hand {
  /** @param {Item} item */
  constructor(item) {
    this.name = item.name;
    this.player = item.player;
    this.squares = settled(item.squares);
  }

  turn() {
    this.squares = turned(this.squares);
  }

  flip() {
    this.squares = flipped(this.squares);
  }

  /** The squares that it covers when it is held at this place. @param {number} x @param {number} y */
  at(x, y) {
    const [hx, hy] = hold(this.squares);
    return this.squares.map(([dx, dy]) => /** @type {[number, number]} */ ([x + dx - hx, y + dy - hy]));
  }
}

/** A small drawing of a shape. @param {Item} item @param {Squares} squares */
function drawing(item, squares) {
  const [width, height] = [Math.max(...squares.map(([x]) => x)) + 1, Math.max(...squares.map(([, y]) => y)) + 1];
  const parts = squares.map(([x, y]) => s("rect", { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.12, class: "disc" }));
  return s("svg", { class: `shape piece p${item.player}`, viewBox: `0 0 ${width} ${height}`, style: `--w:${width};--h:${height}`, "aria-hidden": "true" }, ...parts);
}

/**
 * The trays of all players; that of whoever is to move is open.
 * @param {Item[]} items
 * @param {{player: number | undefined, usable: Set<string>, hand: Hand | null, seen: (player: number) => string,
 *   pick: (item: Item, event: Event) => void, turn: () => void, flip: () => void}} use
 */
export function trays(items, use) {
  const players = [...new Set(items.map((item) => item.player))];
  const tray = (/** @type {number} */ player) => {
    const isOpen = player === use.player;
    const own = items.filter((item) => item.player === player).map((item) => card(item, isOpen, use));
    const tools =
      isOpen && use.hand
        ? h("div", { class: "row" }, button("⟳ turn (R)", use.turn), button("⇋ flip (M)", use.flip))
        : null;
    const title = h("summary", {}, badge(player), ` ${use.seen(player)}: ${own.length} left`);
    return h("details", { class: "tray", open: isOpen }, title, h("div", { class: "items" }, ...own), tools);
  };
  return players.map(tray);
}

/**
 * @param {Item} item
 * @param {boolean} isOpen
 * @param {Parameters<typeof trays>[1]} use
 */
function card(item, isOpen, use) {
  const isHeld = isOpen && use.hand?.name === item.name;
  const isUsable = isOpen && use.usable.has(item.name);
  const squares = isHeld && use.hand ? use.hand.squares : settled(item.squares);
  const look = item.squares.length ? drawing(item, squares) : h("span", { class: `card p${item.player}` }, item.name);
  return h(
    "button",
    {
      type: "button",
      class: isHeld ? "item held" : "item",
      disabled: !isUsable,
      "data-name": item.name,
      "aria-label": item.name,
      "aria-pressed": String(isHeld),
      title: item.name,
      onpointerdown: (/** @type {Event} */ event) => item.squares.length && isUsable && use.pick(item, event),
      onclick: (/** @type {MouseEvent} */ event) => (event.detail === 0 || !item.squares.length) && use.pick(item, event),
    },
    look,
  );
}
