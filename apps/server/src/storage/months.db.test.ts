/** Tables that are partitioned by month. */
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { monthsAhead } from "./months.ts";
import { connectStorage } from "./open.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await sql`create table diary (at timestamptz not null, text text not null) partition by range (at)`.execute(
    database.owner,
  );
});
afterEach(() => database.close());

const addMonths = async (from: string, until: string) =>
  (
    await sql<{ made: number }>`select add_months('diary', ${until}::date, ${from}::date) as made`.execute(
      database.owner,
    )
  ).rows[0]?.made;
const write = (at: string) => sql`insert into diary values (${at}, 'a')`.execute(database.owner);
const monthsWithRows = async () =>
  (
    await sql<{ month: string }>`select distinct tableoid::regclass::text as month from diary order by 1`.execute(
      database.owner,
    )
  ).rows.map(({ month }) => month);

it("makes each missing month once, and puts rows into the month of UTC", async () => {
  expect(await addMonths("2026-11-30", "2027-01-01")).toBe(3);
  expect(await addMonths("2026-11-01", "2027-02-28")).toBe(1);
  await write("2026-12-01T02:00:00+03:00");
  await write("2027-02-28T23:59:59.999Z");
  expect(await monthsWithRows()).toEqual(["diary_2026_11", "diary_2027_02"]);
});

it("keeps rows without a month, and leaves them where they are", async () => {
  await addMonths("2026-11-01", "2026-11-01");
  await write("2026-12-05T00:00:00Z");
  expect(await addMonths("2026-11-01", "2027-01-31")).toBe(1);
  await write("2026-12-06T00:00:00Z");
  await write("2027-01-06T00:00:00Z");
  expect(await monthsWithRows()).toEqual(["diary_2027_01", "diary_default"]);
});

it("refuses changes of a month, also by the name of its partition", async () => {
  await addMonths("2026-11-01", "2026-11-01");
  await write("2026-11-05T00:00:00Z");
  await write("2027-11-05T00:00:00Z");
  for (const table of ["diary_2026_11", "diary_default"]) {
    for (const statement of [`update ${table} set text = 'b'`, `delete from ${table}`, `truncate ${table}`])
      await expect(sql.raw(statement).execute(database.owner)).rejects.toMatchObject({ code: "RC005" });
  }
  await expect(sql`truncate diary`.execute(database.owner)).rejects.toMatchObject({ code: "RC005" });
});

it("creates the next months again; one that can't be created is reported and does not prevent a start", async () => {
  const { db, owner, url, ownerUrl } = database;
  const error = vi.fn();
  const log = Object.assign(pino({ level: "silent" }), { error });
  const storage = await connectStorage({ create: false, url, ownerUrl, dataDir: "", log });
  const diary = async () => (await monthsAhead(db)).find(({ table }) => table === "diary")?.ahead;
  try {
    expect(await diary()).toBe(-1);
    await storage.addMonths();
    expect(await diary()).toBe(2);
    const { rows } = await sql<{ name: string; at: Date }>`
      select 'diary' || to_char(m, '_YYYY_MM') as name, (m || '+00')::timestamptz as at
      from (select date_trunc('month', now() at time zone 'UTC') + interval '1 month' as m) t`.execute(owner);
    const [{ name, at } = { name: "", at: new Date() }] = rows;
    await sql`drop table ${sql.table(name)}`.execute(owner);
    expect(await diary()).toBe(0);
    await storage.addMonths();
    expect(await diary()).toBe(2);

    await sql`drop table ${sql.table(name)}`.execute(owner);
    await sql`insert into diary values (${at}, 'a')`.execute(owner);
    await expect(storage.addMonths()).rejects.toThrow("rows of a month of diary are in diary_default already");
    expect(error).not.toHaveBeenCalled();
    await storage.migrate();
    expect(error).toHaveBeenCalledOnce();
    expect(await monthsAhead(db)).toEqual([
      { table: "audit_log", ahead: 2 },
      { table: "chat_messages", ahead: 2 },
      { table: "diary", ahead: 0 },
      { table: "log_entries", ahead: 2 },
      { table: "significant_events", ahead: 2 },
    ]);
  } finally {
    await storage.close();
  }
});
