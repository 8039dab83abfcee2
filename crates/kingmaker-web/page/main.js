// Which page is shown, keys, and light or dark.

import { say } from "./dom.js";
import { experiments } from "./experiments.js";
import { GameView } from "./game.js";
import { ARROWS } from "./keys.js";
import { setup } from "./setup.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {GameView | null} */
let game = null;
let leave = () => {};

function route() {
  const [, kind, id, ply] = location.hash.split("/");
  if (kind === "g" && game?.id === id) {
    if (ply !== undefined) game.go(Number(ply));
    return;
  }
  leave();
  game?.close();
  game = null;
  leave = () => {};
  if (kind === "g" && /^[0-9a-f]+$/.test(id ?? "")) game = new GameView(root, id, ply === undefined ? null : Number(ply));
  else if (kind === "experiments") leave = experiments(root);
  else setup(root);
}

const help = /** @type {HTMLDialogElement} */ (document.getElementById("help"));

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
  if (event.key === "?") return help.showModal();
  if (!game) return;
  const isButton = target.closest("button, a, summary") !== null;
  const { placing } = game;
  const done = (/** @type {unknown} */ _) => event.preventDefault();
  if (event.key === "Escape") return done(game.cancel());
  if (placing.hand) {
    const step = ARROWS[event.key];
    if (step) return done(placing.step(...step));
    if (event.key.toLowerCase() === "r") return done(placing.turn());
    if (event.key.toLowerCase() === "m") return done(placing.flip());
    if (event.key === "Enter") return done(placing.put());
  }
  const at = game.ply ?? game.room?.plies ?? 0;
  if (event.key === "ArrowLeft") return done(game.go(at - 1));
  if (event.key === "ArrowRight") return done(game.go(at + 1));
  if (event.key === "Home") return done(game.go(0));
  if (event.key === "End") return done(game.go(game.room?.plies ?? 0));
  if (event.key === " " && !isButton) return done(game.best());
  if (/^[a-z0-9]$/i.test(event.key)) pickByLetter(event.key.toUpperCase());
}

/** Takes the next piece whose name begins with a letter. @param {string} letter */
function pickByLetter(letter) {
  const position = game?.shown?.position;
  if (!game || !position) return;
  const usable = new Set(position.choices.map((choice) => choice.touches[0]));
  const fitting = position.picture.tray.filter((item) => item.player === position.turn.player && usable.has(item.name) && item.name.toUpperCase().startsWith(letter));
  if (!fitting.length) return;
  const held = fitting.findIndex((item) => item.name === game?.placing.hand?.name);
  const next = fitting[(held + 1) % fitting.length];
  if (next.squares.length) {
    if (game.placing.hand?.name !== next.name) game.placing.pick(next);
  } else {
    game.touch(next.name);
  }
}

/** Light, dark, or as the system is. */
function theme() {
  const order = ["auto", "light", "dark"];
  const apply = (/** @type {string} */ name) => {
    document.documentElement.dataset.theme = name;
    toggle.textContent = { auto: "◐", light: "☀", dark: "☾" }[name] ?? "◐";
    toggle.setAttribute("aria-label", `colours: ${name}`);
  };
  const toggle = /** @type {HTMLElement} */ (document.getElementById("theme"));
  const known = () => {
    try {
      return localStorage.getItem("theme") ?? "auto";
    } catch {
      return "auto";
    }
  };
  apply(known());
  toggle.addEventListener("click", () => {
    const next = order[(order.indexOf(document.documentElement.dataset.theme ?? "auto") + 1) % order.length];
    try {
      localStorage.setItem("theme", next);
    } catch {
      // It holds until the page is closed.
    }
    apply(next);
  });
}

document.getElementById("keys")?.addEventListener("click", () => help.showModal());
addEventListener("hashchange", route);
addEventListener("keydown", key);
addEventListener("unhandledrejection", (event) => say(String(event.reason?.message ?? event.reason), true));
theme();
route();
