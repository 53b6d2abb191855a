/**
 * Between a page and the game socket: a test may say what the house would say only on a rare day (a jackpot, a removal),
 * or change what the house answers to `init`. Everything else passes as it is.
 */
import type { Page, WebSocketRoute } from "@playwright/test";

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null;

export interface GameTap {
  /** Sends an `info` notification to the page, as the house would. */
  info(action: string, code: string | number, params?: Json): void;
}

/** Call it before the game is opened. `changeInit` alters the answer of `init` in place. */
export async function tapGame(page: Page, changeInit: (answer: Json) => void = () => undefined): Promise<GameTap> {
  let open: WebSocketRoute | null = null;
  await page.routeWebSocket(/\/ws\/game/, (near) => {
    open = near;
    const far = near.connectToServer();
    near.onMessage((frame) => far.send(frame));
    far.onMessage((frame) => {
      const message: unknown = JSON.parse(String(frame));
      if (isRecord(message) && isRecord(message["result"]) && "session" in message["result"]) {
        changeInit(message["result"]);
        near.send(JSON.stringify(message));
      } else near.send(frame);
    });
  });
  return {
    info(action, code, params = {}) {
      if (!open) throw new Error("the page has opened no game");
      const message = { jsonrpc: "2.0", method: "info", params: { action, code, params, message: "" } };
      open.send(JSON.stringify(message));
    },
  };
}
