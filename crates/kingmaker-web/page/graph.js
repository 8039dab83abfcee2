// Expected shares over the moves of a game.

import { h, percent, s } from "./dom.js";

/** @typedef {import("./types.js").Room} Room */

const [WIDTH, HEIGHT, RIM] = [100, 36, 2];

/**
 * @param {Room} room
 * @param {number} ply
 * @param {(ply: number) => void} go
 */
export function graph(room, ply, go) {
  const { shares, blunders } = room.graph;
  const last = Math.max(1, room.plies);
  const x = (/** @type {number} */ at) => RIM + (at / last) * (WIDTH - 2 * RIM);
  const y = (/** @type {number} */ share) => HEIGHT - RIM - share * (HEIGHT - 2 * RIM);
  const root = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": graphWords(room) });
  for (const share of [0, 0.5, 1]) root.append(s("line", { x1: RIM, x2: WIDTH - RIM, y1: y(share), y2: y(share), class: "rule" }));
  const isFirst = (/** @type {number} */ index) => !room.seats.some((seat, before) => before < index && seat.team === room.seats[index].team);
  room.seats.forEach((_, index) => {
    if (!isFirst(index)) return;
    const points = shares.flatMap((known, at) => {
      const share = known?.[index];
      return share === null || share === undefined ? [] : [`${x(at).toFixed(2)},${y(share).toFixed(2)}`];
    });
    if (points.length > 1) root.append(s("polyline", { points: points.join(" "), class: `curve p${index + 1}` }));
  });
  root.append(s("line", { x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT, class: "now" }));
  room.history.forEach(({ player }, at) => {
    if (!player) return;
    const share = shares[at + 1]?.[player - 1] ?? shares[at]?.[player - 1];
    if (share === null || share === undefined) return;
    const isBlunder = blunders.includes(at);
    const dot = s("circle", { cx: x(at + 1), cy: y(share), r: isBlunder ? 1.4 : 0.7, class: `dot p${player}${isBlunder ? " blunder" : ""}` });
    root.append(dot);
    if (isBlunder) root.append(s("text", { x: x(at + 1), y: y(share) - 2, class: "mark" }, "?"));
  });
  root.addEventListener("click", (event) => {
    const box = root.getBoundingClientRect();
    const at = ((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * WIDTH;
    go(Math.min(room.plies, Math.max(0, Math.round(((at - RIM) / (WIDTH - 2 * RIM)) * last))));
  });
  return root;
}

/** @param {Room} room */
function graphWords(room) {
  const shares = room.graph.shares.filter((known) => known !== null);
  const last = shares.at(-1);
  if (!last) return "Nothing is known about the course of the game yet";
  const bad = room.graph.blunders.map((at) => `ply ${at + 1}`).join(", ");
  return `Expected shares over the game; at the end ${last.map((share, index) => `player ${index + 1} ${percent(share)}`).join(", ")}${bad ? `; blunders at ${bad}` : ""}`;
}

/** The blunders as a list of links. @param {Room} room @param {(ply: number) => void} go */
export function blunderList(room, go) {
  const links = room.graph.blunders.map((at) =>
    h("button", { type: "button", class: "plain", onclick: () => go(at) }, `${at + 1}. ${room.history[at]?.move ?? ""}`),
  );
  return links.length ? h("p", { class: "small" }, "blunders: ", ...links) : null;
}
