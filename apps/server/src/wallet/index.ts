/**
 * The wallet: the double-entry ledger and the transfers between players and machines. It owns all money; nothing else
 * writes a balance. It never speaks to a machine: the floor does, and tells the wallet what the machine said.
 */
import { MAX_TRANSFER } from "@reelcast/contract";
import type { Db } from "../storage/index.ts";
import { checkLedger } from "./check.ts";
import { operate } from "./operate.ts";
import { createGames } from "./games.ts";
import { createLedger } from "./ledger.ts";
import { createTransfers } from "./transfers.ts";
import type { Wallet } from "./types.ts";

export type * from "./types.ts";

export interface WalletOptions {
  db: Db;
  /** Largest amount of one transfer. */
  maxTransfer?: number;
  /** Told after each commit that changed what a player may spend. */
  onBalance?: ((playerId: number, balance: number) => void) | undefined;
}

export function createWallet({ db, maxTransfer = MAX_TRANSFER, onBalance }: WalletOptions): Wallet {
  const ledger = createLedger({ db, onBalance });
  const games = createGames({ db });
  return {
    ...ledger,
    ...createTransfers({ db, maxTransfer, onBalance }),
    ...games,
    async recordGame(game, fence) {
      const recorded = await games.recordGame(game, fence);
      const paid = game.handPay > 0 || recorded.jackpots.some(({ hit }) => hit > 0);
      if (paid && onBalance) onBalance(game.playerId, await ledger.balance(game.playerId));
      return recorded;
    },
    check: () => operate(() => checkLedger(db)),
  };
}
