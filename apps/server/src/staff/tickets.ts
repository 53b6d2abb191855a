/** Tickets for one use within 30 s, which stand for a session in the address of a socket. */
import { secretDigest } from "../secretDigest.ts";
import { tokenInvalid } from "./sessions.ts";
import type { StaffParts } from "./parts.ts";
import type { StaffSignIn } from "./types.ts";

const TICKET_MS = 30_000;

export function createTickets({
  db,
  now,
  challenges,
  sessions,
}: Pick<StaffParts, "db" | "now" | "challenges" | "sessions">): Pick<
  StaffSignIn,
  "ticket" | "ticketOwner" | "redeemTicket"
> {
  /** Tickets that this process has issued, by digest, the oldest first. Bounded by the rate limit of calls. */
  const issued = new Map<string, { sessionId: number; until: number }>();
  function deleteExpired(at: number): void {
    for (const [name, { until }] of issued) {
      if (until > at) break;
      issued.delete(name);
    }
  }
  return {
    async ticket({ id, sessionId }) {
      const at = now().getTime();
      const ticket = await challenges.make(db, { purpose: "socket", staffId: id, sessionId }, TICKET_MS);
      deleteExpired(at);
      issued.set(secretDigest(ticket), { sessionId, until: at + TICKET_MS });
      return ticket;
    },
    ticketOwner(ticket) {
      const found = issued.get(secretDigest(ticket));
      return found && found.until > now().getTime() ? found.sessionId : null;
    },
    async redeemTicket(ticket) {
      issued.delete(secretDigest(ticket));
      const found = await challenges.consume(db, ticket, "socket");
      const [member] = found?.sessionId ? await sessions.membersOf([found.sessionId]) : [];
      if (!member) throw tokenInvalid("invalid");
      return member;
    },
  };
}
