/** A channel against clients that hang, dawdle, flood or don't read: with a socket and a clock of the test's own. */
import { EventEmitter } from "node:events";
import { AppError, CLOSE, ErrorCode, SOCKET, SOCKETS } from "@reelcast/contract";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebSocket } from "ws";
import type { PlayerIdentity } from "../../accounts/index.ts";
import { PLAYER, RpcChannel } from "./rpc.ts";
import type { Channel, Handlers, TokenCheck } from "./rpc.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Never closes by itself, as one whose other side does not answer. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  closed: [number, string] | null = null;
  pings = 0;
  pongs = 0;
  paused = false;
  send(frame: string | Buffer) {
    this.sent.push(String(frame));
  }
  lastPing = "";
  ping(data = "") {
    this.pings += 1;
    this.lastPing = data;
  }
  pong() {
    this.pongs += 1;
  }
  pause() {
    this.paused = true;
  }
  resume() {
    this.paused = false;
  }
  close(code: number, reason: string) {
    this.closed ??= [code, reason];
    this.readyState = 2;
  }
  terminate() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit("close");
  }
  /** Frames that were on their way when the socket was paused come all the same: `ws` had them already. */
  receive(message: object) {
    this.emit("message", Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message })), false);
  }
}

const who = (seconds = 3600): PlayerIdentity => ({
  playerId: 1,
  tokenId: "a",
  username: "ann",
  permissions: [145],
  expiresAt: Date.now() / 1000 + seconds,
});
const checkOf =
  (check: () => Promise<PlayerIdentity>): TokenCheck =>
  async (use) =>
    use(await check());

