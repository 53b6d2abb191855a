/** The clients of statuses.ts. Run with kind, ports of the edges and how many in all. */
import { once } from "node:events";
import { RpcMessage } from "@reelcast/contract";
import { io } from "socket.io-client";
import { WebSocket } from "ws";

const [kind = "", ports = "", clients = ""] = process.argv.slice(2);
let received = 0;

async function connectReelcast(port: string, player: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications?token=x`, { perMessageDeflate: false });
  await once(socket, "open");
  const answered = Promise.withResolvers<void>();
  socket.on("message", (data: Buffer) => {
    const json: unknown = JSON.parse(data.toString());
    for (const item of Array.isArray(json) ? json : [json]) {
      const message = RpcMessage.parse(item);
      if ("method" in message && message.method === "machine") received += 1;
      if ("id" in message) answered.resolve();
    }
  });
  // Sockets are distinguished by the number that the server gave them, in order.
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: { id: player } }));
  await answered.promise;
}
async function connectSocketIo(port: string): Promise<void> {
  const socket = io(`http://127.0.0.1:${port}`, { transports: ["websocket"], reconnection: false, forceNew: true });
  socket.on("machine", () => (received += 1));
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
}

const edges = ports.split(",");
for (let n = 0; n < Number(clients); n += 1) {
  const port = edges[n % edges.length] ?? "";
  await (kind === "reelcast" ? connectReelcast(port, Math.floor(n / edges.length) + 1) : connectSocketIo(port));
}
process.on("message", () => {
  process.send?.({ received });
  received = 0;
});
process.on("disconnect", () => process.exit(1));
process.send?.("ready");
