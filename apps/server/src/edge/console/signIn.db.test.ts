/** Signing in to the console, over its HTTP application: what is accepted once, for how long, and what is counted. */
import { hash } from "@node-rs/argon2";
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STAFF_PASSWORD, openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse } from "./testing/house.ts";

const MINUTE = 60_000;
let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsoleHouse();
});
afterAll(() => house.close());

const signIn = (name: string, password = STAFF_PASSWORD, address?: string) =>
  house.call("POST", "/sign-in", { name, password }, address === undefined ? {} : { address });
const second = (token: unknown, code: string) => house.call("POST", "/sign-in/second-factor", { token, code });
/** What makes an attempt different for a client. */
const shown = ({ status, body }: { status: number; body: object }) => ({ status, ...body });

describe("the first manager", () => {
  it("is made by a link that works once, and by no link once there is a member", async () => {
    const own = await openConsoleHouse();
    const first = await own.staff.firstManagerLink();
    const again = await own.staff.firstManagerLink();
    const tokenOf = (link: { path: string } | null) => link?.path.split("#")[1] ?? "";
    const open = (token: string, name = "Ayşe") =>
      own.call("POST", "/link/open", { token, name, password: STAFF_PASSWORD });
    // A start makes the link of the start before invalid.
    expect((await open(tokenOf(first))).code).toBe(ErrorCode.SignInLinkInvalid);
    const looked = await own.call("POST", "/link", { token: tokenOf(again) });
    expect(looked.body).toMatchObject({ purpose: "first", name: null });
    const common = await own.call("POST", "/link/open", { token: tokenOf(again), name: "Ayşe", password: "password" });
    expect(common.code).toBe(ErrorCode.PasswordTooCommon);
    expect((await open(tokenOf(again), "system")).code).toBe(ErrorCode.InvalidRequest);
    const both = await Promise.all([open(tokenOf(again)), open(tokenOf(again), "Eve")]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403]);
    expect(await own.staff.firstManagerLink()).toBeNull();
    const [member] = await own.staff.administration.list(own.app.domain.storage.db);
    expect(member).toMatchObject({ roles: ["manager"], state: "active" });
    await own.close();
  });
});

describe("a password", () => {
  it("signs in a member without a second factor, in any spelling of the name", async () => {
    await house.member("Şule Öz", ["viewer"]);
    const { body, status } = await signIn("sule oz");
    expect([status, body["step"]]).toEqual([200, "done"]);
  });

  it("whose hash an earlier version created, as it was typed, signs in so, and from then on however it is typed", async () => {
    await house.member("Nuri", ["viewer"]);
    const [typed, elsewhere] = ["şifrem çok uzun".normalize("NFD"), "şifrem çok uzun"];
    const { db } = house.app.domain.storage;
    const options = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
    const former = await hash(typed, options);
    await db.updateTable("staff").set({ password_hash: former }).where("name", "=", "Nuri").execute();
    const statuses = [];
    for (const password of [elsewhere, typed, elsewhere, typed]) statuses.push((await signIn("Nuri", password)).status);
    expect(statuses).toEqual([403, 200, 200, 200]);
  });

  it("that is wrong is answered alike for members and for names that nobody has, also once it is too often", async () => {
    await house.member("Kemal", ["viewer"]);
    const wrong = async (name: string, address: string) => {
      const answers = [];
      for (let n = 0; n < 7; n += 1) answers.push(shown(await signIn(name, "not the password", address)));
      return answers;
    };
    const [known, unknown] = [await wrong("Kemal", "198.51.100.1"), await wrong("Nobody at all", "198.51.100.2")];
    expect(known).toEqual(unknown);
    expect(known.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429, 429]);
    // The right one waits too, there; from elsewhere it does not.
    expect((await signIn("Kemal", STAFF_PASSWORD, "198.51.100.1")).code).toBe(ErrorCode.AccountProtected);
    expect((await signIn("Kemal", STAFF_PASSWORD, "198.51.100.3")).status).toBe(200);
    house.clock.time += 16 * MINUTE;
    expect((await signIn("Kemal", STAFF_PASSWORD, "198.51.100.1")).status).toBe(200);
  });

  it("is guessed from a network for no more than thirty names", async () => {
    const codes = [];
    for (let n = 0; n < 32; n += 1) codes.push((await signIn(`guess ${n}`, "a guess", "198.51.100.77")).code);
    expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => ErrorCode.WrongCredentials));
    expect(codes.slice(30)).toEqual([ErrorCode.AccountProtected, ErrorCode.AccountProtected]);
  });

  it("keeps the owner out of no network from which the owner has signed in, however many others try", async () => {
    await house.member("Derya", ["viewer"]);
    expect((await signIn("Derya", STAFF_PASSWORD, "203.0.113.200")).status).toBe(200);
    for (let n = 0; n < 52; n += 1) await signIn("Derya", "a guess", `203.0.113.${n + 1}`);
    expect((await signIn("Derya", STAFF_PASSWORD, "203.0.113.99")).code).toBe(ErrorCode.AccountProtected);
    expect((await signIn("Derya", STAFF_PASSWORD, "203.0.113.200")).status).toBe(200);
  });

  it("of a disabled member is wrong", async () => {
    const { id } = await house.member("Gone", ["viewer"]);
    await house.app.domain.storage.db.transaction().execute((trx) => house.staff.administration.disable(trx, id));
    expect(shown(await signIn("Gone"))).toEqual(shown(await signIn("Never was")));
  });

  it("is changed with the old one, which ends the other sessions and renews the token", async () => {
    const member = await house.member("Change", ["viewer"]);
    const other = (await signIn("Change")).body["token"] as string;
    const refused = await house.call(
      "POST",
      "/password",
      { password: "wrong", newPassword: "another long one" },
      member,
    );
    expect(refused.code).toBe(ErrorCode.WrongOldPassword);
    const body = { password: STAFF_PASSWORD, newPassword: "another long one" };
    const changed = await house.call("POST", "/password", body, member);
    expect(changed.status).toBe(200);
    for (const token of [member.token, other])
      expect((await house.call("GET", "/me", undefined, { token })).status).toBe(401);
    const token = changed.body["token"] as string;
    expect((await house.call("GET", "/me", undefined, { token })).status).toBe(200);
    expect((await signIn("Change")).code).toBe(ErrorCode.WrongCredentials);
  });
});

