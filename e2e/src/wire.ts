/** A stretch of network between browser and server that a test can cut and mend. Loopback only. */
import { once } from "node:events";
import { type Socket, connect, createServer } from "node:net";

export interface Wire {
  /** Where the browser finds the server through this wire. */
  url: string;
  /** Breaks every connection and lets no new one through. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function layWire(toPort: number): Promise<Wire> {
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(toPort, "127.0.0.1");
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const cut = () => {
    whole = false;
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    cut,
    url: `http://localhost:${address.port}`,
    mend() {
      whole = true;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
