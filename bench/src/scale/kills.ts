/** How long after the death of each process, of NATS and of the database all players can press again. */
import { setTimeout as pause } from "node:timers/promises";
import { Player } from "@reelcast/e2e/clusterPlayer";
import { NODES, openBenchHouse } from "./house.ts";
import type { ScaleOptions } from "./house.ts";
import { inShort } from "../short.ts";

const PLAYERS = inShort(8, 2);
const PLAYABLE_WITHIN_MS = 60_000;
const AWAY_MS = inShort(2_000, 500);

async function allPlay(players: readonly Player[]): Promise<void> {
  for (const player of players) player.answered = 0;
  const until = performance.now() + PLAYABLE_WITHIN_MS;
  while (!players.every(({ answered }) => answered > 0)) {
    if (performance.now() > until) throw new Error("not all players can play again");
    await pause(5);
  }
}

export async function measureKills({ machines: wanted }: ScaleOptions): Promise<void> {
  const { cluster, machines } = await openBenchHouse(PLAYERS, wanted);
  const players: Player[] = [];
  try {
    for (let n = 0; n < PLAYERS; n += 1) {
      const machine = machines[Math.floor((n / PLAYERS) * machines.length)] ?? 0;
      players.push(await Player.open(cluster, { username: `bench${n + 1}`, machine, edge: (n % 2) + 1 }));
    }
    await allPlay(players);
    const timeOf = async (happens: () => Promise<unknown>) => {
      const began = performance.now();
      await happens();
      await allPlay(players);
      return Math.round(performance.now() - began);
    };
    const kills: [string, () => Promise<number>][] = [
      ...NODES.filter((name) => inShort(true, name.endsWith("-1") && name !== "media-1")).map(
        (name): [string, () => Promise<number>] => [
          `${name} killed`,
          async () => {
            const ms = await timeOf(() => cluster.node(name).kill());
            await cluster.node(name).start();
            return ms;
          },
        ],
      ),
      [
        "NATS away, from when it is back",
        async () => {
          await cluster.nats.kill();
          await pause(AWAY_MS);
          return timeOf(() => cluster.nats.start());
        },
      ],
      [
        "database away, from when it answers",
        async () => {
          await cluster.postgres.kill();
          await pause(AWAY_MS);
          return timeOf(() => cluster.postgres.start());
        },
      ],
    ];
    console.log(`  ${PLAYERS} players at ${machines.length} machines, ms until all of them can press again:`);
    for (const [name, measure] of kills) {
      // Once: afterwards the players are at the other edge, and their machines at the other floor.
      console.log(`    ${name.padEnd(38)} ${await measure()}`);
      await allPlay(players);
    }
    const check = await cluster.node("edge-1").cli("ledger", "check");
    console.log(`    ledger: ${check.code === 0 ? "in order" : check.stdout}`);
  } finally {
    await Promise.race([Promise.allSettled(players.map((player) => player.leave())), pause(10_000)]);
    await cluster[Symbol.asyncDispose]();
  }
}