describe("a second factor", () => {
  it("is asked for after the password, and a code counts once, and none before it", async () => {
    const member = await house.member("Coder", ["manager"], { secondFactor: true });
    // The set-up has used this step.
    const begun = await signIn("Coder");
    expect(begun.body).toMatchObject({ step: "secondFactor", methods: ["totp"] });
    expect((await second(begun.body["token"], house.code(member))).code).toBe(ConsoleErrorCode.CodeNotAccepted);
    house.clock.time += 60_000;
    const code = house.code(member);
    const done = await second(begun.body["token"], code);
    expect(done.body).toMatchObject({ step: "done" });
    const me = await house.call("GET", "/me", undefined, { token: String(done.body["token"]) });
    expect(me.body["secondFactor"]).toMatchObject({ active: true, needed: true, totp: true });
    const again = await signIn("Coder");
    expect((await second(again.body["token"], code)).code).toBe(ConsoleErrorCode.CodeNotAccepted);
    expect((await second(again.body["token"], house.code(member, -1))).code).toBe(ConsoleErrorCode.CodeNotAccepted);
  });

  it("needs the first step of the same five minutes, which is used up by it", async () => {
    const member = await house.member("Slow", ["manager"], { secondFactor: true });
    house.clock.time += 30_000;
    const begun = await signIn("Slow");
    expect((await second(begun.body["token"], house.code(member))).status).toBe(200);
    house.clock.time += 30_000;
    expect((await second(begun.body["token"], house.code(member))).code).toBe(ErrorCode.TokenInvalid);
    const late = await signIn("Slow");
    house.clock.time += 5 * MINUTE + 1;
    expect((await second(late.body["token"], house.code(member))).code).toBe(ErrorCode.TokenInvalid);
    // It is no session.
    const token = String((await signIn("Slow")).body["token"]);
    expect((await house.call("GET", "/me", undefined, { token })).status).toBe(401);
  });

  it("is not guessed: five wrong codes end the attempt, and further ones wait", async () => {
    const member = await house.member("Guessed", ["manager"], { secondFactor: true });
    house.clock.time += 60_000;
    const begun = await signIn("Guessed");
    const wrong = async () => (await second(begun.body["token"], "000000")).code;
    for (let n = 0; n < 5; n += 1) expect(await wrong()).toBe(ConsoleErrorCode.CodeNotAccepted);
    expect((await second(begun.body["token"], house.code(member))).code).toBe(ErrorCode.TokenInvalid);
    const again = await signIn("Guessed");
    expect((await second(again.body["token"], house.code(member))).code).toBe(ErrorCode.AccountProtected);
    house.clock.time += 16 * MINUTE;
    const later = await signIn("Guessed");
    expect((await second(later.body["token"], house.code(member))).status).toBe(200);
  });

  it("may be a recovery code, each of which works once; new ones make the earlier ones void", async () => {
    const member = await house.member("Recover", ["manager"], { secondFactor: true });
    const made = await house.call("POST", "/recovery-codes", { password: STAFF_PASSWORD }, member);
    const codes = made.body["codes"] as string[];
    expect(new Set(codes).size).toBe(10);
    const [first = "", other = ""] = codes;
    const use = async (code: string) => second((await signIn("Recover")).body["token"], code);
    expect((await use(first.toLowerCase().replaceAll("-", " "))).status).toBe(200);
    expect((await use(first)).code).toBe(ConsoleErrorCode.CodeNotAccepted);
    await house.call("POST", "/recovery-codes", { password: STAFF_PASSWORD }, member);
    expect((await use(other)).code).toBe(ConsoleErrorCode.CodeNotAccepted);
  });

  it("is changed only in a session that has it, by someone who knows the password", async () => {
    const member = await house.member("Keeper", ["manager"], { secondFactor: true });
    // As it would be left open from before.
    const withFactor = (second_factor: boolean) =>
      house.app.database.superuser
        .updateTable("staff_sessions")
        .set({ second_factor })
        .where("staff_id", "=", member.id)
        .execute();
    await withFactor(false);
    const begin = (password: string) => house.call("POST", "/totp", { password }, member);
    expect((await begin(STAFF_PASSWORD)).code).toBe(ConsoleErrorCode.SecondFactorRequired);
    await withFactor(true);
    expect((await begin("wrong")).code).toBe(ErrorCode.WrongOldPassword);
    const other = await house.member("Attacker", ["viewer"]);
    const begun = await begin(STAFF_PASSWORD);
    const body = { challenge: begun.body["challenge"], code: "123456" };
    // The set-up belongs to the session that began it.
    expect((await house.call("POST", "/totp/confirm", body, other)).code).toBe(ConsoleErrorCode.CodeNotAccepted);
  });

  it("ends the sessions without it once it is set up", async () => {
    const member = await house.member("Setter", ["manager"]);
    const other = String((await signIn("Setter")).body["token"]);
    const before = member.token;
    await house.setUpApp(member);
    for (const token of [before, other])
      expect((await house.call("GET", "/me", undefined, { token })).status).toBe(401);
    expect((await house.call("GET", "/staff", undefined, member)).status).toBe(200);
  });
});

