/**
 * One machine's side of the ledger: which of its games are recorded, and how its meters compare with the ledger. It
 * decides nothing about seats, and notifies nobody.
 */
import type { GameResult, MachineDriver } from "@reelcast/machine";
import type { Fence, FedJackpot, MachineBalance, MachineBooks, Wallet } from "../wallet/index.ts";
import type { MetersRead, Seat } from "./seat/types.ts";

export interface GameLedgerParts {
  driver: MachineDriver;
  wallet: Wallet;
  fence: Fence;
  /** A press is on its way to the machine. */
  pressing: () => boolean;
  /** Told of each game that was recorded, in order. */
  onGame: (seat: Seat, game: GameResult, jackpots: readonly FedJackpot[]) => Promise<void>;
}

export class GameLedger {
  readonly #parts: GameLedgerParts;
  #last = 0;
  #base = 0;
  constructor(parts: GameLedgerParts) {
    this.#parts = parts;
  }

  /** Number of the last game that is recorded. */
  get last(): number {
    return this.#last;
  }
  /** The house's number of a game: the machine's own begins anew when its memory is cleared. */
  numberOf(gameNumber: number): number {
    return gameNumber + this.#base;
  }
  begin({ lastGame, gameBase }: Pick<MachineBooks, "lastGame" | "gameBase">): void {
    this.#last = lastGame;
    this.#base = gameBase;
  }

  /** Games that the ledger has not seen yet, in order. @throws MachineUnreachable */
  async record(seat: Seat | null): Promise<void> {
    const { driver, wallet, fence, onGame } = this.#parts;
    if (!seat) return;
    for (const result of await driver.gamesSince(this.#last - this.#base)) {
      const game = { ...result, gameNumber: this.numberOf(result.gameNumber) };
      const { credit: _credit, startedAt, endedAt, ...played } = game;
      const { jackpots } = await wallet.recordGame(
        {
          ...played,
          machineId: fence.machineId,
          playerId: seat.session.player_id,
          sessionId: seat.session.id,
          startedAt: new Date(startedAt),
          endedAt: new Date(endedAt),
        },
        fence,
      );
      this.#last = game.gameNumber;
      await onGame(seat, game, jackpots);
    }
  }

  /**
   * Meters and ledger at rest, stored for later queries; null where a game or a press is under way, or a game of a seat
   * is not recorded yet. @throws MachineUnreachable
   */
  async read(isSeated: boolean): Promise<{ meters: MetersRead; ledger: MachineBalance } | null> {
    const { driver, wallet, fence, pressing } = this.#parts;
    const atRest = () => driver.state().phase === "idle" && !pressing();
    if (!atRest()) return null;
    const { credit, transferredIn, transferredOut, gamesPlayed } = await driver.meters();
    if (!atRest() || (isSeated && this.numberOf(gamesPlayed) > this.#last)) return null;
    const meters = { credit, transferredIn, transferredOut };
    return { meters, ledger: await wallet.storeMeters(meters, fence) };
  }
}
