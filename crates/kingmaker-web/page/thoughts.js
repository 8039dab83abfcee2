// What a search has found out: shares, candidates, the tree and the expected line.

import { get } from "./api.js";
import { board, place } from "./board.js";
import { button, h, percent, s, short } from "./dom.js";
import { badge } from "./pieces.js";

/** @typedef {import("./types.js").Findings} Findings */
/** @typedef {import("./types.js").Room} Room */
/** @typedef {import("./types.js").Thought} Thought */
/** @typedef {import("./types.js").Shares} Shares */
/** @typedef {import("./types.js").Branch} Branch */

/** One bar of all shares; what nobody knows is grey. @param {Room} room @param {Shares | null} shares */
export function shareBar(room, shares) {
  const seen = new Set();
  const parts = room.seats.flatMap((seat, index) => {
    // Who wins together shares one part.
    if (room.seats.some((other, before) => before < index && other.team === seat.team)) return [];
    const share = shares?.[index];
    if (share === null || share === undefined || seen.has(seat.team)) return [];
    seen.add(seat.team);
    const name = seat.role ?? `player ${index + 1}`;
    return [{ player: index + 1, share, text: `${name} ${percent(share)}` }];
  });
  const total = parts.reduce((sum, part) => sum + part.share, 0);
  const scale = total > 1 ? 1 / total : 1;
  const words = parts.length ? parts.map((part) => part.text).join(", ") : "nothing is known yet";
  const boxes = parts.map((part) =>
    h("span", { class: `share p${part.player}`, style: `width:${part.share * scale * 100}%`, title: part.text }, part.share > 0.12 ? percent(part.share) : ""),
  );
  return h("div", { class: "shares", role: "img", "aria-label": `Expected shares: ${words}` }, ...boxes);
}

/** How much of a budget is spent. @param {Thought} thought */
function spent(thought) {
  const { budget, findings } = thought;
  const parts = findings
    ? [
        [findings.milliseconds, budget.milliseconds],
        [findings.playouts, budget.playouts],
        [findings.nodes, findings.playouts ? null : budget.nodes],
        [findings.depth, findings.playouts ? null : budget.depth],
      ]
    : [];
  const known = parts.flatMap(([used, most]) => (most ? [Number(used) / most] : []));
  return Math.min(1, Math.max(0, ...known));
}

/** What a search may spend, in words. @param {Thought["budget"]} budget */
function budgetWords(budget) {
  const limits = [
    budget.playouts && `${short(budget.playouts)} playouts`,
    budget.plies && `${short(budget.plies)} plies`,
    budget.nodes && `${short(budget.nodes)} nodes`,
    budget.depth && `depth ${budget.depth}`,
    budget.milliseconds && `${(budget.milliseconds / 1000).toLocaleString("en")} s`,
  ];
  return limits.filter(Boolean).join(" or ");
}

/** @param {Findings} findings */
function effortWords(findings) {
  const count = findings.playouts || findings.nodes;
  const speed = findings.milliseconds > 1 ? `, ${short((count / findings.milliseconds) * 1000)} per second` : "";
  const what = findings.playouts ? "playouts" : "nodes";
  return count ? `${short(count)} ${what}${speed}, depth ${findings.depth}` : "a move at once";
}

/** Which rows are open, so that they stay open while a search goes on. @type {Set<string>} */
const open = new Set();

/**
 * The panel of a search.
 * @param {Room} room
 * @param {Thought | null} thought
 * @param {Findings | null} findings
 * @param {{try: (moves: string[]) => void, stop: () => void, mover: number}} use
 */
