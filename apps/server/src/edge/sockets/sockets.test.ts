import { once } from "node:events";
import { AppError, CLOSE, RpcMessage } from "@reelcast/contract";
import fastify from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { Who } from "../../accounts/index.ts";
import type { Bus } from "../../bus/bus.ts";
import { createLocalBus } from "../../bus/local.ts";
import type { SeatConnection } from "../../floor/index.ts";
import { sockets } from "./index.ts";

const whoIs = (token: string): Who => {
  const [name = "", id = ""] = token.split(":");
  if (!name || !id) throw new AppError(40100);
  return {
    playerId: Number(id),
    tokenId: token,
    username: name,
    permissions: name === "barred" ? [] : [145],
    expiresAt: Date.now() / 1000 + 3600,
  };
};
const METERS = {
  seq: 1,
  credit: 0,
  bet: 0,
  win: 0,
  status: "waiting" as const,
  phase: "idle" as const,
  freeSpins: 0,
  controls: {},
  selects: {},
};

function sittingOf(machineId: number, epoch: number) {
  return {
    sessionId: "s1",
    epoch,
    init: {
      session: { id: "s1", startedAt: "2026-01-01T00:00:00Z", state: "waiting" as const, resumed: false },
      machine: { id: machineId, name: "M", brand: "B", videoType: "screen" as const, bands: [] },
      meters: METERS,
      limits: { depositSeconds: 60, idleSeconds: 120, maxAllIn: 1 },
    },
    press: vi.fn(async (_control: string, _seq?: number) => ({ at: 7 })),
    cashIn: vi.fn(async () => {
      throw new AppError(60012);
    }),
    cashOut: vi.fn(async () => ({ amount: 5, credit: 0, balance: 5 })),
    leave: vi.fn(async () => ({ amount: 9 })),
    disconnected: vi.fn(),
  } satisfies SeatConnection;
}

let bus: Bus;
let app: ReturnType<typeof fastify>;
let base: string;
let sittings: ReturnType<typeof sittingOf>[];

