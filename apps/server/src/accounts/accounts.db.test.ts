import { ErrorCode } from "@reelcast/contract";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabaseClock } from "../storage/index.ts";
import type { Accounts } from "./index.ts";
import { PASSWORD, codeOf, openTestAccounts } from "./testing/accounts.ts";
import { addTestAccount } from "./testing/players.ts";
import type { TestAccounts } from "./testing/accounts.ts";

let house: TestAccounts;
let accounts: Accounts;
let time = Date.parse("2026-06-01T12:00:00Z");
const ended: { tokenIds: string[] | null; reason: string }[] = [];
let people = 0;
const ip = () => `10.0.0.${people}`;

beforeAll(async () => {
  house = await openTestAccounts({
    now: () => new Date(time),
    publish: (topic, message) => {
      if (topic === "player.ended" && "reason" in message && "tokenIds" in message) ended.push(message);
    },
  });
  ({ accounts } = house);
});
afterAll(() => house.close());

let username: string;
let playerId: number;
beforeEach(async () => {
  people += 1;
  username = `player${people}`;
  playerId = await house.addPlayer(username);
  ended.length = 0;
});
const login = (password = PASSWORD, name = username) =>
  accounts.login({ username: name, password, siteId: 2008, ip: ip() });
const logTypes = async () =>
  (
    await house.database.db
      .selectFrom("log_entries")
      .select("type")
      .where("player_id", "=", playerId)
      .orderBy("id")
      .execute()
  ).map(({ type }) => type);

describe("two processes on one database", () => {
  it("count wrong passwords together, on an account and from a network", async () => {
    const edges = [accounts, await house.open()];
    const wrong = (attempt: number, name = username) =>
      codeOf(
        edges[attempt % 2]?.login({ username: name, password: "wrong password", siteId: 2008, ip: ip() }) ??
          Promise.resolve(),
      );
    const codes = [];
    for (let attempt = 0; attempt < 5; attempt += 1) codes.push(await wrong(attempt));
    expect(codes.map((code) => code === ErrorCode.AccountProtected)).toEqual([false, false, false, false, true]);
    for (const edge of edges)
      expect(await codeOf(edge.login({ username, password: PASSWORD, siteId: 2008, ip: ip() }))).toBe(
        ErrorCode.AccountProtected,
      );
    // The network's own limit: thirty for all accounts, five of them so far.
    for (let attempt = 5; attempt < 30; attempt += 1) await wrong(attempt, `nobody${attempt}`);
    const neighbour = `${username}n`;
    await house.addPlayer(neighbour);
    for (const edge of edges)
      expect(await codeOf(edge.login({ username: neighbour, password: PASSWORD, siteId: 2008, ip: ip() }))).toBe(
        ErrorCode.AccountProtected,
      );
  });

  it("take each other's tokens, tickets and blocks by the database's clock, whatever their own show", async () => {
    const skewed = async (ms: number) => {
      const realNow = Date.now;
      // The whole wall clock of one process, as on another computer.
      Date.now = () => realNow() + ms;
      try {
        return await openDatabaseClock(house.database.db, {
          warn: (_: unknown, text?: string) => void warnings.push(text ?? ""),
        });
      } finally {
        Date.now = realNow;
      }
    };
    const warnings: string[] = [];
    const ahead = await house.open({ now: await skewed(30_000) });
    const behind = await house.open({ now: await skewed(-30_000) });
    expect(warnings).toHaveLength(2);
    for (const [one, other] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      const { token } = await one.login({ username, password: PASSWORD, siteId: 2008, ip: ip() });
      const who = await other.verify(token);
      expect(who.playerId).toBe(playerId);
      expect(await other.redeemTicket(await one.issueTicket(who))).toMatchObject({ playerId });
      const link = await one.makeLink(house.database.db, playerId, null);
      expect((await other.followLink({ token: link.token, ip: ip() })).user.id).toBe(playerId);
    }
  });
});

