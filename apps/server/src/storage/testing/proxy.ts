/** A TCP proxy between a process and the database that a test can cut or pause. Loopback only. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";

export interface Proxy {
  port: number;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  /** Keeps connections open without forwarding data: the other side does not answer. */
  hold(): void;
  /** Forwards everything again. */
  restore(): void;
  close(): Promise<void>;
}

export async function createProxy(toPort: number): Promise<Proxy> {
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let state: "open" | "cut" | "held" = "open";
  function join({ near, far }: { near: Socket; far: Socket }): void {
    near.pipe(far);
    far.pipe(near);
  }
  const server = createServer((near) => {
    near.on("error", () => {});
    if (state === "cut") return near.destroy();
    const far = connect(toPort, "127.0.0.1");
    far.on("error", () => {});
    const pair = { near, far };
    pairs.add(pair);
    for (const socket of [near, far])
      socket.on("close", () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    if (state === "open") join(pair);
    return undefined;
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  function cut(): void {
    state = "cut";
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  }
  return {
    port: address.port,
    cut,
    hold() {
      state = "held";
      for (const { near, far } of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
    },
    restore() {
      if (state === "held") pairs.forEach(join);
      state = "open";
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
