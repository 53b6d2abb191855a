/** Sign-in links over HTTP: who may make one, that it logs in once, and what an attacker tries with it. */
import { Writable } from "node:stream";
import { ErrorCode, SIGN_IN_LINK_SECONDS } from "@reelcast/contract";
import type { LoginAnswer, SignInLink } from "@reelcast/contract";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD, openTestApp } from "../../testing.ts";
import type { TestApp } from "../../testing.ts";

let house: TestApp;
let key: string;
let time = Date.now();
let people = 0;
let username: string;
let playerId: number;
let logged = "";
const log = pino(
  { level: "debug" },
  new Writable({
    write(chunk: Buffer, _, done) {
      logged += chunk.toString();
      done();
    },
  }),
);

beforeAll(async () => {
  house = await openTestApp({ CALLS_PER_NETWORK: "10000" }, () => ({ log, now: () => new Date(time) }));
  // Numbers as long as a username.
  await sql`select setval(pg_get_serial_sequence('players', 'id'), 5000)`.execute(house.database.superuser);
  ({ key } = await house.domain.operatorKeys.add(house.database.db, "crm"));
});
afterAll(() => house.close());
beforeEach(async () => {
  time += 3_600_000;
  people += 1;
  username = `linked${people}`;
  playerId = await house.addPlayer(username);
});

const post = (path: string, payload: object, bearer?: string) =>
  house.http.inject({
    method: "POST",
    url: `/api/v1${path}`,
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    payload,
  });
const ask = (player: string | number = username, bearer = key) =>
  post("/operator/links", typeof player === "number" ? { id: player } : { username: player }, bearer);
const make = async () => (await ask()).json<SignInLink>().token;
const follow = (token: string, requestId?: string) => post("/login/link", { token, requestId });
const REQUEST = "aSixteenByteRandomId00";
const balanceStatus = async (bearer: string) =>
  (await house.http.inject({ url: "/api/v1/player/balance", headers: { authorization: `Bearer ${bearer}` } }))
    .statusCode;
const codeOf = (answer: { json(): unknown }) => (answer.json() as { code?: number }).code ?? 0;
const logIn = () => post("/login", { username, password: PASSWORD, site_id: 2008 });
const setTokenLogin = (tokenLogin: boolean) =>
  house.domain.settings.save({ author: "test", source: "command", change: () => ({ tokenLogin }), currency: "refuse" });

describe("a sign-in link", () => {
  it("logs its player in, once, and is written in the log and in the audit log without its token", async () => {
    const made = await ask();
    expect(made.statusCode).toBe(200);
    const { token, path, expiresAt } = made.json<SignInLink>();
    expect(path).toBe(`/callback?token=${token}`);
    expect(Date.parse(expiresAt) - time).toBe(SIGN_IN_LINK_SECONDS * 1000);
    const answer = await follow(token);
    expect(answer.json()).toMatchObject({ user: { id: playerId, username } });
    const bearer = answer.json<LoginAnswer>().token;
    const balance = await house.http.inject({
      url: "/api/v1/player/balance",
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(balance.json()).toMatchObject({ balance: 0 });
    expect([codeOf(await follow(token)), (await follow(token)).statusCode]).toEqual([ErrorCode.SignInLinkInvalid, 403]);

    const { db } = house.database;
    const entries = db.selectFrom("log_entries").select(["type", "detail"]).where("player_id", "=", playerId);
    expect(await entries.execute()).toEqual([{ type: "LOGIN_SUCCESS", detail: "link" }]);
    const acts = await db
      .selectFrom("audit_log")
      .select(["by", "via", "target", "after"])
      .where("act", "=", "player.link")
      .where("target", "=", `player ${playerId}`)
      .execute();
    expect(acts).toEqual([{ by: "key crm", via: "api", target: `player ${playerId}`, after: { username, expiresAt } }]);
    expect(logged).toContain("/api/v1/login/link");
    for (const secret of [token, key, bearer]) expect(logged).not.toContain(secret);
  });

  it("followed by twenty at once logs in one of them", async () => {
    const token = await make();
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === ErrorCode.SignInLinkInvalid)).toHaveLength(19);
  });

  it("is over after a minute, and a new one removes it from the database", async () => {
    const token = await make();
    time += SIGN_IN_LINK_SECONDS * 1000;
    expect(codeOf(await follow(token))).toBe(ErrorCode.SignInLinkInvalid);
    time += 1;
    await make();
    const rows = await house.database.db.selectFrom("sign_in_links").select("digest").execute();
    expect(rows).toEqual([{ digest: expect.stringMatching(/^[\w-]{43}$/) }]);
  });

  it("can't be guessed, nor can another token take its place", async () => {
    const { token: access } = (await logIn()).json<LoginAnswer>();
    const token = await make();
    const digest = (await house.database.db.selectFrom("sign_in_links").select("digest").execute()).at(-1)?.digest;
    const changed = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    for (const wrong of [access, key, `link.${digest}`, changed, "link.", `${token} `])
      expect(codeOf(await follow(wrong)), wrong).toBe(ErrorCode.SignInLinkInvalid);
    // A link is no access token.
    expect((await post("/player/logout", {}, token)).statusCode).toBe(401);
    expect((await follow(token)).statusCode).toBe(200);
  });

  it("opens no account that is banned or on a break, however often it is tried", async () => {
    const [first, second] = [await make(), await make()];
    await house.domain.protection.takeBreak(playerId, 1, null);
    expect([codeOf(await follow(first)), codeOf(await follow(first))]).toEqual([ErrorCode.OnBreak, ErrorCode.OnBreak]);
    await house.domain.accounts.ban(playerId);
    expect(codeOf(await follow(second))).toBe(ErrorCode.PlayerBanned);
    expect(codeOf(await ask())).toBe(ErrorCode.PlayerBanned);
  });
});

