/**
 * A TCP proxy between a client and a server that a test can delay, block in one direction, half-close and cut. Loopback
 * only. It never drops single bytes: as with TCP, what a blocked link holds back arrives late or never, but in order.
 */
import { once } from "node:events";
import { type Socket, connect, createServer } from "node:net";

/** `toServer`: what clients send; `toClient`: what the server answers. */
export type LinkDirection = "toServer" | "toClient";

export interface TcpProxy {
  readonly port: number;
  /** Where the client finds the server through this proxy. */
  readonly url: string;
  /** Connections that are open now. */
  readonly connections: number;
  /** Resets every connection and lets no new one through. */
  cut(): void;
  /** Holds back all bytes of a direction, also those of new connections. */
  block(direction: LinkDirection): void;
  /** Holds each chunk back for so long, in both directions. 0: not any more. */
  delay(ms: number): void;
  /** Ends one direction of every open connection (FIN); the other one stays open. */
  halfClose(direction: LinkDirection): void;
  /** Lets everything through again; what was blocked is delivered now. */
  restore(): void;
  /** Resets the open connections and lets new ones through: what was blocked never arrives. */
  reset(): void;
  close(): Promise<void>;
}

interface Queue {
  /** In order; each is delivered once `at` (ms) has come and its direction is not blocked. */
  chunks: { at: number; data: Buffer | null }[];
}
interface Connection {
  near: Socket;
  far: Socket;
  queues: Record<LinkDirection, Queue>;
}

export async function createTcpProxy(toPort: number): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  const blocked = new Set<LinkDirection>();
  let open = true;
  let delayMs = 0;

  const receiver = (connection: Connection, direction: LinkDirection) =>
    direction === "toServer" ? connection.far : connection.near;

  function flush(connection: Connection, direction: LinkDirection): void {
    if (blocked.has(direction)) return;
    const to = receiver(connection, direction);
    const { chunks } = connection.queues[direction];
    for (let next = chunks[0]; next && next.at <= performance.now(); next = chunks[0]) {
      chunks.shift();
      if (!to.writable) continue;
      if (next.data) to.write(next.data);
      else to.end();
    }
  }
  function forward(connection: Connection, direction: LinkDirection, from: Socket): void {
    const enqueue = (data: Buffer | null) => {
      connection.queues[direction].chunks.push({ at: performance.now() + delayMs, data });
      if (delayMs > 0) setTimeout(() => flush(connection, direction), delayMs + 1);
      else flush(connection, direction);
    };
    from.on("data", enqueue);
    // The end of the stream waits behind what was sent before it.
    from.on("end", () => enqueue(null));
  }
  function resetAll(): void {
    for (const { near, far } of connections) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    near.on("error", () => undefined);
    if (!open) {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ port: toPort, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    const connection: Connection = { near, far, queues: { toServer: { chunks: [] }, toClient: { chunks: [] } } };
    connections.add(connection);
    far.on("error", () => near.resetAndDestroy());
    for (const socket of [near, far]) {
      socket.on("close", () => {
        connections.delete(connection);
        near.destroy();
        far.destroy();
      });
    }
    forward(connection, "toServer", near);
    forward(connection, "toClient", far);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");

  return {
    port: address.port,
    url: `http://localhost:${address.port}`,
    get connections() {
      return connections.size;
    },
    cut() {
      open = false;
      resetAll();
    },
    block(direction) {
      blocked.add(direction);
    },
    delay(ms) {
      delayMs = ms;
    },
    halfClose(direction) {
      for (const connection of connections) receiver(connection, direction).end();
    },
    restore() {
      open = true;
      delayMs = 0;
      blocked.clear();
      for (const connection of connections) {
        for (const direction of ["toServer", "toClient"] as const) {
          for (const chunk of connection.queues[direction].chunks) chunk.at = 0;
          flush(connection, direction);
        }
      }
    },
    reset() {
      resetAll();
      open = true;
      delayMs = 0;
      blocked.clear();
    },
    async close() {
      open = false;
      resetAll();
      server.close();
      await once(server, "close");
    },
  };
}