beforeEach(async () => {
  sittings = [];
  bus = createLocalBus((error) => {
    throw error;
  });
  app = fastify();
  await app.register(
    sockets({
      bus,
      log: pino({ level: "silent" }),
      balance: async () => 1_000,
      checking: async (playerId) => (playerId === 2 ? 50_000 : 0),
      jackpots: async () => [{ id: 1, name: "Grand", amount: 5_000, version: 7 }],
      accounts: { verify: async (token) => whoIs(token) },
      guard: {
        player: async () => whoIs("x:1"),
        address: async (request) => {
          if (request.headers["x-test"] === "blocked") throw new AppError(10703);
        },
        async socketToken(token) {
          if (token === "standby:1") throw new AppError(50300);
          if (token === "away:1") throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
          if (token === "broken:1") throw new Error("nobody foresaw this");
          return whoIs(token);
        },
        origin(headers) {
          if (headers.origin === "https://evil.example") throw new AppError(40301);
        },
      },
      floor: {
        async sit({ machineId }) {
          const sitting = sittingOf(machineId, sittings.length + 1);
          sittings.push(sitting);
          return sitting;
        },
        openSession: async () => null,
      },
      videoUrl: (id, epoch) => `/api/v1/machine/${id}/whep?seat=${epoch}`,
      iceServers: () => [],
    }),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  base = `ws://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterEach(() => app.close());

class Client {
  readonly socket: WebSocket;
  readonly frames: string[] = [];
  readonly closed: Promise<number>;
  constructor(path: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(base + path, { headers });
    this.socket.on("message", (data: Buffer) => this.frames.push(data.toString()));
    this.socket.on("error", () => {});
    this.closed = new Promise((resolve) => this.socket.once("close", (code) => resolve(code)));
  }
  get messages() {
    return this.frames.flatMap((frame) => {
      const json: unknown = JSON.parse(frame);
      return (Array.isArray(json) ? json : [json]).map((one) => RpcMessage.parse(one));
    });
  }
  async ask(method: string, params: object = {}, id: number | string = method) {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, "open");
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return vi.waitFor(() => {
      const answer = this.messages.find((message) => "id" in message && message.id === id);
      if (!answer) throw new Error("no answer yet");
      return answer;
    });
  }
  notified(method: string) {
    return this.messages.flatMap((message) =>
      "method" in message && message.method === method ? [message.params] : [],
    );
  }
}
const sit = async (token = "ann:1") => {
  const client = new Client(`/ws/game?token=${token}`);
  await client.ask("init", { machineID: 3, token });
  return client;
};

describe("a socket", () => {
  it("is refused to a page of another origin before it opens", async () => {
    const client = new Client("/ws/game?token=ann:1", { Origin: "https://evil.example" });
    const [error] = await once(client.socket, "error");
    expect(String(error)).toContain("403");
  });

  it("closes with 4401 on a token that is not valid", async () => {
    expect(await new Client("/ws/game?token=nonsense").closed).toBe(CLOSE.tokenInvalid);
  });

  it.each([
    ["standby", CLOSE.restart],
    ["away", CLOSE.restart],
    ["broken", CLOSE.internal],
  ])("closes as something that passes where the token could not be checked: %s", async (name, code) => {
    expect(await new Client(`/ws/notifications?token=${name}:1`).closed).toBe(code);
  });

  it("closes with 4403 to an address that may not play, whatever its token", async () => {
    const client = new Client("/ws/game?token=ann:1", { "x-test": "blocked" });
    expect(await client.closed).toBe(CLOSE.notPermitted);
    expect(sittings).toHaveLength(0);
  });

  it("wants init first, once, and a known method with valid params", async () => {
    const client = new Client("/ws/game?token=ann:1");
    expect(await client.ask("press", { control: "play" })).toMatchObject({ error: { data: { code: 40900 } } });
    expect(await client.ask("init", { machineID: "3" }, "bad")).toMatchObject({ error: { code: -32602 } });
    expect(await client.ask("init", { machineID: 3, token: "ann:1" })).toHaveProperty(
      "result.video.url",
      "/api/v1/machine/3/whep?seat=1",
    );
    expect(await client.ask("init", { machineID: 3, token: "ann:1" }, "again")).toMatchObject({
      error: { data: { code: 40900 } },
    });
    expect(await client.ask("constructor")).toMatchObject({ error: { code: -32601 } });
    client.socket.send("{");
    await vi.waitFor(() => expect(client.frames.join()).toContain("-32700"));
  });

  it("refuses a message's token that is of another player", async () => {
    const client = new Client("/ws/game?token=ann:1");
    expect(await client.ask("init", { machineID: 3, token: "bob:2" })).toMatchObject({
      error: { data: { code: 40300 } },
    });
    expect(sittings).toHaveLength(0);
  });

  it("gives no seat without the permission to play", async () => {
    const client = new Client("/ws/game?token=barred:1");
    expect(await client.ask("init", { machineID: 3, token: "barred:1" })).toMatchObject({
      error: { data: { code: 40300 } },
    });
    expect(sittings).toHaveLength(0);
  });

  it("refuses what is above the rate, and closes when it goes on", async () => {
    const client = await sit();
    for (let n = 0; n < 60; n += 1) client.socket.send(`{"jsonrpc":"2.0","id":${n},"method":"ping"}`);
    await vi.waitFor(() => expect(client.frames.join()).toContain("42900"));
    for (let n = 0; n < 120; n += 1) client.socket.send(`{"jsonrpc":"2.0","id":${n},"method":"ping"}`);
    expect(await client.closed).toBe(CLOSE.policy);
  });

  it("takes no frame above 16 KiB", async () => {
    const client = await sit();
    client.socket.send(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${"y".repeat(17_000)}"}}`);
    expect(await client.closed).toBe(1009);
  });

  it("is not compressed, whatever the client would like", async () => {
    const client = new Client("/ws/game?token=ann:1");
    await once(client.socket, "open");
    expect(client.socket.extensions).toBe("");
  });

  it("is one of at most 24 of a player; others are not touched", async () => {
    const sockets = Array.from({ length: 24 }, () => new Client("/ws/jackpots?token=ann:1"));
    await Promise.all(sockets.map(({ socket }) => once(socket, "open")));
    await Promise.all(sockets.map((client) => client.ask("ping")));
    expect(await new Client("/ws/jackpots?token=ann:1").closed).toBe(CLOSE.flood);
    expect(sockets.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
    expect(await new Client("/ws/jackpots?token=bob:2").ask("ping")).toHaveProperty("result");
  });

  it("closes when its token is ended, and only then", async () => {
    const ann = await sit("ann:1");
    const other = await sit("ann2:1");
    bus.publish("player.ended", { playerId: 1, tokenIds: ["ann:1"], reason: "logout" });
    expect(await ann.closed).toBe(CLOSE.tokenInvalid);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    bus.publish("player.ended", { playerId: 1, tokenIds: null, reason: "banned" });
    expect(await other.closed).toBe(CLOSE.tokenInvalid);
  });

  it("is told that the server restarts", async () => {
    const client = await sit();
    await app.close();
    expect(await client.closed).toBe(CLOSE.restart);
  });
});

