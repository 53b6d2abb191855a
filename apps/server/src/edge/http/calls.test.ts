/**
 * Whose a call is, how many in a minute, and how many at once: against callers who write addresses in their own way.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEdge } from "./testing/edge.ts";

let app: FastifyInstance;
afterEach(() => app.close());

async function open(options: Parameters<typeof openEdge>[0] = {}) {
  const edge = await openEdge(options);
  ({ app } = edge);
  return edge;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ask = (ip: string, url: string, token?: string) =>
  app.inject({ url, remoteAddress: ip, headers: token === undefined ? {} : bearer(token) });
/** However busy the machine is. */
const SOON = { interval: 2 };
const BALANCE = "/api/v1/player/balance";

describe("the calls of a minute", () => {
  // Minutes are the clock's: none ends within a test.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("count for the network without a login, in every spelling of the address and for every route", async () => {
    await open({ limits: { network: 8 } });
    for (const url of [
      "/api/check",
      "/%61pi/check",
      "http://somebody.example/api/check",
      "/api/check?x=1",
      "/gone.txt",
      "/api/nothing",
      "/api/%zz",
      `/api/v1/machine/${"1".repeat(300)}/whep`,
    ])
      expect((await ask("9.9.9.1", url)).statusCode, url).not.toBe(429);
    for (const url of ["/%61pi/check", "http://somebody.example/api/check", "/gone.txt", "/api/%zz", BALANCE]) {
      const refused = await ask("9.9.9.1", url);
      expect([url, refused.statusCode, refused.json<{ code: number }>().code]).toEqual([
        url,
        429,
        ErrorCode.TooManyRequests,
      ]);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect(refused.headers["x-content-type-options"]).toBe("nosniff");
    }
    expect((await ask("9.9.9.2", "/api/check")).statusCode).toBe(200);
  });

  it("count for all of one IPv6 network together", async () => {
    await open({ limits: { network: 2 } });
    const statuses = [];
    for (const ip of ["2a02:ff0:1:2::1", "2a02:ff0:1:2:ffff::9", "2a02:ff0:1:2::3", "2a02:ff0:1:3::1"])
      statuses.push((await ask(ip, "/api/check")).statusCode);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it("count for a player, from all addresses, and not for other players there", async () => {
    await open({ limits: { player: 2, network: 2 } });
    expect((await ask("9.9.9.1", BALANCE, "ann")).statusCode).toBe(200);
    expect((await ask("9.9.9.2", BALANCE, "ann")).statusCode).toBe(200);
    const refused = await ask("9.9.9.3", BALANCE, "ann");
    expect([refused.statusCode, refused.json<{ code: number }>().code]).toEqual([429, ErrorCode.TooManyRequests]);
    expect((await ask("9.9.9.1", BALANCE, "bob")).statusCode).toBe(200);
    // None of these was a stranger's.
    expect((await ask("9.9.9.1", "/api/check")).statusCode).toBe(200);
  });

  it("of a stranger leave the players of the same address theirs", async () => {
    await open({ limits: { network: 3 } });
    for (let n = 0; n < 10; n += 1) await ask("9.9.9.1", "/api/check");
    expect((await ask("9.9.9.1", "/api/check")).statusCode).toBe(429);
    expect((await ask("9.9.9.1", BALANCE, "ann")).statusCode).toBe(200);
  });

  it("with forged tokens count for the network, before any query", async () => {
    const { accounts } = await open({ limits: { network: 3 } });
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await ask("9.9.9.1", BALANCE, `forged-${n}`)).statusCode);
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    expect(accounts.verify).toHaveBeenCalledTimes(3);
  });

  it("with a token that has ended are asked about once, count for the network, and take nothing from the player", async () => {
    const { accounts } = await open({ limits: { network: 3, player: 3 } });
    const answers = [];
    for (let n = 0; n < 6; n += 1) {
      const answer = await ask("9.9.9.1", "/api/v1/validate", "ended");
      answers.push([answer.statusCode, answer.json<{ code: number }>().code]);
    }
    expect(answers.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => [401, ErrorCode.TokenInvalid]));
    expect(answers.slice(4)).toEqual(Array.from({ length: 2 }, () => [429, ErrorCode.TooManyRequests]));
    expect(accounts.verify).toHaveBeenCalledTimes(1);
    expect(accounts.logRefusedToken).toHaveBeenCalledTimes(1);
    expect((await ask("9.9.9.1", BALANCE, "bob")).statusCode).toBe(200);
  });

  it("for files and pages are counted by themselves", async () => {
    await open({ limits: { network: 1, files: 5 } });
    const statuses = [];
    for (const url of [
      "/assets/a-123.js",
      "/index.html",
      "/lobby",
      "/",
      "/Settings.json",
      "/assets/a-123.js",
      "/lobby",
    ])
      statuses.push((await ask("9.9.9.1", url)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await ask("9.9.9.1", "/api/check")).statusCode).toBe(200);
  });

  it("of health checks have a limit of their own, so that nobody can make the server seem dead", async () => {
    await open({ limits: { network: 1 } });
    await ask("127.0.0.1", "/api/check");
    expect((await ask("127.0.0.1", "/api/check")).statusCode).toBe(429);
    expect((await ask("127.0.0.1", "/readyz")).statusCode).toBe(200);
    expect((await ask("127.0.0.1", "/readyz")).statusCode).toBe(429);
  });
});

