/** The jackpot socket: values of progressive jackpots, and who was hit. */
import { JACKPOT_SOCKET } from "@reelcast/contract";
import type { Jackpot, JackpotHit } from "@reelcast/contract";
import { createRpcSocket } from "./rpc.ts";

export interface JackpotEvents {
  onJackpot: (jackpot: Jackpot) => void;
  onHit: (hit: JackpotHit) => void;
}

/** Listens until the returned function is called. */
export function startJackpots({ onJackpot, onHit }: JackpotEvents): () => void {
  const { notifications } = JACKPOT_SOCKET;
  const socket = createRpcSocket(JACKPOT_SOCKET, () => ({}), {
    onNotification(method, params) {
      if (method === "jackpot") onJackpot(notifications.jackpot.parse(params));
      else if (method === "jackpotHit") onHit(notifications.jackpotHit.parse(params));
    },
  });
  return () => socket.close();
}
