// What the page does beside making moves.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { PROGRAM, Server, folder, named, newPage, open, playByClicking, state, together, until } from "./harness.js";

const both = together();

const QUICK = "mcts(playouts=50)";

/** A page that is closed after the test, and has had no faults. */
function withPage(name, body, options) {
  test(name, async () => {
    const page = await newPage(both.chrome, both.server, options);
    try {
      await body(page);
      assert.deepEqual(page.faults, []);
    } finally {
      await page.context().close();
    }
  });
}

withPage("a game is chosen and begun with the mouse", async (page) => {
  await page.goto(both.server.url);
  await page.locator(".games button", { hasText: "Focus" }).click();
  await page.locator("#players").selectOption({ label: "4 players" });
  await page.locator("#seat2").selectOption({ label: "quick" });
  await page.locator("#seat3").selectOption({ label: "random" });
  await page.locator("#seat4").selectOption({ label: "a player of your own …" });
  const spec = page.getByLabel("spec of player 4");
  assert.equal(await spec.inputValue(), "mcts");
  await page.getByText("All options of mcts").click();
  const field = (name) => page.locator(".seat .field", { has: page.locator("label", { hasText: new RegExp(`^${name}$`) }) });
  await field("playouts").locator("input").fill("40");
  assert.equal(await spec.inputValue(), "mcts(playouts=40)");
  await field("playout").locator("select").first().selectOption("greedy");
  assert.equal(await spec.inputValue(), "mcts(playout=greedy, playouts=40)");
  await page.locator("#start").click();
  await page.locator("svg.board").waitFor();
  assert.equal(await page.locator(".players li").count(), 4);
  assert.match(await page.locator(".players li").nth(3).innerText(), /mcts\(playout=greedy, playouts=40\)/);
});

withPage("a piece of Blokus is turned and placed by keyboard", async (page) => {
  const id = await both.server.room("blokus", ["person", "random", "random", "random"], { seed: 1 });
  await open(page, both.server, id);
  await page.keyboard.press("l");
  await page.locator(".item.held").waitFor();
  const first = await page.locator(".item.held").getAttribute("data-name");
  await page.keyboard.press("l");
  assert.notEqual(await page.locator(".item.held").getAttribute("data-name"), first, "once more takes the next");
  const shape = () => page.locator(".ghost rect").evaluateAll((rects) => rects.map((rect) => `${rect.getAttribute("x")} ${rect.getAttribute("y")}`).sort().join("; "));
  const before = await shape();
  await page.keyboard.press("r");
  assert.notEqual(await shape(), before, "it was turned");
  await page.keyboard.press("m");
  // Into the corner at the top left, however it lies.
  for (let step = 0; step < 22; step += 1) {
    if (await page.locator(".ghost:not(.illegal)").count()) break;
    await page.keyboard.press(step % 2 ? "ArrowUp" : "ArrowLeft");
  }
  await page.locator(".ghost:not(.illegal)").waitFor();
  await page.keyboard.press("Enter");
  await until("the move", async () => (await state(both.server, id)).plies > 0);
});

withPage("a game by keyboard alone, and the best move by space", async (page) => {
  const id = await both.server.room("rolit(players=2)", ["person", "random"], { seed: 2 });
  await open(page, both.server, id);
  await until("focus on the board", async () => {
    await page.keyboard.press("Tab");
    return page.evaluate(() => document.activeElement?.closest("svg.board") !== null);
  });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await until("the move", async () => (await state(both.server, id)).plies >= 2);
  await page.locator("h1, .status").first().click();
  await page.keyboard.press(" ");
  await page.locator(".hint").first().waitFor();
  assert.equal((await state(both.server, id)).plies, 2);
  await page.keyboard.press(" ");
  await until("the best move", async () => (await state(both.server, id)).plies >= 4);
});

withPage("what is illegal is told, and why", async (page) => {
  const id = await both.server.room("focus(players=2)", ["person", "random"], { seed: 2 });
  await open(page, both.server, id);
  await named(page, "b6").click();
  const other = (await state(both.server, id)).position.picture.cells.find((cell) => cell.pieces.at(-1) === 2).name;
  await named(page, other).click();
  await page.locator("#notice.error").waitFor();
  assert.match(await page.locator("#notice").innerText(), /b6|player 2|legal/);
  await page.locator("#typed").fill("z9-z8");
  await page.locator("#typed").press("Enter");
  await until("the reason", async () => /z9-z8/.test(await page.locator("#notice").innerText()));
});

