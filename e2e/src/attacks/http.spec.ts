/**
 * Attacks on the HTTP side of a real server, over raw connections where a browser or `fetch` would be too polite. Each
 * attacker has a loopback address of its own (127.0.0.x), so that the limits of one network don't decide another's attack.
 */
import { readFile, readdir } from "node:fs/promises";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import { House, freePort } from "../house.ts";

const HOST = "127.0.0.1";
const MIB = 1024 * 1024;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let house: House;
test.beforeAll(async () => {
  house = await House.open();
  endlessHeaders = sendRaw(NEVER_ENDING);
  endlessHeaders.catch(() => {});
});
test.afterAll(() => house?.close());

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}
/** One call, exactly with this address and these headers. */
function ask(
  path: string,
  {
    method = "GET",
    headers = {},
    from = HOST,
    port = house.port,
    agent,
  }: { method?: string; headers?: Record<string, string>; from?: string; port?: number; agent?: Agent } = {},
): Promise<Answer> {
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
/** What comes back first for exactly these bytes. */
async function firstAnswerTo(text: string, from = HOST): Promise<string> {
  const socket = connect({ port: house.port, host: HOST, localAddress: from });
  try {
    socket.write(text);
    const [answer] = (await once(socket, "data")) as [Buffer];
    return answer.toString("latin1");
  } finally {
    socket.destroy();
  }
}
/** How often each status came for as many calls. */
async function flood(
  calls: number,
  from: string,
  call: (n: number) => { path: string; method?: string; headers?: Record<string, string> },
): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const seen: Record<number, number> = {};
  try {
    await Promise.all(
      Array.from({ length: calls }, async (_, n) => {
        const { path, ...options } = call(n);
        const { status } = await ask(path, { ...options, from, agent });
        seen[status] = (seen[status] ?? 0) + 1;
      }),
    );
    return seen;
  } finally {
    agent.destroy();
  }
}
function open(from: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: HOST, port: house.port, localAddress: from }, () => resolve(socket));
    socket.once("error", reject);
  });
}
/** Everything that is answered to these bytes until the server closes. */
function sendRaw(bytes: string, port = house.port): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: HOST, port }, () => socket.write(bytes, "latin1"));
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

/** Refused after ten seconds: begun with the first test, asked for by the last of its kind. */
const NEVER_ENDING = "GET / HTTP/1.1\r\nHost: h\r\n";
let endlessHeaders: Promise<Answer>;

const descriptors = async () => (await readdir(`/proc/${house.pid}/fd`)).length;
async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${house.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** Fixed windows: an attack that is to fill one must not lie on both sides of its end. */
async function earlyInMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 4_000) await pause(left + 50);
}

test.describe("a flood of calls", () => {
  const SPELLINGS: [string, string, string, (n: number) => string][] = [
    ["as it is", "127.0.0.20", "GET", () => "/api/check"],
    ["with an encoded letter", "127.0.0.21", "GET", () => "/%61pi/check"],
    ["in absolute form", "127.0.0.22", "GET", () => `http://somebody.example/api/check`],
    ["of handshakes of sockets with an encoded letter", "127.0.0.23", "GET", () => "/%77s/game"],
    ["of addresses that are not there", "127.0.0.24", "GET", (n) => `/nothing/${n}.txt`],
  ];
  for (const [name, from, , path] of SPELLINGS) {
    test(`is stopped: ${name}`, async () => {
      await earlyInMinute();
      const seen = await flood(900, from, (n) => ({ path: path(n) }));
      expect(seen[429] ?? 0).toBeGreaterThanOrEqual(200);
    });
  }

  test("is stopped for tokens that nobody has given out, each another one", async () => {
    await earlyInMinute();
    const seen = await flood(900, "127.0.0.25", (n) => ({
      path: "/api/v1/player/balance",
      headers: bearer(`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${n}`),
    }));
    expect(seen[200]).toBeUndefined();
    expect(seen[429] ?? 0).toBeGreaterThanOrEqual(200);
  });

  test("does not keep the players of the same address from playing", async () => {
    await earlyInMinute();
    const player = await PlayerClient.login(house.url, "demo1");
    const from = "127.0.0.26";
    const stranger = await flood(900, from, () => ({ path: "/api/check" }));
    expect(stranger[429] ?? 0).toBeGreaterThan(0);
    const theirs = await flood(50, from, () => ({ path: "/api/v1/player/balance", headers: bearer(player.token) }));
    expect(theirs).toEqual({ 200: 50 });
  });

  test("is stopped for files, though a hall that loads the app at once is not", async () => {
    test.setTimeout(60_000);
    await earlyInMinute();
    const hall = await flood(3_000, "127.0.0.27", () => ({ path: "/favicon.svg" }));
    expect(hall).toEqual({ 200: 3_000 });
  });
});

