/**
 * Attacks on the HTTP side of a real server, over raw connections where a browser or `fetch` would be too polite. Each
 * attacker has a loopback address of its own (127.0.0.x), so that the limits of one network don't decide another's attack.
 * Those that need thousands of connections or files are in cluster/floods.spec.ts.
 */
import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import { freePort } from "../freePort.ts";
import { TestServer } from "../testServer.ts";
import { RawHttp, earlyInMinute } from "./rawHttp.ts";
import type { RawAnswer } from "./rawHttp.ts";

/** Refused after ten seconds: begun with the first test, asked for by the last of its kind. */
const NEVER_ENDING = "GET / HTTP/1.1\r\nHost: h\r\n";
let endlessHeaders: Promise<RawAnswer>;

let house: TestServer;
let http: RawHttp;
test.beforeAll(async () => {
  house = await TestServer.open();
  http = new RawHttp(house);
  endlessHeaders = http.send(NEVER_ENDING);
  endlessHeaders.catch(() => {});
});
test.afterAll(() => house?.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test.describe("a flood of calls", () => {
  // 600 in a minute are answered: were one way of writing an address not counted, the others would stay below that.
  const SPELLINGS: [string, string, readonly ((n: number) => string)[]][] = [
    [
      "of calls, however their address is written",
      "127.0.0.20",
      [() => "/api/check", () => "/%61pi/check", () => "http://somebody.example/api/check"],
    ],
    ["of handshakes of sockets, one with an encoded letter", "127.0.0.23", [() => "/ws/game", () => "/%77s/game"]],
    ["of addresses that are not there", "127.0.0.24", [(n) => `/nothing/${n}.txt`]],
  ];
  for (const [name, from, paths] of SPELLINGS) {
    test(`is stopped: ${name}`, async () => {
      await earlyInMinute();
      const seen = await http.flood(800, from, (n) => ({ path: paths[n % paths.length]?.(n) ?? "" }));
      expect(seen[429] ?? 0).toBeGreaterThanOrEqual(150);
    });
  }

  test("is stopped for tokens that nobody has given out, each another one", async () => {
    await earlyInMinute();
    const seen = await http.flood(800, "127.0.0.25", (n) => ({
      path: "/api/v1/player/balance",
      headers: bearer(`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${n}`),
    }));
    expect(seen[200]).toBeUndefined();
    expect(seen[429] ?? 0).toBeGreaterThanOrEqual(150);
  });

  test("does not keep the players of the same address from playing", async () => {
    await earlyInMinute();
    const player = await PlayerClient.login(house.url, "demo1");
    const from = "127.0.0.26";
    const stranger = await http.flood(800, from, () => ({ path: "/api/check" }));
    expect(stranger[429] ?? 0).toBeGreaterThan(0);
    const theirs = await http.flood(50, from, () => ({
      path: "/api/v1/player/balance",
      headers: bearer(player.token),
    }));
    expect(theirs).toEqual({ 200: 50 });
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
      const answer = await (bytes === NEVER_ENDING ? endlessHeaders : http.send(bytes));
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
    expect((await http.ask("/metrics")).status).toBe(200);
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
      expect([name, (await http.ask("/metrics", { headers: { [name]: "1.2.3.4" } })).status]).toEqual([name, 404]);
    // One that says nothing of itself.
    expect((await http.ask("/metrics", { headers: { host: "casino.example" } })).status).toBe(404);
    expect(await http.firstAnswerTo("GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n")).toMatch(/^HTTP\/1.1 404 /);
  });

  test("figures with a port of their own are on no other, and the pages for engineers can be switched off", async () => {
    const metricsPort = await freePort();
    const closed = await TestServer.open({ METRICS_PORT: String(metricsPort), API_DOCS: "0" });
    try {
      expect((await http.ask("/metrics", { port: closed.port })).status).toBe(404);
      const own = await http.ask("/metrics", { port: metricsPort });
      expect([own.status, own.body.includes("reelcast_viewers")]).toEqual([200, true]);
      expect((await http.ask("/", { port: metricsPort })).status).toBe(404);
      for (const path of [
        "/api/docs",
        "/api/docs/",
        "/api/docs/static/swagger-ui.css",
        "/api/docs/json",
        "/api/openapi.json",
      ])
        expect([path, (await http.ask(path, { port: closed.port })).status]).toEqual([path, 404]);
      expect((await http.ask("/api/openapi.json")).status).toBe(200);
    } finally {
      await closed.close();
    }
  });
});

test("the page goes to whatever takes one, by GET and HEAD", async () => {
  for (const accept of ["*/*", "text/*;q=0.1", "text/html", "application/json, */*;q=0.1", undefined]) {
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    const page = await http.ask("/", { headers });
    expect([accept, page.status, page.headers["content-type"]]).toEqual([accept, 200, "text/html; charset=utf-8"]);
    const head = await http.ask("/lobby/3", { headers, method: "HEAD" });
    expect([accept, head.status, head.headers["content-length"]]).toEqual([
      accept,
      200,
      page.headers["content-length"],
    ]);
  }
  for (const accept of ["application/json", "text/html;q=0, */*"])
    expect([accept, (await http.ask("/", { headers: { accept } })).status]).toEqual([accept, 404]);
});

test("a stranger who uses up the calls of a network keeps nobody of it from logging in and playing", async () => {
  const from = "127.0.0.77";
  const body = JSON.stringify({ username: "demo4", password: "play1234", site_id: 2008 });
  const login = (cookie = "") =>
    http.firstAnswerTo(
      `POST /api/v1/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${cookie}\r\n${body}`,
      from,
    );
  const socket = (token: string) =>
    http.firstAnswerTo(
      `GET /ws/game?token=${token} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      from,
    );
  const first = await login();
  const cookie = `Cookie: ${/^set-cookie: ([^;]+)/im.exec(first)?.[1] ?? ""}\r\n`;
  const token = /"token":"([^"]+)"/.exec(first)?.[1] ?? "";
  const headers = { authorization: `Bearer ${token}` };
  const ticket = async () =>
    (JSON.parse((await http.ask("/api/v1/player/ticket", { method: "POST", headers, from })).body) as { token: string })
      .token;
  // A count begins anew each minute: on a busy machine that may be between the flood and the call after it.
  const useUp = (what: { path: string; method?: string }, then: () => Promise<string>) =>
    expect(async () => {
      await earlyInMinute(8_000);
      await http.flood(610, from, () => what);
      expect(await then()).toMatch(/^HTTP\/1.1 429 /);
    }).toPass({ timeout: 100_000 });
  // Of everything that a stranger may ask for.
  await http.flood(610, from, () => ({ path: "/api/v1/docs" }));
  await useUp({ path: "/ws/game?token=t.x" }, () => socket("t.x"));
  expect(await login()).toMatch(/^HTTP\/1.1 200 /);
  await useUp({ path: "/api/v1/login", method: "POST" }, login);
  expect(await login(cookie)).toMatch(/^HTTP\/1.1 200 /);
  expect(await socket(token)).toMatch(/^HTTP\/1.1 101 /);
  expect(await socket(await ticket())).toMatch(/^HTTP\/1.1 101 /);
});

test("no address but those of the sockets becomes one", async () => {
  for (const path of ["/", "/healthz", "/metrics", "/api/docs", "/api/v1/machine/all", "/favicon.ico"])
    expect([
      path,
      await http.firstAnswerTo(
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
