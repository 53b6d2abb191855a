/**
 * The wallet: the double-entry ledger and the transfers between players and machines. It owns all money; nothing else
 * writes a balance. It never speaks to a machine: the floor does, and passes the machine's answer to the wallet.
 */
import { MAX_TRANSFER } from "@reelcast/contract";
import { createStatementRetry } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { checkLedger } from "./check.ts";
import { LEDGER_ERRORS } from "./errors.ts";
import { createGames } from "./games.ts";
import { createLedger } from "./ledger.ts";
import { createMachines } from "./machines.ts";
import { once } from "./statements.ts";
import { createSuspense } from "./suspense.ts";
import { createTransferQueries, createTransferSteps } from "./transfers.ts";
import type { OnBalance, Wallet } from "./types.ts";

export type * from "./types.ts";

export { LEDGER_ERRORS, isFenced } from "./errors.ts";

export interface WalletOptions {
  db: Db;
  /** Largest amount of one transfer. */
  maxTransfer?: number;
  /** Called after each commit that changed what a player may spend. */
  onBalance?: OnBalance | undefined;
  /** Called after each commit that changed how much of a player's money is being checked. */
  onChecking?: ((playerId: number, checking: number) => void) | undefined;
  /** Called when a game is sent to the database, with how long it has waited for those before it, ms. */
  onGameSent?: ((waitedMs: number) => void) | undefined;
  /** While it is not aborted, a database that is away is waited for, however long; without it, for some seconds. */
  until?: AbortSignal | undefined;
}

export function createWallet(options: WalletOptions): Wallet {
  const { db, maxTransfer = MAX_TRANSFER, onBalance, onChecking } = options;
  const database = { db, runStatement: db.isTransaction ? once : createStatementRetry(LEDGER_ERRORS, options.until) };
  const ledger = createLedger(database, notifyBalance);
  const games = createGames(database, options.onGameSent);
  const suspense = createSuspense(database, notifyChecking);
  // After the commit. An error here is ignored: the change is done, and clients can read the value again.
  async function notifyBalance(playerId: number): Promise<void> {
    const now = onBalance && (await ledger.available(playerId).catch(() => null));
    if (now) onBalance(playerId, now.balance, now.version);
  }
  async function notifyChecking(playerId: number): Promise<void> {
    const checking = await suspense.checking(playerId).catch(() => null);
    if (checking !== null) onChecking?.(playerId, checking);
    await notifyBalance(playerId);
  }
  return {
    ...ledger,
    ...createTransferSteps(database, { maxTransfer, onBalance, onChecking: notifyChecking }),
    ...createTransferQueries(database),
    ...games,
    ...createMachines(database),
    ...suspense,
    async recordGame(game, fence) {
      const recorded = await games.recordGame(game, fence);
      const paid = game.handPay > 0 || recorded.jackpots.some(({ hit }) => hit > 0);
      if (paid) await notifyBalance(game.playerId);
      return recorded;
    },
    // Not repeated: a limit in time, for instance, would end it again after as long.
    check: (how) => once(() => checkLedger(db, how)),
  };
}
