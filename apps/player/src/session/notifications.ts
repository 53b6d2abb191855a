/** The notification socket: statuses of machines, the player's balance and what of it is being checked, an open session and messages of the chat. */
import { BalancePush, CheckingPush, MachinePush, OpenSession } from "@reelcast/contract";
import type { MachineStatus } from "@reelcast/contract";
import { createRpcSocket } from "./rpc.ts";

/** A first try again is over in less than a second: nobody needs to be told of it. */
const AWAY_AFTER_TRIES = 2;

export interface NotificationEvents {
  playerId: number;
  onMachine: (id: number, status: MachineStatus) => void;
  onBalance: (minor: number) => void;
  /** What of the player's money is being checked now. */
  onChecking: (minor: number) => void;
  onSession: (open: OpenSession) => void;
  /** A message in a chat, as it came: its code comes with the first one. */
  onChat: (params: unknown) => void;
  /** After each connection: what was missed is to be read again. */
  onConnected?: () => void;
  /** Whether the house answers: false after a second try in vain, true once it is back. */
  onReach?: (reached: boolean) => void;
}

/** Listens until the returned function is called. */
export function startNotifications(events: NotificationEvents): () => void {
  const socket = createRpcSocket("notifications", () => ({ id: events.playerId }), {
    onConnection(connection) {
      if (connection.kind === "live") events.onConnected?.();
      if (connection.kind === "live" || connection.kind === "ended") events.onReach?.(true);
      else if (connection.attempt >= AWAY_AFTER_TRIES) events.onReach?.(false);
    },
    onNotification(method, params) {
      if (method === "machine") {
        const { id, status } = MachinePush.parse(params);
        events.onMachine(id, status);
      } else if (method === "balance") events.onBalance(BalancePush.parse(params).balance);
      else if (method === "checking") events.onChecking(CheckingPush.parse(params).checking);
      else if (method === "session") events.onSession(OpenSession.parse(params));
      else if (method === "chat") events.onChat(params);
    },
  });
  return () => socket.close();
}
