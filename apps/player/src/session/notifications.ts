/** The notification socket: statuses of machines, the player's balance and money under review, an open session and chat messages. */
import { BalancePush, CheckingPush, MachinePush, OpenSession } from "@reelcast/contract";
import type { MachineStatus } from "@reelcast/contract";
import { createRpcSocket } from "./rpc.ts";

/** The first retry takes less than a second, so it is not shown. */
const AWAY_AFTER_TRIES = 2;

export interface NotificationEvents {
  playerId: number;
  onMachine: (id: number, status: MachineStatus) => void;
  onBalance: (minor: number) => void;
  /** The player's money under review, minor units. */
  onChecking: (minor: number) => void;
  onSession: (open: OpenSession) => void;
  /** A chat notification, not parsed: the code for it is loaded with the first one. */
  onChat: (params: unknown) => void;
  /** After each connection: what was missed has to be read again. */
  onConnected?: () => void;
  /** Whether the server can be reached: false after the second failed try, true after a connection. */
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
