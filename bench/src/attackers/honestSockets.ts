/** Honest sockets that only receive: half of them lobby notifications, half jackpots. */
import { once } from "node:events";
import { request } from "node:http";
import { WebSocket } from "ws";

export interface Order {
  url: string;
  /** Players to log in as. */
  names: readonly string[];
  /** Addresses of loopback to come from. */
  networks: readonly string[];
}
export interface Login {
  token: string;
  id: number;
}

export function login({ url }: Order, name: string, from: string): Promise<Login> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/api/v1/login`,
      { method: "POST", headers: { "content-type": "application/json" }, localAddress: from, agent: false },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => {
          const answer = JSON.parse(text) as { token?: string; user?: { id: number } };
          if (answer.token === undefined || !answer.user) reject(new Error(`${name}: ${text.slice(0, 200)}`));
          else resolve({ token: answer.token, id: answer.user.id });
        });
      },
    );
    call.on("error", reject);
    call.end(JSON.stringify({ username: name, password: "play1234", site_id: 2008 }));
  });
}

export async function openHonestSockets(order: Order & { sockets: number }): Promise<void> {
  const { url, names, networks, sockets } = order;
  let open = 0;
  for (const [index, name] of names.entries()) {
    const from = networks[index % networks.length] ?? "127.0.0.1";
    const { token, id } = await login(order, name, from);
    const own = Math.min(Math.ceil(sockets / names.length), sockets - open);
    open += own;
    await Promise.all(
      Array.from({ length: own }, async (_, at) => {
        const kind = at % 2 === 0 ? "notifications" : "jackpots";
        const socket = new WebSocket(`${url.replace("http", "ws")}/ws/${kind}?token=${token}`, { localAddress: from });
        await once(socket, "open");
        socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: { id } }));
        await once(socket, "message");
        socket.on("error", () => {});
        socket.on("close", (code) => console.error(`an honest socket was closed with ${code}`));
      }),
    );
  }
}
