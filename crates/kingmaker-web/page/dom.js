// Elements, made and found.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    // Written as an attribute, a style would count as inline code.
    if (name === "style") /** @type {HTMLElement} */ (element).style.cssText = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child || child === 0).map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * An element of the page.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/**
 * @param {string} text
 * @param {(event: Event) => void} onclick
 * @param {Attributes} [attributes]
 */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** Says something to people who listen, and shows it for a while. @param {string} text @param {boolean} [isError] */
export function say(text, isError = false) {
  const place = document.getElementById("notice");
  if (!place) return;
  place.textContent = text;
  place.className = isError ? "shown error" : "shown";
  clearTimeout(Number(place.dataset.timer));
  place.dataset.timer = String(setTimeout(() => (place.className = ""), 6000));
}

/** A player's share as people write it. @param {number | null | undefined} share */
export const percent = (share) => (share === null || share === undefined ? "–" : `${Math.round(share * 100)}%`);

/** A number with few digits. @param {number} count */
export function short(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`;
  return String(Math.round(count));
}

/** One and many. @param {number} count @param {string} one @param {string} [several] */
export const many = (count, one, several = `${one}s`) => `${count} ${count === 1 ? one : several}`;
