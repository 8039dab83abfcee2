// From one thing that can be touched to the next, by keyboard.

/** Where the arrow keys lead: right, and down. @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A key on the board: arrows go to what lies in that direction, and Enter touches it.
 * @param {KeyboardEvent} event
 * @param {SVGElement} svg
 * @param {(name: string) => void} touch
 */
export function boardKey(event, svg, touch) {
  const element = /** @type {SVGGraphicsElement} */ (event.target);
  const name = element.getAttribute?.("data-name");
  if (!name) return;
  if (event.key === "Enter") {
    event.preventDefault();
    event.stopPropagation();
    return touch(name);
  }
  const direction = ARROWS[event.key];
  if (!direction) return;
  event.preventDefault();
  event.stopPropagation();
  const middle = (/** @type {Element} */ one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(element);
  let [nearest, least] = [/** @type {Element | null} */ (null), Infinity];
  for (const other of svg.querySelectorAll("[tabindex]")) {
    const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
    const [along, across] = [dx * direction[0] + dy * direction[1], Math.abs(dx * direction[1]) + Math.abs(dy * direction[0])];
    const distance = along + 2.5 * across;
    if (other !== element && along > 1 && distance < least) [nearest, least] = [other, distance];
  }
  /** @type {HTMLElement | null} */ (nearest)?.focus();
}
