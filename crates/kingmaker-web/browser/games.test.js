// Every game is played in the browser, by clicking.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dirname, join } from "node:path";
import { PROGRAM, Server, newPage, open, playByClicking, state, together, until } from "./harness.js";

const both = together();

const QUICK = "mcts(playouts=30)";

test("ten moves of every game, on a desk and on a phone", async () => {
  const { games } = await both.server.get("catalog");
  assert.ok(games.length >= 10);
  const screens = { desk: {}, phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } };
  for (const [name, screen] of Object.entries(screens)) {
    const page = await newPage(both.chrome, both.server, screen);
    for (const game of games) {
      const size = game.sizes.at(-1);
      const seats = Array.from({ length: size.players }, (_, seat) => (seat === 0 || game.name === "skirmish" ? "person" : QUICK));
      const id = await both.server.room(size.spec, seats, { seed: 5 });
      await open(page, both.server, id);
      const played = await playByClicking(page, both.server, id, 10);
      const over = (await state(both.server, id)).position.turn.kind === "over";
      assert.ok(played === 10 || over, `${game.name} on a ${name}: ${played} moves`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${game.name} on a ${name} is ${wide} pixels too wide`);
      assert.deepEqual(page.faults, [], `${game.name} on a ${name}`);
    }
    await page.context().close();
  }
});

for (const [game, others] of [["rolit(players=3)", [QUICK, QUICK]], ["quoridor", ["alphabeta(depth=1)"]]]) {
  test(`a whole game of ${game}`, async () => {
    const page = await newPage(both.chrome, both.server);
    const id = await both.server.room(game, ["person", ...others], { seed: 3 });
    await open(page, both.server, id);
    await playByClicking(page, both.server, id, 500);
    await until("the end to be shown", async () => /won|draw/i.test(await page.locator(".status").innerText()));
    await page.getByRole("button", { name: "look back" }).click();
    await until("the look back", async () => {
      const { graph, plies } = await state(both.server, id);
      return !graph.running && graph.shares.filter(Boolean).length > plies / 2;
    }, 120000);
    assert.ok((await page.locator(".graph .dot").count()) > 5);
    await page.locator(".graph").click({ position: { x: 40, y: 20 } });
    await page.locator(".moves .here").waitFor();
    assert.match(page.url(), /#\/g\/[0-9a-f]+\/\d+$/);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("a game from outside has the page too", async () => {
  const own = await new Server([], join(dirname(PROGRAM), "examples/own_game")).start();
  const { games } = await own.get("catalog");
  const game = games.at(-1);
  const page = await newPage(both.chrome, own);
  const seats = ["person", ...Array(game.sizes[0].players - 1).fill("mcts(playouts=20)")];
  const id = await own.room(game.sizes[0].spec, seats, { seed: 1 });
  await open(page, own, id);
  await playByClicking(page, own, id, 10);
  assert.ok((await state(own, id)).plies > 5);
  assert.ok((await page.locator("svg.board .cell").count()) > 0, "its scene is drawn");
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await own.end();
});
