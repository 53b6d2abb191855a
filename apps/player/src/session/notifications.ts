/** The notification socket: statuses of machines, the player's balance, an open session and messages of the chat. */
import { BalancePush, MachinePush, OpenSession } from "@reelcast/contract";
import type { MachineStatus } from "@reelcast/contract";
import { createRpcSocket } from "./rpc.ts";

export interface NotificationEvents {
  playerId: number;
  onMachine: (id: number, status: MachineStatus) => void;
  onBalance: (minor: number) => void;
  onSession: (open: OpenSession) => void;
  /** A message in a chat, as it came: its code comes with the first one. */
  onChat: (params: unknown) => void;
  /** After each connection: what was missed is to be read again. */
  onConnected?: () => void;
}

/** Listens until the returned function is called. */
export function startNotifications(events: NotificationEvents): () => void {
  const socket = createRpcSocket("notifications", () => ({ id: events.playerId }), {
    onConnection(connection) {
      if (connection.kind === "live") events.onConnected?.();
    },
    onNotification(method, params) {
      if (method === "machine") {
        const { id, status } = MachinePush.parse(params);
        events.onMachine(id, status);
      } else if (method === "balance") events.onBalance(BalancePush.parse(params).balance);
      else if (method === "session") events.onSession(OpenSession.parse(params));
      else if (method === "chat") events.onChat(params);
    },
  });
  return () => socket.close();
}
