/** The notification socket: statuses of machines, the player's balance and money under review, an open session and chat messages. */
import { BalancePush, CheckingPush, HousePush, NOTIFICATION_SOCKET, SessionPush } from "@reelcast/contract";
import type { MachineStatus, ShownMachines, SocketResult } from "@reelcast/contract";
import { createRpcSocket } from "./rpc.ts";

/** The first retry takes less than a second, so it is not shown. */
const AWAY_AFTER_TRIES = 2;

interface Status {
  id: number;
  status: MachineStatus;
  version?: number | undefined;
}
/** The newest status of each machine that came with a version, since the last connection. */
export const newestStatuses = new Map<number, Status>();

let shown: ShownMachines | undefined;
let sendShown = (): void => undefined;
/** From now on, and after each connection, only the statuses of these machines are wanted. @param machines null: all */
export function showStatusesOf(machines: ShownMachines | null): void {
  // All are sent until something is named.
  if (!machines && !shown) return;
  shown = machines ?? undefined;
  sendShown();
}

export interface NotificationEvents {
  playerId: number;
  onMachine: (id: number, status: MachineStatus) => void;
  onBalance: (minor: number) => void;
  /** The player's money under review, minor units. */
  onChecking: (minor: number) => void;
  /** Id of the open session that the app knows of, if the server named it. */
  knownSession: () => string | undefined;
  /** After each connection: the open session, and how the known one ended. Undefined: the server does not say. */
  onOpenSession: (state: SocketResult<"notifications", "init">) => void;
  onSession: (push: SessionPush) => void;
  /** After each connection, and when it changes: whether new games, deposits and seats are permitted. */
  onNewPlay?: (isPermitted: boolean) => void;
  /** After each connection, and when it changes: the version of the settings, if the server names one. */
  onSettings?: (version: number) => void;
  /** A chat notification, not parsed: the code for it is loaded with the first one. */
  onChat: (params: unknown) => void;
  /** After each connection: what was missed has to be read again. */
  onConnected?: () => void;
  /** Whether the server can be reached: false after the second failed try, true after a connection. */
  onReach?: (reached: boolean) => void;
}

/** Listens until the returned function is called. */
export function startNotifications(events: NotificationEvents): () => void {
  const init = () => {
    const session = events.knownSession();
    return { id: events.playerId, ...(session !== undefined && { session }), ...(shown && { shown }) };
  };
  const onStatus = (status: Status) => {
    const { id, version } = status;
    if (version !== undefined) {
      if (version < (newestStatuses.get(id)?.version ?? 0)) return;
      newestStatuses.set(id, status);
    }
    events.onMachine(id, status.status);
  };
  const socket = createRpcSocket(NOTIFICATION_SOCKET, init, {
    onReady(state) {
      newestStatuses.clear();
      state.statuses?.forEach(onStatus);
      events.onOpenSession(state);
      events.onNewPlay?.(state.newPlay !== false);
      if (state.settings !== undefined) events.onSettings?.(state.settings);
    },
    onConnection(connection) {
      if (connection.kind === "live") events.onConnected?.();
      if (connection.kind === "live" || connection.kind === "ended") events.onReach?.(true);
      else if (connection.attempt >= AWAY_AFTER_TRIES) events.onReach?.(false);
    },
    onNotification(method, params) {
      if (method === "machine") {
        // The socket has parsed it, and there may be a thousand a second.
        onStatus(params as Status);
      } else if (method === "balance") events.onBalance(BalancePush.parse(params).balance);
      else if (method === "checking") events.onChecking(CheckingPush.parse(params).checking);
      else if (method === "session") events.onSession(SessionPush.parse(params));
      else if (method === "house") {
        const { newPlay, settings } = HousePush.parse(params);
        events.onNewPlay?.(newPlay);
        if (settings !== undefined) events.onSettings?.(settings);
      } else if (method === "chat") events.onChat(params);
    },
  });
  // An older server does not know the request, and goes on sending all.
  sendShown = () =>
    void socket.request("show", shown ?? {}).then(
      (answer) => answer.statuses.forEach(onStatus),
      () => {},
    );
  return () => {
    shown = undefined;
    socket.close();
  };
}
