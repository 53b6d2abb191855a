/**
 * One machine's games and meters in the ledger: which games are recorded, and the readings to compare. Knows no seats.
 */
import type { GameResult, MachineDriver } from "@reelcast/machine";
import type { Fence, FedJackpot, MachineBalance, MachineLedger, Wallet } from "../wallet/index.ts";
import type { MetersRead, Seat } from "./seat/types.ts";

export interface GameLedgerParts {
  driver: MachineDriver;
  wallet: Wallet;
  fence: Fence;
  /** A press is being carried out or waits. */
  isPressing: () => boolean;
  /** Called after each recorded game, in order. */
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
  /** The server's number of a game: the machine's own starts again when its memory is cleared. */
  numberOf(gameNumber: number): number {
    return gameNumber + this.#base;
  }
  begin({ lastGame, gameBase }: Pick<MachineLedger, "lastGame" | "gameBase">): void {
    this.#last = lastGame;
    this.#base = gameBase;
  }

  /** Records games that are not in the ledger yet, in order. @throws MachineUnreachable */
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
   * Meters and ledger at rest; the meters are stored. Null during a game or a press, or before a game of the seat is
   * recorded.
   * @throws MachineUnreachable
   */
  async read(isSeated: boolean): Promise<{ meters: MetersRead; ledger: MachineBalance } | null> {
    const { driver, wallet, fence, isPressing } = this.#parts;
    const atRest = () => driver.state().phase === "idle" && !isPressing();
    if (!atRest()) return null;
    const { credit, transferredIn, transferredOut, gamesPlayed } = await driver.meters();
    if (!atRest() || (isSeated && this.numberOf(gamesPlayed) > this.#last)) return null;
    const meters = { credit, transferredIn, transferredOut };
    return { meters, ledger: await wallet.storeMeters(meters, fence) };
  }
}
