/** What the migration of the kinds of limits does with the limits of the version before. */
import { sql } from "kysely";
import { NO_PLAY_RULES } from "@reelcast/contract";
import { expect, it } from "vitest";
import { up } from "../storage/migrations/134_limit_kinds.ts";
import { addTestPlayer, createTestDatabase } from "../storage/testing/index.ts";
import { createProtection } from "./index.ts";

it("no limit becomes weaker: what was in force stays, and what waited needs its player's confirmation", async () => {
  const database = await createTestDatabase();
  try {
    const { db, owner } = database;
    const playerId = await addTestPlayer(db, "anna");
    await sql`alter table players drop column age_verified_at, drop column born_on`.execute(owner);
    const add = (kind: string, period: string, value: number, pending: number | null, hours: number | null) =>
      sql`insert into player_limits (player_id, kind, period, value, pending_value, pending_from)
        values (${playerId}, ${kind}, ${period}, ${value}, ${pending}, now() + ${hours}::int * interval '1 hour')`.execute(
        owner,
      );
    await add("deposit", "day", 1_000, null, null);
    await add("deposit", "week", 5_000, 9_000, -1);
    await add("loss", "day", 500, 800, 3);
    await add("time", "week", 60, null, -2);
    await up(owner as never);

    const protection = createProtection({
      db,
      timeZone: "UTC",
      rules: () => NO_PLAY_RULES,
      log: async () => {},
      endLogins: async () => () => {},
      onChange: () => {},
    });
    const { limits } = await protection.of(playerId);
    const found = limits.flatMap(({ kind, period, value, pending }) =>
      value === null && pending === null ? [] : [[kind, period, value, pending?.value]],
    );
    expect(found).toEqual([
      ["cashIn", "day", 1_000, undefined],
      ["cashIn", "week", 9_000, undefined],
      ["loss", "day", 500, 800],
    ]);
    expect(await protection.age(playerId)).toEqual({ verifiedAt: null, bornOn: null });
  } finally {
    await database.close();
  }
});