describe("250 calls at once", () => {
  it("of one player are carried out four at a time, in their order, while another player's is carried out at once", async () => {
    const { balance } = await open();
    const waiting: (() => void)[] = [];
    balance.mockImplementation(async (playerId) => {
      if (playerId === 1) await new Promise<void>((resolve) => waiting.push(resolve));
      return playerId;
    });
    const anns = Array.from({ length: 250 }, () => ask("9.9.9.1", BALANCE, "ann"));
    await expect.poll(() => waiting.length, SOON).toBe(4);
    expect((await ask("9.9.9.1", BALANCE, "bob")).statusCode).toBe(200);
    for (let done = 0; done < 64; done += 1) {
      waiting[done]?.();
      await expect.poll(() => waiting.length, SOON).toBe(Math.min(64, done + 5));
    }
    const answers = await Promise.all(anns);
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(200), count(429)]).toEqual([64, 186]);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
      code: ErrorCode.TooManyRequests,
      Params: { seconds: 1 },
    });
    expect((await ask("9.9.9.1", BALANCE, "bob")).statusCode).toBe(200);
  });

  it("of a network's strangers are carried out eight at a time; beyond 250 that wait they are refused", async () => {
    const { accounts } = await open();
    const waiting: (() => void)[] = [];
    const held = accounts.verify.getMockImplementation();
    accounts.verify.mockImplementation(async (token) => {
      if (held && token !== "stranger") return held(token);
      await new Promise<void>((resolve) => waiting.push(resolve));
      throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
    });
    const strangers = Array.from({ length: 260 }, () => ask("9.9.9.1", BALANCE, "stranger"));
    await expect.poll(() => waiting.length, SOON).toBe(8);
    // The first refusal: by then all others wait.
    expect((await Promise.race(strangers)).statusCode).toBe(429);
    expect(waiting.length).toBe(8);
    expect((await ask("9.9.9.1", BALANCE, "ann")).statusCode).toBe(200);
    const elsewhere = ask("9.9.9.2", BALANCE, "stranger");
    await expect.poll(() => waiting.length, SOON).toBe(9);
    const letGo = setInterval(() => waiting.splice(0).forEach((go) => go()), 1);
    const answers = await Promise.all([...strangers, elsewhere]).finally(() => clearInterval(letGo));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([259, 2]);
  });

  it("for logins wait in the queues of accounts, known players first, and delay nobody who is logged in", async () => {
    const { accounts } = await open();
    const waiting: (() => void)[] = [];
    accounts.login.mockImplementation(async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      throw new AppError(ErrorCode.WrongCredentials);
    });
    const payload = { username: "demo1", password: "wrong", site_id: 2008 };
    const login = (ip: string) => app.inject({ method: "POST", url: "/api/v1/login", remoteAddress: ip, payload });
    const logins = Array.from({ length: 20 }, () => login("78.160.0.1"));
    await expect.poll(() => waiting.length, SOON).toBe(20);
    expect((await ask("78.160.0.1", BALANCE, "ann")).statusCode).toBe(200);
    logins.push(login("78.160.0.2"));
    await expect.poll(() => waiting.length, SOON).toBe(21);
    waiting.forEach((go) => go());
    expect(new Set((await Promise.all(logins)).map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
  });

  it("are not carried out once their clients are gone, and free their places", async () => {
    const { balance } = await open();
    const waiting: (() => void)[] = [];
    balance.mockImplementation(async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return 1;
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
    const askAndGo = (count: number) => {
      const gone = new AbortController();
      const calls = Array.from({ length: count }, () =>
        fetch(url + BALANCE, { headers: bearer("ann"), signal: gone.signal }).catch(() => null),
      );
      return () => {
        gone.abort();
        return Promise.all(calls);
      };
    };
    const leaveRunning = askAndGo(4);
    await expect.poll(() => waiting.length, SOON).toBe(4);
    const leaveWaiting = askAndGo(6);
    await expect.poll(connections, SOON).toBe(10);
    // Those that wait go first: that they have gone must be known by the time at which it would be their turn.
    await leaveWaiting();
    await expect.poll(connections, SOON).toBe(4);
    await leaveRunning();
    await expect.poll(connections, SOON).toBe(0);
    waiting.splice(0).forEach((go) => go());
    expect(balance).toHaveBeenCalledTimes(4);
    balance.mockImplementation(async () => 5);
    expect((await ask("9.9.9.1", BALANCE, "ann")).json()).toEqual({ balance: 5, checking: 0 });
  });
});