describe("an exchange whose answer was lost", () => {
  const bearerOf = (answer: { json(): unknown }) => (answer.json() as LoginAnswer).token;
  const OTHER_REQUEST = "anotherRandomIdOf22xxx";

  it("is answered again, as the same login, to the browser that made it and to nobody else", async () => {
    const token = await make();
    const first = bearerOf(await follow(token, REQUEST));
    const again = await follow(token, REQUEST);
    expect(again.statusCode).toBe(200);
    for (const wrong of [undefined, OTHER_REQUEST, REQUEST.toLowerCase()])
      expect(codeOf(await follow(token, wrong)), wrong).toBe(ErrorCode.SignInLinkInvalid);
    // Another link is not opened by it.
    expect(codeOf(await follow("link.unknown", REQUEST))).toBe(ErrorCode.SignInLinkInvalid);
    const { db } = house.database;
    const entries = await db.selectFrom("log_entries").select("type").where("player_id", "=", playerId).execute();
    expect(entries).toEqual([{ type: "LOGIN_SUCCESS" }, { type: "LOGIN_CHECK_SUCCESS" }]);
    expect(again.json<LoginAnswer>()).not.toHaveProperty("last_logon");
    const rows = JSON.stringify(await db.selectFrom("followed_links").selectAll().execute());
    for (const secret of [token, REQUEST, first]) expect(rows).not.toContain(secret);
    expect(logged).not.toContain(REQUEST);

    // One login: the end of one token is the end of the other, and of the exchange.
    expect(await balanceStatus(bearerOf(again))).toBe(200);
    await post("/player/logout", {}, first);
    expect(await balanceStatus(bearerOf(again))).toBe(401);
    const ended = await follow(token, REQUEST);
    expect([codeOf(ended), ended.statusCode]).toEqual([ErrorCode.SignInLinkInvalid, 403]);
  });

  it("is answered for a minute, and logs nobody in who may not play since", async () => {
    const token = await make();
    time += (SIGN_IN_LINK_SECONDS - 1) * 1000;
    expect((await follow(token, REQUEST)).statusCode).toBe(200);
    time += (SIGN_IN_LINK_SECONDS - 1) * 1000;
    expect((await follow(token, REQUEST)).statusCode).toBe(200);
    time += 1000;
    expect(codeOf(await follow(token, REQUEST))).toBe(ErrorCode.SignInLinkInvalid);
    const second = await make();
    expect(await house.database.db.selectFrom("followed_links").select("digest").execute()).toEqual([]);
    await follow(second, REQUEST);
    await house.domain.accounts.ban(playerId);
    expect(codeOf(await follow(second, REQUEST))).toBe(ErrorCode.SignInLinkInvalid);
  });

  it("sent by many at once makes one login, for those with its id", async () => {
    const token = await make();
    const ids = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? REQUEST : OTHER_REQUEST));
    const answers = await Promise.all(ids.map((id) => follow(token, id)));
    const served = ids.filter((_, n) => answers[n]?.statusCode === 200);
    expect(served).toHaveLength(10);
    expect(new Set(served).size).toBe(1);
    const families = await house.database.db
      .selectFrom("tokens")
      .select("family")
      .distinct()
      .where("player_id", "=", playerId)
      .execute();
    expect(families).toHaveLength(1);
  });

  it("needs an id that can't be guessed", async () => {
    const token = await make();
    for (const id of ["", "1", "x".repeat(21), "x".repeat(65), "not base64url, and 22+"])
      expect(codeOf(await follow(token, id)), id).toBe(ErrorCode.InvalidRequest);
    expect((await follow(token, REQUEST)).statusCode).toBe(200);
  });
});

