/** Places from which a player has logged in: attempts of strangers in the same network do not block known players. */
import { ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Accounts } from "./index.ts";
import { PASSWORD, codeOf, openTestAccounts } from "./testing/accounts.ts";
import type { TestAccounts } from "./testing/accounts.ts";
import { stayOpen } from "../storage/testing/locks.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let house: TestAccounts;
let accounts: Accounts;
let time = Date.parse("2026-06-01T12:00:00Z");
let halls = 0;
let hall: string;

beforeAll(async () => {
  house = await openTestAccounts({ now: () => new Date(time) });
  ({ accounts } = house);
});
afterAll(() => house.close());
beforeEach(() => {
  halls += 1;
  hall = `10.50.${halls}.1`;
});
const add = (username: string) => house.addPlayer(username);
const login = (username: string, { password = PASSWORD, ip = hall, browser = "" } = {}) =>
  codeOf(accounts.login({ username, password, siteId: 2008, ip, ...(browser === "" ? {} : { browser }) }));
/** A stranger of the same network tries 30 names. */
async function blockHall(): Promise<void> {
  for (let n = 0; n < 30; n += 1) await login(`nobody${n}`, { password: "bad guess" });
}
const placesOf = async (playerId: number) =>
  (
    await house.database.db
      .selectFrom("login_pairs")
      .select("place")
      .where("player_id", "=", playerId)
      .orderBy("last_success_at")
      .orderBy("place")
      .execute()
  ).map(({ place }) => place);

describe("a network that strangers have blocked", () => {
  it("lets those in who are known there, and answers all others alike", async () => {
    await add("regular1");
    await add("newcomer1");
    expect(await login("regular1")).toBeNull();
    await blockHall();
    expect(await login("newcomer1")).toBe(ErrorCode.AccountProtected);
    expect(await login("regular1", { password: "bad guess" })).toBe(ErrorCode.AccountProtected);
    expect(await login("nobody-at-all")).toBe(ErrorCode.AccountProtected);
    expect(await login("regular1")).toBeNull();
    // Elsewhere the newcomer comes in.
    expect(await login("newcomer1", { ip: "10.60.0.1" })).toBeNull();
  });

  it("is not blocked for longer by what its players mistype, and never for more than an hour", async () => {
    await add("regular2");
    await add("newcomer2");
    expect(await login("regular2")).toBeNull();
    await blockHall();
    for (let n = 0; n < 4; n += 1)
      expect(await login("regular2", { password: "bad guess" })).toBe(ErrorCode.AccountProtected);
    time += 15 * MINUTE + 1;
    expect(await login("newcomer2")).toBeNull();
    for (let n = 0; n < 6; n += 1) {
      await login("nobody", { password: "bad guess" });
      time += 60 * MINUTE + 1;
      expect(await login("newcomer2", { ip: hall })).toBeNull();
    }
  });

  it("counts logins at a wrong site like any other wrong one, before it logs more of them", async () => {
    const codes: unknown[] = [];
    for (let n = 0; n < 40; n += 1)
      codes.push(await codeOf(accounts.login({ username: "x", password: "x", siteId: 1, ip: hall })));
    expect(codes.filter((code) => code === ErrorCode.SiteNotServed)).toHaveLength(30);
    expect(codes.slice(30)).toEqual(Array.from({ length: 10 }, () => ErrorCode.AccountProtected));
    const rows = await house.database.db.selectFrom("log_entries").select("id").where("ip", "=", hall).execute();
    expect(rows).toHaveLength(10);
  });
});

describe("a player whose password is guessed", () => {
  it("comes in from a browser that is known, though the same network is blocked for the account", async () => {
    await add("guessed1");
    expect(await login("guessed1", { browser: "a" })).toBeNull();
    for (let n = 0; n < 5; n += 1) await login("guessed1", { password: "bad guess" });
    expect(await login("guessed1")).toBe(ErrorCode.AccountProtected);
    expect(await login("guessed1", { browser: "b" })).toBe(ErrorCode.AccountProtected);
    expect(await login("guessed1", { browser: "a" })).toBeNull();
    // What the owner does right in the browser does not give the stranger new tries.
    expect(await login("guessed1")).toBe(ErrorCode.AccountProtected);
  });

  it("is guarded in a known browser too, which blocks no other place", async () => {
    await add("guessed2");
    expect(await login("guessed2", { browser: "c" })).toBeNull();
    for (let n = 0; n < 5; n += 1) await login("guessed2", { password: "bad guess", browser: "c" });
    expect(await login("guessed2", { browser: "c" })).toBe(ErrorCode.AccountProtected);
    expect(await login("guessed2")).toBeNull();
  });

  it("from fifty networks comes in with a known browser from a new network", async () => {
    await add("guessed3");
    expect(await login("guessed3", { browser: "d" })).toBeNull();
    for (let n = 0; n < 50; n += 1) await login("guessed3", { password: "bad guess", ip: `10.70.${n}.1` });
    expect(await login("guessed3", { ip: "10.71.0.1" })).toBe(ErrorCode.AccountProtected);
    expect(await login("guessed3", { ip: "10.71.0.1", browser: "d" })).toBeNull();
  });
});

it("takes few strangers of a network at once, and players who are known before them", async () => {
  await add("regular3");
  expect(await login("regular3")).toBeNull();
  let refused = 0;
  const refuse = async (n: number) => {
    if ((await login(`nobody${n}`, { password: "bad guess" })) === ErrorCode.TooManyRequests) refused += 1;
  };
  // What is let through can't look up its failures, and waits.
  const [flood, known] = await house.database.superuser.transaction().execute(async (trx) => {
    await stayOpen(trx);
    await sql`lock table login_failures`.execute(trx);
    const logins = [Promise.all(Array.from({ length: 300 }, (_, n) => refuse(n))), login("regular3")] as const;
    await expect.poll(() => refused).toBeGreaterThan(200);
    return logins;
  });
  expect(await known).toBeNull();
  await flood;
});

it("forgets places that were not used for half a year, and more than twenty", async () => {
  const playerId = await add("traveller");
  for (let n = 0; n < 22; n += 1) {
    time += MINUTE;
    expect(await login("traveller", { ip: `10.80.${n}.1` })).toBeNull();
  }
  const places = await placesOf(playerId);
  expect(places).toHaveLength(20);
  expect([places[0], places.at(-1)]).toEqual(["network:10.80.2.1", "network:10.80.21.1"]);
  time += 181 * DAY;
  expect(await login("traveller", { ip: "10.81.0.1" })).toBeNull();
  expect(await placesOf(playerId)).toEqual(["network:10.81.0.1"]);
});

it("keeps nothing of a browser that a reader of the database could use", async () => {
  const playerId = await add("private1");
  await login("private1", { browser: "the-cookie-of-a-browser" });
  const places = await placesOf(playerId);
  expect(places.some((place) => place.startsWith("browser:"))).toBe(true);
  expect(places.join()).not.toContain("the-cookie-of-a-browser");
});