test.describe("slow readers", () => {
  for (const [connections, ahead, from] of [
    [60, 80, "127.0.0.30"],
    [500, 8, "127.0.0.33"],
  ] as const)
    test(`${connections} connections with ${ahead} unread files each take neither memory nor descriptors`, async () => {
      const assets = new URL("../../../apps/player/dist/assets/", import.meta.url);
      const name = (await readdir(assets)).find((file) => /^base-.*\.js$/.test(file)) ?? "";
      expect((await ask(`/assets/${name}`)).status).toBe(200);
      const before = { memory: await residentBytes(), descriptors: await descriptors() };
      const sockets = await Promise.all(Array.from({ length: connections }, () => open(from)));
      const peak = { ...before };
      try {
        for (const socket of sockets) {
          socket.pause();
          socket.on("error", () => {});
          socket.write(`GET /assets/${name} HTTP/1.1\r\nHost: house\r\n\r\n`.repeat(ahead));
        }
        for (let n = 0; n < 15; n += 1) {
          await pause(100);
          peak.memory = Math.max(peak.memory, await residentBytes());
          peak.descriptors = Math.max(peak.descriptors, await descriptors());
        }
        expect((await ask("/api/check")).status).toBe(200);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
      console.log(
        `${connections} × ${ahead} unread files: ${Math.round((peak.memory - before.memory) / MIB)} MiB, ${peak.descriptors - before.descriptors} descriptors`,
      );
      expect(peak.descriptors - before.descriptors, "no more than the connections themselves").toBeLessThan(
        connections + 50,
      );
      expect(peak.memory - before.memory).toBeLessThan(150 * MIB);
      await expect.poll(descriptors, { timeout: 5_000 }).toBeLessThan(before.descriptors + 20);
    });

  test("one network gets so many connections and no more; another one still comes in", async () => {
    const held: Socket[] = [];
    const stillOpen = () => held.filter(({ closed }) => !closed).length;
    try {
      for (let n = 0; n < 15; n += 1) {
        const some = await Promise.all(Array.from({ length: 100 }, () => open("127.0.0.31").catch(() => null)));
        for (const socket of some) {
          if (!socket) continue;
          socket.on("error", () => {});
          held.push(socket);
        }
      }
      await expect.poll(stillOpen, { timeout: 10_000 }).toBeLessThanOrEqual(1_200);
      expect(stillOpen(), "a hall of 100 players fits").toBeGreaterThanOrEqual(1_000);
      expect((await ask("/api/check", { from: "127.0.0.32" })).status).toBe(200);
    } finally {
      for (const socket of held) socket.destroy();
    }
  });
});

test.describe("what the framework refuses", () => {
  const LONG = "x".repeat(20_000);
  const REFUSALS: [string, number, string][] = [
    ["no HTTP at all", 400, "hello\r\n\r\n"],
    ["no Host", 400, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["a wrong length", 400, "POST /api/v1/login HTTP/1.1\r\nHost: h\r\nContent-Length: abc\r\n\r\n"],
    ["headers that are too large", 431, `GET / HTTP/1.1\r\nHost: h\r\nX-A: ${LONG}\r\n\r\n`],
    ["an address that is too long", 431, `GET /${LONG} HTTP/1.1\r\nHost: h\r\n\r\n`],
    [
      "a part of the address that is too long",
      414,
      `POST /api/v1/machine/${"1".repeat(300)}/whep HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    ],
    ["a wrong encoding", 400, "GET /api/%zz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"],
    ["another method", 405, "DELETE /api/v1/login HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"],
    [
      "a body that is too large",
      413,
      `POST /api/v1/login HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n${LONG}`,
    ],
    ["an expectation", 404, "GET /api/nothing HTTP/1.1\r\nHost: h\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n"],
    [
      "a handshake without a key",
      400,
      "GET /ws/game HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n",
    ],
    ["headers that never end", 408, NEVER_ENDING],
  ];
  for (const [name, status, bytes] of REFUSALS) {
    test(`${name}: ${status} in the same shape, with the same headers`, async () => {
      const answer = await (bytes === NEVER_ENDING ? endlessHeaders : sendRaw(bytes));
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        "content-type": expect.stringMatching(/^application\/json/),
        "content-security-policy": expect.stringContaining("default-src 'none'"),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
      });
      expect(JSON.parse(answer.body)).toEqual({
        ErrorMessage: expect.stringMatching(/\w/),
        code: expect.any(Number),
        Params: expect.any(Object),
      });
    });
  }
});

test.describe("what is not for the public", () => {
  test("figures are refused to whatever came through a proxy", async () => {
    expect((await ask("/metrics")).status).toBe(200);
    for (const name of [
      "Forwarded",
      "X-Forwarded-For",
      "X-Forwarded-Host",
      "X-Forwarded-Proto",
      "X-Real-IP",
      "Via",
      "X-Azure-ClientIP",
      "X-Envoy-External-Address",
    ])
      expect([name, (await ask("/metrics", { headers: { [name]: "1.2.3.4" } })).status]).toEqual([name, 404]);
    // One that says nothing of itself.
    expect((await ask("/metrics", { headers: { host: "casino.example" } })).status).toBe(404);
    expect(await firstAnswerTo("GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n")).toMatch(/^HTTP\/1.1 404 /);
  });

  test("figures with a port of their own are on no other, and the pages for engineers can be switched off", async () => {
    const metricsPort = await freePort();
    const closed = await House.open({ METRICS_PORT: String(metricsPort), API_DOCS: "0", DEMO: "0" });
    try {
      expect((await ask("/metrics", { port: closed.port })).status).toBe(404);
      const own = await ask("/metrics", { port: metricsPort });
      expect([own.status, own.body.includes("reelcast_viewers")]).toEqual([200, true]);
      expect((await ask("/", { port: metricsPort })).status).toBe(404);
      for (const path of [
        "/api/docs",
        "/api/docs/",
        "/api/docs/static/swagger-ui.css",
        "/api/docs/json",
        "/api/openapi.json",
      ])
        expect([path, (await ask(path, { port: closed.port })).status]).toEqual([path, 404]);
      expect((await ask("/api/openapi.json")).status).toBe(200);
    } finally {
      await closed.close();
    }
  });
});

test("the page goes to whatever takes one, by GET and HEAD", async () => {
  for (const accept of ["*/*", "text/*;q=0.1", "text/html", "application/json, */*;q=0.1", undefined]) {
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    const page = await ask("/", { headers });
    expect([accept, page.status, page.headers["content-type"]]).toEqual([accept, 200, "text/html; charset=utf-8"]);
    const head = await ask("/lobby/3", { headers, method: "HEAD" });
    expect([accept, head.status, head.headers["content-length"]]).toEqual([
      accept,
      200,
      page.headers["content-length"],
    ]);
  }
  for (const accept of ["application/json", "text/html;q=0, */*"])
    expect([accept, (await ask("/", { headers: { accept } })).status]).toEqual([accept, 404]);
});

test("a stranger who uses up the calls of a network keeps nobody of it from logging in and playing", async () => {
  const from = "127.0.0.77";
  const body = JSON.stringify({ username: "demo4", password: "play1234", site_id: 2008 });
  const login = (cookie = "") =>
    firstAnswerTo(
      `POST /api/v1/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${cookie}\r\n${body}`,
      from,
    );
  const socket = (token: string) =>
    firstAnswerTo(
      `GET /ws/game?token=${token} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      from,
    );
  const first = await login();
  const cookie = `Cookie: ${/^set-cookie: ([^;]+)/im.exec(first)?.[1] ?? ""}\r\n`;
  const token = /"token":"([^"]+)"/.exec(first)?.[1] ?? "";
  const headers = { authorization: `Bearer ${token}` };
  const ticket = async () =>
    (JSON.parse((await ask("/api/v1/player/ticket", { method: "POST", headers, from })).body) as { token: string })
      .token;
  // All of it within one minute of the counts.
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 8_000) await pause(left);
  // Of everything that a stranger may ask for.
  await flood(610, from, () => ({ path: "/api/v1/docs" }));
  await flood(610, from, () => ({ path: "/ws/game?token=t.x" }));
  expect(await login()).toMatch(/^HTTP\/1.1 200 /);
  await flood(610, from, () => ({ path: "/api/v1/login", method: "POST" }));
  expect(await login()).toMatch(/^HTTP\/1.1 429 /);
  expect(await login(cookie)).toMatch(/^HTTP\/1.1 200 /);
  expect(await socket("t.x")).toMatch(/^HTTP\/1.1 429 /);
  expect(await socket(token)).toMatch(/^HTTP\/1.1 101 /);
  expect(await socket(await ticket())).toMatch(/^HTTP\/1.1 101 /);
});

test("no address but those of the sockets becomes one", async () => {
  for (const path of ["/", "/healthz", "/metrics", "/api/docs", "/api/v1/machine/all", "/favicon.ico"])
    expect([
      path,
      await firstAnswerTo(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        "127.0.0.78",
      ),
    ]).toEqual([path, expect.stringMatching(/^HTTP\/1.1 404 /)]);
});

test("250 calls of one player at once are answered or refused in order, and leave the others alone", async () => {
  const busy = await PlayerClient.login(house.url, "demo2");
  const other = await PlayerClient.login(house.url, "demo3");
  const calls = Array.from({ length: 250 }, () =>
    busy.balance().then(
      () => 200,
      (error: unknown) => (error instanceof Refused ? error.code : -1),
    ),
  );
  expect(await other.balance()).toBeGreaterThanOrEqual(0);
  const answers = await Promise.all(calls);
  expect(answers).toContain(200);
  // How many are refused depends on how fast the server is.
  expect(answers.filter((answer) => answer !== 200 && answer !== ErrorCode.TooManyRequests)).toEqual([]);
});
