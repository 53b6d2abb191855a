/**
 * The sockets on a real port with test doubles for everything behind them, for unit tests of the sockets alone: they script
 * slow, refused and failing tokens, and need no database. Tests of the whole use `openTestApp` (../../testing.ts).
 */
import { once } from "node:events";
import { AppError, ErrorCode, RpcMessage } from "@reelcast/contract";
import type { AutoplayOptions, MachineStatus, OpenSession, SessionEnd } from "@reelcast/contract";
import fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { vi } from "vitest";
import { WebSocket } from "ws";
import type { PlayerIdentity } from "../../accounts/index.ts";
import { createLocalBus } from "../../bus/local.ts";
import type { PressTime, SeatConnection } from "../../floor/index.ts";
import type { Guard } from "../guard.ts";
import type { Space, SpaceLevel } from "../../storage/index.ts";
import { sockets } from "./index.ts";
import type { SocketMetrics } from "./index.ts";

const whoIs = (token: string): PlayerIdentity => {
  const [name = "", id = ""] = token.split(":");
  if (!name || !id) throw new AppError(ErrorCode.TokenInvalid);
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

export function fakeConnection(machineId: number, epoch: number) {
  return {
    sessionId: "s1",
    epoch,
    init: {
      session: { id: "s1", startedAt: "2026-01-01T00:00:00Z", state: "waiting" as const, resumed: false },
      machine: { id: machineId, name: "M", brand: "B", videoType: "screen" as const, bands: [] },
      meters: METERS,
      limits: { depositSeconds: 60, idleSeconds: 120, maxAllIn: 1 },
    },
    press: vi.fn(async (_control: string, _seq?: number, _auto?: boolean, _time?: PressTime) => ({ at: 7 })),
    stay: vi.fn(async () => ({})),
    autoplay: vi.fn(async (autoplay: AutoplayOptions | null) => ({ autoplay })),
    cashIn: vi.fn(async () => {
      throw new AppError(ErrorCode.InsufficientBalance);
    }),
    cashOut: vi.fn(async () => ({ amount: 5, credit: 0, balance: 5 })),
    leave: vi.fn(async () => ({ amount: 9 })),
    disconnected: vi.fn(),
  } satisfies SeatConnection;
}

/** Some tokens, addresses and origins are refused, each in its way. */
const fakeGuard = (verify: (token: string) => Promise<PlayerIdentity>): Guard => ({
  player: async () => whoIs("x:1"),
  used: () => {},
  callerOf: async () => 1,
  mustBeToken(token) {
    if (token === "") throw new AppError(ErrorCode.TokenInvalid);
  },
  async address(request) {
    if (request.headers["x-test"] === "blocked") throw new AppError(ErrorCode.AddressNotPermitted);
  },
  async socketToken(token) {
    if (token === "standby:1") throw new AppError(ErrorCode.ServiceUnavailable);
    if (token === "away:1") throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    if (token === "broken:1") throw new Error("an unexpected error");
    return verify(token);
  },
  origin(headers) {
    if (headers.origin === "https://evil.example") throw new AppError(ErrorCode.OriginNotAccepted);
  },
});

/** Of player 2. */
export const OPEN_SESSION: OpenSession = {
  status: "show",
  id: 7,
  name: "Grand",
  machine_status: "waiting",
  session: "s-open",
  credit: 5_000,
  phase: "idle",
};
/** Of the session "s-over". */
export const SESSION_END: SessionEnd = {
  status: "ended",
  id: 7,
  name: "Grand",
  session: "s-over",
  reason: "held",
  amount: 5_000,
};

function fakeFloor() {
  const connections: ReturnType<typeof fakeConnection>[] = [];
  const floor = {
    async sit({ machineId }: { machineId: number }) {
      const connection = fakeConnection(machineId, connections.length + 1);
      connections.push(connection);
      return connection;
    },
    openSession: vi.fn(async (playerId: number) => (playerId === 2 ? OPEN_SESSION : null)),
    /** Machines 100 to 199 are of brand 1, 200 to 299 of brand 2. */
    brandOf: vi.fn((id: number) => (id >= 100 && id < 300 ? Math.floor(id / 100) : undefined)),
    stateOf: vi.fn((id: number) => ({ id, status: "available" as MachineStatus, version: 1 })),
    isCurrent: () => true,
    shownOnlyTo: (): number | null => null,
    whoSees: vi.fn(
      async () =>
        (_playerId: number, _machineId: number): boolean =>
          true,
    ),
    machinesOf: vi.fn(async (brands: readonly number[] = [1, 2]) => {
      if (brands.some((id) => id > 2)) throw new AppError(ErrorCode.NotFound);
      return brands.flatMap((id) => Array.from({ length: 100 }, (_, n) => id * 100 + n));
    }),
    endOf: async (_: number, session: string) => (session === "s-over" ? { ...SESSION_END, session } : null),
  };
  return { connections, floor };
}

function fakeSpace() {
  const listeners = new Set<Parameters<Space["onChange"]>[0]>();
  const space = {
    level: "enough" as SpaceLevel,
    onChange: (listener: Parameters<Space["onChange"]>[0]) => (listeners.add(listener), () => {}),
  };
  function become(level: SpaceLevel): void {
    const before = space.level;
    space.level = level;
    listeners.forEach((listener) => listener(level, before));
  }
  return { space, become };
}

const FAKE_READS = {
  balance: async () => ({ balance: 1_000 }),
  checking: async (playerId: number) => (playerId === 2 ? 50_000 : 0),
  chatsChangedWithin: async () => [],
  jackpots: async () => [{ id: 1, name: "Grand", amount: 5_000, version: 7 }],
};

function baseOf(app: FastifyInstance): string {
  const address = app.server.address();
  return `ws://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

export async function openSockets({ metrics }: { metrics?: SocketMetrics } = {}) {
  const { connections, floor } = fakeFloor();
  /** Ends the checks of the token "slow:1" that are under way. */
  const slow: (() => void)[] = [];
  const { space, become } = fakeSpace();
  const clients: Client[] = [];
  const verify = async (token: string) => {
    if (token === "slow:1") await new Promise<void>((resolve) => slow.push(resolve));
    return whoIs(token);
  };
  const bus = createLocalBus((error) => {
    throw error;
  });
  const app = fastify({ trustProxy: true });
  const leaving: Promise<void>[] = [];
  const requests: WeakRef<object>[] = [];
  app.addHook("onRequest", async (request) => {
    requests.push(new WeakRef(request), new WeakRef(request.raw));
  });
  // Hooks before the sockets may take a while, as in the product.
  app.addHook("onRequest", async ({ headers, raw }) => {
    if (headers["x-test"] !== "leaves") return;
    const gone = new Promise<void>((resolve) => raw.socket.once("close", () => resolve()));
    leaving.push(gone);
    await gone;
  });
  await app.register(
    sockets({
      bus,
      log: pino({ level: "silent" }),
      ...FAKE_READS,
      space,
      accounts: { verify, endedAmong: async () => [] },
      guard: fakeGuard(verify),
      floor,
      limits: { inAll: 60, perNetwork: 50 },
      videoUrl: (id, epoch) => `/api/v1/machine/${id}/whep?seat=${epoch}`,
      iceServers: () => [],
      ...(metrics === undefined ? {} : { metrics }),
    }),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  const base = baseOf(app);
  const client = (path: string, headers: Record<string, string> = {}) => {
    const opened = new Client(base + path, headers);
    clients.push(opened);
    return opened;
  };
  return {
    bus,
    floor,
    /** Of the house's disk. */
    become,
    connections,
    openSession: floor.openSession,
    slow,
    /** The upgrades that are held up until their clients have gone. */
    leaving,
    /** What upgrades came as, until it is collected. */
    requests,
    base,
    open: () => app.websocketServer.clients.size,
    client,
    /** At machine 3. */
    async sit(token = "ann:1") {
      const opened = client(`/ws/game?token=${token}`);
      await opened.ask("init", { machineID: 3, token });
      return opened;
    },
    /** As at the end of the process. */
    end: () => app.close(),
    close() {
      for (const { socket } of clients) socket.terminate();
      return app.close();
    },
  };
}

export class Client {
  readonly socket: WebSocket;
  readonly frames: string[] = [];
  readonly closed: Promise<number>;
  constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(url, { headers });
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
