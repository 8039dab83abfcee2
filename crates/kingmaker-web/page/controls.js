// What can be done with a game beside making moves.

import { catalog, post } from "./api.js";
import { button, h, say } from "./dom.js";
import { playerName } from "./words.js";

/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("./types.js").Room} Room */

/** How fast players play, in words. */
const SPEEDS = /** @type {[string, number][]} */ ([["at once", 0], ["half a second", 500], ["two seconds", 2000], ["five seconds", 5000]]);

/**
 * Everything that can be done with a game beside making moves.
 * @param {GameView} view
 * @param {Room} room
 */
export function controls(view, room) {
  const isOver = room.position.turn.kind === "over";
  const hasPersons = room.seats.some((seat) => seat.kind === "person");
  const at = view.ply ?? room.plies;
  const step = (/** @type {string} */ sign, /** @type {number} */ to, /** @type {string} */ label) => button(sign, () => view.go(to), { "aria-label": label, title: label, disabled: to < 0 || to > room.plies });
  const parts = [step("«", 0, "to the start"), step("‹", at - 1, "one ply back"), step("›", at + 1, "one ply on"), step("»", room.plies, "to the end")];
  if (!isOver && !hasPersons) {
    const label = room.paused ? "go on" : "pause";
    parts.push(button(label, () => view.pace(!room.paused, room.delay)));
    const speeds = SPEEDS.map(([name, delay]) => h("option", { value: delay, selected: delay === room.delay }, name));
    const change = (/** @type {Event} */ event) => view.pace(room.paused, Number(/** @type {HTMLSelectElement} */ (event.target).value));
    parts.push(h("label", {}, "pace ", h("select", { onchange: change }, ...speeds)));
  }
  const canUndo = room.history.length > 0;
  parts.push(button("undo", () => view.undo(), { disabled: !canUndo }));
  if (room.position.choices.length) parts.push(button("hint", () => view.advise()), advisers(view, room));
  if (isOver && room.plies > 0) parts.push(button(room.graph.running ? "looking back…" : "look back", () => view.send("review"), { disabled: room.graph.running }));
  parts.push(...zooming(view), menu(view, room));
  if (room.secrets && (isOver || !hasPersons || room.may_see.length > 1)) {
    const all = isOver || !hasPersons ? [h("option", { value: "" }, "everything")] : [];
    const seats = room.may_see.map((seat) => h("option", { value: seat, selected: seat === room.observer }, playerName(room, seat)));
    const change = (/** @type {Event} */ event) => {
      view.seat = Number(/** @type {HTMLSelectElement} */ (event.target).value) || null;
      view.connect();
    };
    parts.push(h("label", {}, "seen by ", h("select", { onchange: change }, ...all, ...seats)));
  }
  return parts;
}

/** Who gives hints. @param {GameView} view @param {Room} room */
function advisers(view, room) {
  const select = h("select", { "aria-label": "who gives hints", onchange: () => (view.adviser = /** @type {HTMLSelectElement} */ (select).value) });
  const seat = (room.position.turn.player ?? 1) - 1;
  catalog().then(({ games }) => {
    const suggestions = games.find((game) => game.name === room.name)?.sizes.find((size) => size.players === room.seats.length)?.suggestions[seat] ?? [];
    const options = suggestions.filter((one) => one.spec !== "random").map((one) => h("option", { value: one.spec, title: one.help, selected: one.spec === view.adviser }, one.name));
    select.append(h("option", { value: "" }, "by the best known, 1 s"), ...options);
  }, () => {});
  return select;
}

/** What is needed seldom. @param {GameView} view @param {Room} room */
function menu(view, room) {
  const copy = () => {
    const text = view.shown?.position.text ?? "";
    navigator.clipboard?.writeText(text).then(() => say("The position is copied."), () => say(text));
  };
  const again = async () => {
    const { id } = await post("rooms", { game: room.game, seats: room.seats.map(({ kind, spec }) => (spec === undefined ? { kind } : { kind, spec })) });
    location.hash = `#/g/${id}`;
  };
  const rules = h("details", {}, h("summary", {}, "rules"), h("pre", {}, room.rules || "Nobody has written them down."));
  return h(
    "details",
    { class: "menu" },
    h("summary", {}, "more"),
    h("div", {}, button("copy the position", copy), button("play again", () => again().catch((error) => say(error.message, true))), h("a", { class: "button", href: `/api/rooms/${view.id}/file`, download: `${room.name}.json` }, "save as a file"), rules),
  );
}

/** The board becomes larger or smaller. @param {GameView} view */
function zooming(view) {
  const by = (/** @type {number} */ factor) => () => {
    view.zoom = Math.min(4, Math.max(1, view.zoom * factor));
    view.svg?.style.setProperty("--zoom", String(view.zoom));
  };
  return [button("+", by(1.5), { "aria-label": "larger" }), button("−", by(1 / 1.5), { "aria-label": "smaller" })];
}