it("a series of wrong passwords or codes is a significant event, once for each block, without what was typed as a name", async () => {
  const { db } = house.app.domain.storage;
  const events = async () =>
    (
      await db
        .selectFrom("significant_events")
        .select("facts")
        .where("kind", "=", "staffLoginsBlocked")
        .orderBy("id")
        .execute()
    ).map(({ facts }) => facts);
  const before = (await events()).length;
  await house.member("Besieged", ["manager"], { secondFactor: true });
  for (let n = 0; n < 7; n += 1) await signIn("Besieged", "wrong one", "198.51.100.90");
  for (let n = 0; n < 7; n += 1) await signIn("my long password", "wrong one", "198.51.100.91");
  house.clock.time += 60_000;
  const begun = await signIn("Besieged");
  for (let n = 0; n < 7; n += 1) await second(begun.body["token"], "000000");
  expect((await events()).slice(before)).toEqual([
    { ip: "198.51.100.90", name: "Besieged" },
    { ip: "198.51.100.91" },
    { name: "Besieged" },
  ]);
});

describe("a session", () => {
  it("ends after 15 minutes without use: polling is none", async () => {
    const member = await house.member("Idle", ["viewer"]);
    for (let n = 0; n < 4; n += 1) {
      house.clock.time += 10 * MINUTE;
      expect((await house.call("POST", "/active", {}, member)).status).toBe(204);
    }
    house.clock.time += 14 * MINUTE;
    expect((await house.call("GET", "/me", undefined, member)).status).toBe(200);
    house.clock.time += MINUTE;
    expect((await house.call("GET", "/me", undefined, member)).body).toMatchObject({
      code: ErrorCode.TokenInvalid,
      Params: { reason: "expired" },
    });
    expect((await house.call("POST", "/active", {}, member)).status).toBe(401);
  });

  it("ends after 12 hours in any case", async () => {
    const member = await house.member("Long", ["viewer"]);
    for (let n = 0; n < 71; n += 1) {
      house.clock.time += 10 * MINUTE;
      expect((await house.call("POST", "/active", {}, member)).status).toBe(204);
    }
    house.clock.time += 10 * MINUTE;
    expect((await house.call("POST", "/active", {}, member)).status).toBe(401);
  });

  it("is listed with where it began, and can be ended, one or all others; nobody ends another member's", async () => {
    const member = await house.member("Lister", ["viewer"]);
    const stranger = await house.member("Stranger", ["viewer"]);
    const sign = (address: string) =>
      house.call(
        "POST",
        "/sign-in",
        { name: "Lister", password: STAFF_PASSWORD },
        { address, headers: { "user-agent": "Phone" } },
      );
    await sign("198.51.100.31");
    const third = String((await sign("198.51.100.32")).body["token"]);
    const list = async () =>
      JSON.parse(String((await house.call("GET", "/sessions", undefined, member)).body["list"])) as {
        id: number;
        address: string;
        agent: string;
        own: boolean;
      }[];
    const [newest, , own] = await list();
    expect(newest).toMatchObject({ address: "198.51.100.32", agent: "Phone", own: false });
    expect(own).toMatchObject({ own: true });
    expect((await house.call("DELETE", `/sessions/${newest?.id ?? 0}`, undefined, stranger)).status).toBe(404);
    expect((await house.call("DELETE", `/sessions/${newest?.id ?? 0}`, undefined, member)).status).toBe(204);
    expect((await house.call("GET", "/me", undefined, { token: third })).status).toBe(401);
    expect((await house.call("POST", "/sessions/end-others", {}, member)).body).toEqual({ ended: 1 });
    expect(await list()).toHaveLength(1);
  });

  it("is known by its token in the header alone, not in a cookie, an address or a body", async () => {
    const { token } = await house.member("Headers", ["viewer"]);
    const ways = [
      house.call("GET", "/me", undefined, { headers: { cookie: `token=${token}; authorization=Bearer%20${token}` } }),
      house.call("GET", `/me?token=${token}`),
      house.call("GET", `/me?authorization=Bearer%20${token}`),
      house.call("GET", `/me?access_token=${token}`),
      house.call("POST", "/active", { token }),
    ];
    for (const { status } of await Promise.all(ways)) expect(status).toBe(401);
  });

  it("is not in the database: its digest is, and the audit log has neither tokens nor codes", async () => {
    const member = await house.member("Digest", ["manager"], { secondFactor: true });
    const made = await house.call("POST", "/recovery-codes", { password: STAFF_PASSWORD }, member);
    const [code = ""] = made.body["codes"] as string[];
    const { superuser } = house.app.database;
    const everything = JSON.stringify([
      await superuser.selectFrom("staff").selectAll().execute(),
      await superuser.selectFrom("staff_sessions").selectAll().execute(),
      await superuser.selectFrom("staff_codes").selectAll().execute(),
      await superuser.selectFrom("audit_log").select(["before", "after", "why"]).execute(),
    ]);
    for (const secret of [member.token, code, member.app?.secret.base32 ?? "", STAFF_PASSWORD])
      expect(everything).not.toContain(secret);
  });
});