describe("login", () => {
  it("works with username or e-mail, in any case, and returns the time of the previous login", async () => {
    const first = await login();
    expect(first.last_logon).toBeUndefined();
    const second = await login(PASSWORD, `${username.toUpperCase()}@EXAMPLE.com`);
    expect(second).toMatchObject({
      user: { id: playerId, username },
      Permissions: [{ PermissionId: 145 }],
      last_logon_ip: ip(),
    });
    expect(second.token).not.toBe(first.token);
    expect(second.pin_code).toMatch(/^pbkdf2-sha256\$\d+\$/);
    expect(JSON.stringify(second)).not.toContain("argon2");
  });

  it("counts wrong passwords down, blocks, and lets the right one in after 15 minutes", async () => {
    for (const _ of [4, 3, 2, 1])
      expect(await codeOf(login("wrong password"))).toBe(ErrorCode.WrongCredentialsAttemptsLeft);
    expect(await codeOf(login("wrong password"))).toBe(ErrorCode.AccountProtected);
    expect(await codeOf(login())).toBe(ErrorCode.AccountProtected);
    time += 15 * 60_000 + 1;
    expect(await codeOf(login())).toBeNull();
    expect(await logTypes()).toEqual([
      ...Array.from({ length: 5 }, () => "LOGIN_FAIL"),
      "TEMPORARY_BLOCKED",
      "LOGIN_SUCCESS",
    ]);
  });

  it("counts attempts that are sent at once", async () => {
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(login("wrong password"))));
    expect(codes.filter((code) => code === ErrorCode.WrongCredentialsAttemptsLeft).length).toBeLessThanOrEqual(4);
    expect(await codeOf(login())).toBe(ErrorCode.AccountProtected);
  });

  it("counts nothing for an unknown user, and reveals only that the credentials were wrong", async () => {
    for (let n = 0; n < 7; n += 1)
      expect(await codeOf(login("wrong password", "nobody-at-all"))).toBe(ErrorCode.WrongCredentials);
  });

  it("is refused to the banned and at another site", async () => {
    await accounts.ban(playerId);
    expect(await codeOf(login())).toBe(ErrorCode.PlayerBanned);
    expect(await codeOf(accounts.login({ username, password: PASSWORD, siteId: 1, ip: ip() }))).toBe(
      ErrorCode.SiteNotServed,
    );
    await accounts.unban(playerId);
    expect(await codeOf(login())).toBeNull();
  });
});

describe("tokens", () => {
  it("end with the login that they came of: the fresh one of validate too", async () => {
    const { token } = await login();
    const other = await login();
    const fresh = await accounts.validate(await accounts.verify(token), ip());
    await accounts.logout(await accounts.verify(fresh.token), ip());
    expect(await codeOf(accounts.verify(token))).toBe(ErrorCode.TokenInvalid);
    expect(await codeOf(accounts.verify(fresh.token))).toBe(ErrorCode.TokenInvalid);
    expect(await codeOf(accounts.verify(other.token))).toBeNull();
    expect(ended).toEqual([expect.objectContaining({ reason: "logout" })]);
    expect(ended[0]?.tokenIds).toHaveLength(2);
  });

  it("end at a ban, and all others at a change of password", async () => {
    const { token } = await login();
    const other = await login();
    const changed = await accounts.changePassword(
      await accounts.verify(token),
      { oldPassword: PASSWORD, newPassword: "another long secret" },
      ip(),
    );
    expect(await codeOf(accounts.verify(other.token))).toBe(ErrorCode.TokenInvalid);
    expect(await codeOf(accounts.verify(changed.token))).toBeNull();
    await accounts.ban(playerId);
    expect(await codeOf(accounts.verify(changed.token))).toBe(ErrorCode.TokenInvalid);
  });

  it("are refused when forged, of another kind, or too old", async () => {
    const { token } = await login();
    const claims = new SignJWT({})
      .setSubject(String(playerId))
      .setJti("x")
      .setIssuer("reelcast")
      .setAudience("reelcast-player")
      .setNotBefore(0)
      .setExpirationTime("2h");
    const forged = await claims.setProtectedHeader({ alg: "HS256", typ: "at+jwt" }).sign(new Uint8Array(32));
    expect(await codeOf(accounts.verify(forged))).toBe(ErrorCode.SignatureInvalid);
    const unsecured = new UnsecuredJWT({})
      .setSubject(String(playerId))
      .setIssuer("reelcast")
      .setAudience("reelcast-player")
      .setExpirationTime("2h")
      .encode();
    expect(await codeOf(accounts.verify(unsecured))).toBe(ErrorCode.TokenInvalid);
    expect(await codeOf(accounts.verify("nonsense"))).toBe(ErrorCode.TokenInvalid);
    time += 12 * 3_600_000 + 10_000;
    expect(await codeOf(accounts.verify(token))).toBe(ErrorCode.TokenInvalid);
  });

  it("tickets open one socket, for 30 seconds", async () => {
    const who = await accounts.verify((await login()).token);
    const ticket = await accounts.issueTicket(who);
    const uses = await Promise.all([codeOf(accounts.redeemTicket(ticket)), codeOf(accounts.redeemTicket(ticket))]);
    expect(new Set(uses)).toEqual(new Set([null, ErrorCode.TokenInvalid]));
    const late = await accounts.issueTicket(who);
    time += 31_000;
    expect(await codeOf(accounts.redeemTicket(late))).toBe(ErrorCode.TokenInvalid);
  });
});

