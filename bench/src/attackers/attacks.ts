/** What a hostile client does, over and over; each attacker does one thing. Bounded: some ten acts a second of each. */
import { once } from "node:events";
import { connect } from "node:net";
import { request } from "node:http";
import { WebSocket } from "ws";
import { type Login, type Order, login } from "./honestSockets.ts";

const PAUSE_MS = 100;
const FRAMES = 200;
const AHEAD = 80;
const WITHIN_MS = 5_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Attacker {
  url: string;
  from: string;
  who: Login;
}

/** Resolves with the status, or 0 where there was no answer. */
function call(
  { url, from }: Attacker,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<number> {
  const { method = "GET", headers = {}, body } = options;
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const asked = request(
      { hostname, port, path, method, headers, localAddress: from, timeout: WITHIN_MS },
      (answer) => {
        answer.resume();
        answer.once("close", () => resolve(answer.statusCode ?? 0));
      },
    );
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => resolve(0));
    asked.end(body);
  });
}
/** Opens a socket and does something with it, until it is closed or the time is over. */
async function withSocket({ url, from }: Attacker, query: string, use: (socket: WebSocket) => void): Promise<void> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/notifications${query}`, {
    localAddress: from,
    handshakeTimeout: WITHIN_MS,
  });
  socket.on("error", () => {});
  socket.once("open", () => use(socket));
  await Promise.race([once(socket, "close"), pause(WITHIN_MS)]).catch(() => {});
  socket.terminate();
}
const json = { "content-type": "application/json" };

export const ATTACKS = {
  "frame floods": (attacker: Attacker) =>
    withSocket(attacker, `?token=${attacker.who.token}`, (socket) => {
      const frame = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(2_000), params: {} });
      for (let sent = 0; sent < FRAMES; sent += 1) socket.send(frame);
    }),
  "sockets without a token": (attacker: Attacker) => withSocket(attacker, "", () => {}),
  "wrong tokens": (attacker: Attacker) => withSocket(attacker, "?token=a.b.c", (socket) => socket.send("[]")),
  connections: async ({ url, from }: Attacker) => {
    const sockets = Array.from({ length: 10 }, () =>
      connect({ host: new URL(url).hostname, port: Number(new URL(url).port), localAddress: from }).on(
        "error",
        () => {},
      ),
    );
    await pause(PAUSE_MS);
    for (const socket of sockets) socket.destroy();
  },
  "calls ahead, unread": async ({ url, from }: Attacker) => {
    const socket = connect({ host: new URL(url).hostname, port: Number(new URL(url).port), localAddress: from });
    socket.on("error", () => {}).pause();
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(AHEAD));
    await pause(1_000);
    socket.destroy();
  },
  "encoded addresses": (attacker: Attacker) => call(attacker, "/%61pi/v1/machine/all"),
  "wrong logins": (attacker: Attacker) =>
    call(attacker, "/api/v1/login", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ username: `guess${Math.random()}`, password: "a wrong one", site_id: 2008 }),
    }),
  "broken SDP": (attacker: Attacker) =>
    call(attacker, "/api/v1/machine/1/whep", {
      method: "POST",
      headers: { "content-type": "application/sdp", authorization: `Bearer ${attacker.who.token}` },
      body: "v=0\r\na=ice-ufrag:x\r\na=fingerprint:y\r\nm=video 9 x",
    }),
} satisfies Record<string, (attacker: Attacker) => Promise<unknown>>;

/**
 * Resolves once all of them have begun; they go on until the process ends.
 * @param order.only the name of the one attack that all of them do; default: all attacks
 */
export async function attack(order: Order & { attackers: number; only: string | undefined }): Promise<void> {
  const { url, names, networks, attackers, only } = order;
  const logins: Login[] = [];
  for (const [index, name] of names.entries())
    logins.push(await login(order, name, networks[index % networks.length] ?? "127.0.0.1"));
  const acts = Object.entries(ATTACKS).flatMap(([name, act]) => (only === undefined || name === only ? [act] : []));
  for (let index = 0; index < attackers; index += 1) {
    const act = acts[index % acts.length];
    const from = networks[index % networks.length];
    const who = logins[index % logins.length];
    if (!act || from === undefined || !who) throw new Error("nothing to attack with");
    void (async () => {
      for (;;) {
        await act({ url, from, who });
        await pause(PAUSE_MS * Math.random());
      }
    })();
  }
}