export function panel(room, thought, findings, use) {
  const parts = [];
  if (thought) {
    const whose = thought.advice ? `${thought.name} would play for` : `${thought.name} thinks for`;
    const state = thought.done ? "" : thought.waiting ? `, waiting (${thought.queue} in line)` : "";
    parts.push(h("p", {}, badge(thought.player), ` ${whose} player ${thought.player}${state}`));
    if (!thought.done) {
      parts.push(
        h("div", { class: "row" }, h("progress", { max: 1, value: spent(thought), "aria-label": "how much of the budget is spent" }), button("now", use.stop, { title: "end with what is found" })),
        h("p", { class: "small" }, `may spend ${budgetWords(thought.budget)}`),
      );
    }
  }
  if (!findings) {
    parts.push(h("p", { class: "small" }, thought && !thought.done ? "…" : "Nobody has thought about this position yet."));
    return parts;
  }
  parts.push(h("p", { class: "small" }, effortWords(findings)), candidates(findings, use), line(findings, use));
  const others = threats(findings, use.mover);
  if (others) parts.push(others);
  return parts;
}

/** @param {Findings} findings @param {Parameters<typeof panel>[3]} use */
function candidates(findings, use) {
  const most = Math.max(1, ...findings.candidates.map((candidate) => candidate.visits));
  const body = h("tbody");
  for (const candidate of findings.candidates.slice(0, 12)) {
    const branch = findings.branches.find((branch) => branch.move === candidate.move);
    const share = candidate.shares?.[use.mover - 1] ?? branch?.worth;
    const words = candidate.proven ? `${percent(share)} proven` : percent(share);
    add(body, { move: candidate.move, player: use.mover, visits: candidate.visits, worth: share ?? null, below: branch?.below ?? [] }, words, most, [], use);
  }
  const head = h("thead", {}, h("tr", {}, h("th", {}, "move"), h("th", {}, "tried"), h("th", { class: "number" }, "share")));
  return h("table", { class: "candidates" }, h("caption", {}, "Candidates: open one to see the replies"), head, body);
}

/**
 * Adds a row, and those below it if it is open.
 * @param {HTMLElement} body
 * @param {Branch} branch
 * @param {string} worth
 * @param {number} most
 * @param {string[]} before
 * @param {Parameters<typeof panel>[3]} use
 */
function add(body, branch, worth, most, before, use) {
  const path = [...before, branch.move];
  const key = path.join(" ");
  const isOpen = open.has(key);
  const toggle = () => {
    isOpen ? open.delete(key) : open.add(key);
    use.try([]);
  };
  const name = branch.below.length
    ? button(`${isOpen ? "▾" : "▸"} ${branch.move}`, toggle, { class: "plain", "aria-expanded": String(isOpen), "data-path": key })
    : h("span", { class: "leaf" }, branch.move);
  const meter = h("span", { class: `meter p${branch.player ?? 0}`, style: `width:${(branch.visits / most) * 100}%` });
  body.append(
    h(
      "tr",
      { onpointerenter: (/** @type {Event} */ event) => peek(event, path, use), onpointerleave: hide, onfocusin: (/** @type {Event} */ event) => peek(event, path, use), onfocusout: hide },
      h("td", { style: `padding-left:${before.length * 0.9}em` }, branch.player ? badge(branch.player) : "⚄", " ", name),
      h("td", { class: "bar" }, meter, h("span", {}, short(branch.visits))),
      h("td", { class: "number" }, worth),
    ),
  );
  if (isOpen) for (const below of branch.below) add(body, below, percent(below.worth), most, path, use);
}

/** The expected line, each step with a small board. @param {Findings} findings @param {Parameters<typeof panel>[3]} use */
function line(findings, use) {
  const steps = findings.line.slice(0, 14).map((move, index) => {
    const path = findings.line.slice(0, index + 1);
    const events = { onpointerenter: (/** @type {Event} */ event) => peek(event, path, use), onpointerleave: hide, onfocus: (/** @type {Event} */ event) => peek(event, path, use), onblur: hide };
    return button(move, () => use.try(path), { class: "plain step", ...events });
  });
  return steps.length ? h("div", { class: "line" }, h("span", { class: "small" }, "expected: "), ...steps) : h("div");
}

