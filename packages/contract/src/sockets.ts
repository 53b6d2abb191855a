/** The three sockets by name. Each is in a file of its own: the app loads its messages with what uses it. */
import type * as z from "zod/mini";
import { GAME_SOCKET } from "./gameSocket.ts";
import { JACKPOT_SOCKET } from "./jackpotSocket.ts";
import { NOTIFICATION_SOCKET } from "./notificationSocket.ts";

export const SOCKETS = { game: GAME_SOCKET, notifications: NOTIFICATION_SOCKET, jackpots: JACKPOT_SOCKET } as const;
export type SocketName = keyof typeof SOCKETS;
export type SocketRequest<S extends SocketName> = keyof (typeof SOCKETS)[S]["requests"] & string;
export type SocketParams<
  S extends SocketName,
  M extends SocketRequest<S>,
> = (typeof SOCKETS)[S]["requests"][M] extends { params: infer P extends z.ZodMiniType } ? z.output<P> : never;
export type SocketResult<
  S extends SocketName,
  M extends SocketRequest<S>,
> = (typeof SOCKETS)[S]["requests"][M] extends { result: infer R extends z.ZodMiniType } ? z.output<R> : never;
