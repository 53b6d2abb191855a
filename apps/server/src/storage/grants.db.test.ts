/** The rights of the running server's login. */
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyFunctions } from "./functions.ts";
import { BY_HOUSE, BY_OWNER, TABLE_GRANTS } from "./grants.ts";
import { connectStorage } from "./index.ts";
import { HOUSE, OWNER } from "./roles.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function column(statement: string, on = database.superuser): Promise<unknown[]> {
  const { rows } = await sql.raw<{ value: unknown }>(statement).execute(on);
  return rows.map(({ value }) => value);
}

describe("the grants", () => {
  it("are declared for every table, and for no table that is not there", async () => {
    const tables = await column(`select relname as value from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`);
    expect(tables).toEqual(Object.keys(TABLE_GRANTS).toSorted());
  });

  it("name existing functions; those of the owner have a fixed search path", async () => {
    const functions = await column("select proname as value from pg_proc where pronamespace = 'public'::regnamespace");
    expect([...BY_OWNER, ...BY_HOUSE].filter((name) => !functions.includes(name))).toEqual([]);
    const definers = await column(`select proname || ' ' || array_to_string(proconfig, ',') as value from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef order by 1`);
    expect(definers).toEqual(BY_OWNER.toSorted().map((name) => `${name} search_path=public, pg_temp`));
  });

  it("are the same however often they are applied", async () => {
    const privileges = () => column("select coalesce(relacl::text, '') as value from pg_class order by oid");
    const before = await privileges();
    await applyFunctions(database.owner, HOUSE);
    await Promise.all([applyFunctions(database.owner, HOUSE), applyFunctions(database.owner, HOUSE)]);
    expect(await privileges()).toEqual(before);
  });

  it("do not let the server truncate a table, add a trigger to it or change its rules", async () => {
    const may =
      await column(`select relname || ': ' || privilege as value from pg_class, unnest(array['truncate', 'trigger', 'references', 'maintain']) privilege
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and has_table_privilege('${HOUSE}', pg_class.oid, privilege)`);
    expect(may).toEqual([]);
    const owned = await column(`select relname as value from pg_class
      where relnamespace = 'public'::regnamespace and relowner <> '${OWNER}'::regrole`);
    expect(owned).toEqual([]);
  });
});

describe("the logs", () => {
  const LOGS = ["audit_log", "chat_messages", "games", "jackpot_hits", "journals", "log_entries", "operations"];
  const OTHERS = ["postings", "promotion_grants", "settings_versions"];
  it.each([...LOGS, ...OTHERS])("%s: nothing is changed or taken out, by the house or by its owner", async (table) => {
    const [name] = await column(`select attname as value from pg_attribute where attrelid = '${table}'::regclass
      and attnum > 0 and attidentity = '' and attgenerated = '' limit 1`);
    for (const statement of [
      `update ${table} set "${String(name)}" = "${String(name)}"`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: "42501" });
      await expect(sql.raw(statement).execute(database.owner)).rejects.toMatchObject({ code: "RC005" });
    }
  });

  it("by month refuse it in each month, too", async () => {
    const months = await column(
      "select relid::regclass::text as value from pg_partition_tree('log_entries') where isleaf",
    );
    expect(months.length).toBeGreaterThan(3);
    for (const month of months) {
      const statement = sql.raw(`delete from ${String(month)}`);
      await expect(statement.execute(database.db)).rejects.toMatchObject({ code: "42501" });
      await expect(statement.execute(database.owner)).rejects.toMatchObject({ code: "RC005" });
    }
  });
});

describe("an outside database", () => {
  const open = (url: string, ownerUrl?: string, refuseSuperuser = false) =>
    connectStorage({ create: false, url, ownerUrl, refuseSuperuser, dataDir: "", log });
  const superuserUrl = () => process.env["TEST_DATABASE_SUPERUSER_URL"] ?? "";

  it("is refused where a superuser would serve the public, and warned about elsewhere", async () => {
    await expect(open(superuserUrl(), undefined, true)).rejects.toThrow(/DATABASE_SUPERUSER=1/);
    await (await open(superuserUrl())).close();
    await (await open(database.url, database.ownerUrl, true)).close();
  });

  it("is refused if the server's login is the owner, or a member of it", async () => {
    const same = await open(database.ownerUrl, database.ownerUrl);
    await expect(same.prepare()).rejects.toThrow(/must not be able to act as the owner/);
    await same.close();
    const superuser = new URL(superuserUrl());
    superuser.pathname = new URL(database.ownerUrl).pathname;
    const above = await open(superuser.href, database.ownerUrl);
    await expect(above.prepare()).rejects.toThrow(/must not be able to act as the owner/);
    await above.close();
  });

  it("works with one login for both, as before", async () => {
    const warnings: string[] = [];
    const both = await connectStorage({
      create: false,
      url: database.ownerUrl,
      dataDir: "",
      log: { ...log, warn: (...words: unknown[]) => warnings.push(String(words.at(-1))) } as never,
    });
    await both.prepare();
    await both.migrate();
    await both.close();
    expect(warnings).toEqual([
      // The database of the tests is set up so, to be fast.
      expect.stringContaining("before they are on the disk"),
      expect.stringContaining("DATABASE_OWNER_URL is not set"),
    ]);
  });
});
