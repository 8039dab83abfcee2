// Where a game begins: which one, and who plays.

import { catalog, post } from "./api.js";
import { button, h, many, say } from "./dom.js";
import { form } from "./forms.js";
import { remembered } from "./memory.js";
import { badge } from "./pieces.js";

/** @typedef {import("./types.js").Catalog} Catalog */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Size} Size */
/** @typedef {import("./types.js").Who} Who */

/** @param {HTMLElement} root */
export async function setup(root) {
  root.replaceChildren(h("p", {}, "…"));
  let all;
  try {
    all = await catalog();
  } catch (error) {
    root.replaceChildren(h("p", { class: "problem" }, /** @type {Error} */ (error).message));
    return;
  }
  const place = h("div");
  const show = (/** @type {Game} */ game) => {
    for (const other of list.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other.dataset.game === game.name));
    place.replaceChildren(chosen(all, game));
  };
  const list = h(
    "div",
    { class: "games" },
    ...all.games.map((game) => button("", () => show(game), { "data-game": game.name, "aria-pressed": "false" })),
  );
  all.games.forEach((game, index) => list.children[index].append(h("strong", {}, title(game.name)), h("span", {}, game.summary)));
  root.replaceChildren(h("div", { class: "setup" }, h("h1", {}, "A new game"), list, place, recent(), loading()));
  const wanted = all.games.find((game) => location.hash === `#/new/${game.name}`) ?? all.games.find((game) => game.name === "focus") ?? all.games[0];
  if (wanted) show(wanted);
}

/** @param {string} name */
const title = (name) => name.replace(/(^|-)(.)/g, (_, dash, letter) => (dash ? " " : "") + letter.toUpperCase());

/** @param {Catalog} all @param {Game} game */
function chosen(all, game) {
  const seats = h("div", { class: "seats" });
  const options = form(game, all.parts, () => {}, ["players"]);
  /** @type {(() => Who)[]} */
  let who = [];
  let size = game.sizes[0];
  const resize = (/** @type {Size} */ to) => {
    size = to;
    const made = Array.from({ length: size.players }, (_, seat) => chooser(all, size, seat));
    who = made.map((one) => one.who);
    seats.replaceChildren(...made.map((one) => one.element));
  };
  const most = game.sizes.find((one) => one.players === 3) ?? game.sizes[0];
  if (!most) return h("p", {}, "This game cannot be played here.");
  resize(most);
  const select = (/** @type {Event} */ event) => resize(game.sizes[Number(/** @type {HTMLSelectElement} */ (event.target).value)]);
  const sizes = game.sizes.map((one, index) => h("option", { value: index, selected: one === most }, many(one.players, "player")));
  const position = /** @type {HTMLInputElement} */ (h("input", { id: "position", autocomplete: "off", spellcheck: "false" }));
  const start = async () => {
    const players = game.options.some((option) => option.name === "players") && game.sizes.length > 1 ? [`players=${size.players}`] : [];
    const set = options.spec().slice(game.name.length).replace(/^\(|\)$/g, "");
    const inside = [...players, ...(set ? [set] : [])].join(", ");
    const spec = inside ? `${game.name}(${inside})` : game.name;
    try {
      const { id } = await post("rooms", { game: spec, seats: who.map((one) => one()), start: position.value.trim() || null });
      location.hash = `#/g/${id}`;
    } catch (error) {
      say(/** @type {Error} */ (error).message, true);
    }
  };
  const more = h("details", {}, h("summary", {}, "Options of the game"), options.element, h("div", { class: "field" }, h("label", { for: "position" }, "position"), position, h("span", { class: "small" }, "a position to begin in, as the page copies it")));
  const rules = h("details", {}, h("summary", {}, "Rules"), h("pre", {}, game.rules || "Nobody has written them down."));
  const count = game.sizes.length > 1 ? h("label", {}, "Players ", h("select", { id: "players", onchange: select }, ...sizes)) : null;
  return h("section", { class: "chosen", "aria-label": title(game.name) }, h("h2", {}, title(game.name)), rules, count, seats, more, button("Start", start, { class: "go", id: "start" }));
}

