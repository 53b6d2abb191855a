/**
 * Fifty players at fifty machines, without video, each pressing "play" about once a second: how long until a press is
 * accepted, as a player's own socket sees it, and what the server needs for it.
 */
import { readFile } from "node:fs/promises";
import { PlayerClient, Refused } from "../../e2e/src/client.ts";
import type { GameClient } from "../../e2e/src/client.ts";
import { House } from "../../e2e/src/house.ts";
import { furnish } from "./furnish.ts";

const SEATS = 50;
const RUN_MS = 20_000;
const EVERY_MS = 1_100;
const CREDIT = 500_000;
const TICKS_PER_SECOND = 100;
const BAR_MS = 5;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const house = await House.open();

async function cpuSeconds(): Promise<number> {
  const fields = (await readFile(`/proc/${house.pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const times: number[] = [];
let refused = 0;
async function play(game: GameClient, control: string, until: number): Promise<void> {
  await pause(Math.random() * EVERY_MS);
  while (performance.now() < until) {
    const began = performance.now();
    try {
      await game.press(control);
      times.push(performance.now() - began);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused += 1;
      await game.press("take").catch(() => {});
    }
    await pause(EVERY_MS * (0.8 + Math.random() * 0.4));
  }
}

try {
  const machines = await furnish(house, { players: SEATS, machines: SEATS });
  const games: { game: GameClient; control: string }[] = [];
  for (const [index, machineId] of machines.entries()) {
    const player = await PlayerClient.login(house.url, `bench${index + 1}`);
    const game = await player.game();
    const { machine } = await game.init(machineId);
    const control = machine.bands.flatMap(({ controls }) => controls).find(({ kind }) => kind === "play")?.id ?? "play";
    await game.cashIn(CREDIT);
    games.push({ game, control });
  }
  await pause(2_000);
  const before = await cpuSeconds();
  const until = performance.now() + RUN_MS;
  await Promise.all(games.map(({ game, control }) => play(game, control, until)));
  const cores = ((await cpuSeconds()) - before) / (RUN_MS / 1000);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
  console.log(
    `${SEATS} seats, ${sorted.length} presses accepted, ${refused} refused (a game was under way)\n` +
      `press → accepted   median ${at(0.5)} ms (bar ${BAR_MS})   p95 ${at(0.95)}   p99 ${at(0.99)}   server ${cores.toFixed(3)} core`,
  );
} finally {
  await house.close();
}
