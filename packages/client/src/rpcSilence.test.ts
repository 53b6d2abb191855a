/** A connection that falls silent without a close. */
import { GAME_SOCKET, SOCKET } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./errors.ts";
import { createRpcSocket } from "./rpc.ts";
import type { RpcSocket } from "./rpc.ts";
import { scriptedTransport, settle } from "./testing/scriptedTransport.ts";

const STATE = {
  session: { id: "s", startedAt: "2026-01-01T00:00:00Z", state: "playing", resumed: false },
  machine: { id: 3, name: "M", brand: "B", videoType: "screen", bands: [] },
  meters: { seq: 1, credit: 0, bet: 0, win: 0, status: "playing", phase: "idle", freeSpins: 0, controls: {} },
  limits: { depositSeconds: 60, idleSeconds: 120, maxAllIn: 100_000 },
  video: { url: "/v", iceServers: [] },
};
const HEARTBEAT = { jsonrpc: "2.0", method: "heartbeat", params: {} };

let socket: RpcSocket<typeof GAME_SOCKET>;
function open() {
  const { transport, script } = scriptedTransport();
  socket = createRpcSocket(GAME_SOCKET, () => ({ machineID: 3, token: "t" }), { onNotification() {} }, transport);
  return script;
}
async function openLive() {
  const script = open();
  await settle();
  await script.latest().accept();
  await script.latest().answer("init", { result: STATE });
  await script.latest().answer("ping", { result: { at: 1 } });
  return script;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

describe("a connection with heartbeats", () => {
  it("answers each of them, without an id, and is lost after two seconds of silence", async () => {
    const script = await openLive();
    for (let second = 0; second < 5; second += 1) {
      await script.latest().deliver(HEARTBEAT);
      await pass(SOCKET.heartbeatEveryMs);
    }
    const answers = script.latest().sent.filter(({ method }) => method === "heartbeat");
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ jsonrpc: "2.0", method: "heartbeat" })));
    await pass(SOCKET.silentAfterMs - SOCKET.heartbeatEveryMs - 1);
    expect(socket.connection).toEqual({ kind: "live" });
    await pass(1);
    expect(socket.connection).toMatchObject({ kind: "waiting", attempt: 1 });
    expect(script.latest().readyState).toBe(3);
    // The next connection asks for the whole state again.
    await pass(SOCKET.reconnect.maxMs / 2);
    await script.latest().accept();
    expect(script.latest().sent).toMatchObject([{ method: "init" }]);
    await script.latest().answer("init", { result: STATE });
    expect(socket.connection).toEqual({ kind: "live" });
  });

  it("is kept alive by any message", async () => {
    const script = await openLive();
    await script.latest().deliver(HEARTBEAT);
    await pass(1_500);
    await script.latest().deliver({ jsonrpc: "2.0", method: "meters", params: { seq: 2 } });
    await pass(1_500);
    expect(socket.connection).toEqual({ kind: "live" });
  });

  it("ignores what an earlier connection still delivers", async () => {
    const script = await openLive();
    const first = script.latest();
    await first.deliver(HEARTBEAT);
    await pass(SOCKET.silentAfterMs);
    await pass(1_000);
    await script.latest().accept();
    await script.latest().answer("init", { result: STATE });
    await first.deliver(HEARTBEAT);
    expect(script.latest().sent.filter(({ method }) => method === "heartbeat")).toEqual([]);
  });

  it("is not judged while the page is hidden, and looked after at once when it is shown", async () => {
    const script = await openLive();
    await script.latest().deliver(HEARTBEAT);
    script.visible = false;
    await pass(8_000);
    expect(socket.connection).toEqual({ kind: "live" });
    script.visible = true;
    await script.comeBack();
    expect(script.latest().sent.at(-1)).toMatchObject({ method: "ping" });
    await pass(SOCKET.silentAfterMs - 1);
    expect(socket.connection).toEqual({ kind: "live" });
    await pass(1);
    expect(socket.connection).toMatchObject({ kind: "waiting" });
  });

  it("is not lost by a page that was busy itself: what came meanwhile is read first", async () => {
    const script = await openLive();
    const clock = vi.spyOn(performance, "now");
    await script.latest().deliver(HEARTBEAT);
    const late = performance.now() + SOCKET.silentAfterMs + 4_000;
    clock.mockReturnValue(late);
    await pass(SOCKET.silentAfterMs);
    clock.mockRestore();
    expect(socket.connection).toEqual({ kind: "live" });
    await script.latest().deliver(HEARTBEAT);
    await pass(SOCKET.silentAfterMs - 1);
    expect(socket.connection).toEqual({ kind: "live" });
  });
});

