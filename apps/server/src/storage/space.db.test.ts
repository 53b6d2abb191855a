import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectStorage } from "./open.ts";
import type { Storage } from "./open.ts";
import { isDatabaseAway } from "./connection.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let database: TestDatabase;
let storage: Storage;
beforeEach(async () => {
  database = await createTestDatabase();
  storage = await connectStorage({ create: false, ...database, dataDir: "", log: pino({ level: "silent" }) });
});
afterEach(async () => {
  await storage.close();
  await database.close();
});

/** As PostgreSQL reports a full disk, from a statement of the server's own. */
const fail = (code: string, text: string) =>
  sql`do ${sql.lit(`begin raise exception '${text}' using errcode = '${code}'; end`)}`.execute(storage.db);

it("a database that says its disk is full refuses new play, until it has written some megabytes", async () => {
  const written = async () => {
    // PostgreSQL counts an idle connection's bytes ten seconds later otherwise.
    await sql`select pg_stat_force_next_flush()`.execute(storage.db);
    const { rows } = await sql<{ bytes: number }>`
      select temp_bytes::float8 as bytes from pg_stat_database where datname = current_database()`.execute(
      database.superuser,
    );
    return rows[0]?.bytes ?? 0;
  };
  expect(storage.space.level).toBe("enough");
  const error: unknown = await fail("53100", "could not extend file: No space left on device").catch((e: unknown) => e);
  expect(isDatabaseAway(error)).toBe(true);
  expect(storage.space.level).toBe("full");
  // It tries, with the rights of the running server.
  await vi.waitFor(() => expect(storage.space.level).toBe("enough"));
  await vi.waitFor(async () => expect(await written()).toBeGreaterThan(8_000_000));
});

it("what else the database lacks at the moment is tried again later, and is no full disk", async () => {
  for (const code of ["53000", "53200", "53300"]) {
    const error: unknown = await fail(code, "not now").catch((e: unknown) => e);
    expect(isDatabaseAway(error)).toBe(true);
  }
  expect(storage.space.level).toBe("enough");
});