/** What the others are expected to do next, whatever is played now. @param {Findings} findings @param {number} mover */
function threats(findings, mover) {
  /** @type {Map<string, {player: number, move: string, visits: number}>} */
  const found = new Map();
  const walk = (/** @type {Branch[]} */ branches, /** @type {Set<number>} */ seen) => {
    for (const branch of branches) {
      if (branch.player === mover && seen.size > 0) continue;
      if (branch.player && branch.player !== mover && !seen.has(branch.player)) {
        const key = `${branch.player} ${branch.move}`;
        const known = found.get(key) ?? { player: branch.player, move: branch.move, visits: 0 };
        found.set(key, { ...known, visits: known.visits + branch.visits });
      }
      walk(branch.below, branch.player ? new Set([...seen, branch.player]) : seen);
    }
  };
  walk(findings.branches, new Set());
  const players = [...new Set([...found.values()].map((threat) => threat.player))].sort();
  if (!players.length) return null;
  const rows = players.map((player) => {
    const own = [...found.values()].filter((threat) => threat.player === player).sort((a, b) => b.visits - a.visits);
    const total = own.reduce((sum, threat) => sum + threat.visits, 0);
    const best = own.slice(0, 3).map((threat) => `${threat.move} (${percent(threat.visits / total)})`);
    return h("li", {}, badge(player), ` ${best.join(", ")}`);
  });
  return h("details", { class: "threats" }, h("summary", {}, "What would the others do now?"), h("ul", {}, ...rows));
}

/** The small board. @type {HTMLElement | null} */
let shown = null;

function hide() {
  shown?.remove();
  shown = null;
}

/**
 * Shows the position after a line.
 * @param {Event} event
 * @param {string[]} moves
 * @param {Parameters<typeof panel>[3]} use
 */
async function peek(event, moves, use) {
  const anchor = /** @type {HTMLElement} */ (event.currentTarget);
  const path = anchor.closest("[data-line]")?.getAttribute("data-line");
  if (!path) return;
  hide();
  const mine = h("div", { class: "peek", role: "presentation" });
  shown = mine;
  const position = await get(`${path}${encodeURIComponent(moves.join(" "))}`).catch(() => null);
  if (!position || shown !== mine || !anchor.isConnected) return;
  mine.append(board(position.picture, ""), h("p", { class: "small" }, moves.at(-1)));
  const box = anchor.getBoundingClientRect();
  document.body.append(mine);
  const top = Math.min(Math.max(8, box.top - 60), innerHeight - mine.offsetHeight - 8);
  mine.style.top = `${top}px`;
  mine.style.left = `${Math.max(8, box.left - mine.offsetWidth - 12)}px`;
}

/**
 * Draws the candidates on a board: larger ones were tried more often, and their colour is that of whoever expects most.
 * @param {SVGElement} root
 * @param {import("./types.js").Picture} picture
 * @param {Findings} findings
 * @param {number} mover
 */
export function overlay(root, picture, findings, mover) {
  const layer = root.querySelector(".overlay");
  if (!layer) return;
  layer.replaceChildren();
  const most = Math.max(1, ...findings.candidates.map((candidate) => candidate.visits));
  const near = findings.candidates.filter((candidate, index) => index === 0 || candidate.visits >= most * 0.15).slice(0, 8);
  for (const candidate of near.reverse()) {
    const spots = candidate.touches.map((name) => place(picture, name)).filter((spot) => spot !== null);
    const spot = spots.at(-1);
    if (!spot) continue;
    const shares = candidate.shares ?? [];
    const leader = shares.reduce((/** @type {number} */ best, share, index) => ((share ?? -1) > (shares[best] ?? -1) ? index : best), 0);
    const size = 0.2 + 0.22 * Math.sqrt(candidate.visits / most);
    const [first] = spots;
    if (spots.length === 2 && first) layer.append(s("line", { x1: first.x, y1: first.y, x2: spot.x, y2: spot.y, class: `hintline p${leader + 1}` }));
    layer.append(
      s("g", { class: `hint p${leader + 1}` }, s("circle", { cx: spot.x, cy: spot.y, r: size, class: "disc" }), s("text", { x: spot.x, y: spot.y + 0.1, class: "hinttext" }, percent(shares[mover - 1]))),
    );
  }
}
