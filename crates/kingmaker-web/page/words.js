// Positions, moves and shares in words, for people who listen.

import { h, many, percent } from "./dom.js";

/** @typedef {import("./types.js").Room} Room */
/** @typedef {import("./types.js").Picture} Picture */

/** What a player is called. @param {Room} room @param {number} player */
export function playerName(room, player) {
  const seat = room.seats[player - 1];
  const role = seat?.role ? `${seat.role} ` : "";
  return `${role}${room.seats.length > 1 ? `player ${player}` : "player"}`;
}

/** What is on a cell. @param {import("./types.js").Cell} cell */
export function cellWords(cell) {
  if (cell.pieces.length === 0) return "empty";
  const names = cell.pieces.map((player) => (player ? `player ${player}` : "marked"));
  if (new Set(names).size === 1) return names.length === 1 ? names[0] : `${names.length} pieces of ${names[0]}`;
  return `stack from the bottom: ${names.join(", ")}`;
}

/** Whose turn it is, or how it ended. @param {Room} room */
export function statusWords(room) {
  const { turn, scores } = room.position;
  if (turn.kind === "chance") return "Chance is to move.";
  if (turn.kind === "player" && turn.player !== undefined) {
    const seat = room.seats[turn.player - 1];
    const isNow = room.position.ply === room.plies;
    const who = seat.kind === "person" ? "a person" : seat.name;
    return `${capital(playerName(room, turn.player))} (${who}) ${isNow ? "is" : "was"} to move.`;
  }
  const best = Math.max(...(scores ?? [0]));
  const winners = (scores ?? []).flatMap((score, index) => (score === best ? [index + 1] : []));
  if (winners.length === 1) return `${capital(playerName(room, winners[0]))} has won.`;
  const roles = new Set(winners.map((player) => room.seats[player - 1].team));
  const role = room.seats[winners[0] - 1]?.role;
  if (roles.size === 1 && role) return `The ${role} have won.`;
  return `A draw between ${winners.map((player) => `player ${player}`).join(", ")}.`;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The position as a list that can be listened to.
 * @param {Room} room
 */
export function positionWords(room) {
  const { picture, choices, worlds } = room.position;
  const lines = [statusWords(room)];
  room.seats.forEach((_, index) => {
    const player = index + 1;
    const own = picture.cells.filter((cell) => cell.pieces.at(-1) === player);
    const where = own.map((cell) => (cell.pieces.length > 1 ? `${cell.name} (${cell.pieces.length} pieces)` : cell.name));
    const places = where.length ? ` On ${where.join(", ")}.` : "";
    lines.push(`${capital(playerName(room, player))}: ${picture.panel[index] ?? ""}.${places}`);
  });
  const neutral = picture.cells.filter((cell) => cell.pieces.includes(0));
  if (neutral.length) lines.push(`Marked: ${neutral.map((cell) => cell.name).join(", ")}.`);
  const bars = picture.bars.filter((bar) => bar.piece !== null);
  if (bars.length) lines.push(`Fences: ${bars.map((bar) => bar.name).join(", ")}.`);
  if (worlds && worlds > 1) lines.push(`${many(worlds, "position")} possible from here.`);
  if (choices.length) {
    const some = choices.slice(0, 40).map((choice) => choice.move);
    lines.push(`${many(choices.length, "legal move")}: ${some.join(", ")}${choices.length > 40 ? " and more" : ""}.`);
  }
  const shares = room.graph.shares[room.position.ply];
  if (shares) lines.push(`Expected shares: ${shares.map((share, index) => `player ${index + 1} ${percent(share)}`).join(", ")}.`);
  return h("ul", {}, ...lines.map((line) => h("li", {}, line)));
}
