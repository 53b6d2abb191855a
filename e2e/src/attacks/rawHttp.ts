/** HTTP to a server by raw connections, where a browser or `fetch` would be too polite. 127.0.0.x are many networks. */
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import type { TestServer } from "../testServer.ts";

const HOST = "127.0.0.1";
const MINUTE_MS = 60_000;

export interface RawAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}
export interface RawCall {
  path: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Memory in bytes, and open descriptors. */
interface ServerUse {
  memory: number;
  descriptors: number;
}

export class RawHttp {
  readonly #house: TestServer;
  constructor(house: TestServer) {
    this.#house = house;
  }

  /** One call, exactly with this address and these headers. */
  ask(
    path: string,
    {
      method = "GET",
      headers = {},
      from = HOST,
      port = this.#house.port,
      agent,
    }: { method?: string; headers?: Record<string, string>; from?: string; port?: number; agent?: Agent } = {},
  ): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const options = { host: HOST, port, path, method, headers, localAddress: from, ...(agent ? { agent } : {}) };
      request(options, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (part: string) => (body += part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      })
        .once("error", reject)
        .end();
    });
  }

  /** How often each status came for as many calls. */
  async flood(calls: number, from: string, call: (n: number) => RawCall): Promise<Record<number, number>> {
    const agent = new Agent({ keepAlive: true, maxSockets: 6 });
    const seen: Record<number, number> = {};
    try {
      await Promise.all(
        Array.from({ length: calls }, async (_, n) => {
          const { path, ...options } = call(n);
          const { status } = await this.ask(path, { ...options, from, agent });
          seen[status] = (seen[status] ?? 0) + 1;
        }),
      );
      return seen;
    } finally {
      agent.destroy();
    }
  }

  connect(from: string): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: HOST, port: this.#house.port, localAddress: from }, () => resolve(socket));
      socket.once("error", reject);
    });
  }

  /** What comes back first for exactly these bytes. */
  async firstAnswerTo(text: string, from = HOST): Promise<string> {
    const socket = await this.connect(from);
    try {
      socket.write(text);
      const [answer] = (await once(socket, "data")) as [Buffer];
      return answer.toString("latin1");
    } finally {
      socket.destroy();
    }
  }

  /** Everything that is answered to these bytes until the server closes. */
  send(bytes: string): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: HOST, port: this.#house.port }, () => socket.write(bytes, "latin1"));
      let text = "";
      socket.setEncoding("utf8").on("data", (part: string) => (text += part));
      socket.once("error", reject);
      socket.setTimeout(20_000, () => socket.destroy(new Error(`no end after: ${text}`)));
      socket.once("close", () => {
        const [head = "", body = ""] = text.split("\r\n\r\n", 2);
        const [first = "", ...lines] = head.split("\r\n");
        const headers = Object.fromEntries(
          lines.map((line) => [line.split(":", 1)[0]?.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
        );
        resolve({ status: Number(first.split(" ")[1]), headers, body });
      });
    });
  }

  /** Of the server's process. Linux. */
  async descriptors(): Promise<number> {
    return (await readdir(`/proc/${this.#house.pid}/fd`)).length;
  }
  async #residentBytes(): Promise<number> {
    const status = await readFile(`/proc/${this.#house.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  }
  /** What the server's process holds now. Linux. */
  async use(): Promise<ServerUse> {
    return { memory: await this.#residentBytes(), descriptors: await this.descriptors() };
  }
  /** The most that it holds while it is attacked: looked at every 100 ms, so many times. Linux. */
  async peakUse(looks: number): Promise<ServerUse> {
    const peak = await this.use();
    for (let n = 0; n < looks; n += 1) {
      // pause: it measures at intervals
      await new Promise((resolve) => setTimeout(resolve, 100));
      const { memory, descriptors } = await this.use();
      peak.memory = Math.max(peak.memory, memory);
      peak.descriptors = Math.max(peak.descriptors, descriptors);
    }
    return peak;
  }
}

/** Counts have fixed windows: an attack that is to fill one must not lie on both sides of its end. */
export async function earlyInMinute(withinMs = 4_000): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  // pause: the state that is waited for is the clock's
  if (left < withinMs) await new Promise((resolve) => setTimeout(resolve, left + 50));
}
