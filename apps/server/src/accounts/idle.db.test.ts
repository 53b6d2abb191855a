import { AppError, ErrorCode } from "@reelcast/contract";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createIdleLogins } from "./idle.ts";
import type { Accounts } from "./index.ts";
import { PASSWORD, openTestAccounts } from "./testing/accounts.ts";
import type { TestAccounts } from "./testing/accounts.ts";

const MINUTE = 60_000;
let house: TestAccounts;
let time = Date.parse("2026-06-01T12:00:00Z");
let people = 0;
let username: string;
let playerId: number;
/** Called before a token is issued, in its transaction. */
let beforeToken: () => Promise<void> = async () => {};
let ended: { playerId: number; tokenIds: string[] | null; reason: string }[] = [];
const stops: (() => Promise<void>)[] = [];

/** Accounts of one process. @param idleLoginMinutes 0: no login ends */
const openAccounts = (idleLoginMinutes: number): Promise<Accounts> =>
  house.open({ idleLoginMinutes: () => idleLoginMinutes });
/** As at a start: what is idle by now ends. */
async function start(accounts: Accounts): Promise<void> {
  const stop = await accounts.startHousekeeping({ warn: () => {} });
  stops.push(stop);
}
beforeAll(async () => {
  house = await openTestAccounts({
    now: () => new Date(time),
    publish: (topic, message) => {
      if (topic === "player.ended" && "reason" in message && "tokenIds" in message) ended.push(message);
    },
    mayLogIn: () => beforeToken(),
  });
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await house.close();
});
beforeEach(async () => {
  people += 1;
  username = `idle${people}`;
  ended = [];
  playerId = await house.addPlayer(username);
});
const login = async (accounts: Accounts) => {
  const { token } = await accounts.login({ username, password: PASSWORD, siteId: 2008, ip: "10.3.3.3" });
  return { token, who: await accounts.verify(token) };
};
const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, error.params["reason"]] : error),
  );
const seenAt = async (tokenId: string) =>
  (await house.database.db.selectFrom("tokens").select("seen_at").where("id", "=", tokenId).executeTakeFirstOrThrow())
    .seen_at;

it("ends a login that was left alone, with all its tokens, and no other", async () => {
  const accounts = await openAccounts(30);
  const first = await login(accounts);
  const second = await login(accounts);
  const fresh = await accounts.verify((await accounts.validate(first.who, "10.3.3.3")).token);
  accounts.seen(first.who);
  await expect.poll(() => seenAt(first.who.tokenId)).not.toBeNull();
  for (const _ of [1, 2, 3]) {
    time += 11 * MINUTE;
    // One of its tokens is enough.
    accounts.seen(second.who);
    await expect.poll(() => seenAt(second.who.tokenId)).toEqual(new Date(time));
  }
  await start(accounts);
  expect(await faultOf(accounts.verify(first.token))).toEqual([ErrorCode.TokenInvalid, "expired"]);
  expect(await faultOf(accounts.verify(second.token))).toBeNull();
  expect(ended).toEqual([
    { playerId, tokenIds: expect.arrayContaining([first.who.tokenId, fresh.tokenId]), reason: "expired" },
  ]);
});

it("lets a login live on by any of its tokens, storing that once a minute", async () => {
  const accounts = await openAccounts(30);
  const { token, who } = await login(accounts);
  const fresh = await accounts.verify((await accounts.validate(who, "10.3.3.3")).token);
  time += 20 * MINUTE;
  const noted = time;
  accounts.seen(fresh);
  await expect.poll(() => seenAt(who.tokenId)).toEqual(new Date(noted));
  expect(await seenAt(fresh.tokenId)).toBeNull();
  time += MINUTE / 2;
  accounts.seen(fresh);
  accounts.seen(who);
  await house.database.db.selectFrom("tokens").select("id").execute();
  expect(await seenAt(who.tokenId)).toEqual(new Date(noted));
  time += 20 * MINUTE;
  await start(accounts);
  expect(await faultOf(accounts.verify(token))).toBeNull();
});

it("ends what was idle while no process ran", async () => {
  const before = await openAccounts(30);
  const { token, who } = await login(before);
  before.seen(who);
  await expect.poll(() => seenAt(who.tokenId)).not.toBeNull();
  time += 40 * MINUTE;
  const after = await openAccounts(30);
  await start(after);
  expect(await faultOf(after.verify(token))).toEqual([ErrorCode.TokenInvalid, "expired"]);
});