describe("the call that makes links", () => {
  it("takes a username, an e-mail address or a number, and knows who is no player", async () => {
    for (const player of [username.toUpperCase(), `${username}@example.com`, playerId])
      expect((await ask(player)).statusCode).toBe(200);
    expect(codeOf(await ask("nobody"))).toBe(ErrorCode.NotFound);
  });

  it("makes none for a name that may mean two existing players", async () => {
    for (const name of ["ömer", "ÖMER"])
      await sql`insert into players (username, email, name, lastname, password_hash, pin_hash)
        values (${name}, ${`${name}@example.com`}, '', '', '', '')`.execute(house.database.db);
    expect(codeOf(await ask("Ömer"))).toBe(ErrorCode.NotFound);
    expect((await ask("ÖMER")).statusCode).toBe(200);
  });

  it("distinguishes a number from a username of digits, and takes one of the two", async () => {
    const other = await house.addPlayer(String(playerId));
    const owner = async (of: string | number) => {
      const { token } = (await ask(of)).json<SignInLink>();
      return (await follow(token)).json<LoginAnswer>().user.id;
    };
    expect(await owner(playerId)).toBe(playerId);
    expect(await owner(String(playerId))).toBe(other);
    // No player has this username, and it is no number either.
    expect(codeOf(await ask(String(other)))).toBe(ErrorCode.NotFound);
    for (const wrong of [{}, { username, id: playerId }, { player: username }, { id: String(playerId) }, { id: 0 }])
      expect(codeOf(await post("/operator/links", wrong, key)), JSON.stringify(wrong)).toBe(ErrorCode.InvalidRequest);
  });

  it("accepts nothing but a key in use", async () => {
    const { token: access } = (await logIn()).json<LoginAnswer>();
    for (const bearer of [access, "operator-key.", `${key}x`, key.toUpperCase()])
      expect(codeOf(await ask(username, bearer)), bearer).toBe(ErrorCode.TokenInvalid);
    expect(codeOf(await post("/operator/links", { username }))).toBe(ErrorCode.TokenInvalid);
    // A key is no player's token.
    expect((await post("/player/logout", {}, key)).statusCode).toBe(401);
  });

  it("refuses a revoked key, whose unused links end with it", async () => {
    const { db } = house.database;
    const other = await house.domain.operatorKeys.add(db, "site");
    const { token } = (await ask(username, other.key)).json<SignInLink>();
    const kept = await make();
    const followed = (await ask(username, other.key)).json<SignInLink>().token;
    await follow(followed, REQUEST);
    await house.domain.operatorKeys.revoke(db, "site");
    expect(codeOf(await ask(username, other.key))).toBe(ErrorCode.TokenInvalid);
    expect(codeOf(await follow(token))).toBe(ErrorCode.SignInLinkInvalid);
    // The login that it brought stays, and so does the repetition of its exchange.
    expect((await follow(followed, REQUEST)).statusCode).toBe(200);
    expect((await follow(kept)).statusCode).toBe(200);
    // The name is free again, for another key.
    expect((await house.domain.operatorKeys.add(db, "site")).key).not.toBe(other.key);
    await expect(house.domain.operatorKeys.add(db, "site")).rejects.toThrow('a key "site" already');
    await expect(house.domain.operatorKeys.add(db, "No name")).rejects.toThrow("is not a name of a key");
    await expect(house.domain.operatorKeys.revoke(db, "gone")).rejects.toThrow('no key "gone"');
  });

  it("makes ten links of a player in a minute, and no more", async () => {
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    time += 60_000;
    expect((await ask()).statusCode).toBe(200);
  });
});

describe("while links are the only way to log in", () => {
  beforeEach(() => setTokenLogin(true));
  afterAll(() => setTokenLogin(false));

  it("a right password is refused like a wrong one; a link works, and a login that there is stays", async () => {
    await setTokenLogin(false);
    const { token } = (await logIn()).json<LoginAnswer>();
    await setTokenLogin(true);
    expect([codeOf(await logIn()), (await logIn()).statusCode]).toEqual([ErrorCode.PasswordLoginNotAllowed, 403]);
    const wrong = await post("/login", { username, password: "wrong password", site_id: 2008 });
    expect(codeOf(wrong)).toBe(ErrorCode.PasswordLoginNotAllowed);
    expect((await follow(await make())).statusCode).toBe(200);
    const balance = await house.http.inject({
      url: "/api/v1/player/balance",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(balance.statusCode).toBe(200);
  });
});
