/** A player of a house of several processes, who plays without a pause and goes on at the other edge after a loss. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import type { Cluster } from "./cluster.ts";

export interface PlayerPlace {
  username: string;
  machine: number;
  /** Number of the edge at which they begin. */
  edge: number;
}
const BETWEEN_PRESSES_MS = 150;

/** Plays at one machine as the app does: after a loss at the other edge, and money again under its id until it is answered. */
export class Player {
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
  private constructor(cluster: Cluster, client: PlayerClient, { machine, edge }: PlayerPlace) {
    this.#cluster = cluster;
    this.#client = client;
    this.#machine = machine;
    this.#edge = edge;
    this.#playing = this.#play();
  }
  static async open(cluster: Cluster, player: PlayerPlace): Promise<Player> {
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