it("ends a token too that is renewed in the moment of the end", async () => {
  const accounts = await openAccounts(30);
  const { who } = await login(accounts);
  accounts.seen(who);
  await expect.poll(() => seenAt(who.tokenId)).not.toBeNull();
  time += 32 * MINUTE;
  const { promise: renewing, resolve: begun } = Promise.withResolvers<void>();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  beforeToken = () => {
    begun();
    return gate;
  };
  const renewed = accounts.validate(who, "10.3.3.3").catch((error: unknown) => error);
  await renewing;
  beforeToken = async () => {};
  // Skips the login, since the renewal has locked it.
  await start(accounts);
  open();
  await renewed;
  await start(accounts);
  const alive = await house.database.db
    .selectFrom("tokens")
    .select("id")
    .where("player_id", "=", playerId)
    .where("ended_at", "is", null)
    .execute();
  expect(alive).toEqual([]);
});

it("gives logins from before the policy their whole time, and ends none without it", async () => {
  const without = await openAccounts(0);
  const { token, who } = await login(without);
  time += 600 * MINUTE;
  without.seen(who);
  await start(without);
  expect(await faultOf(without.verify(token))).toBeNull();
  expect(await seenAt(who.tokenId)).toBeNull();
  const accounts = await openAccounts(30);
  await start(accounts);
  expect(await faultOf(accounts.verify(token))).toBeNull();
  time += 32 * MINUTE;
  await start(accounts);
  expect(await faultOf(accounts.verify(token))).toEqual([ErrorCode.TokenInvalid, "expired"]);
});

it("gives a login its whole time whose first token has expired, while a later one of it has not", async () => {
  const without = await openAccounts(0);
  const { who } = await login(without);
  time += 11 * 60 * MINUTE;
  const { token } = await without.validate(who, "10.3.3.3");
  time += 2 * 60 * MINUTE;
  expect(await faultOf(without.verify(token))).toBeNull();
  const accounts = await openAccounts(30);
  await start(accounts);
  expect(await faultOf(accounts.verify(token))).toBeNull();
  time += 32 * MINUTE;
  await start(accounts);
  expect(await faultOf(accounts.verify(token))).toEqual([ErrorCode.TokenInvalid, "expired"]);
});

it("follows a policy that changes while the process runs: each login has its whole time from then on", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let minutes = 30;
  const accounts = await house.open({ idleLoginMinutes: () => minutes });
  const { token, who } = await login(accounts);
  accounts.seen(who);
  await expect.poll(() => seenAt(who.tokenId)).toEqual(new Date(time));
  await start(accounts);
  const sweep = async () => {
    await vi.advanceTimersByTimeAsync(MINUTE);
    // Behind the statements of the sweep.
    await start(await openAccounts(minutes));
  };
  minutes = 0;
  await sweep();
  time += 600 * MINUTE;
  minutes = 30;
  await vi.advanceTimersByTimeAsync(MINUTE);
  await expect.poll(() => seenAt(who.tokenId)).toEqual(new Date(time));
  expect(await faultOf(accounts.verify(token))).toBeNull();
  time += 32 * MINUTE;
  await sweep();
  await expect.poll(() => faultOf(accounts.verify(token))).toEqual([ErrorCode.TokenInvalid, "expired"]);
});

it("ends no login in use where the policy is switched off in the middle of a sweep", async () => {
  const accounts = await openAccounts(30);
  const { token, who } = await login(accounts);
  accounts.seen(who);
  await expect.poll(() => seenAt(who.tokenId)).not.toBeNull();
  time += 5 * MINUTE;
  const minutes = vi.fn(() => 0).mockReturnValueOnce(30);
  const idle = createIdleLogins({ db: house.database.db, now: () => new Date(time), minutes, publish: () => {} });
  await idle.sweep();
  expect(await faultOf(accounts.verify(token))).toBeNull();
  await idle.sweep();
  expect(await faultOf(accounts.verify(token))).toBeNull();
});

it("ends many at once", async () => {
  const accounts = await openAccounts(30);
  const { who } = await login(accounts);
  const ids = Array.from({ length: 450 }, (_, n) => `many-${n}`);
  await house.database.db
    .insertInto("tokens")
    .values(
      ids.map((id) => ({
        id,
        player_id: playerId,
        family: id,
        created_at: new Date(time),
        expires_at: new Date(time + 600 * MINUTE),
        ended_at: null,
      })),
    )
    .execute();
  accounts.seen(who);
  time += 32 * MINUTE;
  ended = [];
  const again = await openAccounts(30);
  // They get their time once.
  await start(again);
  time += 32 * MINUTE;
  await start(again);
  expect(ended.filter((ending) => ending.playerId === playerId)).toHaveLength(451);
});
