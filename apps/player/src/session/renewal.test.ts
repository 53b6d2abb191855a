/** A login that lasts: tokens that are renewed while sockets are open, and sockets whose token has ended. */
import { clock } from "@reelcast/contract/clock";
import { CLOSE, ErrorCode, NOTIFICATION_SOCKET } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearToken, configureApi, readToken, storeToken } from "../api/index.ts";
import { keepLogin, renewalAt } from "./renewal.ts";
import { createRpcSocket } from "./rpc.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-01-01T10:00:00Z");
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** A token given out then, for so many hours. */
const tokenOf = (from: number, hours = 12) =>
  ["", { iat: from / 1000, exp: from / 1000 + hours * 3600 }, {}].map((part) => base64(Object(part))).join(".");

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  readonly asked: { method: string; params: Record<string, unknown> }[] = [];
  readonly #listeners = new Map<string, (event: object) => void>();
  constructor() {
    FakeSocket.all.push(this);
    queueMicrotask(() => this.#listeners.get("open")?.({}));
  }
  addEventListener(type: string, listener: (event: object) => void) {
    this.#listeners.set(type, listener);
  }
  send(frame: string) {
    const { id, method, params } = JSON.parse(frame) as { id: number; method: string; params: Record<string, unknown> };
    this.asked.push({ method, params });
    const result = method === "ping" ? { at: 1 } : {};
    queueMicrotask(() => this.#listeners.get("message")?.({ data: JSON.stringify({ jsonrpc: "2.0", id, result }) }));
  }
  close(code = 1000) {
    this.readyState = 3;
    this.#listeners.get("close")?.({ code });
  }
}

/** Calls that were made, and what they are answered: a token, or a status. */
let calls: string[];
let answer: (path: string) => { status: number; body: object };
let page: Map<string, (event: object) => void>;
const ends: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  clock.reset();
  calls = [];
  FakeSocket.all = [];
  page = new Map();
  const listen = {
    addEventListener: (type: string, listener: (event: object) => void) => page.set(type, listener),
    removeEventListener: (type: string) => page.delete(type),
  };
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", { visibilityState: "visible", cookie: "", ...listen });
  vi.stubGlobal("location", { href: "http://house.example/lobby", protocol: "http:" });
  vi.stubGlobal("addEventListener", listen.addEventListener);
  vi.stubGlobal("removeEventListener", listen.removeEventListener);
  vi.stubGlobal("navigator", {});
  storeToken(tokenOf(NOW));
  answer = (path) => ({
    status: 200,
    body: path.endsWith("/validate") ? { ...LOGIN, token: tokenOf(Date.now()) } : { token: "t.1" },
  });
  configureApi({
    apiBase: "/api/v1",
    token: readToken,
    onUnauthorized: () => clearToken(),
    fetch: async (url) => {
      const path = typeof url === "string" ? url : "";
      calls.push(path.slice(path.lastIndexOf("/") + 1));
      const { status, body } = answer(path);
      return new Response(JSON.stringify(body), { status });
    },
  });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  clearToken();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // Other test files use the same client.
  configureApi({ apiBase: "/api/v1", token: readToken });
});
const LOGIN = {
  pin_code: "",
  ip_address: "",
  versions: "1",
  Permissions: [],
  Group: "player",
  user: { id: 1, type: "player", name: "A", lastname: "B", email: "a@b.c", username: "ann", shortcuts: [] },
};

function listen() {
  const endings: string[] = [];
  const socket = createRpcSocket(NOTIFICATION_SOCKET, () => ({ id: 1 }), {
    onNotification() {},
    onConnection: (connection) => connection.kind === "ended" && endings.push(connection.why),
  });
  ends.push(() => socket.close());
  return { socket, endings };
}
const refreshes = () => FakeSocket.all.flatMap(({ asked }) => asked.filter(({ method }) => method === "refresh"));