describe("the staff", () => {
  it("always has an active manager", async () => {
    const own = await openConsoleHouse();
    const [one, two] = [
      await own.member("One", ["manager"], { secondFactor: true }),
      await own.member("Two", ["manager"], { secondFactor: true }),
    ];
    const why = { why: "a test" };
    const disable = (id: number, by: typeof one) => own.call("POST", `/staff/${id}/disable`, why, by);
    // Each disables the other at the same time: one of them is refused.
    const both = await Promise.all([disable(two.id, one), disable(one.id, two)]);
    expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
    const left = both[0]?.status === 204 ? one : two;
    expect((await disable(left.id, left)).code).toBe(ConsoleErrorCode.LastManager);
    const roles = await own.call(
      "PUT",
      `/staff/${left.id}/roles`,
      { roles: ["viewer"], seen: ["manager"], ...why },
      left,
    );
    expect(roles.code).toBe(ConsoleErrorCode.LastManager);
    // One who was invited and has not come yet is none.
    await own.call("POST", "/staff", { name: "Three", roles: ["manager"] }, left);
    expect((await disable(left.id, left)).code).toBe(ConsoleErrorCode.LastManager);
    const reset = await own.call("POST", `/staff/${left.id}/reset`, why, left);
    expect(reset.code).toBe(ConsoleErrorCode.LastManager);
    // At the computer, who runs the command has the link.
    const { link } = await own.app.domain.storage.db
      .transaction()
      .execute((trx) => own.staff.administration.reset(trx, left.id, { mayBeLast: true }));
    expect(link.path).toContain("/link#");
    await own.close();
  });

  it("gets no role back by a form that was opened before somebody else took it", async () => {
    const one = await house.member("Taker", ["manager"], { secondFactor: true });
    const two = await house.member("Late", ["manager"], { secondFactor: true });
    const { id } = await house.member("Moving", ["cashier", "viewer"]);
    const change = (by: typeof one, roles: string[], seen: string[]) =>
      house.call("PUT", `/staff/${id}/roles`, { roles, seen, why: "a test" }, by);
    const seen = ["viewer", "cashier"];
    expect((await change(one, ["viewer"], seen)).status).toBe(204);
    expect((await change(two, ["viewer", "cashier", "support"], seen)).code).toBe(ErrorCode.Conflict);
    expect((await change(two, ["viewer", "support"], ["viewer"])).status).toBe(204);
    const list = await house.staff.administration.list(house.app.domain.storage.db);
    expect(list.find((member) => member.id === id)?.roles.toSorted()).toEqual(["support", "viewer"]);
  });

  it("has each name once, in all its spellings", async () => {
    const manager = await house.member("Chief", ["manager"], { secondFactor: true });
    const add = (name: string) => house.call("POST", "/staff", { name, roles: ["viewer"] }, manager);
    expect((await add("Ali Can")).status).toBe(200);
    for (const name of ["ali can", "AIi Can", "аli cаn"])
      expect((await add(name)).code).toBe(ConsoleErrorCode.StaffNameTaken);
    for (const name of ["system", "unknown", "key wallet", "Key: wallet", "\u200b", "a\nb\u202e", "x".repeat(41)])
      expect((await add(name)).code, JSON.stringify(name)).toBe(ErrorCode.InvalidRequest);
  });

  it("loses everything by a reset, and chooses a new password by its link, within 24 hours", async () => {
    const manager = await house.member("Resetter", ["manager"], { secondFactor: true });
    const member = await house.member("Lost", ["cashier"], { secondFactor: true });
    const made = await house.call("POST", `/staff/${member.id}/reset`, { why: "lost the phone" }, manager);
    const link = (answer: { body: Record<string, unknown> }) =>
      (answer.body["link"] as { path: string }).path.split("#")[1] ?? "";
    expect((await house.call("GET", "/me", undefined, member)).status).toBe(401);
    expect((await signIn("Lost")).code).toBe(ErrorCode.WrongCredentials);
    const open = (token: string) => house.call("POST", "/link/open", { token, password: "a new long one" });
    house.clock.time += 24 * 60 * MINUTE + 1;
    expect((await open(link(made))).code).toBe(ErrorCode.SignInLinkInvalid);
    const again = await house.member("Resetter 2", ["manager"], { secondFactor: true });
    const next = await house.call("POST", `/staff/${member.id}/reset`, { why: "too late" }, again);
    expect((await open(link(next))).status).toBe(200);
    expect((await open(link(next))).code).toBe(ErrorCode.SignInLinkInvalid);
    // No second factor is left.
    expect((await signIn("Lost", "a new long one")).body).toMatchObject({ step: "done" });
  });
});

