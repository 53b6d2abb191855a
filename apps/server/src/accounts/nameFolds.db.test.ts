/** Names in all their spellings: logins, look-ups, new accounts, and existing accounts that have spellings of one name. */
import { hash } from "@node-rs/argon2";
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addTestPlayer } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { foldNames } from "./nameFolds.ts";
import { openTestAccounts } from "./testing/accounts.ts";
import type { TestAccounts } from "./testing/accounts.ts";
import { PASSWORD } from "./testing/players.ts";

let database: TestDatabase;
let house: TestAccounts;
beforeEach(async () => {
  house = await openTestAccounts({});
  database = house.database;
});
afterEach(() => house.close());

const login = (username: string, password = PASSWORD) =>
  house.accounts.login({ username, password, siteId: 2008, ip: "192.0.2.1", browser: "a browser" });
const idOf = async (name: string) => (await house.accounts.findPlayer(name))?.id ?? null;

test.each([
  ["Şule", ["ŞULE", "şule", "S\u0327ule"], "Sule"],
  ["IŞIK", ["ışık", "işik", "Işık", "IS\u0327IK"], "isik"],
  ["İstanbul", ["ISTANBUL", "istanbul", "ıstanbul"], "istanbul1"],
  ["ömer", ["ÖMER", "O\u0308mer"], "omer"],
  ["Straße", ["STRASSE", "STRAẞE"], "strase"],
  ["ΟΔΥΣΣΕΥΣ", ["Οδυσσευς"], "οδυσευς"],
  ["नमिता", ["नमिता".normalize("NFD")], "नमता"],
])("%s is one account in each spelling", async (username, spellings, other) => {
  const id = await house.addPlayer(username);
  const bystander = await house.addPlayer("bystander");
  for (const spelling of [username, ...spellings]) {
    expect((await login(spelling)).user.id, spelling).toBe(id);
    expect(await idOf(spelling), spelling).toBe(id);
    await expect(house.addPlayer(spelling)).rejects.toThrow(/taken/);
    await expect(rename(bystander, spelling)).rejects.toThrow(/taken/);
  }
  expect(await idOf(other)).toBe(null);
  await expect(house.addPlayer(other)).resolves.not.toBe(id);
});

const rename = (id: number, username: string) =>
  database.db.transaction().execute((trx) => house.accounts.renamePlayer(trx, id, { username }));

test("the database refuses a second spelling, whatever looks for it first", async () => {
  await house.addPlayer("Şule");
  await expect(
    sql`insert into players (username, username_fold, email, email_fold, name, lastname, password_hash, pin_hash)
      values ('ŞULE', 'şule', 'x@y.z', 'x@y.z', '', '', '', '')`.execute(database.db),
  ).rejects.toThrow(/players_username_fold/);
});

test("an address is found in each spelling, and a wrong password counts for one account", async () => {
  await house.addPlayer("Şule");
  const wrong = (name: string) => login(name, "not the password").catch(({ params }: { params: unknown }) => params);
  expect(await wrong("ŞULE")).toMatchObject({ remaining: 4 });
  expect(await wrong("şule@EXAMPLE.com")).toMatchObject({ remaining: 3 });
  expect(await wrong("S\u0327ULE@example.com")).toMatchObject({ remaining: 2 });
});

