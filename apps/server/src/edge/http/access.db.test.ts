/** What a player does with their own account, over HTTP, against real accounts and a real database. */
import { ErrorCode } from "@reelcast/contract";
import type { LoginAnswer, PlayerSettings } from "@reelcast/contract";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../storage/testing/index.ts";
import { PASSWORD, openTestApp } from "../../testing.ts";
import type { TestApp } from "../../testing.ts";

const DAY = 86_400_000;
let house: TestApp;
let database: TestDatabase;
let time = Date.now();
let people = 0;
let username: string;
let playerId: number;

beforeAll(async () => {
  house = await openTestApp({ PASSWORD_EXPIRY_DAYS: "90" }, () => ({ now: () => new Date(time) }));
  database = house.database;
});
afterAll(() => house.close());
beforeEach(async () => {
  people += 1;
  username = `access${people}`;
  playerId = await house.addPlayer(username);
});

const ask = (token: string | null, method: "GET" | "POST" | "PUT", path: string, payload?: InjectOptions["payload"]) =>
  house.http.inject({
    method,
    url: `/api/v1${path}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
async function login(): Promise<LoginAnswer> {
  const answer = await ask(null, "POST", "/login", { username, password: PASSWORD, site_id: 2008 });
  expect(answer.statusCode).toBe(200);
  return answer.json<LoginAnswer>();
}
const logTypes = async () =>
  (
    await database.db.selectFrom("log_entries").select("type").where("player_id", "=", playerId).orderBy("id").execute()
  ).map(({ type }) => type);

describe("a PIN of one's own", () => {
  const choose = (token: string, pin: string) => ask(token, "POST", "/player/pin/choice", { pin });

  it("can be chosen without the password while the PIN is the default one, and only then", async () => {
    const { token } = await login();
    const chosen = await choose(token, "4711");
    expect(chosen.json()).toMatchObject({ pin_code: expect.stringMatching(/^pbkdf2-sha256\$/) });
    expect((await ask(token, "POST", "/player/pin", { pin: "4711" })).statusCode).toBe(204);
    expect((await choose(token, "0815")).json()).toMatchObject({ code: ErrorCode.Conflict });
    expect((await ask(token, "POST", "/player/pin", { pin: "4711" })).statusCode).toBe(204);
    expect(await logTypes()).toContain("CHANGED_PIN");
    for (const wrong of ["123", "12a4", "1".repeat(13)])
      expect((await choose(token, wrong)).json()).toMatchObject({ code: ErrorCode.InvalidRequest });
  });

  it("is the first of many that are sent at once", async () => {
    const { token } = await login();
    const pins = Array.from({ length: 8 }, (_, n) => `100${n}`);
    const answers = await Promise.all(pins.map((pin) => choose(token, pin)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
  });
});

describe("a password", () => {
  it("counts as expired after the days that the operator set, and no more once it is changed", async () => {
    expect((await login()).password_expired).toBeUndefined();
    time += 91 * DAY;
    const { token, password_expired } = await login();
    expect(password_expired).toBe(true);
    expect((await ask(token, "GET", "/validate")).json()).toMatchObject({ password_expired: true });
    const changed = await ask(token, "POST", "/player/password", {
      oldPassword: PASSWORD,
      newPassword: "another long secret",
    });
    const fresh = changed.json<{ token: string }>().token;
    expect((await ask(fresh, "GET", "/validate")).json()).not.toHaveProperty("password_expired");
  });
});

describe("a refused token", () => {
  it("says whether it has expired or was never valid", async () => {
    const { token } = await login();
    time += DAY;
    const late = await ask(token, "GET", "/validate");
    expect([late.statusCode, late.json()]).toEqual([
      401,
      expect.objectContaining({ code: ErrorCode.TokenInvalid, Params: { reason: "expired" } }),
    ]);
    const ended = await login();
    await ask(ended.token, "POST", "/player/logout", {});
    for (const gone of [ended.token, "nonsense", null]) {
      const answer = await ask(gone, "GET", "/validate");
      expect([answer.statusCode, answer.json()]).toEqual([
        401,
        expect.objectContaining({ code: ErrorCode.TokenInvalid, Params: { reason: "invalid" } }),
      ]);
    }
  });
});

describe("the PIN", () => {
  it("is changed with the password, and the new one alone unlocks", async () => {
    const { token, pin_code } = await login();
    const wrong = await ask(token, "PUT", "/player/pin", { password: "not the password", pin: "4711" });
    expect([wrong.statusCode, wrong.json<{ code: number }>().code]).toEqual([403, ErrorCode.WrongOldPassword]);
    expect((await ask(token, "POST", "/player/pin", { pin: "0000" })).statusCode).toBe(204);

    const changed = await ask(token, "PUT", "/player/pin", { password: PASSWORD, pin: "4711" });
    expect(changed.statusCode).toBe(200);
    const fresh = changed.json<{ pin_code: string }>().pin_code;
    expect(fresh).toMatch(/^pbkdf2-sha256\$\d+\$/);
    expect(fresh).not.toBe(pin_code);
    expect((await ask(token, "GET", "/validate")).json()).toMatchObject({ pin_code: fresh });
    expect((await login()).pin_code).toBe(fresh);
    expect((await ask(token, "POST", "/player/pin", { pin: "4711" })).statusCode).toBe(204);
    expect((await ask(token, "POST", "/player/pin", { pin: "0000" })).statusCode).toBe(403);
    expect(await logTypes()).toEqual(expect.arrayContaining(["CHANGED_PIN", "PIN_FAIL"]));
  });

  it.each(["123", "1234567890123", "12a4", "١٢٣٤", ""])("%s is no PIN", async (pin) => {
    const { token } = await login();
    expect((await ask(token, "PUT", "/player/pin", { password: PASSWORD, pin })).statusCode).toBe(400);
  });

  it("shares the five tries of the password with the password change", async () => {
    const { token } = await login();
    const pin = (password: string) => ask(token, "PUT", "/player/pin", { password, pin: "4711" });
    for (let n = 0; n < 3; n += 1) expect((await pin(`guess ${n}`)).statusCode).toBe(403);
    for (let n = 0; n < 2; n += 1)
      await ask(token, "POST", "/player/password", { oldPassword: `guess ${n}`, newPassword: "another long secret" });
    const blocked = await pin(PASSWORD);
    expect([blocked.statusCode, blocked.json<{ code: number }>().code]).toEqual([429, ErrorCode.TooManyRequests]);
    expect((await login()).pin_code).toMatch(/^pbkdf2/);
  });
});

describe("what the server stores for a player", () => {
  const get = async (token: string) => (await ask(token, "GET", "/player/settings")).json<unknown>();
  const put = (token: string, body: object) => ask(token, "PUT", "/player/settings", body);

  it("is empty at first, is stored for each player, and is part of the login's answer", async () => {
    const { token, user } = await login();
    expect(user.shortcuts).toEqual([]);
    expect(await get(token)).toEqual({ theme: null, shortcuts: [], favourites: [] });
    const saved = await put(token, {
      theme: { layout: "layout2", textSize: 16 },
      shortcuts: ["lobby", "rules", "lobby"],
      favourites: [7, 3, 7],
    });
    expect(saved.json()).toEqual({
      theme: { layout: "layout2", textSize: 16 },
      shortcuts: ["lobby", "rules"],
      favourites: [7, 3],
    });
    const again = await login();
    expect(again.user.shortcuts).toEqual(["lobby", "rules"]);
    expect((await ask(again.token, "GET", "/validate")).json()).toMatchObject({
      user: { shortcuts: ["lobby", "rules"] },
    });
    expect(await get(again.token)).toEqual(saved.json());
  });

  it("loses nothing when two devices save at the same time", async () => {
    const { token } = await login();
    await Promise.all([
      put(token, { theme: { layout: "layout1" } }),
      put(token, { theme: { navbarFolded: true } }),
      put(token, { theme: { textSize: 20 } }),
      put(token, { shortcuts: ["profile"] }),
      put(token, { favourites: [4] }),
    ]);
    expect(await get(token)).toEqual({
      theme: { layout: "layout1", navbarFolded: true, textSize: 20 },
      shortcuts: ["profile"],
      favourites: [4],
    });
    await put(token, { theme: { textSize: 14 } });
    expect(await get(token)).toMatchObject({ theme: { layout: "layout1", textSize: 14 } });
    await put(token, { theme: null });
    expect(await get(token)).toEqual({ theme: null, shortcuts: ["profile"], favourites: [4] });
  });

  it("marks favourites one by one: devices that do so at once lose nothing, and a repetition changes nothing", async () => {
    const { token } = await login();
    const mark = (favouritesChange: object) => put(token, { favouritesChange });
    const marked = async () => ((await get(token)) as PlayerSettings).favourites;
    const ids = Array.from({ length: 10 }, (_, n) => n + 1);
    await Promise.all(ids.map((id) => mark({ add: [id] })));
    expect((await marked())?.toSorted((a, b) => a - b)).toEqual(ids);
    await Promise.all([mark({ remove: [3, 4] }), mark({ remove: [5, 77] }), mark({ add: [11] })]);
    expect((await marked())?.toSorted((a, b) => a - b)).toEqual([1, 2, 6, 7, 8, 9, 10, 11]);

    await put(token, { favourites: [3, 2, 1] });
    const change = { add: [5, 2, 5, 4], remove: [1, 4] };
    expect((await mark(change)).json()).toMatchObject({ favourites: [5, 3, 2] });
    expect((await mark(change)).json()).toMatchObject({ favourites: [5, 3, 2] });
    // With the older form in the same request: first the list, then the change.
    expect((await put(token, { favourites: [8, 9], favouritesChange: { remove: [8] } })).json()).toMatchObject({
      favourites: [9],
    });
    expect((await mark({})).json()).toMatchObject({ favourites: [9] });
  });

  it("keeps the newest 200 favourites", async () => {
    const { token } = await login();
    const many = Array.from({ length: 200 }, (_, n) => n + 1);
    await put(token, { favouritesChange: { add: many } });
    await put(token, { favouritesChange: { add: [500, 501] } });
    const { favourites } = (await get(token)) as PlayerSettings;
    expect(favourites).toEqual([500, 501, ...many.slice(0, 198)]);
  });

  it("drops what it does not know, and refuses what is too much", async () => {
    const { token } = await login();
    const odd = await put(token, {
      theme: { layout: "layout3", evil: "x".repeat(9_000) },
      admin: 1,
    });
    expect(odd.json()).toEqual({ theme: { layout: "layout3" }, shortcuts: [], favourites: [] });
    for (const body of [
      { theme: { layout: "layout9" } },
      { theme: { scheme: "x".repeat(41) } },
      { shortcuts: Array.from({ length: 41 }, (_, n) => `entry${n}`) },
      { shortcuts: ["x".repeat(61)] },
      { shortcuts: "lobby" },
      { favourites: Array.from({ length: 201 }, (_, n) => n + 1) },
      { favourites: [0] },
      { favourites: [2 ** 31] },
      { favouritesChange: { add: Array.from({ length: 201 }, (_, n) => n + 1) } },
      { favouritesChange: { remove: [0] } },
      { favouritesChange: [1] },
    ])
      expect((await put(token, body)).statusCode).toBe(400);
    expect(await get(token)).toEqual({ theme: { layout: "layout3" }, shortcuts: [], favourites: [] });
  });
});

describe("what a player sends of others, or of what is not theirs to set, changes nothing (15.3.3)", () => {
  it("neither another player's PIN nor permissions, group or balance", async () => {
    const other = await login();
    const victim = playerId;
    people += 1;
    username = `access${people}`;
    await house.addPlayer(username);
    const { token } = await login();
    const more = { playerId: victim, player_id: victim, id: victim, permissions: [145, 146], group_name: "operator" };
    await ask(token, "PUT", "/player/pin", { password: PASSWORD, pin: "9999", ...more });
    await ask(token, "PUT", "/player/settings", { shortcuts: ["rules"], theme: { layout: "layout1" }, ...more });
    const again = await ask(null, "POST", "/login", { username, password: PASSWORD, site_id: 2008, ...more });
    expect(again.json()).toMatchObject({ Permissions: [{ PermissionId: 145 }], Group: "player" });
    expect((await ask(other.token, "GET", "/validate")).json()).toMatchObject({
      pin_code: other.pin_code,
      user: { id: victim, shortcuts: [] },
    });
  });
});

describe("the log of an account", () => {
  it("contains logins, refusals and changes, with the address", async () => {
    await ask(null, "POST", "/login", { username, password: "not the password", site_id: 2008 });
    const { token } = await login();
    await ask(token, "POST", "/player/pin", { pin: "1234" });
    await ask(token, "PUT", "/player/pin", { password: PASSWORD, pin: "4711" });
    const entries = await database.db
      .selectFrom("log_entries")
      .select(["type", "ip"])
      .where("player_id", "=", playerId)
      .orderBy("id")
      .execute();
    expect(entries.map(({ type }) => type)).toEqual(["LOGIN_FAIL", "LOGIN_SUCCESS", "PIN_FAIL", "CHANGED_PIN"]);
    expect(new Set(entries.map(({ ip }) => ip))).toEqual(new Set(["127.0.0.1"]));
  });
});
