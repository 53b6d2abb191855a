/** Guessing: many attempts at once and from many places. And ends of logins at the same time as renewals. */
import { AppError, DEFAULT_PIN, ErrorCode } from "@reelcast/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stayOpen, untilLockWait } from "../storage/testing/locks.ts";
import type { Accounts, PlayerIdentity } from "./index.ts";
import { hashPassword, hashPin } from "./passwords.ts";
import { PASSWORD, codeOf, openTestAccounts } from "./testing/accounts.ts";
import type { TestAccounts } from "./testing/accounts.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let house: TestAccounts;
let accounts: Accounts;
let time = Date.parse("2026-06-01T12:00:00Z");
let people = 0;
let username: string;
let playerId: number;
/** Called before a token is issued, in its transaction. */
let beforeToken: () => Promise<void> = async () => {};

beforeAll(async () => {
  house = await openTestAccounts({ now: () => new Date(time), mayLogIn: () => beforeToken() });
  ({ accounts } = house);
});
afterAll(() => house.close());
beforeEach(async () => {
  // Past every block of the test before.
  time += 2 * HOUR;
  people += 1;
  username = `guess${people}`;
  playerId = await house.addPlayer(username);
});
const login = (ip: string, password = PASSWORD, name = username) =>
  accounts.login({ username: name, password, siteId: 2008, ip });
const whoFrom = async (ip: string) => accounts.verify((await login(ip)).token);

describe("guessing a password", () => {
  it("gets five tries even when all are sent at once: the right one among them comes too late", async () => {
    const guesses = Array.from({ length: 20 }, (_, n) => codeOf(login("9.9.9.9", `wrong guess ${n}`)));
    const codes = await Promise.all([...guesses, codeOf(login("9.9.9.9"))]);
    expect(codes.filter((code) => code === ErrorCode.WrongCredentialsAttemptsLeft)).toHaveLength(4);
    expect(codes.filter((code) => code === ErrorCode.AccountProtected)).toHaveLength(17);
  });

  it("lets many who know their password in at once", async () => {
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(login("9.9.9.8"))));
    expect(codes).toEqual(Array.from({ length: 12 }, () => null));
  });

  it("from one network never keeps the owner out of another", async () => {
    for (let n = 0; n < 5; n += 1) await codeOf(login("6.6.6.6", "bad guess"));
    expect(await codeOf(login("6.6.6.6"))).toBe(ErrorCode.AccountProtected);
    expect(await codeOf(login("1.1.1.1"))).toBeNull();
  });

  it("from many networks blocks new places, not the owner's usual one", async () => {
    expect(await codeOf(login("1.2.3.4"))).toBeNull();
    for (let n = 0; n < 50; n += 1) await codeOf(login(`10.9.${n}.1`, "bad guess"));
    expect(await codeOf(login("10.10.10.10"))).toBe(ErrorCode.AccountProtected);
    expect(await codeOf(login("1.2.3.4"))).toBeNull();
    time += 15 * MINUTE + 1;
    expect(await codeOf(login("10.10.10.10"))).toBeNull();
  });

  it("counts an IPv6 network as one place", async () => {
    let last: unknown;
    for (let n = 1; n <= 31; n += 1) last = await codeOf(login(`2001:db8::${n}`, "bad guess", `nobody${n}`));
    expect(last).toBe(ErrorCode.AccountProtected);
    expect(await codeOf(login("2001:db8:0:1::1"))).toBeNull();
  });

  it("is refused after a whole step of time, for an unknown user as for a known one", async () => {
    const pauses: number[] = [];
    let time = 0;
    // Each login reads the clock twice, 120 ms apart.
    const clock = { now: () => (time += 120), pause: async (ms: number) => pauses.push(ms) };
    const stepped = await house.open({ refusalStepMs: 300, stepClock: clock });
    const guess = (name: string) =>
      codeOf(stepped.login({ username: name, password: "bad guess", siteId: 2008, ip: "10.20.0.1" }));
    expect(await guess(username)).toBe(ErrorCode.WrongCredentialsAttemptsLeft);
    expect(await guess("nobody-at-all")).toBe(ErrorCode.WrongCredentials);
    expect(pauses).toEqual([180, 180]);
  });
});

