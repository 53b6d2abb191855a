/**
 * The wallet: the double-entry ledger and the transfers between players and machines. It owns all money; nothing else
 * writes a balance. It never speaks to a machine: the floor does, and tells the wallet what the machine said.
 */
import { MAX_TRANSFER } from "@reelcast/contract";
import type { Db } from "../storage/index.ts";
import { checkLedger } from "./check.ts";
import { createGames } from "./games.ts";
import { createLedger } from "./ledger.ts";
import { createMachines } from "./machines.ts";
import { createOperate, once } from "./operate.ts";
import { createTransfers } from "./transfers.ts";
import type { Wallet } from "./types.ts";

export type * from "./types.ts";

export { isFenced } from "./errors.ts";
export { createOperate } from "./operate.ts";

export interface WalletOptions {
  db: Db;
  /** Largest amount of one transfer. */
  maxTransfer?: number;
  /** Told after each commit that changed what a player may spend. */
  onBalance?: ((playerId: number, balance: number) => void) | undefined;
  /** Told after each commit that changed what of a player's money is being checked. */
  onChecking?: ((playerId: number, checking: number) => void) | undefined;
  /** While it is not aborted, a database that is away is waited for, however long; without it, for some seconds. */
  until?: AbortSignal | undefined;
}

export function createWallet(options: WalletOptions): Wallet {
  const { db, maxTransfer = MAX_TRANSFER, onBalance, onChecking } = options;
  const operate = db.isTransaction ? once : createOperate(options.until);
  const ledger = createLedger({ db, onBalance, operate });
  const games = createGames({ db, operate });
  // After the commit: what is told can be had again by asking, and must not make a success look like a failure.
  const tellBalance = async (playerId: number) => {
    const balance = await ledger.balance(playerId).catch(() => null);
    if (balance !== null) onBalance?.(playerId, balance);
  };
  const machines = createMachines({ db, operate, onChecking: tellChecking });
  async function tellChecking(playerId: number): Promise<void> {
    const checking = await machines.checking(playerId).catch(() => null);
    if (checking !== null) onChecking?.(playerId, checking);
    await tellBalance(playerId);
  }
  return {
    ...ledger,
    ...createTransfers({ db, maxTransfer, onBalance, onChecking: tellChecking, operate }),
    ...games,
    ...machines,
    async recordGame(game, fence) {
      const recorded = await games.recordGame(game, fence);
      const paid = game.handPay > 0 || recorded.jackpots.some(({ hit }) => hit > 0);
      if (paid) await tellBalance(game.playerId);
      return recorded;
    },
    // Not repeated: what ended it, a limit in time for instance, would end it again after as long.
    check: (how) => once(() => checkLedger(db, how)),
  };
}
