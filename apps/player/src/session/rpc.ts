/** The app's sockets: those of the contract, over this browser's connections with the player's tickets. */
import { createRpcSocket as create } from "@reelcast/client/socket";
import type { RpcEvents, RpcSocket, SocketContract } from "@reelcast/client/socket";
import { playerTransport } from "./transport.ts";

export { refreshSockets } from "@reelcast/client/socket";

export function createRpcSocket<S extends SocketContract>(
  contract: S,
  init: Parameters<typeof create<S>>[1],
  events: RpcEvents<S>,
): RpcSocket<S> {
  return create(contract, init, events, playerTransport);
}
