/**
 * One machine's side of the ledger: the games that it finished, the transfer that is under way, and whether its credit
 * meter is what the ledger says. It decides nothing about seats, and tells nobody.
 */
import { MachineUnreachable } from "@reelcast/machine";
import type { GameResult, MachineDriver } from "@reelcast/machine";
import type { Logger } from "pino";
import type { Fence, FedJackpot, Transfer, Wallet } from "../wallet/index.ts";
import type { Occupied } from "./occupied.ts";
import { carryOut, resolve } from "./transfers.ts";
import type { TransferRequest } from "./transfers.ts";

export interface BooksParts {
  driver: MachineDriver;
  wallet: Wallet;
  fence: Fence;
  log: Logger;
  /** Told of each game that was recorded, in order. */
  onGame: (at: Occupied, game: GameResult, jackpots: readonly FedJackpot[]) => Promise<void>;
}

export class Books {
  readonly #parts: BooksParts;
  #lastGame = 0;
  #unresolved: Transfer | null = null;

  constructor(parts: BooksParts) {
    this.#parts = parts;
  }

  /** Number of the last game that the ledger has. */
  get lastGame(): number {
    return this.#lastGame;
  }
  /** A transfer that is neither done nor failed: there is no second one until it is. */
  get unresolved(): Transfer | null {
    return this.#unresolved;
  }

  /** Reads where a process before this one left them. */
  async open(): Promise<void> {
    const { wallet, fence } = this.#parts;
    this.#lastGame = await wallet.lastGame(fence.machineId);
    await this.#readUnresolved();
  }
  async #readUnresolved(): Promise<void> {
    const [left] = await this.#parts.wallet.unresolved(this.#parts.fence.machineId);
    this.#unresolved = left ?? null;
  }

  /** Games that the ledger has not seen yet, in order. @throws MachineUnreachable */
  async record(at: Occupied | null): Promise<void> {
    const { driver, wallet, fence, onGame } = this.#parts;
    if (!at) return;
    for (const game of await driver.gamesSince(this.#lastGame)) {
      const { credit: _credit, startedAt, endedAt, ...played } = game;
      const { jackpots } = await wallet.recordGame(
        {
          ...played,
          machineId: fence.machineId,
          playerId: at.session.player_id,
          sessionId: at.session.id,
          startedAt: new Date(startedAt),
          endedAt: new Date(endedAt),
        },
        fence,
      );
      this.#lastGame = game.gameNumber;
      await onGame(at, game, jackpots);
    }
  }

  /** Carries a transfer out, after the games before it. @throws AppError as `carryOut`, MachineUnreachable */
  async move(at: Occupied, request: TransferRequest): Promise<Transfer> {
    const { driver, wallet, fence } = this.#parts;
    try {
      await this.record(at);
      return await carryOut({ driver, wallet, fence }, request);
    } catch (error) {
      await this.#readUnresolved();
      throw error;
    }
  }

  /** Asks what became of the transfer that is under way. Answers it once it is over, else null. */
  async settle(): Promise<Transfer | null> {
    const { driver, wallet, fence, log } = this.#parts;
    if (!this.#unresolved) return null;
    try {
      const settled = await resolve({ driver, wallet, fence }, this.#unresolved);
      const over = settled.state === "done" || settled.state === "failed";
      this.#unresolved = over ? null : settled;
      if (!over) return null;
      const { id: transferId, state, moved } = settled;
      log.info({ transferId, state, moved }, "a transfer was settled by the machine's answer");
      return settled;
    } catch (error) {
      if (error instanceof MachineUnreachable) return null;
      throw error;
    }
  }

  /** At rest, the machine's credit meter must be what the ledger says. Answers the difference in words, null for none. */
  async difference(owned: boolean): Promise<string | null> {
    const { driver, wallet, fence, log } = this.#parts;
    if (this.#unresolved || driver.state().phase !== "idle" || !driver.state().online) return null;
    const [{ credit }, ledger] = [await driver.meters(), await wallet.ledgerMachine(fence.machineId)];
    const unowned = !owned && credit > 0;
    if (credit === ledger && !unowned) return null;
    log.error(
      { machineId: fence.machineId, meter: credit, ledger },
      "a machine was taken out of play: its meters don't agree with the ledger",
    );
    return unowned ? `credit ${credit} without an owner` : `the credit meter shows ${credit}, the ledger ${ledger}`;
  }
}
