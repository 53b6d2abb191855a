/** A channel against clients that hang, dawdle, flood or don't read: with a socket and a clock of the test's own. */
import { EventEmitter } from "node:events";
import { AppError, CLOSE, SOCKET } from "@reelcast/contract";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebSocket } from "ws";
import type { Who } from "../../accounts/index.ts";
import { serveRpc } from "./rpc.ts";
import type { Channel } from "./rpc.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  closed: [number, string] | null = null;
  pings = 0;
  send(frame: string | Buffer) {
    this.sent.push(String(frame));
  }
  ping() {
    this.pings += 1;
  }
  close(code: number, reason: string) {
    this.closed ??= [code, reason];
    this.terminate();
  }
  terminate() {
    if (this.readyState !== this.OPEN) return;
    this.readyState = 3;
    this.emit("close");
  }
  receive(message: object) {
    this.emit("message", Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message })), false);
  }
}

const who = (seconds = 3600): Who => ({
  playerId: 1,
  tokenId: "a",
  username: "ann",
  permissions: [145],
  expiresAt: Date.now() / 1000 + seconds,
});

async function serve(options: { authenticate?: () => Promise<Who>; verify?: () => Promise<Who> } = {}) {
  const socket = new FakeSocket();
  let channel: Channel | undefined;
  const onClose = vi.fn();
  serveRpc({
    name: "notifications",
    socket: socket as unknown as WebSocket,
    ip: "127.0.0.1",
    authenticate: options.authenticate ?? (async () => who()),
    verify: options.verify ?? (async () => who()),
    handlers: { init: async () => ({}) },
    onOpen: (opened) => (channel = opened),
    onClose,
    log: pino({ level: "silent" }),
  });
  await vi.advanceTimersByTimeAsync(0);
  return { socket, channel: () => channel as Channel, onClose };
}
const init = async (socket: FakeSocket) => {
  socket.receive({ id: 1, method: "init", params: { id: 1 } });
  await vi.advanceTimersByTimeAsync(0);
};

describe("a channel", () => {
  it("is closed when init does not come in time, and stays when it does", async () => {
    const silent = await serve();
    const quick = await serve();
    await init(quick.socket);
    await vi.advanceTimersByTimeAsync(SOCKET.initWithinMs);
    expect(silent.socket.closed?.[0]).toBe(CLOSE.policy);
    expect(quick.socket.closed).toBeNull();
  });

  it("is cut when nothing is heard of the other side, and lives while it answers pings", async () => {
    const dead = await serve();
    const alive = await serve();
    await init(dead.socket);
    await init(alive.socket);
    for (let at = 0; at < SOCKET.deadAfterMs + SOCKET.pingEveryMs; at += SOCKET.pingEveryMs) {
      await vi.advanceTimersByTimeAsync(SOCKET.pingEveryMs);
      alive.socket.emit("pong");
    }
    expect(dead.socket.readyState).toBe(3);
    expect(dead.onClose).toHaveBeenCalledTimes(1);
    expect(alive.socket.readyState).toBe(1);
    expect(alive.socket.pings).toBeGreaterThan(2);
  });

  it("is cut when its reader falls a megabyte behind, instead of filling the memory", async () => {
    const { socket, channel } = await serve();
    await init(socket);
    socket.bufferedAmount = 2 * 1024 * 1024;
    channel().notify("machine", { id: 1, status: "playing" });
    expect(socket.readyState).toBe(3);
  });

  it("ends with its token, unless that is renewed by one of the same player", async () => {
    const ending = await serve({ authenticate: async () => who(60) });
    const renewed = await serve({ authenticate: async () => who(60), verify: async () => who(3600) });
    const other = await serve({ authenticate: async () => who(60), verify: async () => ({ ...who(), playerId: 2 }) });
    for (const { socket } of [ending, renewed, other]) await init(socket);
    for (const { socket } of [renewed, other]) {
      socket.receive({ id: 2, method: "refresh", params: { token: "next" } });
      await vi.advanceTimersByTimeAsync(0);
      socket.emit("pong");
    }
    expect(other.socket.sent.at(-1)).toContain("40300");
    for (let at = 0; at < 60_000; at += 10_000) {
      await vi.advanceTimersByTimeAsync(10_000);
      for (const { socket } of [ending, renewed, other]) socket.emit("pong");
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ending.socket.closed).toEqual([CLOSE.tokenInvalid, "the token expired"]);
    expect(other.socket.closed?.[0]).toBe(CLOSE.tokenInvalid);
    expect(renewed.socket.closed).toBeNull();
  });

  it.each([
    [40100, { reason: "expired" }, CLOSE.tokenInvalid, "the token expired"],
    [40100, { reason: "invalid" }, CLOSE.tokenInvalid, "the token is not valid"],
    [10703, {}, CLOSE.notPermitted, "not permitted"],
  ] as const)("refused with %d %j closes with %d", async (code, params, close, reason) => {
    const { socket, onClose } = await serve({
      authenticate: async () => {
        throw new AppError(code, params);
      },
    });
    expect(socket.closed).toEqual([close, reason]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("takes text alone, and no batch that is endless or empty", async () => {
    const { socket } = await serve();
    await init(socket);
    socket.emit("message", Buffer.from("[]"), false);
    socket.emit("message", Buffer.from(JSON.stringify(Array.from({ length: 21 }, () => ({})))), false);
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.sent.slice(1).map((frame) => (JSON.parse(frame) as { error: { code: number } }).error.code)).toEqual([
      -32600, -32600,
    ]);
    socket.emit("message", Buffer.from("{}"), true);
    expect(socket.closed?.[0]).toBe(1003);
  });
});
