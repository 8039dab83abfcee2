// Experiments: how far they are, and what they have found so far.

import { listen } from "./api.js";
import { button, h } from "./dom.js";

/** @typedef {import("./types.js").Store} Store */

/** @param {HTMLElement} root @returns {() => void} what ends it */
export function experiments(root) {
  const place = h("div", { class: "stores" });
  const document = h("div", { class: "report" });
  root.replaceChildren(h("div", { class: "experiments" }, h("h1", {}, "Experiments"), place, document));
  const show = (/** @type {Store} */ store) => {
    const frame = h("iframe", { src: `/api/stores/${store.number}/report`, title: `report on ${store.name}` });
    document.replaceChildren(h("h2", {}, `Report on ${store.name}`), h("p", {}, h("a", { href: `/api/stores/${store.number}/report`, target: "_blank" }, "on a page of its own")), frame);
  };
  const draw = (/** @type {Store[]} */ stores) => {
    if (!stores.length) {
      place.replaceChildren(h("p", {}, "No store of games is shown. Start the server with ", h("code", {}, "--store FILE"), ", where FILE is what ", h("code", {}, "run"), " and ", h("code", {}, "reproduce"), " write."));
      return;
    }
    place.replaceChildren(...stores.map((store) => storeBox(store, () => show(store))));
  };
  return listen("stores/events", { stores: draw });
}

/** @param {Store} store @param {() => void} show */
function storeBox(store, show) {
  const runs = store.runs.map((run) => {
    const bar = (/** @type {number} */ done, /** @type {number} */ games, /** @type {string} */ name) => h("progress", { max: Math.max(1, games), value: done, "aria-label": `${name}: ${done} of ${games} games` });
    const rows = run.matches.map((match) => h("tr", {}, h("td", {}, match.game), h("td", {}, match.players.join(", ")), h("td", {}, bar(match.done, match.games, match.game)), h("td", { class: "number" }, `${match.done} of ${match.games}`)));
    const head = h("tr", {}, ...["game", "players", "", "games"].map((name) => h("th", {}, name)));
    return h("details", { open: run.done < run.games }, h("summary", {}, `${run.name}: ${run.done} of ${run.games} games `, bar(run.done, run.games, run.name)), h("table", {}, head, ...rows));
  });
  const body = store.error ? [h("p", { class: "problem" }, store.error)] : [...runs, button("report", show)];
  return h("section", { class: "store", "aria-label": store.name }, h("h2", {}, store.name), ...body);
}
