import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import { stayOpen } from "../storage/testing/locks.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createSeal } from "./key.ts";
import { createTotpStore } from "./totp.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

it("recovery codes that are made twice at the same time are those of one, and the others are void", async () => {
  const { db } = database;
  const { id } = await db
    .insertInto("staff")
    .values({
      name: "Ayşe",
      skeleton: "ayse",
      roles: ["manager"],
      password_hash: null,
      totp_secret: null,
      totp_step: null,
      disabled_at: null,
      created_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const totp = createTotpStore(createSeal(db, "unused"), () => new Date());
  let isOver = false;
  const { first, second } = await db.transaction().execute(async (trx) => {
    await stayOpen(trx);
    const made = await totp.renewRecovery(trx, id);
    const renewed = db.transaction().execute((other) => totp.renewRecovery(other, id));
    void renewed.then(() => {
      isOver = true;
    });
    const waiting = () =>
      database.superuser
        .selectFrom(
          sql<{ count: number }>`(select count(*)::integer as count from pg_locks where not granted)`.as("locks"),
        )
        .select("count")
        .executeTakeFirstOrThrow();
    await expect.poll(async () => isOver || (await waiting()).count > 0).toBe(true);
    return { first: made, second: renewed };
  });
  const [code = ""] = first;
  const [kept = ""] = await second;
  expect(await db.selectFrom("staff_codes").selectAll().execute()).toHaveLength(10);
  expect(await totp.acceptRecovery(db, id, code)).toBe(false);
  expect(await totp.acceptRecovery(db, id, kept)).toBe(true);
});
