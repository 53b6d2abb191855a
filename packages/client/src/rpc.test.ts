import { CLOSE, ErrorCode, JACKPOT_SOCKET, NOTIFICATION_SOCKET, SOCKET } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./errors.ts";
import type { Connection } from "./connection.ts";
import { createRpcSocket, refreshSockets } from "./rpc.ts";
import type { RpcSocket } from "./rpc.ts";
import { scriptedTransport, settle } from "./testing/scriptedTransport.ts";

/** At most: then the first retry has begun. */
const FIRST_RETRY_MS = 2 * SOCKET.reconnect.minMs;
let opened: RpcSocket<typeof NOTIFICATION_SOCKET>[] = [];
function open() {
  const { transport, script } = scriptedTransport();
  const states: Connection[] = [];
  const notifications: unknown[] = [];
  const refused: ApiError[] = [];
  let ready = 0;
  const socket = createRpcSocket(
    NOTIFICATION_SOCKET,
    () => ({ id: 7 }),
    {
      onConnection: (connection) => states.push(connection),
      onReady: () => (ready += 1),
      onNotification: (method, params) => notifications.push([method, params]),
      onRefused: (error) => refused.push(error),
    },
    transport,
  );
  opened.push(socket);
  return { socket, script, states, notifications, refused, readyTimes: () => ready };
}
/** Opens a socket and brings it to life. */
async function openLive() {
  const all = open();
  await settle();
  await all.script.latest().accept();
  await all.script.latest().answer("init", { result: {} });
  return all;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  for (const socket of opened) socket.close();
  opened = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("opening", () => {
  it("takes a fresh ticket for every connection, sends init, and is live when that is answered", async () => {
    const { socket, script, states, readyTimes } = open();
    await settle();
    expect(script.latest().address).toBe("ws://site.example/ws/notifications?token=ticket-1");
    expect(script.latest().sent).toEqual([]);
    await script.latest().accept();
    expect(script.latest().sent).toMatchObject([{ method: "init", params: { id: 7 } }]);
    expect(socket.connection).toEqual({ kind: "connecting", attempt: 0 });
    await script.latest().answer("init", { result: {} });
    expect(states).toEqual([{ kind: "live" }]);
    expect(readyTimes()).toBe(1);
    await script.latest().end(1006);
    await vi.advanceTimersByTimeAsync(FIRST_RETRY_MS);
    expect(script.latest().address).toContain("ticket-2");
  });

  it.each(["ServiceUnavailable", "InternalError", "TooManyRequests"] as const)(
    "tries again where init is refused with %s, which passes",
    async (code) => {
      const { script, states, refused } = open();
      await settle();
      await script.latest().accept();
      await script.latest().refuse("init", ErrorCode[code]);
      expect(states.at(-1)).toMatchObject({ kind: "waiting", attempt: 1 });
      await vi.advanceTimersByTimeAsync(FIRST_RETRY_MS);
      expect(script.channels).toHaveLength(2);
      expect(refused).toEqual([]);
    },
  );

  it("ends where init is refused with any other code, and says why", async () => {
    const { socket, script, refused } = open();
    await settle();
    await script.latest().accept();
    await script.latest().refuse("init", ErrorCode.NotPermitted);
    expect(refused).toMatchObject([{ code: ErrorCode.NotPermitted }]);
    expect(socket.connection).toEqual({ kind: "ended", why: "refused" });
    expect(script.latest().closedWith).toBe(1000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(script.channels).toHaveLength(1);
  });

  it("sends nothing for a player who has logged out while it was being opened", async () => {
    const { socket, script } = open();
    await settle();
    script.loggedIn = false;
    await script.latest().accept();
    expect(script.latest().sent).toEqual([]);
    expect(socket.connection).toEqual({ kind: "ended", why: "token" });
  });

  it("waits a second longer where the token has just ended, since a fresh one may be on its way", async () => {
    const { script, states } = open();
    await settle();
    await script.latest().accept();
    await script.latest().refuse("init", ErrorCode.TokenInvalid);
    const last = states.at(-1);
    expect(last?.kind === "waiting" ? last.inMs : 0).toBeGreaterThanOrEqual(1_000 + SOCKET.reconnect.minMs);
  });
});

describe("a ticket that is refused", () => {
  it("ends the socket where the login is over", async () => {
    const { transport, script } = scriptedTransport();
    script.loggedIn = false;
    script.refusal = new ApiError(ErrorCode.TokenInvalid, { status: 401 });
    const socket = createRpcSocket(JACKPOT_SOCKET, () => ({}), { onNotification() {} }, transport);
    opened.push(socket as never);
    await settle();
    expect(socket.connection).toEqual({ kind: "ended", why: "token" });
    expect(script.listening).toBe(0);
  });

  it("ends the socket where this address may not play", async () => {
    const { transport, script } = scriptedTransport();
    const refused: ApiError[] = [];
    script.refusal = new ApiError(ErrorCode.AddressNotPermitted, { status: 403 });
    const events = { onNotification() {}, onRefused: (error: ApiError) => refused.push(error) };
    const socket = createRpcSocket(JACKPOT_SOCKET, () => ({}), events, transport);
    opened.push(socket as never);
    await settle();
    expect(socket.connection).toEqual({ kind: "ended", why: "refused" });
    expect(refused).toMatchObject([{ code: ErrorCode.AddressNotPermitted }]);
  });

  it("is asked for again where the server can't be reached", async () => {
    const { transport, script } = scriptedTransport();
    script.refusal = new ApiError("network");
    const socket = createRpcSocket(JACKPOT_SOCKET, () => ({}), { onNotification() {} }, transport);
    opened.push(socket as never);
    await settle();
    expect(socket.connection).toMatchObject({ kind: "waiting", attempt: 1 });
    script.refusal = null;
    await vi.advanceTimersByTimeAsync(FIRST_RETRY_MS);
    expect(script.channels).toHaveLength(1);
  });
});

describe("requests", () => {
  it("get the answer of their own id, parsed, whatever the order", async () => {
    const { socket, script } = await openLive();
    const first = socket.request("ping", {});
    const second = socket.request("ping", {});
    const [one, two] = script
      .latest()
      .sent.filter(({ method }) => method === "ping")
      .slice(-2);
    await script.latest().deliver([
      { jsonrpc: "2.0", id: two?.id, result: { at: 2 } },
      { jsonrpc: "2.0", id: one?.id, result: { at: 1 } },
    ]);
    expect(await first).toEqual({ at: 1 });
    expect(await second).toEqual({ at: 2 });
  });

  it("fail with the code of a refusal, and with badAnswer where the answer is not the contract's", async () => {
    const { socket, script } = await openLive();
    const refused = expect(socket.request("refresh", { token: "x" })).rejects.toMatchObject({
      code: ErrorCode.TokenInvalid,
    });
    await script.latest().refuse("refresh", ErrorCode.TokenInvalid);
    await refused;
    const wrong = expect(socket.request("ping", {})).rejects.toMatchObject({ code: "badAnswer" });
    await script.latest().answer("ping", { result: { at: "noon" } });
    await wrong;
    const without = expect(socket.request("ping", {})).rejects.toMatchObject({ code: "badAnswer" });
    await script.latest().answer("ping", { error: { code: -32603, message: "internal" } });
    await without;
  });

  it("fail after 15 s without an answer, unless they have no timeout", async () => {
    const { socket, script } = await openLive();
    await script.latest().answer("ping", { result: { at: 1 } });
    const late = expect(socket.request("refresh", { token: "x" })).rejects.toMatchObject({ code: "timeout" });
    let over = false;
    const withoutTimeout = socket.request("refresh", { token: "y" }, true).then(() => (over = true));
    // The ping of every 15 s is answered, so that the connection lives.
    await vi.advanceTimersByTimeAsync(14_999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await late;
    await script.latest().answer("ping", { result: { at: 2 } });
    await vi.advanceTimersByTimeAsync(10_000);
    await script.latest().answer("refresh", { result: {} });
    await withoutTimeout;
    expect(over).toBe(true);
  });

  it("fail at once where nothing is open, and when the connection is lost", async () => {
    const { socket, script } = open();
    await expect(socket.request("ping", {})).rejects.toMatchObject({ code: "network" });
    await settle();
    await script.latest().accept();
    await script.latest().answer("init", { result: {} });
    const lost = expect(socket.request("refresh", { token: "x" }, true)).rejects.toMatchObject({ code: "network" });
    await script.latest().end(1006);
    await lost;
  });
});

describe("what the server sends by itself", () => {
  it("comes parsed, one by one or in a batch; what the contract does not know is left out", async () => {
    const { script, notifications } = await openLive();
    const note = (method: string, params: unknown) => ({ jsonrpc: "2.0", method, params });
    await script.latest().deliver(note("balance", { balance: 5 }));
    await script
      .latest()
      .deliver([note("machine", { id: 1, status: "purple" }), note("balance", { balance: -1 }), note("toString", {})]);
    await script.latest().deliver("no JSON");
    await script.latest().deliver({ hello: "there" });
    expect(notifications).toEqual([
      ["balance", { balance: 5 }],
      ["machine", { id: 1, status: "unknown" }],
    ]);
  });
});

describe("a connection that is lost", () => {
  it("waits longer after each try in vain, up to a bound, and begins anew once it was live", async () => {
    const { script, states } = open();
    await settle();
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      await script.latest().end(1006);
      const last = states.at(-1);
      waits.push(last?.kind === "waiting" ? last.inMs : 0);
      await vi.advanceTimersByTimeAsync(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(new Set(waits).size).toBeGreaterThan(4);
    expect(Math.max(...waits)).toBeLessThanOrEqual(SOCKET.reconnect.maxMs);
    await script.latest().accept();
    await script.latest().answer("init", { result: {} });
    await script.latest().end(1006);
    expect(states.at(-1)).toMatchObject({ kind: "waiting", attempt: 1, inMs: waits[0] });
  });

  it.each([
    [CLOSE.takenOver, "takenOver"],
    [CLOSE.notPermitted, "refused"],
    [1000, "closed"],
  ] as const)("is over for good with code %i", async (code, why) => {
    const { socket, script, refused } = await openLive();
    await script.latest().end(code);
    expect(socket.connection).toEqual({ kind: "ended", why });
    expect(refused.map((error) => error.code)).toEqual(
      code === CLOSE.notPermitted ? [ErrorCode.AddressNotPermitted] : [],
    );
    expect(script.listening).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(script.channels).toHaveLength(1);
  });

  it("is tried at once when the network is back, and only once", async () => {
    const { script } = await openLive();
    await script.latest().end(1006);
    await script.comeBack();
    await script.comeBack();
    expect(script.channels).toHaveLength(2);
  });

  it("is closed when another page follows, and made anew when the browser shows the page again", async () => {
    const { socket, script } = await openLive();
    await script.leave();
    expect(script.channels[0]?.readyState).toBe(3);
    expect(socket.connection).toMatchObject({ kind: "waiting" });
    // The page is hidden after it was left, and may be so for long.
    script.visible = false;
    await script.comeBack();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(script.channels).toHaveLength(1);
    script.visible = true;
    await script.comeBack();
    expect(script.channels).toHaveLength(2);
    await script.latest().accept();
    await script.latest().answer("init", { result: {} });
    expect(socket.connection).toEqual({ kind: "live" });
  });

  it("is given up where a ping is not answered within 6 s", async () => {
    const { socket, script } = await openLive();
    await script.latest().answer("ping", { result: { at: 1 } });
    await vi.advanceTimersByTimeAsync(SOCKET.pingEveryMs + 5_999);
    expect(socket.connection).toEqual({ kind: "live" });
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.connection).toMatchObject({ kind: "waiting" });
    expect(script.channels[0]?.readyState).toBe(3);
  });

  it("is looked after when the player looks again, and not while nobody does", async () => {
    const { script } = await openLive();
    const pings = () => script.latest().sent.filter(({ method }) => method === "ping").length;
    await script.latest().answer("ping", { result: { at: 1 } });
    const before = pings();
    script.visible = false;
    await script.comeBack();
    expect(pings()).toBe(before);
    script.visible = true;
    await script.comeBack();
    expect(pings()).toBe(before + 1);
  });

  it("ignores what an earlier connection still delivers", async () => {
    const { script, states } = await openLive();
    const [old] = script.channels;
    await old?.end(1006);
    await script.comeBack();
    await script.latest().accept();
    await script.latest().answer("init", { result: {} });
    const known = states.length;
    await old?.end(CLOSE.takenOver);
    expect(states).toHaveLength(known);
  });
});

it("sends a fresh token to every open socket, until it is closed", async () => {
  const { socket, script } = await openLive();
  refreshSockets("fresh");
  expect(script.latest().sent.at(-1)).toMatchObject({ method: "refresh", params: { token: "fresh" } });
  socket.close();
  expect(script.latest().closedWith).toBe(1000);
  const sent = script.latest().sent.length;
  refreshSockets("fresher");
  expect(script.latest().sent).toHaveLength(sent);
});

it("opens nothing any more where it is closed while its ticket is on the way", async () => {
  const { socket, script } = open();
  socket.close();
  await settle();
  expect(script.channels).toEqual([]);
});
