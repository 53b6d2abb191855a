/** How a socket connects, and how it learns of the network and the page: by the browser, or by a test. */

/** The used part of WebSocket. */
export type RpcWebSocket = Pick<WebSocket, "readyState" | "bufferedAmount" | "send" | "close"> & {
  addEventListener(type: "open", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { code: number }) => void): void;
};
export interface RpcTransport {
  /** The address of one new connection, with its single-use ticket. @throws ApiError */
  address(name: string): Promise<string>;
  /** Whether somebody is logged in. Without a login there is no retry. */
  hasLogin(): boolean;
  open(address: string): RpcWebSocket;
  /** Calls back when the network is back, and when the page is shown or hidden. Returns the function that stops it. */
  onReturn(listener: () => void): () => void;
  /** Calls back when another page follows, after which this one may be shown again. Returns the function that stops it. */
  onLeave(listener: () => void): () => void;
  /** Whether the page can be seen. */
  isVisible(): boolean;
}

/** Connections of this browser. */
export const browserTransport = (login: Pick<RpcTransport, "address" | "hasLogin">): RpcTransport => ({
  ...login,
  open: (address) => new WebSocket(address),
  onReturn(listener) {
    // The browser may show a page again that it has kept, or continue one that it has frozen.
    const events = [
      [globalThis, "online"],
      [globalThis, "pageshow"],
      [document, "resume"],
      [document, "visibilitychange"],
    ] as const;
    for (const [target, type] of events) target.addEventListener(type, listener);
    return () => {
      for (const [target, type] of events) target.removeEventListener(type, listener);
    };
  },
  onLeave(listener) {
    globalThis.addEventListener("pagehide", listener);
    return () => globalThis.removeEventListener("pagehide", listener);
  },
  isVisible: () => document.visibilityState === "visible",
});
