/** Measures what the floor of this process does with money: transfers from their reservation to their end, and games. */
import type { Histogram } from "../metrics/index.ts";
import type { Transfer, Wallet } from "../wallet/index.ts";

/** Ends that this process does not see, such as those by an operator's command, leave an entry. */
const MAX_OPEN = 10_000;

interface WalletMetrics {
  transferDuration: Histogram<"kind" | "outcome">;
  gameDuration: Histogram;
}

/** The same wallet; its writes are not delayed. */
export function measureWallet(wallet: Wallet, { transferDuration, gameDuration }: WalletMetrics): Wallet {
  /** When each began, by the clock of this process. */
  const begun = new Map<string, number>();
  function end(transfer: Transfer): Transfer {
    const { id, kind, createdAt, state: outcome } = transfer;
    const since = begun.get(id);
    // Begun by an earlier owner: by the clocks of the hosts.
    const ms = since === undefined ? Date.now() - createdAt.getTime() : performance.now() - since;
    if (outcome !== "manual") begun.delete(id);
    transferDuration.observe({ kind, outcome }, Math.max(0, ms) / 1000);
    return transfer;
  }
  return {
    ...wallet,
    async begin(request) {
      const found = await wallet.begin(request);
      if (found.fresh && begun.size < MAX_OPEN) begun.set(found.transfer.id, performance.now());
      return found;
    },
    async recordGame(...of) {
      const began = performance.now();
      const recorded = await wallet.recordGame(...of);
      gameDuration.observe({}, (performance.now() - began) / 1000);
      return recorded;
    },
    settle: async (...of) => end(await wallet.settle(...of)),
    fail: async (...of) => end(await wallet.fail(...of)),
    makeManual: async (...of) => end(await wallet.makeManual(...of)),
    resolveManual: async (...of) => end(await wallet.resolveManual(...of)),
  };
}
