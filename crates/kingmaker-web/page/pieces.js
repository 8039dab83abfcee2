// How pieces look. Players differ in colour and in the sign on their pieces, so that nobody has to tell colours apart.

import { s } from "./dom.js";

/** The signs of the players, around the origin, about one across. */
const SIGNS = [
  "M0-.42A.42.42 0 1 0 0 .42A.42.42 0 1 0 0-.42ZM0-.2A.2.2 0 1 1 0 .2A.2.2 0 1 1 0-.2Z",
  "M0-.46L.43.33H-.43Z",
  "M-.36-.36H.36V.36H-.36Z",
  "M0-.5L.4 0L0 .5L-.4 0Z",
  "M-.14-.45H.14V-.14H.45V.14H.14V.45H-.14V.14H-.45V-.14H-.14Z",
  "M-.45-.3L-.3-.45L0-.15L.3-.45L.45-.3L.15 0L.45.3L.3.45L0 .15L-.3.45L-.45.3L-.15 0Z",
];

/**
 * The sign of a player, so large, at a place.
 * @param {number} player
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function sign(player, x, y, size) {
  const path = SIGNS[(player - 1) % SIGNS.length];
  return s("path", { d: path, class: "sign", transform: `translate(${x} ${y}) scale(${size})`, "fill-rule": "evenodd" });
}

/** A small drawing of a player's piece, for text. @param {number} player */
export function badge(player) {
  return s(
    "svg",
    { class: `badge p${player}`, viewBox: "-.55 -.55 1.1 1.1", "aria-hidden": "true" },
    s("circle", { r: 0.5, class: "disc" }),
    sign(player, 0, 0, 0.6),
  );
}

/**
 * The pieces on a cell.
 * @param {import("./types.js").Cell} cell
 * @param {boolean} isNamed Whether the name of the cell is written on it.
 * @returns {SVGElement[]}
 */
export function pieces(cell, isNamed) {
  const { x, y } = cell;
  if (cell.tile) {
    const [player] = cell.pieces;
    return [
      s("g", { class: `piece p${player}` }, s("rect", { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.1, class: "disc" }), sign(player, x, y, 0.42)),
    ];
  }
  const count = cell.pieces.length;
  if (isNamed) return cell.pieces.map((player, index) => pawn(player, x + 0.3 * index, y));
  if (count < 2) return cell.pieces.map((player) => disc(player, x, y, 0.38, 0.38));
  const lift = Math.min(0.15, 0.62 / count);
  return cell.pieces.map((player, index) => disc(player, x, y + 0.16 + lift * ((count - 1) / 2 - index) - 0.16 * (count > 4 ? 0.4 : 0.7), 0.38, 0.2, index === count - 1));
}

/** A piece that leaves room for a name, with its sign beside it. @param {number} player @param {number} x @param {number} y */
function pawn(player, x, y) {
  const parts = [s("circle", { cx: x, cy: y, r: 0.5, class: "disc" })];
  if (player > 0) parts.push(s("circle", { cx: x + 0.42, cy: y - 0.42, r: 0.27, class: "disc" }), sign(player, x + 0.42, y - 0.42, 0.36));
  return s("g", { class: `piece p${player}` }, ...parts);
}

/**
 * @param {number} player
 * @param {number} x
 * @param {number} y
 * @param {number} rx
 * @param {number} ry
 * @param {boolean} [isTop]
 */
function disc(player, x, y, rx, ry, isTop = true) {
  const parts = [s("ellipse", { cx: x, cy: y, rx, ry, class: "disc" })];
  if (ry < rx) parts.unshift(s("path", { class: "side", d: `M${x - rx} ${y}v.12a${rx} ${ry} 0 0 0 ${2 * rx} 0v-.12` }));
  if (isTop && player > 0) {
    const mark = sign(player, x, y, ry < rx ? 0.26 : 0.45);
    if (ry < rx) mark.setAttribute("transform", `translate(${x} ${y}) scale(.36 .2)`);
    parts.push(mark);
  }
  return s("g", { class: `piece p${player}` }, ...parts);
}
