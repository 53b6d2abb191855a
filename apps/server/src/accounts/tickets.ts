/** Single-use tickets that stand for a token in the address of a socket. */
import { randomBytes } from "node:crypto";
import { IssuedTickets, TICKET_MS } from "../issuedTickets.ts";
import { secretDigest } from "../secretDigest.ts";
import type { Db } from "../storage/index.ts";
import { tokenRefused } from "./tokens.ts";
import type { PlayerIdentity } from "./types.ts";

export class TicketStore {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #issued = new IssuedTickets();

  constructor(db: Db, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  async issue({ tokenId, playerId }: Pick<PlayerIdentity, "tokenId" | "playerId">): Promise<string> {
    const ticket = `t.${randomBytes(24).toString("base64url")}`;
    const now = this.#now();
    await this.#db.deleteFrom("tickets").where("expires_at", "<", now).execute();
    await this.#db
      .insertInto("tickets")
      .values({ id: secretDigest(ticket), token_id: tokenId, expires_at: new Date(now.getTime() + TICKET_MS) })
      .execute();
    this.#issued.add(ticket, playerId, now.getTime());
    return ticket;
  }

  /** The owner of a ticket that this process has issued and that is neither expired nor used; otherwise null. */
  ownerOf(ticket: string): number | null {
    return this.#issued.ownerOf(ticket, this.#now().getTime());
  }

  /** Uses the ticket up. Resolves with the id of its token. @throws AppError TokenInvalid */
  async redeem(ticket: string): Promise<string> {
    this.#issued.forget(ticket);
    const row = await this.#db
      .deleteFrom("tickets")
      .where("id", "=", secretDigest(ticket))
      .returning(["token_id", "expires_at"])
      .executeTakeFirst();
    if (!row || row.expires_at <= this.#now()) throw tokenRefused("invalid");
    return row.token_id;
  }
}
