// Forms for options, made from the same definitions as the command line.

import { h } from "./dom.js";

/** @typedef {import("./types.js").Schema} Schema */
/** @typedef {import("./types.js").Option} Option */

let fields = 0;

/**
 * A form for the options of a game or a player. `spec` tells what is set, as a spec.
 * @param {Schema} schema
 * @param {Schema[]} parts What parts can be set to.
 * @param {() => void} onChange
 * @param {string[]} [without] Options that are set elsewhere.
 * @returns {{element: HTMLElement, spec: () => string}}
 */
export function form(schema, parts, onChange, without = []) {
  const all = schema.options.filter((option) => !without.includes(option.name) && option.kind !== "text").map((option) => field(option, parts, onChange));
  const spec = () => {
    const set = all.map((one) => one.value()).filter((value) => value !== null);
    return set.length ? `${schema.name}(${set.join(", ")})` : schema.name;
  };
  return { element: h("div", { class: "form" }, ...all.map((one) => one.element)), spec };
}

/**
 * One option: `value` is `name=value`, or nothing where the default stands.
 * @param {Option} option
 * @param {Schema[]} parts
 * @param {() => void} onChange
 * @returns {{element: HTMLElement, value: () => string | null}}
 */
function field(option, parts, onChange) {
  const id = `field${(fields += 1)}`;
  const labelled = (/** @type {HTMLElement} */ control, /** @type {HTMLElement[]} */ ...more) =>
    h("div", { class: "field" }, h("label", { for: id, title: option.help }, option.name), control, h("span", { class: "small" }, option.help), ...more);
  const words = option.kind === "flag" ? ["yes", "no"] : option.words;
  if (option.kind === "choice" || option.kind === "flag" || option.kind === "part") {
    const empty = h("option", { value: "" }, option.default ? `default: ${option.default}` : "default");
    const select = /** @type {HTMLSelectElement} */ (h("select", { id }, empty, ...words.map((word) => h("option", { value: word }, word))));
    const inner = h("div", { class: "inner" });
    /** @type {(() => string) | null} */
    let part = null;
    select.addEventListener("change", () => {
      const chosen = option.kind === "part" ? parts.find((other) => other.name === select.value) : undefined;
      const made = chosen ? form(chosen, parts, onChange) : null;
      part = made?.spec ?? null;
      inner.replaceChildren(...(made ? [made.element] : []));
      onChange();
    });
    const value = () => (select.value ? `${option.name}=${part ? part() : select.value}` : null);
    return { element: labelled(select, inner), value };
  }
  const isNumber = option.kind === "integer" || option.kind === "real";
  const attributes = isNumber ? { type: "number", min: option.least, max: option.most, step: option.kind === "integer" ? 1 : "any" } : { type: "text" };
  const input = /** @type {HTMLInputElement} */ (h("input", { id, placeholder: option.default ?? "", autocomplete: "off", spellcheck: "false", ...attributes, oninput: onChange }));
  return { element: labelled(input), value: () => (input.value.trim() ? `${option.name}=${input.value.trim()}` : null) };
}
