/** How sessions ended: for a player whose connection comes back to one that is over. Ends none itself. */
import { AppError } from "@reelcast/contract";
import type { Wallet } from "../wallet/index.ts";
import type { Occupied } from "./occupied.ts";
import type { Sessions } from "./sessions.ts";

/** Those of one machine whose payment is still known: nobody comes back by himself to an older one. */
const KEPT = 64;

export class Ends {
  readonly #sessions: Pick<Sessions, "byId">;
  readonly #wallet: Pick<Wallet, "byKey">;
  /** What the end of a session brought into the wallet, minor units. */
  readonly #paid = new Map<string, number>();
  constructor(sessions: Pick<Sessions, "byId">, wallet: Pick<Wallet, "byKey">) {
    this.#sessions = sessions;
    this.#wallet = wallet;
  }

  remember({ session, paidOut }: Occupied): void {
    this.#paid.set(session.id, paidOut);
    const [oldest] = this.#paid.keys();
    if (this.#paid.size > KEPT && oldest !== undefined) this.#paid.delete(oldest);
  }

  /**
   * Tells its own player: 50100 {reason, amount, deposited}. `amount` is left out where this process did not see the
   * end, `deposited` where the deposit is not settled yet. 50300 while the session is not over.
   */
  async tell(
    { playerId, transferId }: { playerId: number; transferId?: string | undefined },
    sessionId: string,
  ): Promise<AppError> {
    const session = await this.#sessions.byId(sessionId);
    if (session?.player_id !== playerId) return new AppError(50100);
    if (session.state !== "closed") return new AppError(50300);
    const deposit = transferId === undefined ? undefined : await this.#wallet.byKey(playerId, "cashin", transferId);
    const amount = this.#paid.get(sessionId);
    return new AppError(50100, {
      reason: session.end_reason,
      ...(amount === undefined ? {} : { amount }),
      // Nothing of it was written down: with its session over, nothing will be.
      ...(deposit === null || deposit?.state === "failed" ? { deposited: 0 } : {}),
      ...(deposit?.state === "done" ? { deposited: deposit.moved } : {}),
    });
  }
}