describe("coming back with a token that does no more", () => {
  const fails = async () => (await logTypes()).filter((type) => type === "LOGIN_CHECK_FAIL").length;

  it("is in the log of the player whose it was, once for many tries", async () => {
    const { token } = await login();
    await accounts.ban(playerId);
    expect(await codeOf(accounts.verify(token))).toBe(ErrorCode.TokenInvalid);
    for (const _ of [1, 2, 3]) await accounts.logRefusedToken(token, ip());
    expect(await fails()).toBe(1);
  });

  it("is logged if it has expired, but not if its signature is foreign", async () => {
    const { token } = await login();
    const [head = "", body = ""] = token.split(".");
    await accounts.logRefusedToken(`${head}.${body}.${"A".repeat(43)}`, ip());
    await accounts.logRefusedToken("nonsense", ip());
    expect(await fails()).toBe(0);
    time += 13 * 3_600_000;
    expect(await codeOf(accounts.verify(token))).toBe(ErrorCode.TokenInvalid);
    await accounts.logRefusedToken(token, ip());
    expect(await fails()).toBe(1);
  });
});

describe("passwords and PINs", () => {
  it("wants the old one, eight characters, and none of the most used", async () => {
    const who = await accounts.verify((await login()).token);
    const change = (oldPassword: string, newPassword: string) =>
      codeOf(accounts.changePassword(who, { oldPassword, newPassword }, ip()));
    expect(await change("not the old one", "another long secret")).toBe(ErrorCode.WrongOldPassword);
    expect(await change(PASSWORD, "short")).toBe(ErrorCode.PasswordTooShort);
    expect(await change(PASSWORD, "Password123")).toBe(ErrorCode.PasswordTooCommon);
    expect(await change(PASSWORD, "x".repeat(64))).toBeNull();
  });

  it("ends the login after five wrong PINs", async () => {
    const { token } = await login();
    const who = await accounts.verify(token);
    expect(await codeOf(accounts.checkPin(who, "0000", "3.3.3.3"))).toBeNull();
    for (let n = 0; n < 5; n += 1)
      expect(await codeOf(accounts.checkPin(who, "1234", "3.3.3.3"))).toBe(ErrorCode.WrongPin);
    expect(await codeOf(accounts.verify(token))).toBe(ErrorCode.TokenInvalid);
  });
});

it("takes no second player with a name or an e-mail that is taken", async () => {
  const add = (name: string, email: string) =>
    addTestAccount({ db: house.database.db, accounts }, { username: name, email });
  await expect(add(username.toUpperCase(), "new@example.com")).rejects.toThrow(/taken/);
  await expect(add("somebody-new", `${username}@example.com`)).rejects.toThrow(/taken/);
  await expect(add("x", "x@example.com")).rejects.toThrow(/not a username/);
});

it("the log has one line for a visit, however often the page is loaded, and one for another address or a later visit", async () => {
  const { token } = await login();
  const who = await accounts.verify(token);
  const load = (from = ip()) => accounts.validate(who, from);
  await load();
  await load();
  expect(await logTypes()).toEqual(["LOGIN_SUCCESS"]);
  await load("10.9.9.9");
  await load("10.9.9.9");
  expect(await logTypes()).toEqual(["LOGIN_SUCCESS", "LOGIN_CHECK_SUCCESS"]);
  const at = new Date(Date.now() - 31 * 60_000);
  await house.database.db
    .insertInto("log_entries")
    .values({ player_id: playerId, type: "LOGIN_CHECK_SUCCESS", ip: "10.8.8.8", detail: null, at })
    .execute();
  await load("10.8.8.8");
  await load("10.8.8.8");
  expect(await logTypes()).toEqual(["LOGIN_SUCCESS", ...Array.from({ length: 3 }, () => "LOGIN_CHECK_SUCCESS")]);
});