/**
 * Who sits at a seat.
 * @param {Catalog} all
 * @param {Size} size
 * @param {number} seat
 * @returns {{element: HTMLElement, who: () => Who}}
 */
function chooser(all, size, seat) {
  const id = `seat${seat + 1}`;
  const suggestions = size.suggestions[seat] ?? [];
  const own = "own";
  const options = [
    h("option", { value: "person" }, "a person"),
    ...suggestions.map((one, index) => h("option", { value: `s${index}`, title: one.help, selected: seat > 0 && index === 0 }, one.name)),
    ...all.agents.map((name, index) => h("option", { value: `a${index}` }, `program: ${name}`)),
    h("option", { value: own }, "a player of your own …"),
  ];
  const select = /** @type {HTMLSelectElement} */ (h("select", { id }, ...options));
  const help = h("span", { class: "small" });
  const inner = h("div", { class: "inner" });
  const spec = /** @type {HTMLInputElement} */ (h("input", { class: "spec", "aria-label": `spec of player ${seat + 1}`, autocomplete: "off", spellcheck: "false" }));
  const change = () => {
    const suggestion = select.value.startsWith("s") ? suggestions[Number(select.value.slice(1))] : undefined;
    help.textContent = suggestion?.help ?? "";
    inner.replaceChildren(...(select.value === own ? [technique(all, spec)] : []));
  };
  select.addEventListener("change", change);
  change();
  const role = size.roles[seat];
  const element = h("div", { class: "seat" }, h("label", { for: id }, badge(seat + 1), ` ${role ?? `player ${seat + 1}`}`), select, help, inner);
  const who = () => {
    if (select.value === "person") return { kind: /** @type {const} */ ("person") };
    if (select.value === own) return { kind: /** @type {const} */ ("player"), spec: spec.value };
    const index = Number(select.value.slice(1));
    if (select.value.startsWith("a")) return { kind: /** @type {const} */ ("agent"), spec: all.agents[index] };
    return { kind: /** @type {const} */ ("player"), spec: suggestions[index].spec };
  };
  return { element, who };
}

/** Every option of every technique. @param {Catalog} all @param {HTMLInputElement} spec */
function technique(all, spec) {
  const place = h("details", {}, h("summary", {}, "All options"));
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "technique" }, ...all.players.map((one) => h("option", { value: one.name }, `${one.name}: ${one.summary}`))));
  const change = () => {
    const schema = all.players.find((one) => one.name === select.value);
    if (!schema) return;
    const made = form(schema, all.parts, () => (spec.value = made.spec()));
    place.replaceChildren(h("summary", {}, `All options of ${schema.name}`), made.element);
    spec.value = made.spec();
  };
  select.addEventListener("change", change);
  const first = all.players.find((one) => one.name === "mcts");
  if (first) select.value = first.name;
  change();
  return h("div", {}, select, spec, place);
}

/** Games that this browser has seen. */
function recent() {
  const games = remembered();
  if (!games.length) return h("div");
  const items = games.map((game) => h("li", {}, h("a", { href: `#/g/${game.id}` }, game.name)));
  return h("section", { "aria-label": "Your games" }, h("h2", {}, "Your games"), h("ul", {}, ...items));
}

/** A game that was saved as a file. */
function loading() {
  const load = async (/** @type {Event} */ event) => {
    const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
    if (!file) return;
    try {
      const { id } = await post("rooms", JSON.parse(await file.text()));
      location.hash = `#/g/${id}`;
    } catch (error) {
      say(`${file.name}: ${/** @type {Error} */ (error).message}`, true);
    }
  };
  return h("section", { "aria-label": "A saved game" }, h("h2", {}, "A saved game"), h("label", {}, "Load a file ", h("input", { type: "file", id: "file", accept: ".json,application/json", onchange: load })));
}
