/** How the app's sockets connect: each with a single-use ticket of the player's login. */
import { socketUrl } from "@reelcast/client";
import { browserTransport } from "@reelcast/client/transport";
import { call, readToken, settings } from "../api/index.ts";

const fetchTicket = async () => (await call("ticket", { body: {} })).token;
/** A ticket is valid for 30 s; one that was fetched in advance is used within this time. */
const TICKET_KEPT_MS = 20_000;
let kept: { ticket: Promise<string | null>; login: string | null; until: number } | null = null;

/** Fetches a ticket that the next game socket will use. */
export function prepareTicket(): void {
  const login = readToken();
  if (login === null || (kept?.login === login && performance.now() < kept.until)) return;
  // Where it fails, the socket asks itself, and says what is wrong.
  kept = { ticket: fetchTicket().catch(() => null), login, until: performance.now() + TICKET_KEPT_MS };
}
async function takeTicket(): Promise<string> {
  const ready = kept !== null && kept.login === readToken() && performance.now() < kept.until ? kept.ticket : null;
  kept = null;
  return (await ready) ?? fetchTicket();
}

export const playerTransport = browserTransport({
  async address(name) {
    const token = await (name === "game" ? takeTicket() : fetchTicket());
    return socketUrl(settings().socketBase, name, ["token", token], location.href);
  },
  hasLogin: () => readToken() !== null,
});
