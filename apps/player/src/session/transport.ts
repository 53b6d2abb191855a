/** How a socket connects, and how it learns of the network and the page: by the browser, or by a test. */
import type { SocketName } from "@reelcast/contract";
import { call, settings, socketUrl } from "../api/index.ts";

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

export const browserTransport: RpcTransport = {
  async address(name) {
    const { token } = await call("ticket", { body: {} });
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