it("ends all wrong networks' blocks when the operator sets a password", async () => {
  for (let n = 0; n < 5; n += 1) await codeOf(login("6.6.6.7", "bad guess"));
  await accounts.setPassword(playerId, await accounts.prepareNewPassword("set by the operator"));
  expect(await codeOf(login("6.6.6.7", "set by the operator"))).toBeNull();
});

describe("guessing with a stolen token", () => {
  it("a PIN gets five tries even when all are sent at once", async () => {
    const who = await whoFrom("3.3.3.3");
    const guesses = Array.from({ length: 12 }, (_, n) => codeOf(accounts.checkPin(who, String(1_000 + n), "3.3.3.3")));
    const codes = await Promise.all([...guesses, codeOf(accounts.checkPin(who, "0000", "3.3.3.3"))]);
    expect(codes.filter((code) => code === ErrorCode.WrongPin)).toHaveLength(5);
    expect(codes.filter((code) => code === ErrorCode.TokenInvalid)).toHaveLength(8);
  });

  it("a choice of a PIN waits for the guesses that were sent before, and ends with their login", async () => {
    const who = await whoFrom("3.3.3.4");
    const guesses = Array.from({ length: 5 }, (_, n) => codeOf(accounts.checkPin(who, String(1_000 + n), "3.3.3.4")));
    const choice = codeOf(accounts.choosePin(who, "4711", "3.3.3.4"));
    await Promise.all(guesses);
    expect(await choice).toBe(ErrorCode.TokenInvalid);
  });

  it("an old password gets five tries in that login, while another login may change it", async () => {
    const attacker = await whoFrom("4.4.4.4");
    const owner = await whoFrom("5.5.5.5");
    const change = (who: typeof owner, oldPassword: string) =>
      codeOf(accounts.changePassword(who, { oldPassword, newPassword: "another long secret" }, "4.4.4.4"));
    for (let n = 0; n < 5; n += 1) expect(await change(attacker, `guess ${n}`)).toBe(ErrorCode.WrongOldPassword);
    expect(await change(attacker, PASSWORD)).toBe(ErrorCode.TooManyRequests);
    expect(await change(owner, PASSWORD)).toBeNull();
    expect(await change(attacker, "another long secret")).not.toBeNull();
  });
});

describe("a choice of the first PIN", () => {
  const rowOf = () =>
    house.database.db
      .selectFrom("players")
      .select(["pin_hash", "pin_chosen"])
      .where("id", "=", playerId)
      .executeTakeFirstOrThrow();
  const write = (values: { pin_hash?: string; pin_chosen: boolean }) =>
    house.database.db.updateTable("players").set(values).where("id", "=", playerId).execute();

  it("hashes nothing once a PIN is known to be the player's own", async () => {
    const who = await whoFrom("3.3.4.1");
    expect(await codeOf(accounts.choosePin(who, "4711", "3.3.4.1"))).toBeNull();
    expect((await rowOf()).pin_chosen).toBe(true);
    // If the hash were compared, it would be found to be the default one.
    await write({ pin_hash: await hashPin(DEFAULT_PIN), pin_chosen: true });
    for (let n = 0; n < 10; n += 1)
      expect(await codeOf(accounts.choosePin(who, "0815", "3.3.4.1"))).toBe(ErrorCode.Conflict);
  });

  it("compares a PIN from before that was known once", async () => {
    const who = await whoFrom("3.3.4.2");
    await write({ pin_hash: await hashPin("4711"), pin_chosen: false });
    expect(await codeOf(accounts.choosePin(who, "0815", "3.3.4.2"))).toBe(ErrorCode.Conflict);
    expect((await rowOf()).pin_chosen).toBe(true);
  });

  it("is open after a change to the default PIN alone", async () => {
    const who = await whoFrom("3.3.4.3");
    await accounts.changePin(who, { password: PASSWORD, pin: "4711" }, "3.3.4.3");
    expect((await rowOf()).pin_chosen).toBe(true);
    await accounts.changePin(who, { password: PASSWORD, pin: DEFAULT_PIN }, "3.3.4.3");
    expect(await codeOf(accounts.choosePin(who, "0815", "3.3.4.3"))).toBeNull();
  });

  it("is hashed five times an hour, also if the default one is chosen again and again", async () => {
    const who = await whoFrom("3.3.4.4");
    const choose = () => codeOf(accounts.choosePin(who, DEFAULT_PIN, "3.3.4.4"));
    for (let n = 0; n < 5; n += 1) expect(await choose()).toBeNull();
    expect(await choose()).toBe(ErrorCode.TooManyRequests);
    time += HOUR;
    expect(await choose()).toBeNull();
  });
});

