// What is asked of the server.

/** @typedef {import("./types.js").Catalog} Catalog */

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  const options = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  let response;
  try {
    response = await fetch(`/api/${path}`, options);
  } catch {
    throw new Error("the server does not answer; is it still running?");
  }
  const text = await response.text();
  const answer = text ? JSON.parse(text) : null;
  if (!response.ok) throw new Error(answer?.error ?? `the server answers ${response.status}`);
  return answer;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);

/** @param {string} path @param {unknown} [body] */
export const post = (path, body) => ask("POST", path, body);

/** @type {Promise<Catalog> | null} */
let known = null;

/** Everything that can be chosen; asked for once. @returns {Promise<Catalog>} */
export function catalog() {
  known ??= get("catalog").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/**
 * Listens to what happens; returns what ends it.
 * @param {string} path
 * @param {Record<string, (content: any) => void>} handlers
 * @param {(isThere: boolean) => void} [onState]
 */
export function listen(path, handlers, onState = () => {}) {
  const source = new EventSource(`/api/${path}`);
  for (const [name, handler] of Object.entries(handlers)) {
    source.addEventListener(name, (event) => handler(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  }
  source.addEventListener("open", () => onState(true));
  source.addEventListener("error", () => onState(false));
  return () => source.close();
}