describe("the game socket", () => {
  it("carries requests to the seat, and errors with their codes back", async () => {
    const client = await sit();
    expect(await client.ask("press", { control: "play" })).toMatchObject({ result: { at: 7 } });
    const transfer = { amount: 100, transferId: "0192f0c1-2f63-4d43-9a51-0d7c2b3a4e5f" };
    expect(await client.ask("cashin", transfer)).toMatchObject({ error: { data: { code: 60012 } } });
    expect(await client.ask("cashin", { ...transfer, amount: 0.5 }, "half")).toMatchObject({ error: { code: -32602 } });
    expect(sittings[0]?.cashIn).toHaveBeenCalledTimes(1);
  });

  it("hands the number of a press to the seat, and says what passes as such", async () => {
    const client = await sit();
    await client.ask("press", { control: "play", seq: 4 });
    await client.ask("press", { control: "play" }, "without");
    expect(sittings[0]?.press.mock.calls).toEqual([
      ["play", 4],
      ["play", undefined],
    ]);
    sittings[0]?.press.mockRejectedValueOnce(Object.assign(new Error("gone"), { code: "57P01" }));
    expect(await client.ask("press", { control: "play", seq: 5 }, "away")).toMatchObject({
      error: { data: { code: 50300 } },
    });
  });

  it.each([-1, 0, 0.1, 1e21, "1e3", 2 ** 53, null])("takes no amount of %s", async (amount) => {
    const client = await sit();
    const transferId = "0192f0c1-2f63-4d43-9a51-0d7c2b3a4e5f";
    expect(await client.ask("cashin", { amount, transferId })).toMatchObject({ error: { code: -32602 } });
    expect(sittings[0]?.cashIn).not.toHaveBeenCalled();
  });

  it("tells the pushes of its own seat and epoch alone", async () => {
    const first = await sit();
    const second = await sit();
    bus.publish("seat.push", { sessionId: "s1", epoch: 2, method: "meters", params: { seq: 2, credit: 50 } });
    await vi.waitFor(() => expect(second.notified("meters")).toEqual([{ seq: 2, credit: 50 }]));
    expect(first.notified("meters")).toEqual([]);
    bus.publish("seat.close", { sessionId: "s1", epoch: 1, code: CLOSE.takenOver, reason: "taken over" });
    expect(await first.closed).toBe(CLOSE.takenOver);
  });

  it("holds the seat when the connection goes, and closes after leave", async () => {
    const gone = await sit();
    gone.socket.terminate();
    await vi.waitFor(() => expect(sittings[0]?.disconnected).toHaveBeenCalledTimes(1));
    const leaving = await sit();
    expect(await leaving.ask("leave")).toMatchObject({ result: { amount: 9 } });
    expect(await leaving.closed).toBe(1000);
  });
});

describe("the notification socket", () => {
  it("is for the token's own player", async () => {
    const client = new Client("/ws/notifications?token=ann:1");
    expect(await client.ask("init", { id: 2 })).toMatchObject({ error: { data: { code: 40300 } } });
  });

  it("tells what falls into one window as one batch, newest status per machine, balances to their player", async () => {
    const ann = new Client("/ws/notifications?token=ann:1");
    const bob = new Client("/ws/notifications?token=bob:2");
    await ann.ask("init", { id: 1 });
    await bob.ask("init", { id: 2 });
    await vi.waitFor(() => expect(bob.notified("balance")).toHaveLength(1));
    await vi.waitFor(() => expect(ann.notified("balance")).toHaveLength(1));
    const before = ann.frames.length;
    bus.publish("machine.status", { id: 5, status: "playing" });
    bus.publish("machine.status", { id: 6, status: "waiting" });
    bus.publish("machine.status", { id: 5, status: "bonus" });
    bus.publish("player.balance", { playerId: 1, balance: 77 });
    await vi.waitFor(() => expect(ann.frames.length).toBe(before + 1));
    expect(ann.notified("machine")).toEqual([
      { id: 6, status: "waiting" },
      { id: 5, status: "bonus" },
    ]);
    expect(ann.notified("balance").at(-1)).toEqual({ balance: 77 });
    await vi.waitFor(() => expect(bob.notified("machine")).toHaveLength(2));
    expect(bob.notified("balance")).toEqual([{ balance: 1_000 }]);
  });
});

describe("money that is being checked", () => {
  it("is told to its player at once where there is any, and at each change", async () => {
    const ann = new Client("/ws/notifications?token=ann:1");
    const bob = new Client("/ws/notifications?token=bob:2");
    await ann.ask("init", { id: 1 });
    await bob.ask("init", { id: 2 });
    await vi.waitFor(() => expect(bob.notified("checking")).toEqual([{ checking: 50_000 }]));
    bus.publish("player.checking", { playerId: 1, checking: 700 });
    bus.publish("player.checking", { playerId: 2, checking: 0 });
    await vi.waitFor(() => expect(bob.notified("checking").at(-1)).toEqual({ checking: 0 }));
    await vi.waitFor(() => expect(ann.notified("checking")).toEqual([{ checking: 700 }]));
  });
});

describe("the jackpot socket", () => {
  it("tells every value at once, then what changed, newest and once for each, and hits", async () => {
    const client = new Client("/ws/jackpots?token=ann:1");
    await client.ask("init");
    await vi.waitFor(() => expect(client.notified("jackpot")).toEqual([{ id: 1, name: "Grand", amount: 5_000 }]));
    client.frames.length = 0;
    const value = { id: 1, name: "Grand" };
    bus.publish("jackpot", { ...value, amount: 5_010, version: 8 });
    bus.publish("jackpot", { ...value, amount: 5_030, version: 10 });
    // Of another machine, whose game was recorded between the two.
    bus.publish("jackpot", { ...value, amount: 5_020, version: 9 });
    bus.publish("jackpot.hit", { id: 1, machineId: 3, amount: 5_030 });
    await vi.waitFor(() => expect(client.notified("jackpotHit")).toEqual([{ id: 1, machineId: 3, amount: 5_030 }]));
    expect(client.notified("jackpot")).toEqual([{ ...value, amount: 5_030 }]);
    expect(client.frames).toHaveLength(1);
  });
});
