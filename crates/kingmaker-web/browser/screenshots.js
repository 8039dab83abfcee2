// Pictures of the page for the book: every game, light, dark and on a phone. `npm run screenshots`

import { mkdirSync } from "node:fs";
import { Server, browser, newPage, open, playByClicking, state, until } from "./harness.js";

const FOLDER = "../../../docs/src/page";
const SCREENS = {
  light: { viewport: { width: 1180, height: 860 } },
  dark: { viewport: { width: 1180, height: 860 }, colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
};

/** How the games are shown: who plays, and for how many moves of a person. */
const SHOWN = {
  "scotland-yard": { seats: ["mcts(playouts=300)", ...Array(5).fill("person")], moves: 9, game: "scotland-yard(double=0)" },
  skirmish: { seats: ["person", "mcts(playouts=300)"], moves: 12, game: "skirmish" },
  quoridor: { seats: ["person", "alphabeta(nodes=3000)"], moves: 8, game: "quoridor" },
};

mkdirSync(FOLDER, { recursive: true });
const server = await new Server().start();
const chrome = await browser();
const { games } = await server.get("catalog");
for (const [screen, options] of Object.entries(SCREENS)) {
  const page = await newPage(chrome, server, options);
  await page.goto(server.url);
  await page.locator("#start").waitFor();
  await page.screenshot({ path: `${FOLDER}/new-${screen}.jpg`, type: "jpeg", quality: 78 });
  for (const game of games) {
    const size = game.sizes.find((one) => one.players === 3) ?? game.sizes.at(-1);
    const plain = { seats: ["person", ...Array(size.players - 1).fill("mcts(playouts=300)")], moves: 6, game: size.spec };
    const { seats, moves, game: spec } = SHOWN[game.name] ?? plain;
    const id = await server.room(spec, seats, { seed: 11 });
    await open(page, server, id);
    await playByClicking(page, server, id, moves);
    const room = await until("a person's turn", async () => {
      const room = await state(server, id);
      return (room.position.choices.length || room.position.turn.kind === "over") && room;
    });
    if (room.position.choices.length) {
      await page.getByRole("button", { name: "hint" }).click();
      await until("advice", async () => !(await page.locator(".thinking progress").count()) && (await page.locator(".candidates").count()));
    }
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${FOLDER}/${game.name}-${screen}.jpg`, type: "jpeg", quality: 78 });
    if (page.faults.length) throw new Error(`${game.name}, ${screen}: ${page.faults.join("; ")}`);
  }
  await page.context().close();
}
await chrome.close();
await server.end();