describe("a change of the PIN", () => {
  it("is hashed five times an hour, with the right password and from whatever login", async () => {
    const logins = [await whoFrom("3.3.5.1"), await whoFrom("3.3.5.1")] as const;
    const change = (n: number, password = PASSWORD) =>
      codeOf(accounts.changePin(logins[n % 2] ?? logins[0], { password, pin: "4711" }, "3.3.5.1"));
    expect(await change(0, "a guess")).toBe(ErrorCode.WrongOldPassword);
    const codes = await Promise.all(Array.from({ length: 8 }, (_, n) => change(n)));
    expect(codes.filter((code) => code === null)).toHaveLength(5);
    expect(codes.filter((code) => code === ErrorCode.TooManyRequests)).toHaveLength(3);
    time += HOUR;
    expect(await change(0)).toBeNull();
  });

  it("gives a stolen login five guesses at the password", async () => {
    const attacker = await whoFrom("3.3.5.2");
    const change = (password: string) => codeOf(accounts.changePin(attacker, { password, pin: "4711" }, "3.3.5.2"));
    for (let n = 0; n < 5; n += 1) expect(await change(`guess ${n}`)).toBe(ErrorCode.WrongOldPassword);
    expect(await change(PASSWORD)).toBe(ErrorCode.TooManyRequests);
  });
});

describe("a login ends", () => {
  it("although the password was changed while it was checked", async () => {
    const { db } = house.database;
    let token: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await stayOpen(trx);
      const changed = await hashPassword("another long secret");
      await trx.updateTable("players").set({ password_hash: changed }).where("id", "=", playerId).execute();
      // Reads the old hash, finds the password right, and waits for this transaction.
      token = login("7.7.7.7").catch((error: unknown) => error);
      await untilLockWait(house.database.superuser);
    });
    expect(await token).toBeInstanceOf(AppError);
    const tokens = await db.selectFrom("tokens").select("id").where("player_id", "=", playerId).execute();
    expect(tokens).toEqual([]);
  });

  it.each([
    ["a logout", (who: PlayerIdentity) => accounts.logout(who, "7.7.7.8")],
    ["a ban", () => accounts.ban(playerId)],
  ])("with a token that is renewed in the moment of %s", async (_, end) => {
    const who = await whoFrom("7.7.7.8");
    const { promise: renewing, resolve: begun } = Promise.withResolvers<void>();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    beforeToken = () => {
      begun();
      return gate;
    };
    const renewed = accounts.validate(who, "7.7.7.8").catch((error: unknown) => error as AppError);
    await renewing;
    beforeToken = async () => {};
    const ended = end(who);
    // The end waits for the renewal.
    await untilLockWait(house.database.superuser);
    open();
    await ended;
    await renewed;
    const alive = await house.database.db
      .selectFrom("tokens")
      .select("id")
      .where("player_id", "=", playerId)
      .where("ended_at", "is", null)
      .execute();
    expect(alive).toEqual([]);
  });

  it("for a renewal that was checked before and comes after it", async () => {
    const who = await whoFrom("7.7.7.9");
    await accounts.logout(who, "7.7.7.9");
    expect(await codeOf(accounts.validate(who, "7.7.7.9"))).toBe(ErrorCode.TokenInvalid);
  });

  it("after 30 days, however often its token is renewed, and leaves nothing behind", async () => {
    const tokensLeft = () =>
      house.database.db.selectFrom("tokens").select("id").where("player_id", "=", playerId).execute();
    let who = await whoFrom("8.8.8.8");
    let code: unknown = null;
    let hours = 0;
    for (; code === null && hours < 24 * 40; hours += 6) {
      time += 6 * HOUR;
      code = await codeOf(
        (async () => {
          await accounts.verify((await accounts.validate(who, "8.8.8.8")).token).then((next) => (who = next));
        })(),
      );
    }
    expect(code).toBe(ErrorCode.TokenInvalid);
    expect(hours).toBe(24 * 30);
    expect((await tokensLeft()).length).toBeGreaterThan(100);
    time += 31 * 24 * HOUR;
    await login("8.8.8.8");
    expect(await tokensLeft()).toHaveLength(1);
  });
});
