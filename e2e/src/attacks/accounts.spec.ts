/** Attacks on logins: against the real server, from the networks that a trusted proxy names. */
import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { withDatabase } from "../database.ts";
import { TestServer } from "../testServer.ts";

const PASSWORD = "play1234";
const RIGHT = 0;
// The house reads it at every start: a test may change it and start anew.
const environment: Record<string, string> = { TRUSTED_PROXIES: "127.0.0.1,::1", DEMO_PUBLIC: "1" };
let house: TestServer;
test.beforeAll(async () => {
  house = await TestServer.open(environment);
});
test.afterAll(async () => {
  await house.close();
});

interface Attempt {
  username: string;
  password?: string;
  site?: number;
  from: string;
  /** What the browser has kept of a login before. */
  cookie?: string;
}
/** One login. `code` 0: it was right. */
async function attempt({ username, password = PASSWORD, site = 2008, from, cookie }: Attempt) {
  const response = await fetch(`${house.url}/api/v1/login`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": from,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify({ username, password, site_id: site }),
  });
  const body = (await response.json()) as { code?: number; token?: string };
  return {
    code: body.code ?? RIGHT,
    token: body.token ?? "",
    cookie: response.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "")[0],
  };
}
const codeOf = async (login: Attempt) => (await attempt(login)).code;
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

/** What stands in the log of a network's refusals. */
const refusalsFrom = (network: string) =>
  withDatabase(house, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from log_entries where ip = $1 and player_id is null",
      [network],
    );
    return Number(rows[0]?.count);
  });

test("a burst of logins at a wrong site writes a few rows, and counts like any wrong login", async () => {
  const from = "203.0.113.10";
  const codes = await times(200, () => codeOf({ username: "demo1", site: 1, from }));
  expect(new Set(codes).has(RIGHT)).toBe(false);
  expect(await refusalsFrom(from)).toBeLessThan(20);
  expect(await codeOf({ username: "demo1", from })).toBe(ErrorCode.AccountProtected);
});

test("a stranger's wrong logins keep nobody out of a shared network who has played from there", async () => {
  const from = "203.0.113.20";
  expect(await codeOf({ username: "demo2", from })).toBe(RIGHT);
  for (let n = 0; n < 5; n += 1)
    await times(8, (m) => codeOf({ username: `nobody${n}${m}`, password: "a wild guess", from }));
  expect(await codeOf({ username: "demo2", from })).toBe(RIGHT);
  // Nobody else guesses on from there.
  expect(await codeOf({ username: "demo3", from })).toBe(ErrorCode.AccountProtected);
  // The answers do not reveal who plays there either.
  expect(await codeOf({ username: "demo2", password: "a wild guess", from })).toBe(ErrorCode.AccountProtected);
});

test("who guesses a player's password from the player's own network is stopped, the player's browser is not", async () => {
  const from = "203.0.113.30";
  const { cookie = "" } = await attempt({ username: "demo3", from });
  const codes: number[] = [];
  for (let n = 0; n < 6; n += 1) codes.push(await codeOf({ username: "demo3", password: `guess number ${n}`, from }));
  expect(codes).toEqual([
    ErrorCode.WrongCredentialsAttemptsLeft,
    ErrorCode.WrongCredentialsAttemptsLeft,
    ErrorCode.WrongCredentialsAttemptsLeft,
    ErrorCode.WrongCredentialsAttemptsLeft,
    ErrorCode.AccountProtected,
    ErrorCode.AccountProtected,
  ]);
  expect(await codeOf({ username: "demo3", from })).toBe(ErrorCode.AccountProtected);
  expect(await codeOf({ username: "demo3", from, cookie })).toBe(RIGHT);
});

test("somebody who logs in a hundred times at once holds up nobody else of the network", async () => {
  const from = "203.0.113.40";
  for (const username of ["demo1", "demo4"]) expect(await codeOf({ username, from })).toBe(RIGHT);
  let checked = 0;
  const underWay = Promise.withResolvers<void>();
  const flood = times(120, async () => {
    if ((await codeOf({ username: "demo4", from })) !== RIGHT) return;
    checked += 1;
    underWay.resolve();
  });
  await underWay.promise;
  const before = checked;
  expect(await codeOf({ username: "demo1", from })).toBe(RIGHT);
  const meanwhile = checked - before;
  await flood;
  expect(meanwhile).toBeLessThan(40);
});

test("demo players behind a proxy are refused like those on a public address", async () => {
  const { code, stderr } = await house.startAnother({ DEMO_PUBLIC: "0" });
  expect(stderr).toMatch(/TRUSTED_PROXIES.*DEMO=0/);
  expect(code).toBe(2);
});

test("the published password opens no account of a house that is no demo any more", async () => {
  const from = "203.0.113.50";
  const { token } = await attempt({ username: "demo2", from });
  const balance = (bearer: string) =>
    fetch(`${house.url}/api/v1/player/balance`, { headers: { authorization: `Bearer ${bearer}` } });
  expect((await balance(token)).status).toBe(200);
  environment["DEMO"] = "0";
  await house.stop();
  await house.start();
  expect(await codeOf({ username: "demo2", from })).toBe(ErrorCode.PlayerBanned);
  expect((await balance(token)).status).toBe(401);
});
