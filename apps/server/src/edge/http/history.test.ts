/** How files leave the house: as fast as they are read, one per player, and not at all once nobody reads. No database. */
import type { AddressInfo } from "node:net";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CsvFile, History } from "../../history/index.ts";
import { createGuard } from "../guard.ts";
import { createHttpApp } from "./app.ts";
import { historyRoutes } from "./history.ts";
import { languageOf } from "./language.ts";

let app: FastifyInstance;
afterEach(() => app.close());

async function open(file: () => Promise<CsvFile>, silenceMs?: number): Promise<string> {
  const accounts = {
    verify: async (token: string) => ({
      playerId: Number(token),
      tokenId: token,
      username: "",
      permissions: [],
      expiresAt: 2e9,
    }),
    redeemTicket: () => Promise.reject(new AppError(ErrorCode.TokenInvalid)),
    playerOf: async (token: string) => Number(token),
  };
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    trustedProxies: [],
    plugins: [
      historyRoutes({
        recallGames: () => 10,
        history: { transactionsCsv: file, sessionsCsv: file } as unknown as History,
        guard: createGuard({ accounts }),
        ...(silenceMs === undefined ? {} : { silenceMs }),
      }),
    ],
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1/player`;
}
const as = (player: number, signal?: AbortSignal) => ({
  headers: { authorization: `Bearer ${player}` },
  ...(signal ? { signal } : {}),
});

/** A file without an end, which counts the pieces that were made of it and says when nobody wants more. */
function endless() {
  const state = { made: 0, ended: 0 };
  const file = async (): Promise<CsvFile> => ({
    total: 1e9,
    text: (async function* () {
      try {
        for (;;) {
          state.made += 1;
          yield "x".repeat(64 * 1024);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        state.ended += 1;
      }
    })(),
  });
  return { state, file };
}

describe("a file", () => {
  it("is generated no faster than it is read, and not after the client has closed", async () => {
    const { state, file } = endless();
    const base = await open(file);
    const leave = new AbortController();
    const answer = await fetch(`${base}/transactions.csv`, as(1, leave.signal));
    expect(answer.headers.get("X-Total-Count")).toBe("1000000000");
    // What sockets and streams hold is full at some time, and then it stands still.
    let before = -1;
    await vi.waitFor(
      () => {
        const still = state.made === before;
        before = state.made;
        expect(still).toBe(true);
      },
      { interval: 300 },
    );
    expect(state).toMatchObject({ ended: 0 });
    leave.abort();
    await vi.waitFor(() => expect(state.ended).toBe(1));
    expect(state.made).toBeLessThan(before + 5);
  });

  it("is one at a time for each player: others are not held up, and the next is there once it is over", async () => {
    const { state, file } = endless();
    const base = await open(file);
    const leave = new AbortController();
    await fetch(`${base}/transactions.csv`, as(1, leave.signal));
    const second = await fetch(`${base}/sessions.csv`, as(1));
    expect([second.status, second.headers.get("Retry-After"), await second.json()]).toEqual([
      429,
      "5",
      expect.objectContaining({ code: ErrorCode.TooManyRequests }),
    ]);
    const elsewhere = new AbortController();
    expect((await fetch(`${base}/sessions.csv`, as(2, elsewhere.signal))).status).toBe(200);
    elsewhere.abort();
    leave.abort();
    await vi.waitFor(() => expect(state.ended).toBe(2));
    const third = new AbortController();
    expect((await fetch(`${base}/transactions.csv`, as(1, third.signal))).status).toBe(200);
    third.abort();
  });

  it("ends if the client stays connected but reads nothing", async () => {
    const { state, file } = endless();
    const base = await open(file, 500);
    const answer = await fetch(`${base}/transactions.csv`, as(1));
    await vi.waitFor(() => expect(state.ended).toBe(1));
    await expect(answer.text()).rejects.toThrow();
  });

  it("that can't be begun is a refusal, and one that breaks off is never taken for whole", async () => {
    let fails = true;
    let received = Promise.withResolvers<void>();
    const base = await open(async () => {
      if (fails) throw new AppError(ErrorCode.InvalidRequest);
      return {
        total: 2,
        text: (async function* () {
          yield "a\r\n";
          await received.promise;
          throw new Error("the database is gone");
        })(),
      };
    });
    expect((await fetch(`${base}/transactions.csv`, as(1))).status).toBe(400);
    fails = false;
    for (const _ of ["broken", "and the next one"]) {
      received = Promise.withResolvers();
      const broken = await fetch(`${base}/transactions.csv`, as(1));
      expect(broken.status).toBe(200);
      received.resolve();
      await expect(broken.text()).rejects.toThrow();
    }
  });
});

it.each([
  [undefined, "tr"],
  ["", "tr"],
  ["en", "en"],
  ["AR", "ar"],
  ["fr-FR, en-US;q=0.7, tr;q=0.8", "tr"],
  ["en;q=0, ar;q=0.1", "ar"],
  ["en;q=x", "tr"],
  [`${"de,".repeat(50)}en`, "tr"],
])("an Accept-Language of %j is answered in %s", async (header, language) => {
  await open(async () => ({ total: 0, text: (async function* () {})() }));
  expect(languageOf(header)).toBe(language);
});
