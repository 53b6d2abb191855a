/** Members in all spellings of their names, and existing members whose names count as one now. */
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nameSkeleton } from "../accounts/index.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { insertMember } from "./administration.ts";
import { memberNamed, renewSkeletons, staffName } from "./names.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const ROW = { roles: ["viewer"] as const, password_hash: null };
const add = (name: string, skeleton: string) =>
  database.db
    .transaction()
    .execute((trx) => insertMember(trx, { ...ROW, name, skeleton }, new Date("2026-11-26T00:00:00Z")));
const idOf = async (name: string) => (await memberNamed(database.db, name, nameSkeleton))?.id ?? null;

it("a member is found in every spelling, and no second one is added", async () => {
  const id = await add("Николай", nameSkeleton("Николай"));
  for (const name of ["Николай", "НИКОЛАЙ", "николай", "Никола\u0438\u0306"]) {
    expect(await idOf(name), name).toBe(id);
    const again = staffName(name, nameSkeleton);
    await expect(add(again.name, again.skeleton)).rejects.toMatchObject({ code: ConsoleErrorCode.StaffNameTaken });
  }
});

it("existing members get their form anew; two that count as one now keep their own spelling", async () => {
  // As an earlier version compared them: Ł was another letter than ł.
  const [small, capital, other] = [
    await add("łukasz", "1ukasz"),
    await add("ŁUKASZ", "łukasz"),
    await add("Jan", "jan"),
  ];
  await renewSkeletons(database.db, nameSkeleton);
  await renewSkeletons(database.db, nameSkeleton);
  expect([await idOf("łukasz"), await idOf("ŁUKASZ"), await idOf("JAN")]).toEqual([small, capital, other]);
  expect([await idOf("Łukasz"), await idOf("lukasz")]).toEqual([null, null]);
  await expect(add("Łukasz", nameSkeleton("Łukasz"))).rejects.toMatchObject({ code: ConsoleErrorCode.StaffNameTaken });
});
