/**
 * Fifty players at fifty machines, without video, each pressing "play" about once a second: how long until a press is
 * accepted, as a player's own socket sees it, and what the server needs for it.
 */
import { readFile } from "node:fs/promises";
import { PlayerClient } from "@reelcast/e2e/client";
import type { GameClient } from "@reelcast/e2e/client";
import { TestServer } from "@reelcast/e2e/testServer";
import { seedPlayersAndMachines } from "./seed.ts";
import { createPressLoad } from "./pressLoad.ts";
import { inShort } from "./short.ts";

const SEATS = inShort(50, 3);
const RUN_MS = inShort(20_000, 2_500);
const CREDIT = 500_000;
const TICKS_PER_SECOND = 100;
const BAR_MS = 5;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const house = await TestServer.open();

async function cpuSeconds(): Promise<number> {
  const fields = (await readFile(`/proc/${house.pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const pressing = createPressLoad();

try {
  const machines = await seedPlayersAndMachines(house, { players: SEATS, machines: SEATS });
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
  const isOver = () => pressing.times.length > 0 && performance.now() >= until;
  await Promise.all(games.map(({ game, control }) => pressing.play(game, control, isOver)));
  const cores = ((await cpuSeconds()) - before) / (RUN_MS / 1000);
  const sorted = pressing.times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
  console.log(
    `${SEATS} seats, ${sorted.length} presses accepted, ${pressing.refused} refused (a game was under way)\n` +
      `press → accepted   median ${at(0.5)} ms (bar ${BAR_MS})   p95 ${at(0.95)}   p99 ${at(0.99)}   server ${cores.toFixed(3)} core`,
  );
} finally {
  await house.close();
}
