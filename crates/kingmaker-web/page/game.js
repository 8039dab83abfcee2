// One game on the page: the board, those who play, and what they think.

import { get, listen, post } from "./api.js";
import { animate, board } from "./board.js";
import { controls } from "./controls.js";
import { button, h, many, say } from "./dom.js";
import { blunderList, graph } from "./graph.js";
import { boardKey } from "./keys.js";
import { remember } from "./memory.js";
import { badge } from "./pieces.js";
import { Placing } from "./placing.js";
import { overlay, panel, shareBar } from "./thoughts.js";
import { Selection } from "./touch.js";
import { trays } from "./tray.js";
import { capital, cellWords, playerName, positionWords, statusWords } from "./words.js";

/** @typedef {import("./types.js").Room} Room */
/** @typedef {import("./types.js").Thought} Thought */
/** @typedef {import("./types.js").Findings} Findings */
/** @typedef {import("./types.js").Choice} Choice */

/** A game on the page. */
export class GameView {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {number | null} ply The ply that the address names.
   */
  constructor(root, id, ply) {
    this.root = root;
    this.id = id;
    this.ply = ply;
    /** Whose view is wanted. @type {number | null} */
    this.seat = null;
    /** The latest state of the game. @type {Room | null} */
    this.room = null;
    /** What is shown: the same, or an earlier ply. @type {Room | null} */
    this.shown = null;
    /** @type {Thought | null} */
    this.thought = null;
    /** Moves that nobody has made, on top of what is shown. @type {string[]} */
    this.trial = [];
    this.zoom = 1;
    /** For whom the board was shown last, where several people with secrets share a screen. @type {number | null | undefined} */
    this.seenBy = undefined;
    /** Who gives hints; nobody means the best that the server knows. */
    this.adviser = "";
    /** What the shares were last known to be. @type {import("./types.js").Shares | null} */
    this.shares = null;
    this.selection = new Selection([], () => false);
    this.placing = new Placing(this);
    /** A move that waits to be confirmed. @type {Choice | null} */
    this.preview = null;
    const part = (/** @type {string} */ name, /** @type {string} */ label) => h("section", { class: name, "aria-label": label });
    this.status = h("p", { class: "status", role: "status" });
    this.players = part("players", "Players");
    this.frame = part("frame", "Board");
    this.frame.tabIndex = -1;
    this.words = h("div", { class: "words", role: "group", "aria-label": "Choices" });
    this.tray = part("trays", "Pieces");
    this.controls = h("div", { class: "controls", role: "toolbar", "aria-label": "Game" });
    this.typing = this.typed();
    this.thinking = part("thinking", "What players think");
    this.moves = part("moves", "Moves");
    this.course = part("course", "Course of the game");
    this.listened = h("details", { class: "listened" }, h("summary", {}, "The position in words"), h("div"));
    const side = h("div", { class: "side" }, this.players, this.thinking, this.course, this.moves, this.listened);
    this.root.replaceChildren(h("div", { class: "game" }, h("div", { class: "main" }, this.status, this.frame, this.words, this.tray, this.controls, this.typing), side));
    /** @type {SVGElement | null} */
    this.svg = null;
    this.end = () => {};
    this.connect();
  }