withPage("undo, and a reload in mid-game", async (page) => {
  const id = await both.server.room("chinese-checkers(players=3)", ["person", QUICK, QUICK], { seed: 3 });
  await open(page, both.server, id);
  await playByClicking(page, both.server, id, 3);
  await until("the person's turn", async () => (await state(both.server, id)).plies === 9);
  await page.reload();
  await page.locator('.moves h2:has-text("Moves (9)")').waitFor();
  await page.getByRole("button", { name: "undo" }).click();
  await page.locator('.moves h2:has-text("Moves (6)")').waitFor();
  assert.equal((await state(both.server, id)).plies, 6);
  await page.keyboard.press("ArrowLeft");
  await until("the address", async () => page.url().endsWith("/5"));
  await page.reload();
  await page.locator(".moves .here").waitFor();
  assert.equal(await page.locator(".moves .here").innerText(), (await state(both.server, id)).history[4].move);
});

test("a server that is killed in mid-game goes on", async () => {
  const own = await new Server().start();
  const page = await newPage(both.chrome, own);
  const id = await own.room("pig(players=2)", ["person", QUICK], { seed: 4 });
  await open(page, own, id);
  await playByClicking(page, own, id, 4);
  const { history } = await state(own, id);
  await own.stop("SIGKILL");
  await until("the notice", async () => /does not answer/.test(await page.locator("#notice").innerText()));
  await own.start();
  await until("the notice", async () => /is back/.test(await page.locator("#notice").innerText()), 60000);
  const again = await state(own, id);
  assert.deepEqual(again.history.slice(0, history.length), history);
  await playByClicking(page, own, id, 2);
  await page.context().close();
  assert.equal(await own.stop("SIGINT"), 0, "it ends as it was asked to");
  await own.start();
  await own.end();
});

withPage("players are watched, paused and looked at", async (page) => {
  const id = await both.server.room("focus(players=3)", Array(3).fill("mcts(time=1s)"), { seed: 5 });
  await open(page, both.server, id);
  await page.locator(".thinking progress").waitFor();
  // While it thinks, the shares and the candidates are there.
  await page.locator(".thinking .candidates tbody tr").first().waitFor();
  assert.ok((await page.locator(".shares .share").count()) >= 2);
  await page.getByLabel("pace").selectOption({ label: "two seconds" });
  await page.getByRole("button", { name: "pause" }).click();
  await page.getByRole("button", { name: "go on" }).waitFor();
  const { plies } = await state(both.server, id);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal((await state(both.server, id)).plies, plies, "nobody moves in a pause");
  await page.getByRole("button", { name: "go on" }).click();
  await until("the next move", async () => (await state(both.server, id)).plies > plies);
});

withPage("the tree is descended and the line is followed", async (page) => {
  const id = await both.server.room("rolit(players=2)", ["person", "random"], { seed: 6 });
  await open(page, both.server, id);
  await page.getByRole("button", { name: "hint" }).click();
  await until("the advice", async () => !(await page.locator(".thinking progress").count()) && (await page.locator(".candidates [aria-expanded]").count()));
  const rows = () => page.locator(".candidates tbody tr").count();
  const before = await rows();
  await page.locator('.candidates [aria-expanded="false"]').first().click();
  await until("the replies", async () => (await rows()) > before);
  const second = await rows();
  await page.locator('.candidates [aria-expanded="false"][data-path*=" "]').first().click();
  await until("the replies to the replies", async () => (await rows()) > second);
  await page.locator(".line .step").nth(1).hover();
  await page.locator(".peek svg.board").waitFor();
  await page.locator(".line .step").nth(1).click();
  await until("the look ahead", async () => /Looking ahead/.test(await page.locator(".status").innerText()));
  await page.getByRole("button", { name: "back", exact: true }).click();
  await until("the game", async () => /to move/.test(await page.locator(".status").innerText()));
});