it("renews a token late in its life, and sends it to the sockets, which stay open", async () => {
  const { socket } = listen();
  ends.push(keepLogin());
  await vi.advanceTimersByTimeAsync(9 * HOUR);
  expect(calls).not.toContain("validate");
  await vi.advanceTimersByTimeAsync(1.1 * HOUR);
  expect(calls.filter((call) => call === "validate")).toHaveLength(1);
  const fresh = readToken() ?? "";
  expect(fresh).not.toBe(tokenOf(NOW));
  expect(refreshes()).toEqual([{ method: "refresh", params: { token: fresh } }]);
  expect([socket.connection.kind, FakeSocket.all.length]).toEqual(["live", 1]);
  await vi.advanceTimersByTimeAsync(11 * HOUR);
  expect(refreshes()).toHaveLength(2);
});

it("takes the token that another tab has got, and asks for none itself", async () => {
  listen();
  ends.push(keepLogin());
  await vi.advanceTimersByTimeAsync(9 * HOUR);
  const other = tokenOf(Date.now());
  storeToken(other);
  page.get("storage")?.({ key: "access_token", newValue: other });
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(refreshes()).toEqual([{ method: "refresh", params: { token: other } }]);
  expect(calls).not.toContain("validate");
});

it("renews at once after a sleep, and again soon where the network is not back yet", async () => {
  ends.push(keepLogin());
  await vi.advanceTimersByTimeAsync(1);
  answer = () => ({ status: 503, body: {} });
  vi.setSystemTime(NOW + 11 * HOUR);
  page.get("visibilitychange")?.({});
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual(["validate"]);
  answer = () => ({ status: 200, body: { ...LOGIN, token: tokenOf(Date.now()) } });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(calls).toEqual(["validate", "validate"]);
  expect(readToken()).not.toBe(tokenOf(NOW));
});

it.each([
  ["right", 0, 10 * HOUR],
  ["an hour fast", HOUR, 9 * HOUR],
  ["a day fast", 24 * HOUR, 2 * HOUR],
  ["a day slow", -24 * HOUR, 10 * HOUR],
])("a device whose clock is %s renews in time, and not all the time", (_, off, after) => {
  expect(renewalAt(tokenOf(NOW), NOW + off) - (NOW + off)).toBeCloseTo(after, 0);
});

it("leaves a token that says nothing of its end to the server", () => {
  expect(renewalAt("opaque", NOW)).toBe(Infinity);
});

it("a socket whose token has ended comes back with the fresh one of a new password", async () => {
  const { socket, endings } = listen();
  await vi.advanceTimersByTimeAsync(10);
  FakeSocket.all[0]?.close(CLOSE.tokenInvalid);
  storeToken(tokenOf(Date.now()));
  expect(socket.connection.kind).toBe("waiting");
  await vi.advanceTimersByTimeAsync(3_000);
  expect([socket.connection.kind, FakeSocket.all.length]).toEqual(["live", 2]);
  expect(endings).toEqual([]);
});

it("a socket whose login is over ends, and asks no more", async () => {
  const { endings } = listen();
  await vi.advanceTimersByTimeAsync(10);
  answer = () => ({
    status: 401,
    body: { code: ErrorCode.TokenInvalid, ErrorMessage: "", Params: { reason: "expired" } },
  });
  FakeSocket.all[0]?.close(CLOSE.tokenInvalid);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(endings).toEqual(["token"]);
  expect(calls).toEqual(["ticket", "ticket"]);
});

it("says why where the address may not play any more, be it at the ticket or at the socket", async () => {
  const refused: unknown[] = [];
  const open = () =>
    createRpcSocket(NOTIFICATION_SOCKET, () => ({ id: 1 }), {
      onNotification() {},
      onRefused: ({ code }) => refused.push(code),
    });
  const first = open();
  await vi.advanceTimersByTimeAsync(10);
  FakeSocket.all[0]?.close(CLOSE.notPermitted);
  answer = () => ({ status: 403, body: { code: ErrorCode.AddressNotPermitted, ErrorMessage: "", Params: {} } });
  const second = open();
  await vi.advanceTimersByTimeAsync(10);
  expect(refused).toEqual([ErrorCode.AddressNotPermitted, ErrorCode.AddressNotPermitted]);
  expect([first.connection.kind, second.connection.kind]).toEqual(["ended", "ended"]);
});