  /** A line to type moves into. */
  typed() {
    const input = /** @type {HTMLInputElement} */ (h("input", { id: "typed", list: "legal", autocomplete: "off", spellcheck: "false", placeholder: "type a move" }));
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value.trim()) this.play(input.value.trim()).then((isDone) => isDone && (input.value = ""));
    };
    return h("form", { class: "typed", onsubmit: send }, h("label", { for: "typed" }, "Move "), input, h("datalist", { id: "legal" }), h("button", {}, "play"));
  }

  connect() {
    this.end();
    const as = this.seat ? `?as=${this.seat}` : "";
    let isThere = true;
    this.end = listen(
      `rooms/${this.id}/events${as}`,
      {
        room: (room) => this.update(room),
        thought: (thought) => {
          this.thought = thought;
          this.drawThoughts();
        },
        problem: (message) => say(message, true),
      },
      (isNow) => {
        if (isNow !== isThere) say(isNow ? "The server is back." : "The server does not answer; trying again.", !isNow);
        isThere = isNow;
      },
    );
    // An id that is not there is told at once.
    get(`rooms/${this.id}${as}`).catch((error) => {
      this.end();
      this.root.replaceChildren(h("p", { class: "problem" }, error.message), h("p", {}, h("a", { href: "#/" }, "Begin a new game")));
    });
  }

  /** @param {Room} room */
  async update(room) {
    const before = this.room;
    this.room = room;
    const isFollowing = this.ply === null || this.ply >= room.plies;
    if (isFollowing) {
      this.ply = null;
      this.shown = room;
      this.trial = [];
      this.selection = new Selection(room.position.choices, (name) => this.isShown(name));
      this.placing.clear();
      this.preview = null;
      this.draw();
      if (before && room.plies === before.plies + 1 && this.svg) {
        const last = room.history.at(-1);
        if (last) animate(this.svg, room.position.picture, last.move);
      }
      if (before?.position.turn.kind !== "over" && room.position.turn.kind === "over") this.frame.scrollIntoView({ block: "nearest" });
    } else {
      await this.go(this.ply ?? 0);
    }
    remember(room);
  }

  /** Shows the position after so many plies. @param {number} ply */
  async go(ply) {
    if (!this.room) return;
    this.trial = [];
    if (ply >= this.room.plies) {
      this.ply = null;
      history.replaceState(null, "", `#/g/${this.id}`);
      return this.update(this.room);
    }
    this.ply = Math.max(0, ply);
    history.replaceState(null, "", `#/g/${this.id}/${this.ply}`);
    const as = this.seat ? `&as=${this.seat}` : "";
    try {
      this.shown = await get(`rooms/${this.id}?ply=${this.ply}${as}`);
      this.selection = new Selection([], () => false);
      this.placing.clear();
      this.draw();
    } catch (error) {
      say(String(/** @type {Error} */ (error).message), true);
    }
  }

  /** Whether something can be touched in the picture. @param {string} name */
  isShown(name) {
    const picture = this.shown?.position.picture;
    const mover = this.shown?.position.turn.player;
    return !!picture && (picture.cells.some((cell) => cell.name === name) || picture.bars.some((bar) => bar.name === name) || picture.tray.some((item) => item.player === mover && item.name === name));
  }

  /** Whether somebody else sat here before, who must not see what is shown now. @param {Room} room */
  isCurtained(room) {
    const teams = new Set(room.seats.filter((seat) => seat.kind === "person").map((seat) => seat.team));
    const isShared = room.secrets && teams.size > 1 && room.position.turn.kind !== "over";
    if (!isShared || this.seenBy === room.observer) return false;
    const lift = () => {
      this.seenBy = room.observer;
      this.draw();
    };
    const name = capital(playerName(room, room.observer ?? 1));
    this.status.textContent = `${name} is to look; everybody else looks away.`;
    for (const part of [this.players, this.words, this.tray, this.controls, this.thinking, this.moves, this.course]) part.replaceChildren();
    this.listened.lastElementChild?.replaceChildren();
    this.typing.hidden = true;
    this.frame.replaceChildren(h("p", { class: "curtain" }, button(`${name}: show the board`, lift, { class: "go" })));
    return true;
  }

  draw() {
    if (!this.shown || this.isCurtained(this.shown)) return;
    const { position } = this.shown;
    const open = this.svg?.contains(document.activeElement) ? document.activeElement?.getAttribute("data-name") : null;
    this.svg = board(position.picture, `${this.shown.name}, after ${many(position.ply, "ply", "plies")}`, position.heat);
    this.frame.replaceChildren(this.svg);
    this.svg.style.setProperty("--zoom", String(this.zoom));
    this.watchTouches(this.svg);
    this.status.textContent = this.trial.length ? `Looking ahead: ${this.trial.join(" ")}` : (this.shown.fault ?? statusWords(this.shown));
    this.drawPlayers();
    this.drawTargets();
    this.drawControls();
    this.drawMoves();
    this.drawThoughts();
    this.listened.lastElementChild?.replaceChildren(positionWords(this.shown));
    this.typing.querySelector("datalist")?.replaceChildren(...position.choices.slice(0, 500).map((choice) => h("option", { value: choice.move })));
    this.typing.hidden = position.choices.length === 0;
    if (open) /** @type {HTMLElement | null} */ (this.svg.querySelector(`[data-name="${CSS.escape(open)}"]`))?.focus();
  }

  drawPlayers() {
    const room = this.shown;
    if (!room) return;
    const turn = room.position.turn.player;
    const rows = room.seats.map((seat, index) => {
      const player = index + 1;
      const who = seat.kind === "person" ? "you" : seat.name;
      const score = room.position.scores?.[index];
      const result = score === undefined ? null : h("strong", {}, score === 1 ? "won" : score === 0 ? "lost" : `${Math.round(score * 100)}%`);
      return h("li", { class: player === turn ? "turn" : "" }, badge(player), h("span", { class: "who" }, seat.role ? `${seat.role}: ${who}` : who), result, h("span", { class: "small" }, room.position.picture.panel[index] ?? ""));
    });
    this.players.replaceChildren(h("ul", {}, ...rows));
  }

  /** Marks what can be touched, and offers what the picture does not show. */
  drawTargets() {
    if (!this.svg || !this.shown) return;
    const next = new Set(this.selection.next());
    const touched = new Set(this.selection.touched);
    const isPlacing = this.placing.hand !== null;
    let first = true;
    // Where most can be touched, only what is under the pointer is marked.
    this.svg.classList.toggle("many", next.size > this.shown.position.picture.cells.length / 2);
    for (const element of this.svg.querySelectorAll("[data-name]")) {
      const name = element.getAttribute("data-name") ?? "";
      const isNext = next.has(name) && !isPlacing;
      element.classList.toggle("next", isNext);
      element.classList.toggle("touched", touched.has(name));
      element.classList.toggle("previewed", this.preview?.touches.includes(name) ?? false);
      if (isNext || touched.has(name)) {
        const cell = this.shown.position.picture.cells.find((cell) => cell.name === name);
        element.setAttribute("role", "button");
        element.setAttribute("aria-label", cell ? `${name}, ${cellWords(cell)}` : name);
        // One stop for the tab key; arrows go on from there.
        element.setAttribute("tabindex", first ? "0" : "-1");
        first = false;
      } else {
        for (const attribute of ["role", "aria-label", "tabindex"]) element.removeAttribute(attribute);
      }
    }
    const words = this.selection.words().map((word) => button(word, () => this.touch(word), { "data-word": word }));
    if (this.preview) words.unshift(button(`✓ play ${this.preview.move}`, () => this.confirm(), { class: "go" }), button("✕", () => this.cancel(), { "aria-label": "not this move" }));
    else if (this.selection.touched.length && !isPlacing) words.push(button("✕", () => this.cancel(), { "aria-label": "choose anew" }));
    this.words.replaceChildren(...words);
    this.drawTray();
    this.placing.draw();
  }

  drawTray() {
    const room = this.shown;
    if (!room || !room.position.picture.tray.length) return this.tray.replaceChildren();
    const usable = new Set(this.selection.choices.map((choice) => choice.touches[0]));
    this.tray.replaceChildren(
      ...trays(room.position.picture.tray, {
        player: room.position.turn.player,
        usable,
        hand: this.placing.hand,
        seen: (player) => capital(playerName(room, player)),
        pick: (item, event) => (item.squares.length ? this.placing.pick(item, event) : this.touch(item.name)),
        turn: () => this.placing.turn(),
        flip: () => this.placing.flip(),
      }),
    );
  }

  drawControls() {
    if (this.room) this.controls.replaceChildren(...controls(this, this.room));
  }

  drawMoves() {
    const room = this.room;
    if (!room) return;
    const at = this.ply ?? room.plies;
    const items = room.history.map(({ player, move }, index) =>
      h("li", {}, button(move, () => this.go(index + 1), { class: index + 1 === at ? "plain here" : "plain", "aria-current": index + 1 === at ? "step" : false }), player ? badge(player) : h("span", { class: "badge" }, "⚄")),
    );
    const list = h("ol", {}, ...items);
    this.moves.replaceChildren(h("h2", {}, `Moves (${room.plies})`), list);
    const here = list.querySelector(".here");
    if (here) list.scrollTop = /** @type {HTMLElement} */ (here).offsetTop - list.offsetTop - 60;
    const hasShares = room.graph.shares.some((known) => known !== null);
    this.course.replaceChildren(...(hasShares ? [h("h2", {}, "Course"), graph(room, at, (ply) => this.go(ply)), blunderList(room, (ply) => this.go(ply)) ?? ""] : []));
  }

  /** What was found about the position that is shown. @returns {Findings | null} */
  findings() {
    const ply = this.ply ?? this.room?.plies;
    if (this.trial.length) return null;
    return (this.thought?.ply === ply ? this.thought?.findings : null) ?? this.shown?.findings ?? null;
  }

  drawThoughts() {
    const room = this.shown;
    if (!room || !this.svg?.isConnected) return;
    const ply = this.ply ?? room.plies;
    const thought = this.thought && (this.thought.ply === ply || (!this.thought.done && this.ply === null)) ? this.thought : null;
    const findings = this.findings();
    // The bar stays as it is while nothing new is known.
    this.shares = findings?.candidates[0]?.shares ?? room.graph.shares[ply] ?? (this.ply === null ? this.shares : null);
    const mover = room.position.turn.player ?? thought?.player ?? 1;
    const use = {
      mover,
      stop: () => this.send("hurry"),
      try: (/** @type {string[]} */ moves) => (moves.length ? this.look(moves) : this.drawThoughts()),
    };
    const focused = this.thinking.contains(document.activeElement) ? document.activeElement?.getAttribute("data-path") : null;
    this.thinking.replaceChildren(h("h2", {}, "Thinking"), shareBar(room, this.shares), ...panel(room, thought, findings, use));
    if (focused) /** @type {HTMLElement | null} */ (this.thinking.querySelector(`[data-path="${CSS.escape(focused)}"]`))?.focus();
    const as = this.seat ? `&as=${this.seat}` : "";
    const isOpen = !room.secrets || room.observer === null || room.position.turn.kind === "over";
    if (isOpen) this.thinking.setAttribute("data-line", `rooms/${this.id}/line?ply=${ply}${as}&moves=`);
    else this.thinking.removeAttribute("data-line");
    if (findings) overlay(this.svg, room.position.picture, findings, mover);
    else this.svg.querySelector(".overlay")?.replaceChildren();
  }

  /** Shows the position after moves that nobody has made. @param {string[]} moves */
  async look(moves) {
    const path = this.thinking.getAttribute("data-line");
    if (!path || !this.shown) return;
    const position = await get(path + encodeURIComponent(moves.join(" "))).catch(() => null);
    if (!position) return;
    this.trial = moves;
    this.svg = board(position.picture, `looking ahead: ${moves.join(" ")}`);
    this.frame.replaceChildren(this.svg);
    this.status.replaceChildren(`Looking ahead: ${moves.join(" ")} `, button("back", () => this.go(this.ply ?? this.room?.plies ?? 0)));
  }

  /** @param {SVGElement} svg */
  watchTouches(svg) {
    const nameOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest?.("[data-name]")?.getAttribute("data-name");
    svg.addEventListener("click", (event) => {
      const name = nameOf(event);
      const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
      if (name) this.placing.hand ? this.placing.put(name, isTouch) : this.touch(name, isTouch);
    });
    svg.addEventListener("pointermove", (event) => this.placing.over(nameOf(event) ?? null));
    svg.addEventListener("wheel", (event) => {
      if (!this.placing.hand) return;
      event.preventDefault();
      event.shiftKey ? this.placing.flip() : this.placing.turn();
    });
    svg.addEventListener("keydown", (event) => boardKey(event, svg, (name) => this.touch(name)));
  }

  /**
   * Something in the picture, or one of the words below it, was touched.
   * @param {string} name
   * @param {boolean} [isTouch] By a finger, which hides what it touches.
   */
  async touch(name, isTouch = false) {
    if (this.ply !== null || this.trial.length) return;
    if (this.preview) {
      if (this.preview.touches.at(-1) === name) return this.confirm();
      this.preview = null;
    }
    const choice = this.selection.touch(name);
    if (choice === undefined) {
      const touches = [...this.selection.touched, name].join(" ");
      this.selection.clear();
      this.drawTargets();
      const as = this.seat ? `&as=${this.seat}` : "";
      const answer = await get(`rooms/${this.id}/why?touches=${encodeURIComponent(touches)}${as}`).catch((error) => ({ error: error.message }));
      return say(answer.error, true);
    }
    const isBar = choice && this.shown?.position.picture.bars.some((bar) => bar.name === name);
    if (choice && isTouch && isBar) this.preview = choice;
    else if (choice) await this.play(choice.move);
    this.drawTargets();
  }

  /** A piece does not fit where it was put. @param {string} piece */
  touchRefused(piece) {
    say(`${piece} cannot go there: dots show where it fits as it is turned now`, true);
  }

  confirm() {
    const move = this.preview?.move;
    this.preview = null;
    if (move) this.play(move);
  }

  cancel() {
    this.preview = null;
    this.selection.clear();
    this.placing.clear();
    this.drawTargets();
  }

  /** Makes a move. @param {string} move */
  async play(move) {
    try {
      await post(`rooms/${this.id}/moves`, { ply: this.room?.plies ?? 0, move });
      return true;
    } catch (error) {
      this.selection.clear();
      this.drawTargets();
      say(/** @type {Error} */ (error).message, true);
      return false;
    }
  }

  /** @param {string} what @param {unknown} [body] */
  send(what, body) {
    return post(`rooms/${this.id}/${what}`, body).catch((error) => say(error.message, true));
  }

  /** @param {boolean} paused @param {number} milliseconds */
  pace(paused, milliseconds) {
    return this.send("pace", { paused, milliseconds });
  }

  async undo() {
    await this.go(this.room?.plies ?? 0);
    await this.send("undo");
  }

  advise() {
    return this.send("advice", { player: this.adviser || null, ply: this.ply });
  }

  /** Plays the best move that is known, or asks for one. */
  best() {
    const best = this.findings()?.best;
    if (this.ply === null && this.room?.position.choices.length) best ? this.play(best) : this.advise();
  }

  close() {
    this.end();
  }
}
