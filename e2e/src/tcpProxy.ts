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
  /** Holds back all bytes, to and fro. */
  hold(): void;
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

const DIRECTIONS = ["toServer", "toClient"] as const;

/** What applies to all connections of a proxy. */
interface LinkState {
  open: boolean;
  /** ms */
  delay: number;
  blocked: Set<LinkDirection>;
}
/** `data` null: the end of the stream. It may be delivered from `at` (ms) on. */
interface Chunk {
  at: number;
  data: Buffer | null;
}

/** One client's connection and the one to the server. */
class Connection {
  readonly #near: Socket;
  readonly #far: Socket;
  readonly #link: LinkState;
  /** In the order in which they arrived. */
  readonly #chunks: Record<LinkDirection, Chunk[]> = { toServer: [], toClient: [] };

  constructor(near: Socket, far: Socket, link: LinkState) {
    this.#near = near;
    this.#far = far;
    this.#link = link;
    this.#forward("toServer", near);
    this.#forward("toClient", far);
  }

  /** Delivers everything that is waiting and not blocked, whatever its delay. */
  deliverAll(): void {
    for (const direction of DIRECTIONS) {
      for (const chunk of this.#chunks[direction]) chunk.at = 0;
      this.#flush(direction);
    }
  }
  halfClose(direction: LinkDirection): void {
    this.#receiver(direction).end();
  }
  reset(): void {
    this.#near.resetAndDestroy();
    this.#far.resetAndDestroy();
  }

  #receiver(direction: LinkDirection): Socket {
    return direction === "toServer" ? this.#far : this.#near;
  }
  #forward(direction: LinkDirection, from: Socket): void {
    from.on("data", (data) => this.#enqueue(direction, data));
    // The end of the stream waits behind what was sent before it.
    from.on("end", () => this.#enqueue(direction, null));
  }
  #enqueue(direction: LinkDirection, data: Buffer | null): void {
    const { delay } = this.#link;
    this.#chunks[direction].push({ at: performance.now() + delay, data });
    if (delay > 0) setTimeout(() => this.#flush(direction), delay + 1);
    else this.#flush(direction);
  }
  #flush(direction: LinkDirection): void {
    if (this.#link.blocked.has(direction)) return;
    const to = this.#receiver(direction);
    const chunks = this.#chunks[direction];
    for (let next = chunks[0]; next && next.at <= performance.now(); next = chunks[0]) {
      chunks.shift();
      if (!to.writable) continue;
      if (next.data) to.write(next.data);
      else to.end();
    }
  }
}

/** Accepts a client while the link is open, and connects it to the server. Adds and removes its connection. */
function accept(near: Socket, toPort: number, link: LinkState, connections: Set<Connection>): void {
  near.on("error", () => undefined);
  if (!link.open) {
    near.resetAndDestroy();
    return;
  }
  const far = connect({ port: toPort, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
  far.on("error", () => near.resetAndDestroy());
  const connection = new Connection(near, far, link);
  connections.add(connection);
  for (const socket of [near, far]) {
    socket.on("close", () => {
      connections.delete(connection);
      near.destroy();
      far.destroy();
    });
  }
}

export async function createTcpProxy(toPort: number): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  const link: LinkState = { open: true, delay: 0, blocked: new Set() };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) =>
    accept(near, toPort, link, connections),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");

  const resetAll = () => {
    for (const connection of connections) connection.reset();
  };
  const clearFaults = () => {
    link.open = true;
    link.delay = 0;
    link.blocked.clear();
  };
  return {
    port: address.port,
    url: `http://localhost:${address.port}`,
    get connections() {
      return connections.size;
    },
    cut() {
      link.open = false;
      resetAll();
    },
    block(direction) {
      link.blocked.add(direction);
    },
    hold() {
      for (const direction of DIRECTIONS) link.blocked.add(direction);
    },
    delay(ms) {
      link.delay = ms;
    },
    halfClose(direction) {
      for (const connection of connections) connection.halfClose(direction);
    },
    restore() {
      clearFaults();
      for (const connection of connections) connection.deliverAll();
    },
    reset() {
      resetAll();
      clearFaults();
    },
    async close() {
      link.open = false;
      resetAll();
      server.close();
      await once(server, "close");
    },
  };
}