withPage("who seeks learns nothing of who hides", async (page) => {
  const bytes = [];
  page.on("response", async (response) => bytes.push(await response.text().catch(() => "")));
  const seats = [QUICK, ...Array(5).fill("person")];
  const id = await both.server.room("scotland-yard(double=0)", seats, { seed: 7 });
  await open(page, both.server, id);
  await playByClicking(page, both.server, id, 9);
  const room = await state(both.server, id);
  assert.ok(room.position.worlds > 1, "the hider is hidden");
  const heat = Object.values(room.position.heat);
  assert.ok(heat.length > 1 && new Set(heat.map((weight) => weight.toFixed(6))).size > 1, "where the hider may be is shown, as likely as it is");
  assert.ok(Math.abs(heat.reduce((sum, weight) => sum + weight) - 1) < 0.01);
  const told = [JSON.stringify(room), await page.content(), ...bytes].join("\n");
  const hiders = room.history.filter(({ player }) => player === 1).map(({ move }) => move);
  assert.deepEqual(hiders.map((move) => /\d/.test(move)), [false, false], hiders.join(" "));
  assert.ok(!/"hider=\d/.test(told) && !/hider=\d+ /.test(told), "a position names the hider's station");
  for (const path of [`rooms/${id}?as=1`, `rooms/${id}/events?as=1`, `rooms/${id}/file`]) {
    const response = await fetch(`${both.server.url}/api/${path}`);
    assert.equal(response.status, 403, path);
    await response.text();
  }
  assert.deepEqual([room.observer !== 1, room.may_see.includes(1)], [true, false]);
  // When it has moved in the third round, it is seen.
  await playByClicking(page, both.server, id, 1);
  const seen = await until("the hider", async () => (await state(both.server, id)).history.filter(({ player }) => player === 1)[2]);
  assert.match(seen.move, /\d/);
});

withPage("two people with secrets look one after the other", async (page) => {
  const id = await both.server.room("hide-and-seek", ["person", "person", "person"], { seed: 8 });
  await page.goto(`${both.server.url}/#/g/${id}`);
  const curtain = page.locator(".curtain button");
  await curtain.waitFor();
  assert.equal(await page.locator("svg.board").count(), 0, "nothing is shown before");
  await curtain.click();
  await page.locator("svg.board .next").first().waitFor();
  await page.locator("svg.board .next").first().click();
  await curtain.waitFor();
  assert.match(await curtain.innerText(), /player 2/);
  await curtain.click();
  await page.locator("svg.board .next").first().waitFor();
});

test("an experiment's progress is shown", async () => {
  const place = folder("kingmaker-experiment-");
  writeFileSync(`${place}/small.toml`, 'title = "small"\n[[match]]\nname = "one"\ngame = "pig"\nplayers = ["mcts", "random"]\ngames = 400\nplayouts = 30\n');
  const run = spawn(PROGRAM, ["run", `${place}/small.toml`, "--jobs", "1"], { stdio: "ignore" });
  await until("the store", async () => existsSync(`${place}/small.db`));
  const own = await new Server(["--store", `${place}/small.db`]).start();
  const page = await newPage(both.chrome, own);
  await page.goto(`${own.url}/#/experiments`);
  const told = async () => (await page.locator(".store summary").first().innerText().catch(() => "")).match(/(\d+) of 400 games/)?.[1];
  const first = Number(await until("the progress", told));
  await until("more progress", async () => Number(await told()) > first || first === 400);
  await until("the end", async () => Number(await told()) === 400, 60000);
  run.kill();
  await page.getByRole("button", { name: "report" }).click();
  await page.frameLocator(".report iframe").locator("h1, h2").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await own.end();
});

test("axe finds no serious violation", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    const page = await newPage(both.chrome, both.server, { colorScheme, bypassCSP: true });
    const check = async (where) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const serious = violations.filter((violation) => ["serious", "critical"].includes(violation.impact));
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`), [], `${where}, ${colorScheme}`);
    };
    await page.goto(both.server.url);
    await page.locator("#start").waitFor();
    await check("the start");
    for (const [game, seats] of [["blokus", 4], ["quoridor(players=2)", 2], ["scotland-yard", 6], ["skirmish(players=2)", 2]]) {
      const id = await both.server.room(game, ["person", ...Array(seats - 1).fill("random")], { seed: 9 });
      await open(page, both.server, id);
      await page.getByRole("button", { name: "hint" }).click();
      await until("advice", async () => !(await page.locator(".thinking progress").count()) && (await page.locator(".candidates").count()));
      await check(game);
    }
    await page.context().close();
  }
});
