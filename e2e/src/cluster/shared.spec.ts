/** A house of several processes under play, while they end one after the other. */
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import { Cluster } from "../processes/cluster.ts";

const PLAYERS = [
  { username: "demo1", machine: 1, edge: 1 },
  { username: "demo2", machine: 4, edge: 2 },
  { username: "demo3", machine: 7, edge: 1 },
  { username: "demo4", machine: 10, edge: 2 },
] as const;
const BETWEEN_PRESSES_MS = 150;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays at one machine as the app does: after a loss at the other edge, and money again under its id until it is answered. */
class Player {
  readonly #cluster: Cluster;
  readonly #machine: number;
  #client: PlayerClient;
  #edge: number;
  #ending = false;
  readonly sessions = new Set<string>();
  presses = 0;
  /** Presses that a machine has answered since the last look. */
  answered = 0;
  readonly #playing: Promise<void>;
  private constructor(cluster: Cluster, client: PlayerClient, { machine, edge }: (typeof PLAYERS)[number]) {
    this.#cluster = cluster;
    this.#client = client;
    this.#machine = machine;
    this.#edge = edge;
    this.#playing = this.#play();
  }
  static async open(cluster: Cluster, player: (typeof PLAYERS)[number]): Promise<Player> {
    return new Player(
      cluster,
      await PlayerClient.login(cluster.node(`edge-${player.edge}`).url, player.username),
      player,
    );
  }

  async #play(): Promise<void> {
    while (!this.#ending) {
      await this.#sitAndPlay().catch(async () => {
        this.#edge = 3 - this.#edge;
        this.#client = this.#client.at(this.#cluster.node(`edge-${this.#edge}`).url);
        await pause(300);
      });
    }
  }
  async #sitAndPlay(): Promise<void> {
    const game = await this.#client.game();
    const { session, meters } = await game.init(this.#machine);
    this.sessions.add(session.id);
    if (meters.credit < 1_000) {
      const transferId = randomUUID();
      await this.#untilAnswered(() => game.cashIn(5_000, transferId));
    }
    while (!this.#ending) {
      await game.press("play").then(
        () => (this.answered += 1),
        (error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          // A machine that waits for its player, or has no credit left, has answered too.
          if (error.code !== ErrorCode.ServiceUnavailable) this.answered += 1;
        },
      );
      this.presses += 1;
      await pause(BETWEEN_PRESSES_MS);
    }
    await this.#untilAnswered(() => game.request("leave", {}));
  }
  async #untilAnswered(ask: () => Promise<unknown>): Promise<void> {
    const unknown: number[] = [
      ErrorCode.ServiceUnavailable,
      ErrorCode.TransferInDoubt,
      ErrorCode.EarlierTransferPending,
    ];
    for (;;) {
      const error: unknown = await ask().then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error === null || (error instanceof Refused && !unknown.includes(error.code))) return;
      if (!(error instanceof Refused)) throw error;
      await pause(300);
    }
  }
  async leave(): Promise<void> {
    this.#ending = true;
    await this.#playing;
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
  await using cluster = await Cluster.open({ edges: 2, floors: 2, media: 1 });
  const players = await Promise.all(PLAYERS.map((player) => Player.open(cluster, player)));
  await allPlay(players);
  for (const name of ["edge-1", "floor-1", "media-1", "edge-2", "floor-2"]) {
    const node = cluster.node(name);
    console.log(`${name} killed: all play again after`, await playableAfter(players, () => node.kill()), "ms");
    await node.start();
  }
  await cluster.nats.kill();
  await pause(2_000);
  console.log("NATS is back: all play again after", await playableAfter(players, () => cluster.nats.start()), "ms");
  await Promise.all(players.map((player) => player.leave()));
  expect(players.map(({ sessions }) => sessions.size)).toEqual(players.map(() => 1));
  const check = await cluster.node("edge-1").cli("ledger", "check");
  expect(check.code, check.stdout).toBe(0);
  expect(check.stdout).toContain("Pending transfers: 0");
});

test("an orderly end hands players and machines over, and a process that takes their place has its share", async () => {
  test.setTimeout(180_000);
  await using cluster = await Cluster.open({ edges: 2, floors: 2, media: 1 });
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

test("a process that can't share the house says why in one sentence, and one without NATS waits", async () => {
  test.setTimeout(120_000);
  await using cluster = await Cluster.open({ edges: 1, floors: 1, media: 0 });
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