describe("a password of an earlier version, hashed as it was typed", () => {
  const [typed, elsewhere] = ["şifrem çok uzun".normalize("NFD"), "şifrem çok uzun"];

  test("logs in as it was typed, and from then on however it is typed", async () => {
    const id = await house.addPlayer("şule");
    const options = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
    const former = await hash(typed, options);
    await database.db.updateTable("players").set({ password_hash: former }).where("id", "=", id).execute();
    await expect(login("şule", elsewhere)).rejects.toMatchObject({ code: ErrorCode.WrongCredentialsAttemptsLeft });
    await expect(login("şule", "wrong".normalize("NFD"))).rejects.toThrow();
    expect((await login("şule", typed)).user.id).toBe(id);
    expect((await login("şule", elsewhere)).user.id).toBe(id);
    expect((await login("şule", typed)).user.id).toBe(id);
    const { password_hash } = await database.db
      .selectFrom("players")
      .select("password_hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(password_hash).not.toBe(former);
  });
});

describe("existing accounts", () => {
  test("are found once their folds are made, in steps and by any look-up", async () => {
    await sql`insert into players (username, email, name, lastname, password_hash, pin_hash)
      select 'Ş' || n, 'Ş' || n || '@example.com', '', '', '', '' from generate_series(1000, 3500) n`.execute(
      database.db,
    );
    const found = await idOf("ş3500");
    expect(found).not.toBe(null);
    expect(await idOf("ş1000@example.com")).not.toBe(null);
    const { rows } = await sql<{ folded: number }>`
      select count(*)::int as folded from players where username_fold is not null`.execute(database.db);
    expect(rows[0]?.folded).toBeGreaterThanOrEqual(2_501);
  });

  test("with spellings of one name keep them, and no other spelling is either of them", async () => {
    const [ömer, ÖMER] = [await addTestPlayer(database.db, "ömer"), await addTestPlayer(database.db, "ÖMER")];
    await sql`update players set password_hash = (select password_hash from players where id = ${await house.addPlayer("anna")})
      where id in (${ömer}, ${ÖMER})`.execute(database.db);
    for (const [name, id] of [
      ["ömer", ömer],
      ["ÖMER", ÖMER],
      ["O\u0308MER", ÖMER],
      ["ömer@example.com", ömer],
      ["ÖMER@example.com", ÖMER],
    ] as const) {
      expect((await login(name)).user.id, name).toBe(id);
      expect(await idOf(name), name).toBe(id);
    }
    for (const name of ["Ömer", "ÖMER@EXAMPLE.COM"]) {
      await expect(login(name)).rejects.toMatchObject({ code: ErrorCode.WrongCredentials });
      await expect(idOf(name)).rejects.toMatchObject({
        code: ConsoleErrorCode.PlayerNameShared,
        message: expect.stringContaining(
          `ömer, ömer@example.com (${ömer}); ÖMER, ÖMER@example.com (${ÖMER})`,
        ) as string,
      });
      await expect(house.accounts.prepareNewPlayer({ ...NEW, username: "Ömer" }).then(add)).rejects.toThrow(/taken/);
    }
    expect(await house.accounts.sharedNames()).toEqual([
      {
        kind: "username",
        players: [
          { id: ömer, name: "ömer" },
          { id: ÖMER, name: "ÖMER" },
        ],
      },
      {
        kind: "email",
        players: [
          { id: ömer, name: "ömer@example.com" },
          { id: ÖMER, name: "ÖMER@example.com" },
        ],
      },
    ]);

    // The first one gets another name: the second is alone, and unique from then on.
    await rename(ömer, "ömer.k");
    expect(await idOf("Ömer")).toBe(ÖMER);
    await expect(house.addPlayer("Ömer")).rejects.toThrow(/taken/);
    await expect(rename(ömer, "ömer")).rejects.toThrow(/taken/);
    await database.db
      .transaction()
      .execute((trx) => house.accounts.renamePlayer(trx, ömer, { email: "omer@example.com" }));
    expect(await house.accounts.sharedNames()).toEqual([]);
    const { rows } = await sql<{ duplicates: number }>`
      select count(*) filter (where username_duplicate > 0 or email_duplicate > 0)::int as duplicates from players`.execute(
      database.db,
    );
    expect(rows[0]?.duplicates).toBe(0);
  });

  test("a player who is added while folds are made keeps the name", async () => {
    const before = await addTestPlayer(database.db, "ÖMER");
    // As by a process that looked before this row was there.
    await sql`insert into players (username, username_fold, email, email_fold, name, lastname, password_hash, pin_hash)
      values ('ömer', 'ömer', 'x@y.z', 'x@y.z', '', '', '', '')`.execute(database.db);
    await foldNames(database.db);
    expect(await idOf("ÖMER")).toBe(before);
    await expect(idOf("Ömer")).rejects.toMatchObject({ code: ConsoleErrorCode.PlayerNameShared });
  });
});
const NEW = { email: "new@example.com", password: PASSWORD, name: "", lastname: "" };
const add = (prepared: Parameters<TestAccounts["accounts"]["addPlayer"]>[1]) =>
  database.db.transaction().execute((trx) => house.accounts.addPlayer(trx, prepared));
