// A server and a browser for tests, and what every test does with them.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

/** The program that is tested. */
export const PROGRAM = process.env.KINGMAKER ?? "../../../target/debug/kingmaker";

/** A server of its own, which can be started again with the same games. */
export class Server {
  /** @param {string[]} [options] @param {string} [program] */
  constructor(options = [], program = PROGRAM) {
    this.program = program;
    this.folder = folder("kingmaker-page-");
    this.options = options;
    this.port = 0;
    this.url = "";
  }

  async start() {
    const port = ["--port", String(this.port)];
    this.process = spawn(this.program, ["serve", "--games", join(this.folder, "page.db"), ...port, ...this.options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.url = await new Promise((resolve, reject) => {
      let said = "";
      this.process.stdout.on("data", (data) => {
        said += data;
        const found = said.match(/http:\/\/[^/]+/);
        if (found) resolve(found[0]);
      });
      this.process.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    this.port = Number(new URL(this.url).port);
    return this;
  }

  /** Ends it as a kill does. */
  async stop(signal = "SIGKILL") {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill(signal);
    return ended;
  }

  async end() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async post(path, body) {
    const response = await fetch(`${this.url}/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  async get(path) {
    return (await fetch(`${this.url}/api/${path}`)).json();
  }

  /** A game between these, and its address. */
  async room(game, seats, more = {}) {
    const asked = seats.map((spec) => (spec === "person" ? { kind: "person" } : { kind: "player", spec }));
    const { id } = await this.post("rooms", { game, seats: asked, ...more });
    return id;
  }
}

/** A browser without a window. */
export function browser() {
  const quiet = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: quiet });
}

/** A page that notices every error, and every request to anywhere else. */
export async function newPage(browser, server, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && !message.text().includes("status of 4") && page.faults.push(message.text()));
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(server.url) && !address.startsWith("data:") && !address.startsWith("blob:")) page.faults.push(`asked ${address}`);
  });
  return page;
}

/** A server and a browser for all tests of a file. */
export function together() {
  const both = {};
  before(async () => {
    both.server = await new Server().start();
    both.chrome = await browser();
  });
  after(async () => {
    await both.chrome?.close();
    await both.server?.end();
  });
  return both;
}

/** A folder that is there for as long as the tests are. */
export const folder = (name) => mkdtempSync(join(tmpdir(), name));

/** Opens a game and waits for its board. */
export async function open(page, server, id, ply) {
  await page.goto(`${server.url}/#/g/${id}${ply === undefined ? "" : `/${ply}`}`);
  await page.locator("svg.board").waitFor();
}

/** The state of a game as the server tells it. */
export const state = (server, id) => server.get(`rooms/${id}`);

/** Waits until the server says so. */
export async function until(what, ask, limit = 30000) {
  const end = Date.now() + limit;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited too long for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** The element of a name: of a cell or a bar, of an item, or of a word below the board. */
export function named(page, name) {
  const quoted = JSON.stringify(name);
  return page.locator(`svg.board [data-name=${quoted}], .tray[open] .item[data-name=${quoted}], .words [data-word=${quoted}]`).first();
}

/** Makes a move as a person would: by clicking what it touches, one after the other. */
export async function click(page, room, choice) {
  const tiled = room.position.picture.tray.find((item) => item.name === choice.touches[0] && item.squares.length);
  if (tiled) return place(page, room, choice);
  const touched = [];
  for (const name of choice.touches) {
    const fitting = room.position.choices.filter((other) => touched.every((known, index) => other.touches[index] === known));
    const element = named(page, name);
    if (!(await element.count()) && fitting.length === 1) break;
    // A fence is held at its middle, which another may cover.
    await element.dispatchEvent("click");
    touched.push(name);
    const left = room.position.choices.filter((other) => touched.every((known, index) => other.touches[index] === known));
    const rest = left[0]?.touches.slice(touched.length) ?? [];
    if (left.length === 1 && (await Promise.all(rest.map((word) => isShown(room, word)))).every((shown) => !shown)) break;
  }
}

const isShown = (room, name) =>
  room.position.picture.cells.some((cell) => cell.name === name) || room.position.picture.bars.some((bar) => bar.name === name);

/** Takes a piece, turns it until it fits, and puts it. */
async function place(page, room, choice) {
  const [piece, ...cells] = choice.touches;
  await named(page, piece).dispatchEvent("pointerdown", { pointerType: "mouse" });
  await page.locator(".item.held").waitFor();
  const wanted = [...cells].sort().join(" ");
  for (let turn = 0; turn < 8; turn += 1) {
    for (const cell of cells) {
      const target = named(page, cell);
      await target.dispatchEvent("pointermove");
      const legal = await page.evaluate(() => document.querySelector(".ghost:not(.illegal)") !== null);
      const at = await page.locator(".ghost rect").evaluateAll((rects) => rects.map((rect) => [Number(rect.getAttribute("x")) + 0.47, Number(rect.getAttribute("y")) + 0.47]));
      const names = at.map(([x, y]) => room.position.picture.cells.find((other) => Math.abs(other.x - x) < 0.01 && Math.abs(other.y - y) < 0.01)?.name);
      if (legal && names.sort().join(" ") === wanted) return target.dispatchEvent("click");
    }
    await page.getByRole("button", { name: turn === 3 ? /flip/ : /turn/ }).click();
  }
  throw new Error(`${choice.move} fits nowhere`);
}

/** Plays so many moves of persons by clicking; whichever are legal, chosen by their number. */
export async function playByClicking(page, server, id, moves) {
  let played = 0;
  while (played < moves) {
    const room = await until("a person's turn", async () => {
      const room = await state(server, id);
      return (room.position.choices.length || room.position.turn.kind === "over") && room;
    });
    if (room.position.turn.kind === "over") return played;
    const choice = room.position.choices[(played * 7) % room.position.choices.length];
    await page.locator(`.moves h2:has-text("Moves (${room.plies})")`).waitFor();
    await click(page, room, choice);
    await until(`${choice.move} to be played`, async () => (await state(server, id)).history[room.plies]?.move !== undefined, 10000).catch((error) => {
      throw new Error(`${room.game}: ${error.message}, touches ${choice.touches.join(" ")}`);
    });
    played += 1;
  }
  return played;
}
