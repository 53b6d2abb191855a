/** A house of several processes under play, while they end one after the other. */
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Cluster } from "../processes/cluster.ts";
import type { ClusterOptions } from "../processes/cluster.ts";
import { Player } from "../processes/player.ts";

const PLAYERS = [
  { username: "demo1", machine: 1, edge: 1 },
  { username: "demo2", machine: 4, edge: 2 },
  { username: "demo3", machine: 7, edge: 1 },
  { username: "demo4", machine: 10, edge: 2 },
] as const;
async function withCluster(shape: ClusterOptions, use: (cluster: Cluster) => Promise<void>): Promise<void> {
  const cluster = await Cluster.open(shape);
  try {
    await use(cluster);
  } finally {
    await cluster[Symbol.asyncDispose]();
  }
}
/** Everybody's machine answers presses again. */
async function allPlay(players: readonly Player[]): Promise<void> {
  for (const player of players) player.answered = 0;
  await expect.poll(() => players.every(({ answered }) => answered > 0), { timeout: 30_000 }).toBe(true);
}
/** @returns how long it took until all could play again, ms */
async function playableAfter(players: readonly Player[], happens: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await happens();
  await allPlay(players);
  return Math.round(performance.now() - began);
}

test("players keep their seats and their money while each process, and NATS, dies and comes back", async () => {
  test.setTimeout(240_000);
  await withCluster({ edges: 2, floors: 2, media: 1 }, async (cluster) => {
    const players = await Promise.all(PLAYERS.map((player) => Player.open(cluster, player)));
    await allPlay(players);
    for (const name of ["edge-1", "floor-1", "media-1", "edge-2", "floor-2"]) {
      const node = cluster.node(name);
      console.log(`${name} killed: all play again after`, await playableAfter(players, () => node.kill()), "ms");
      await node.start();
    }
    await cluster.nats.kill();
    await expect.poll(() => cluster.node("edge-1").state()).not.toBe("ready");
    console.log("NATS is back: all play again after", await playableAfter(players, () => cluster.nats.start()), "ms");
    await Promise.all(players.map((player) => player.leave()));
    expect(players.map(({ sessions }) => sessions.size)).toEqual(players.map(() => 1));
    const check = await cluster.node("edge-1").cli("ledger", "check");
    expect(check.code, check.stdout).toBe(0);
    expect(check.stdout).toContain("Pending transfers: 0");
  });
});

test("an orderly end hands players and machines over, and a process that takes their place has its share", async () => {
  test.setTimeout(180_000);
  await withCluster({ edges: 2, floors: 2, media: 1 }, async (cluster) => {
    const players = await Promise.all(PLAYERS.map((player) => Player.open(cluster, player)));
    await allPlay(players);
    for (const name of ["edge-1", "floor-1", "media-1"]) {
      const node = cluster.node(name);
      console.log(`${name} ended: all play again after`, await playableAfter(players, () => node.stop()), "ms");
      await node.start();
      await allPlay(players);
    }
    await Promise.all(players.map((player) => player.leave()));
    expect(players.map(({ sessions }) => sessions.size)).toEqual(players.map(() => 1));
  });
});

test("players go on between processes whose clocks are half a minute off, either way", async () => {
  test.setTimeout(180_000);
  const clockSkewMs = { "edge-1": 30_000, "edge-2": -30_000, "floor-1": -30_000, "floor-2": 30_000 };
  await withCluster({ edges: 2, floors: 2, media: 0, clockSkewMs }, async (cluster) => {
    const players = await Promise.all(PLAYERS.map((player) => Player.open(cluster, player)));
    await allPlay(players);
    for (const name of ["edge-1", "floor-1"]) {
      const node = cluster.node(name);
      console.log(`${name} killed: all play again after`, await playableAfter(players, () => node.kill()), "ms");
      await node.start();
    }
    await playableAfter(players, () => cluster.node("edge-2").kill());
    await Promise.all(players.map((player) => player.leave()));
    expect(players.map(({ sessions }) => sessions.size)).toEqual(players.map(() => 1));
    const check = await cluster.node("edge-1").cli("ledger", "check");
    expect(check.code, check.stdout).toBe(0);
  });
});

test("a process that can't share the house says why in one sentence, and one without NATS waits", async () => {
  test.setTimeout(120_000);
  await withCluster({ edges: 1, floors: 1, media: 0 }, async (cluster) => {
    const edge = cluster.node("edge-1");
    const refused = async (environment: Record<string, string>) => {
      const other = await cluster.add(`other-${randomUUID().slice(0, 8)}`, ["edge"]);
      return other.startAnother({ PORT: String(other.port), DATA_DIR: other.dataDir, ...environment });
    };
    const same = await refused({ NODE_NAME: "edge-1" });
    expect(same).toMatchObject({ code: 2 });
    expect(same.stderr).toContain("NODE_NAME edge-1 is in use: another process of this house has that name.");
    const encrypted = await refused({ NATS_URL: cluster.nats.url.replace("nats:", "tls:") });
    expect(encrypted).toMatchObject({ code: 2 });
    expect(encrypted.stderr).toContain("NATS can't be used: server does not support 'tls'.");

    await cluster.nats.kill();
    await expect.poll(() => edge.state()).not.toBe("ready");
    const late = await cluster.add("late", ["edge"]);
    late.launch();
    await expect.poll(() => late.state()).toBe("starting");
    await cluster.nats.start();
    await late.ready();
    await expect.poll(() => edge.state()).toBe("ready");
  });
});
