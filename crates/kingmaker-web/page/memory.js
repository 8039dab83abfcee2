// What a browser keeps in mind.

import { many } from "./dom.js";

/** The games that this browser has seen, newest first. @returns {{id: string, name: string, when: number}[]} */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem("games") ?? "[]");
  } catch {
    return [];
  }
}

/** Keeps in mind that this browser has seen a game. @param {import("./types.js").Room} room */
export function remember(room) {
  const others = remembered().filter((game) => game.id !== room.id);
  const name = `${room.game}, ${many(room.plies, "ply", "plies")}${room.position.turn.kind === "over" ? ", over" : ""}`;
  try {
    localStorage.setItem("games", JSON.stringify([{ id: room.id, name, when: Date.now() }, ...others].slice(0, 12)));
  } catch {
    // Without a memory, the address still finds the game.
  }
}