it("every one of these is a row of the audit log, with who and from where", async () => {
  const manager = await house.member("Recorder", ["manager"], { secondFactor: true });
  await house.call("POST", "/sign-in", { name: "Recorder", password: "wrong one" }, { address: "198.51.100.55" });
  await house.call(
    "POST",
    "/staff",
    { name: "Recorded", roles: ["viewer"], why: "new" },
    { ...manager, address: "198.51.100.56" },
  );
  await house.call("POST", "/sign-out", {}, { ...manager, address: "198.51.100.57" });
  expect((await house.acts("staff.sign-in")).findLast(({ from }) => from === "198.51.100.55")).toMatchObject({
    by: "unknown",
    via: "console",
    target: `staff ${manager.id}`,
    after: { outcome: "refused", because: "WrongCredentials" },
  });
  expect((await house.acts("staff.add")).at(-1)).toMatchObject({
    by: "Recorder",
    via: "console",
    from: `staff ${manager.id} from 198.51.100.56`,
    after: { name: "Recorded", roles: ["viewer"] },
  });
  expect((await house.acts("staff.sign-out")).at(-1)).toMatchObject({ by: "Recorder", target: `staff ${manager.id}` });
  for (const act of [
    "staff.link",
    "staff.totp",
    "staff.recovery-codes",
    "staff.password",
    "staff.session.end",
    "staff.reset",
  ])
    expect((await house.acts(act)).length, act).toBeGreaterThan(0);
});