interface Serving {
  authenticate?: () => Promise<PlayerIdentity>;
  verify?: () => Promise<PlayerIdentity>;
  handlers?: Partial<Handlers<"game">>;
}
async function serve(options: Serving = {}) {
  const socket = new FakeSocket();
  let channel: Channel | undefined;
  const onClose = vi.fn();
  const onActivity = vi.fn();
  const endSending = vi.fn();
  const nothing = async () => ({}) as never;
  const served = new RpcChannel<(typeof SOCKETS)["game"]>(
    {
      name: "game",
      requests: SOCKETS.game.requests,
      user: PLAYER,
      verify: () => checkOf(options.verify ?? (async () => who())),
      handlers: {
        init: nothing,
        press: nothing,
        stay: nothing,
        autoplay: nothing,
        cashin: nothing,
        cashout: nothing,
        leave: nothing,
        video: nothing,
        ...options.handlers,
      },
      onOpen: (opened) => (channel = opened),
      onClose,
      onActivity,
      log: pino({ level: "silent" }),
    },
    {
      socket: socket as unknown as WebSocket,
      ip: "127.0.0.1",
      tcp: { end: endSending },
      authenticate: checkOf(options.authenticate ?? (async () => who())),
    },
  );
  const sweeping = setInterval(() => served.sweep(), 1_000);
  socket.once("close", () => clearInterval(sweeping));
  await vi.advanceTimersByTimeAsync(0);
  return { socket, channel: () => channel as Channel, onClose, onActivity, endSending };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const init = async (socket: FakeSocket) => {
  socket.receive({ id: 1, method: "init", params: { machineID: 1, token: "a" } });
  await settle();
};
const press = { method: "press", params: { control: "play" } };
const cashin = { method: "cashin", params: { amount: 5_000, transferId: "0192f0c1-2f63-4d43-9a51-0d7c2b3a4e5f" } };

describe("what a client is known to have received", () => {
  it("moves on with the answer to init and to each probe, and never by what a client makes up", async () => {
    const { socket, channel } = await serve();
    const opened = performance.now();
    expect(channel().provenAt).toBe(opened);
    await vi.advanceTimersByTimeAsync(700);
    await init(socket);
    expect(channel().provenAt).toBe(opened + 700);
    channel().probe();
    const first = socket.lastPing;
    await vi.advanceTimersByTimeAsync(6_000);
    // The line is held: nothing has come back.
    expect(channel().provenAt).toBe(opened + 700);
    channel().probe();
    socket.emit("pong", Buffer.from(socket.lastPing));
    expect(channel().provenAt).toBe(opened + 6_700);
    for (const made of [first, "", "x", "1e99", String(performance.now() + 1), "-1"])
      socket.emit("pong", Buffer.from(made));
    expect(channel().provenAt).toBe(opened + 6_700);
  });
});

describe("a channel", () => {
  it("is closed when init does not come in time, and stays when it does", async () => {
    const silent = await serve();
    const quick = await serve();
    await init(quick.socket);
    await vi.advanceTimersByTimeAsync(SOCKET.initWithinMs + 1_000);
    expect(silent.socket.closed?.[0]).toBe(CLOSE.policy);
    expect(quick.socket.closed).toBeNull();
  });

  it("is cut when its client is silent, and stays open while it answers pings", async () => {
    const dead = await serve();
    const alive = await serve();
    await init(dead.socket);
    await init(alive.socket);
    for (let at = 0; at <= SOCKET.deadAfterMs; at += SOCKET.pingEveryMs) {
      await vi.advanceTimersByTimeAsync(SOCKET.pingEveryMs);
      alive.socket.emit("pong", Buffer.alloc(0));
    }
    expect(dead.socket.readyState).toBe(3);
    expect(dead.onClose).toHaveBeenCalledTimes(1);
    expect(alive.socket.readyState).toBe(1);
    expect(alive.socket.pings).toBeGreaterThan(2);
  });

  it("is unresponsive when a client that answers heartbeats sends nothing for two seconds; any other never is", async () => {
    const beating = await serve();
    const other = await serve();
    await init(beating.socket);
    await init(other.socket);
    const answer = () => beating.socket.receive({ method: "heartbeat" });
    answer();
    await settle();
    // A notification gets no answer, and is no activity of the player.
    expect(beating.socket.sent).toHaveLength(1);
    expect(beating.onActivity).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(SOCKET.silentAfterMs);
    expect(beating.channel().unresponsive).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([beating.channel().unresponsive, other.channel().unresponsive]).toEqual([true, false]);
    answer();
    expect(beating.channel().unresponsive).toBe(false);
  });

  it("is cut when its reader falls a megabyte behind, instead of filling the memory", async () => {
    const { socket, channel } = await serve();
    await init(socket);
    socket.bufferedAmount = 2 * 1024 * 1024;
    channel().notify("meters", { seq: 2 });
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
      socket.emit("pong", Buffer.alloc(0));
    }
    expect(other.socket.sent.at(-1)).toContain(String(ErrorCode.NotPermitted));
    for (let at = 0; at < 60_000; at += 10_000) {
      await vi.advanceTimersByTimeAsync(10_000);
      for (const { socket } of [ending, renewed, other]) socket.emit("pong", Buffer.alloc(0));
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ending.socket.closed).toEqual([CLOSE.tokenInvalid, "the token expired"]);
    expect(other.socket.closed?.[0]).toBe(CLOSE.tokenInvalid);
    expect(renewed.socket.closed).toBeNull();
  });

  it.each([
    [ErrorCode.TokenInvalid, { reason: "expired" }, CLOSE.tokenInvalid, "the token expired"],
    [ErrorCode.TokenInvalid, { reason: "invalid" }, CLOSE.tokenInvalid, "the token is not valid"],
    [ErrorCode.AddressNotPermitted, {}, CLOSE.notPermitted, "not permitted"],
  ] as const)("refused with %d %j closes with %d", async (code, params, close, reason) => {
    const { socket, onClose } = await serve({
      authenticate: async () => {
        throw new AppError(code, params);
      },
    });
    expect(socket.closed).toEqual([close, reason]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("accepts only text, and no batch that is too long or empty", async () => {
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

describe("a channel that has ended", () => {
  it("reads, begins and answers nothing more, is left at once, and is cut where the other side does not close", async () => {
    const handlers = { press: vi.fn(async () => ({ at: 1 })), cashin: vi.fn() };
    const { socket, channel, onClose, endSending } = await serve({ handlers });
    await init(socket);
    const answered = socket.sent.length;
    channel().close(CLOSE.tokenInvalid, "logout");
    expect([socket.closed, socket.paused]).toEqual([[CLOSE.tokenInvalid, "logout"], true]);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(endSending).toHaveBeenCalledTimes(1);
    expect(["message", "ping", "pong"].map((event) => socket.listenerCount(event))).toEqual([0, 0, 0]);
    for (let id = 2; id < 300; id += 1) socket.receive({ id, ...cashin });
    socket.receive({ id: 300, ...press });
    channel().notify("meters", { seq: 2 });
    await vi.advanceTimersByTimeAsync(SOCKET.closeWithinMs - 1);
    expect(socket.readyState).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.readyState).toBe(3);
    expect(handlers.press).not.toHaveBeenCalled();
    expect(handlers.cashin).not.toHaveBeenCalled();
    expect(socket.sent).toHaveLength(answered);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("does not answer what was begun before, which is completed", async () => {
    const bringing = Promise.withResolvers<never>();
    const { socket, channel } = await serve({ handlers: { cashin: () => bringing.promise } });
    await init(socket);
    socket.receive({ id: 2, ...cashin });
    channel().close(CLOSE.tokenInvalid, "logout");
    bringing.resolve({} as never);
    await settle();
    expect(socket.sent).toHaveLength(1);
  });

  it("begins nothing more of a batch", async () => {
    const cashinHandler = vi.fn();
    const handlers: Partial<Handlers<"game">> = {
      press: async (_, channel) => {
        channel.close(CLOSE.tokenInvalid, "logout");
        return { at: 1 };
      },
      cashin: cashinHandler,
    };
    const { socket } = await serve({ handlers });
    await init(socket);
    const batch = [press, cashin, cashin].map((one, id) => ({ jsonrpc: "2.0", id, ...one }));
    socket.emit("message", Buffer.from(JSON.stringify(batch)), false);
    await settle();
    expect(cashinHandler).not.toHaveBeenCalled();
    expect(socket.sent).toHaveLength(1);
  });

  it("accepts no new token whose check began before", async () => {
    const check = Promise.withResolvers<PlayerIdentity>();
    const { socket, channel } = await serve({ verify: () => check.promise });
    await init(socket);
    socket.receive({ id: 2, method: "refresh", params: { token: "next" } });
    channel().close(CLOSE.tokenInvalid, "logout");
    check.resolve({ ...who(), tokenId: "next" });
    await settle();
    expect(socket.sent).toHaveLength(1);
    expect(channel().open).toBe(false);
  });

  it("carries nothing out with a token that has expired, in a batch neither", async () => {
    const cashinHandler = vi.fn();
    const { socket } = await serve({ authenticate: async () => who(10), handlers: { cashin: cashinHandler } });
    await init(socket);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(socket.closed).toBeNull();
    // The clock moves on before anything looks at it.
    vi.setSystemTime(Date.now() + 1);
    socket.emit("message", Buffer.from(`[${[cashin, cashin].map((one) => JSON.stringify(one)).join()}]`), false);
    await settle();
    expect(cashinHandler).not.toHaveBeenCalled();
    expect(socket.closed).toEqual([CLOSE.tokenInvalid, "the token expired"]);
  });

  it("is cut too where the other side began to close and does not finish", async () => {
    const { socket, onClose } = await serve();
    await init(socket);
    socket.readyState = 2;
    await vi.advanceTimersByTimeAsync(1_000 + SOCKET.closeWithinMs);
    expect(socket.readyState).toBe(3);
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe("a channel whose token is being checked", () => {
  it("is not read until the token is known to be good", async () => {
    const check = Promise.withResolvers<PlayerIdentity>();
    const { socket } = await serve({ authenticate: () => check.promise });
    expect([socket.paused, socket.listenerCount("message")]).toEqual([true, 0]);
    check.resolve(who());
    await settle();
    expect([socket.paused, socket.listenerCount("message")]).toEqual([false, 1]);
  });

  it("does not open any more once it has been closed, and waits no longer than for init", async () => {
    const check = Promise.withResolvers<PlayerIdentity>();
    const { socket, channel, onClose } = await serve({ authenticate: () => check.promise });
    await vi.advanceTimersByTimeAsync(SOCKET.initWithinMs);
    expect(socket.closed?.[0]).toBe(CLOSE.policy);
    check.resolve(who());
    await settle();
    expect(channel()).toBeUndefined();
    expect([socket.paused, onClose.mock.calls]).toEqual([true, []]);
  });
});

describe("a channel that is flooded", () => {
  const ping = { method: "ping" };
  afterEach(() => vi.restoreAllMocks());

  it("refuses an honest burst as too many under its own id, and serves it again after a rest", async () => {
    const { socket } = await serve();
    for (let id = 0; id < SOCKET.requestsPerSecond + 20; id += 1) {
      socket.receive({ id, ...ping });
      await settle();
    }
    const refused = socket.sent.filter((frame) => frame.includes(String(ErrorCode.TooManyRequests)));
    expect(refused.map((frame) => (JSON.parse(frame) as { id: number }).id)).toEqual(
      Array.from({ length: 20 }, (_, n) => SOCKET.requestsPerSecond + n),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    socket.receive({ id: "later", ...ping });
    await settle();
    expect(socket.sent.at(-1)).toContain('"id":"later","result"');
  });

  it("parses no more than it may answer, and closes", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const { socket } = await serve();
    for (let id = 0; id < 1_000; id += 1) socket.receive({ id, ...ping });
    expect(parse.mock.calls.length).toBeLessThanOrEqual(SOCKET.requestsPerSecond + 80);
    expect(socket.closed?.[0]).toBe(CLOSE.policy);
    expect(socket.paused).toBe(true);
  });

  it("is cut before it parses more bytes than a second allows", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const { socket } = await serve();
    const size = SOCKET.maxFrameBytes;
    for (let n = 0; n < 20; n += 1) socket.emit("message", Buffer.alloc(size, "["), false);
    expect(parse.mock.calls.length).toBe(SOCKET.bytesPerSecond / size);
    expect(socket.readyState).toBe(3);
  });

  it("counts a batch as what it holds", async () => {
    const { socket } = await serve();
    const batch = Buffer.from(JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ jsonrpc: "2.0", id, ...ping }))));
    for (let n = 0; n < 3; n += 1) {
      socket.emit("message", batch, false);
      await settle();
    }
    expect(
      socket.sent.map((frame) => (frame.includes(String(ErrorCode.TooManyRequests)) ? "refused" : "answered")),
    ).toEqual(["answered", "answered", "refused"]);
    for (let n = 0; n < 4; n += 1) socket.emit("message", batch, false);
    expect(socket.closed?.[0]).toBe(CLOSE.policy);
  });

  it.each(["ping", "pong"])("counts a %s, and answers no more than it may", async (event) => {
    const { socket } = await serve();
    for (let n = 0; n < 1_000; n += 1) socket.emit(event, Buffer.alloc(20));
    expect(socket.pongs).toBe(event === "ping" ? SOCKET.requestsPerSecond : 0);
    expect(socket.closed?.[0]).toBe(CLOSE.policy);
  });
});

describe("what a player does on a channel", () => {
  it("is reported once a minute; pings, new tokens and reconnects are not", async () => {
    const { socket, onActivity } = await serve();
    await init(socket);
    socket.receive({ id: 2, method: "ping" });
    socket.receive({ id: 3, method: "refresh", params: { token: "next" } });
    await settle();
    expect(onActivity).not.toHaveBeenCalled();
    for (let at = 0; at <= 60; at += 10) {
      socket.receive({ ...press });
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(onActivity.mock.calls).toEqual([[expect.objectContaining({ playerId: 1 })], [expect.anything()]]);
  });
});
