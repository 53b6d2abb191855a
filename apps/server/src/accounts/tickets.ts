/** Single-use tickets that stand for a token in the address of a socket. */
import { randomBytes } from "node:crypto";
import { secretDigest } from "../secretDigest.ts";
import type { Db } from "../storage/index.ts";
import { tokenRefused } from "./tokens.ts";
import type { Who } from "./types.ts";

const TICKET_MS = 30_000;

export class TicketStore {
  readonly #db: Db;
  readonly #now: () => Date;
  /** Tickets issued by this process, by digest, the oldest first. Bounded by the rate limit of calls. */
  readonly #issued = new Map<string, { playerId: number; until: number }>();

  constructor(db: Db, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  async issue({ tokenId, playerId }: Pick<Who, "tokenId" | "playerId">): Promise<string> {
    const ticket = `t.${randomBytes(24).toString("base64url")}`;
    const now = this.#now();
    const until = now.getTime() + TICKET_MS;
    await this.#db.deleteFrom("tickets").where("expires_at", "<", now).execute();
    await this.#db
      .insertInto("tickets")
      .values({ id: secretDigest(ticket), token_id: tokenId, expires_at: new Date(until) })
      .execute();
    this.#deleteExpired(now.getTime());
    this.#issued.set(secretDigest(ticket), { playerId, until });
    return ticket;
  }

  #deleteExpired(now: number): void {
    for (const [id, { until }] of this.#issued) {
      if (until > now) break;
      this.#issued.delete(id);
    }
  }

  /** The owner of a ticket that this process has issued and that is neither expired nor used; otherwise null. */
  ownerOf(ticket: string): number | null {
    const found = this.#issued.get(secretDigest(ticket));
    return found && found.until > this.#now().getTime() ? found.playerId : null;
  }

  /** Uses the ticket up. Resolves with the id of its token. @throws AppError TokenInvalid */
  async redeem(ticket: string): Promise<string> {
    this.#issued.delete(secretDigest(ticket));
    const row = await this.#db
      .deleteFrom("tickets")
      .where("id", "=", secretDigest(ticket))
      .returning(["token_id", "expires_at"])
      .executeTakeFirst();
    if (!row || row.expires_at <= this.#now()) throw tokenRefused("invalid");
    return row.token_id;
  }
}
