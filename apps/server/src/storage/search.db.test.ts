/** The database's search_fold is the searchFold of the apps. */
import { searchFold } from "@reelcast/contract/fold";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "./testing/index.ts";

const BETWEEN = "\u0001";

test("every letter is folded by the database as by the apps", async () => {
  const database = await createTestDatabase();
  const letters: string[] = [];
  for (let point = 2; point <= 0x10_ffff; point += 1) {
    const letter = String.fromCodePoint(point);
    // Decomposed since Unicode 17, which this PostgreSQL does not know.
    if (point === 0xa7f1) continue;
    if (!/[\p{Cn}\p{Co}\p{Cs}\p{Script=Han}\p{Script=Hangul}]/u.test(letter)) letters.push(letter);
  }
  letters.push("Şule IŞIK", "A\u0308RGER", "ﬁŞ ＡＬＩ", "أَحْمَد محـمد ٢٠٢٦", "ΣΊΣΥΦΟΣ", "O’Neill STRAẞE Æsir");
  const { rows } = await sql<{ folded: string }>`
    select string_agg(search_fold(text), ${BETWEEN} order by n) as folded
    from unnest(${letters}::text[]) with ordinality as t (text, n)`.execute(database.db);
  await database.close();
  const folded = rows[0]?.folded.split(BETWEEN) ?? [];
  const wrong = letters.flatMap((text, at) => (folded[at] === searchFold(text) ? [] : [[text, folded[at]]]));
  expect(wrong).toEqual([]);
});
