/** Names of members. */
import { AppError, ErrorCode, isVisible } from "@reelcast/contract";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import type { StaffTables } from "../storage/tables/staff.ts";

const MAX_LENGTH = 40;
/** Names of acts that no person does. */
const RESERVED = ["system", "house", "unknown"];
/** "key NAME" is an operator's key in the audit log. */
const KEY = "key";

const staffForm = (raw: string): string => raw.normalize("NFC").replace(/\s+/g, " ").trim();

/**
 * The name as it is stored and shown, and the form in which names are compared.
 * @throws AppError InvalidRequest with `field` for one that is invisible, too long or reserved
 */
export function staffName(raw: string, skeletonOf: (name: string) => string): { name: string; skeleton: string } {
  const name = staffForm(raw);
  const skeleton = skeletonOf(name);
  const isPlain = isVisible(name) && !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(name);
  if (
    !isPlain ||
    Array.from(name).length > MAX_LENGTH ||
    skeleton === "" ||
    RESERVED.map(skeletonOf).includes(skeleton) ||
    skeletonOf(name.split(" ", 1)[0] ?? "") === skeletonOf(KEY)
  )
    throw new AppError(ErrorCode.InvalidRequest, { field: "name" });
  return { name, skeleton };
}

/** Between the skeleton and the number of a member whose skeleton another one had first; no skeleton has it. */
const DUPLICATE = "#";

/**
 * The member of this name, in any spelling. Two members added by an earlier version may have names that count as one: each is found by the exact one.
 * @param lock whether the row is locked against changes
 */
export async function memberNamed(
  on: Db | Trx,
  name: string,
  skeletonOf: (name: string) => string,
  { lock = false } = {},
): Promise<Selectable<StaffTables["staff"]> | undefined> {
  const query = on
    .selectFrom("staff")
    .selectAll()
    .where(sql<boolean>`split_part(skeleton, ${DUPLICATE}, 1) = ${skeletonOf(name)}`);
  const rows = await (lock ? query.forShare() : query).execute();
  const exact = rows.find((row) => row.name === staffForm(name));
  return rows.length > 1 ? exact : rows[0];
}

/** Makes the skeletons of members anew whose form has changed with this version. */
export async function renewSkeletons(db: Db, skeletonOf: (name: string) => string): Promise<void> {
  const members = await db.selectFrom("staff").select(["id", "name", "skeleton"]).orderBy("id").execute();
  const taken = new Set(members.map(({ skeleton }) => skeleton));
  for (const { id, name, skeleton: former } of members) {
    const fresh = skeletonOf(name);
    if (former.split(DUPLICATE, 1)[0] === fresh) continue;
    const skeleton = taken.has(fresh) ? `${fresh}${DUPLICATE}${id}` : fresh;
    taken.add(skeleton);
    await db.updateTable("staff").set({ skeleton }).where("id", "=", id).where("skeleton", "=", former).execute();
  }
}
