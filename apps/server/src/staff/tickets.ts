/** Tickets for one use within 30 s, which stand for a session in the address of a socket. */
import { IssuedTickets, TICKET_MS } from "../issuedTickets.ts";
import { tokenInvalid } from "./sessions.ts";
import type { StaffParts } from "./parts.ts";
import type { StaffSignIn } from "./types.ts";

export function createTickets({
  db,
  now,
  challenges,
  sessions,
}: Pick<StaffParts, "db" | "now" | "challenges" | "sessions">): Pick<
  StaffSignIn,
  "ticket" | "ticketOwner" | "redeemTicket"
> {
  const issued = new IssuedTickets();
  return {
    async ticket({ id, sessionId }) {
      const at = now().getTime();
      const ticket = await challenges.make(db, { purpose: "socket", staffId: id, sessionId }, TICKET_MS);
      issued.add(ticket, sessionId, at);
      return ticket;
    },
    ticketOwner(ticket) {
      return issued.ownerOf(ticket, now().getTime());
    },
    async redeemTicket(ticket) {
      issued.forget(ticket);
      const found = await challenges.consume(db, ticket, "socket");
      const [member] = found?.sessionId ? await sessions.membersOf([found.sessionId]) : [];
      if (!member) throw tokenInvalid("invalid");
      return member;
    },
  };
}
