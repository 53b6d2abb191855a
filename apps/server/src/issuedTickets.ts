/** The tickets for sockets that this process has issued, so that whose they are is known without a query. */
import { secretDigest } from "./secretDigest.ts";

/** A ticket is used at once: by the socket that it was fetched for. */
export const TICKET_MS = 30_000;

export class IssuedTickets {
  /** By digest, the oldest first. Bounded by the rate limit of calls. */
  readonly #issued = new Map<string, { owner: number; until: number }>();

  /** @param at when it was issued, ms since the epoch */
  add(ticket: string, owner: number, at: number): void {
    for (const [name, { until }] of this.#issued) {
      if (until > at) break;
      this.#issued.delete(name);
    }
    this.#issued.set(secretDigest(ticket), { owner, until: at + TICKET_MS });
  }

  /** The owner of a ticket that is neither expired at `at`, ms since the epoch, nor used; otherwise null. */
  ownerOf(ticket: string, at: number): number | null {
    const found = this.#issued.get(secretDigest(ticket));
    return found && found.until > at ? found.owner : null;
  }

  /** It was used. */
  forget(ticket: string): void {
    this.#issued.delete(secretDigest(ticket));
  }
}