it("a server that sends no heartbeats may be silent for long", async () => {
  const script = await openLive();
  await pass(SOCKET.pingEveryMs - 1);
  expect(socket.connection).toEqual({ kind: "live" });
  expect(script.channels).toHaveLength(1);
});

describe("a connection that does not open", () => {
  it("is tried again after six seconds, and opens once only", async () => {
    const script = open();
    await settle();
    const first = script.latest();
    await pass(5_999);
    expect(socket.connection).toEqual({ kind: "connecting", attempt: 0 });
    await pass(1);
    expect(socket.connection).toMatchObject({ kind: "waiting", attempt: 1 });
    await first.accept();
    expect(first.sent).toEqual([]);
    await pass(SOCKET.reconnect.maxMs / 2);
    await script.latest().accept();
    expect(script.latest().sent).toMatchObject([{ method: "init" }]);
  });

  it("is tried again where its ticket does not come, and a ticket that comes late opens nothing", async () => {
    const { transport, script } = scriptedTransport();
    let give: (address: string) => void = () => {};
    const address = vi.spyOn(transport, "address").mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
    socket = createRpcSocket(GAME_SOCKET, () => ({ machineID: 3, token: "t" }), { onNotification() {} }, transport);
    await pass(6_000);
    give("ws://site.example/ws/game?token=late");
    await settle();
    expect(script.channels).toEqual([]);
    script.refusal = new ApiError("network");
    await pass(SOCKET.reconnect.maxMs);
    script.refusal = null;
    const asked = address.mock.calls.length;
    expect(asked).toBeGreaterThan(1);
    // The delay is random, and a connection that nobody accepts is given up after six seconds.
    while (address.mock.calls.length === asked) await pass(100);
    expect(script.channels).toHaveLength(1);
  });
});

describe("what is worth something only at once", () => {
  const press = (control: string) => socket.requestAtOnce("press", { control });
  const presses = (script: ReturnType<typeof open>) =>
    script.latest().sent.flatMap(({ method, params }) => (method === "press" ? [params] : []));

  it("waits for no more than what is just being sent, keeps its order, and is dropped behind bytes that stay", async () => {
    const script = await openLive();
    const channel = script.latest();
    channel.bufferedAmount = 60;
    void press("hold").catch(() => {});
    await pass(45);
    void press("play").catch(() => {});
    channel.bufferedAmount = 0;
    await pass(20);
    expect(presses(script)).toEqual([{ control: "hold" }, { control: "play" }]);
    channel.bufferedAmount = 60;
    const held = expect(press("play")).rejects.toMatchObject({ code: "notSent" });
    await pass(150);
    await held;
    channel.bufferedAmount = 0;
    await pass(1_000);
    expect(presses(script)).toHaveLength(2);
    void press("play").catch(() => {});
    expect(presses(script)).toHaveLength(3);
  });

  it("is not sent on the next connection", async () => {
    const script = await openLive();
    script.latest().bufferedAmount = 60;
    const held = expect(press("play")).rejects.toMatchObject({ code: "notSent" });
    await script.latest().end(1006);
    await pass(SOCKET.reconnect.maxMs);
    await held;
    expect(script.channels.flatMap(({ sent }) => sent.filter(({ method }) => method === "press"))).toEqual([]);
  });

  it("has the server's time, which is forgotten with the connection", async () => {
    const script = await openLive();
    expect(socket.serverTime()).toBeNull();
    await script.latest().deliver({ ...HEARTBEAT, params: { at: 5_000_000 } });
    await pass(700);
    expect(socket.serverTime()).toBe(5_000_700);
    await script.latest().end(1006);
    expect(socket.serverTime()).toBeNull();
  });
});
