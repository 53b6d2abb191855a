/** Measures transfers of this process where it settles them: from the reservation to the end. */
import type { Histogram } from "../metrics/index.ts";
import type { Transfer, Wallet } from "../wallet/index.ts";

/** Ends that this process does not see, such as those by an operator's command, leave an entry. */
const MAX_OPEN = 10_000;

/** The same wallet; its writes are not delayed. */
export function measureTransfers(wallet: Wallet, duration: Histogram<"kind" | "outcome">): Wallet {
  /** When each began, by the clock of this process. */
  const begun = new Map<string, number>();
  function end(transfer: Transfer): Transfer {
    const { id, kind, createdAt, state: outcome } = transfer;
    const since = begun.get(id);
    // Begun by an earlier owner: by the clocks of the hosts.
    const ms = since === undefined ? Date.now() - createdAt.getTime() : performance.now() - since;
    if (outcome !== "manual") begun.delete(id);
    duration.observe({ kind, outcome }, Math.max(0, ms) / 1000);
    return transfer;
  }
  return {
    ...wallet,
    async begin(request) {
      const found = await wallet.begin(request);
      if (found.fresh && begun.size < MAX_OPEN) begun.set(found.transfer.id, performance.now());
      return found;
    },
    settle: async (...of) => end(await wallet.settle(...of)),
    fail: async (...of) => end(await wallet.fail(...of)),
    makeManual: async (...of) => end(await wallet.makeManual(...of)),
    resolveManual: async (...of) => end(await wallet.resolveManual(...of)),
  };
}
