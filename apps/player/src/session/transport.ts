/** How a socket connects, and how it learns of the network and the page: by the browser, or by a test. */
import type { SocketName } from "@reelcast/contract";
import { call, readToken, settings, socketUrl } from "../api/index.ts";

/** The used part of WebSocket. */
export type RpcWebSocket = Pick<WebSocket, "readyState" | "send" | "close"> & {
  addEventListener(type: "open", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { code: number }) => void): void;
};
export interface RpcTransport {
  /** The address of one new connection, with its single-use ticket. @throws ApiError */
  address(name: SocketName): Promise<string>;
  open(address: string): RpcWebSocket;
  /** Calls back when the network is back, and when the page is shown or hidden. Returns the function that stops it. */
  onReturn(listener: () => void): () => void;
  /** Whether the player can see the page. */
  isVisible(): boolean;
}

const fetchTicket = async () => (await call("ticket", { body: {} })).token;
/** A ticket is valid for 30 s; one that was fetched in advance is used within this time. */
const TICKET_KEPT_MS = 20_000;
let kept: { ticket: Promise<string | null>; login: string | null; until: number } | null = null;

/** Fetches a ticket that the next game socket will use. */
export function prepareTicket(): void {
  const login = readToken();
  if (login === null || (kept?.login === login && Date.now() < kept.until)) return;
  // Where it fails, the socket asks itself, and says what is wrong.
  kept = { ticket: fetchTicket().catch(() => null), login, until: Date.now() + TICKET_KEPT_MS };
}
async function takeTicket(): Promise<string> {
  const ready = kept !== null && kept.login === readToken() && Date.now() < kept.until ? kept.ticket : null;
  kept = null;
  return (await ready) ?? fetchTicket();
}

export const browserTransport: RpcTransport = {
  async address(name) {
    const token = await (name === "game" ? takeTicket() : fetchTicket());
    return socketUrl(settings().socketBase, name, token, location.href);
  },
  open: (address) => new WebSocket(address),
  onReturn(listener) {
    globalThis.addEventListener("online", listener);
    document.addEventListener("visibilitychange", listener);
    return () => {
      globalThis.removeEventListener("online", listener);
      document.removeEventListener("visibilitychange", listener);
    };
  },
  isVisible: () => document.visibilityState === "visible",
};
