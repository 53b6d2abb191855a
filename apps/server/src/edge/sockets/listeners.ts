/**
 * The listeners of all sockets: the same functions for each, which find its channel by the socket. With functions of its own
 * each quiet socket would hold a dozen objects more.
 */
import type { RawData, WebSocket } from "ws";

/** What `ws` reports of one socket. */
export interface SocketEvents {
  received(data: RawData, isBinary: boolean): void;
  pinged(bytes: Buffer): void;
  ponged(bytes: Buffer): void;
  /** A broken frame or one above the limit: `ws` has sent the fitting code. */
  failed(error: Error): void;
  ended(code: number): void;
}

const EVENTS = Symbol("events");
type ServedSocket = WebSocket & { [EVENTS]?: SocketEvents };

function onMessage(this: ServedSocket, data: RawData, isBinary: boolean): void {
  this[EVENTS]?.received(data, isBinary);
}
function onPing(this: ServedSocket, data: Buffer): void {
  this[EVENTS]?.pinged(data);
}
function onPong(this: ServedSocket, data: Buffer): void {
  this[EVENTS]?.ponged(data);
}
function onError(this: ServedSocket, error: Error): void {
  this[EVENTS]?.failed(error);
}
function onClose(this: ServedSocket, code: number): void {
  this[EVENTS]?.ended(code);
}

/** From now on the socket's errors and its end are reported. */
export function listenTo(socket: WebSocket, events: SocketEvents): void {
  (socket as ServedSocket)[EVENTS] = events;
  socket.on("error", onError);
  socket.on("close", onClose);
}
/** After `listenTo`: messages, pings and pongs as well. */
export function startReading(socket: WebSocket): void {
  socket.on("message", onMessage);
  socket.on("ping", onPing);
  socket.on("pong", onPong);
}
export function stopReading(socket: WebSocket): void {
  socket.off("message", onMessage);
  socket.off("ping", onPing);
  socket.off("pong", onPong);
}
