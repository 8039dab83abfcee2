// A picture, drawn. What can be touched is told apart by its name.

import { s } from "./dom.js";
import { pieces } from "./pieces.js";

/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Cell} Cell */

/** Where a picture begins and how large it is. @param {Picture} picture */
function extent(picture) {
  const points = [...picture.cells, ...picture.labels];
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, top] = [Math.min(...xs) - 0.75, Math.min(...ys) - 0.75];
  return { left, top, width: Math.max(...xs) + 0.75 - left, height: Math.max(...ys) + 0.75 - top };
}

/** @param {Cell} cell */
function outline(cell) {
  const { x, y } = cell;
  if (cell.shape === "square") return s("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: "ground" });
  if (cell.shape === "disc") return s("circle", { cx: x, cy: y, r: 0.47, class: "ground" });
  // With a corner on top and neighbours at distance 1, a corner is 1 / sqrt(3) away.
  const corner = (/** @type {number} */ turn) => {
    const angle = (Math.PI / 6) * (2 * turn + 1);
    return `${x + Math.cos(angle) * 0.577},${y + Math.sin(angle) * 0.577}`;
  };
  return s("polygon", { points: [0, 1, 2, 3, 4, 5].map(corner).join(" "), class: "ground" });
}

/**
 * Draws a picture. Cells and bars carry their names in `data-name`.
 * @param {Picture} picture
 * @param {string} label What people who do not see it are told.
 * @param {Record<string, number>} [heat] How likely somebody is on a cell.
 */
export function board(picture, label, heat = {}) {
  const { left, top, width, height } = extent(picture);
  const isMap = picture.ways.length > 0;
  const root = s("svg", { class: isMap ? "board map" : "board", viewBox: `${left} ${top} ${width} ${height}`, role: "group", "aria-label": label });
  root.style.setProperty("--ratio", String(width / height));
  root.style.setProperty("--units", String(width));
  // A map that is too small to be read can be moved about instead.
  root.classList.toggle("large", isMap && picture.cells.length > 60);
  const at = (/** @type {number} */ index) => picture.cells[index];
  for (const [from, to, sort] of [...picture.ways].sort((one, other) => other[2] - one[2])) {
    root.append(s("line", { x1: at(from).x, y1: at(from).y, x2: at(to).x, y2: at(to).y, class: `way w${sort}` }));
  }
  const likeliest = Math.max(0, ...Object.values(heat));
  for (const cell of picture.cells) {
    const group = s("g", { class: cell.marked ? "cell marked" : "cell", "data-name": cell.name });
    group.append(outline(cell));
    const weight = heat[cell.name];
    if (weight) group.append(s("circle", { cx: cell.x, cy: cell.y, r: 0.47, class: "heat", opacity: 0.25 + 0.7 * (weight / likeliest) }));
    const shown = weight ? { ...cell, pieces: cell.pieces.filter((player) => player > 0) } : cell;
    group.append(...pieces(shown, isMap));
    if (isMap) group.append(s("text", { x: cell.x, y: cell.y + 0.13, class: "name" }, cell.name));
    root.append(group);
  }
  for (const bar of picture.bars) {
    const [[x1, y1], [x2, y2]] = [bar.from, bar.to];
    // The ends stay clear of the next bar's.
    const [dx, dy] = [(x2 - x1) * 0.06, (y2 - y1) * 0.06];
    const line = { x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy };
    const group = s("g", { class: bar.piece === null ? "bar free" : `bar p${bar.piece}`, "data-name": bar.name });
    // What is touched is narrower than a cell, and lies around the middle of the bar.
    const grip = { x1: x1 + 4 * dx, y1: y1 + 4 * dy, x2: x2 - 4 * dx, y2: y2 - 4 * dy };
    group.append(s("line", { ...grip, class: "grip" }), s("line", { ...line, class: "wood" }));
    root.append(group);
  }
  for (const { x, y, text } of picture.labels) root.append(s("text", { x, y: y + 0.12, class: "label" }, text));
  root.append(s("g", { class: "overlay" }));
  return root;
}

/** Where something that can be touched is. @param {Picture} picture @param {string} name */
export function place(picture, name) {
  const cell = picture.cells.find((cell) => cell.name === name);
  if (cell) return { x: cell.x, y: cell.y };
  const bar = picture.bars.find((bar) => bar.name === name);
  return bar ? { x: (bar.from[0] + bar.to[0]) / 2, y: (bar.from[1] + bar.to[1]) / 2 } : null;
}

/**
 * Lets the pieces of the last move come from where they were.
 * @param {SVGElement} root
 * @param {Picture} picture
 * @param {string} move
 */
export function animate(root, picture, move) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const words = move.split(/[^\p{L}\p{N}]+/u).filter((word) => picture.cells.some((cell) => cell.name === word));
  const [from, to] = words.length === 2 ? words.map((word) => place(picture, word)) : [null, null];
  for (const group of root.querySelectorAll(".cell.marked")) {
    const isTarget = from && to && group.getAttribute("data-name") === words[1];
    const top = [...group.querySelectorAll(".piece")].at(-1);
    if (!top) continue;
    const start = isTarget ? `translate(${from.x - to.x}px, ${from.y - to.y}px)` : "scale(.4)";
    const element = /** @type {SVGElement} */ (top);
    element.style.transformBox = isTarget ? "" : "fill-box";
    element.style.transformOrigin = isTarget ? "" : "center";
    group.parentNode?.insertBefore(group, root.querySelector(".bar, .label, .overlay"));
    top.animate([{ transform: start }, { transform: "none" }], { duration: 350, easing: "ease-out" });
  }
}
