/** What managers and the command line do with members of the staff. */
import { randomBytes } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode, permissionsOf } from "@reelcast/contract/console";
import type { Permission, Role, StaffMember } from "@reelcast/contract/console";
import { sql } from "kysely";
import { createFailureStore } from "../failureStore.ts";
import { secretDigest } from "../secretDigest.ts";
import type { Db, Trx } from "../storage/index.ts";
import { memberNamed, staffName } from "./names.ts";
import { forgetMember } from "./attempts.ts";
import { IDLE_MS, LONGEST_MS, rolesOf } from "./sessions.ts";
import type { Sessions } from "./sessions.ts";
import type { StaffAdministration, StaffLink } from "./types.ts";

const LINK_MS = 24 * 3_600_000;
/** In the address behind "#", which browsers do not send. */
const LINK_PREFIX = "link.";
/** Advisory lock of the creation of the first manager: "staf". */
const FIRST_LOCK = 0x73746166;

interface Parts {
  now: () => Date;
  sessions: Sessions;
  skeletonOf: (name: string) => string;
}

/** Makes a link in place of an earlier one. @param staffId null: for the first manager */
export async function makeLink(trx: Trx, staffId: number | null, now: Date): Promise<StaffLink> {
  const token = LINK_PREFIX + randomBytes(32).toString("base64url");
  const expires = new Date(now.getTime() + LINK_MS);
  await deleteLink(trx, staffId);
  await trx
    .insertInto("staff_links")
    .values({ digest: secretDigest(token), staff_id: staffId, expires_at: expires })
    .execute();
  return { path: `/link#${token}`, expiresAt: expires.toISOString() };
}
const deleteLink = (trx: Trx, staffId: number | null) =>
  trx
    .deleteFrom("staff_links")
    .where("staff_id", staffId === null ? "is" : "=", staffId)
    .execute();

/** Only one transaction at a time decides whether there is a member already. */
export async function lockFirst(trx: Trx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${FIRST_LOCK}::int, 0)`.execute(trx);
  return (await trx.selectFrom("staff").select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Resolves with the id. @throws AppError StaffNameTaken */
export async function insertMember(
  trx: Trx,
  member: { name: string; skeleton: string; roles: readonly Role[]; password_hash: string | null },
  now: Date,
): Promise<number> {
  const row = await trx
    .insertInto("staff")
    .values({
      ...member,
      roles: [...member.roles],
      totp_secret: null,
      totp_step: null,
      disabled_at: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("skeleton").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new ConsoleError(ConsoleErrorCode.StaffNameTaken);
  return row.id;
}

const isSameSet = (some: readonly Role[], others: readonly Role[]): boolean =>
  some.every((role) => others.includes(role)) && others.every((role) => some.includes(role));

async function lockMember(trx: Trx, id: number) {
  // In one order, so that two changes at the same time wait for each other.
  const rows = await trx
    .selectFrom("staff")
    .selectAll()
    .where((eb) => eb.or([eb("id", "=", id), eb(sql`'manager'`, "=", sql`any(roles)`)]))
    .orderBy("id")
    .forUpdate()
    .execute();
  const member = rows.find((row) => row.id === id);
  if (!member) throw new AppError(ErrorCode.NotFound);
  const others = rows.filter((row) => row.id !== id && row.disabled_at === null && row.roles.includes("manager"));
  return {
    member,
    /** @throws AppError LastManager */
    mayLose: (): void => {
      if (member.disabled_at !== null || !member.roles.includes("manager")) return;
      // An invited manager can't act yet.
      const isEnough = others.some((one) => one.password_hash !== null || member.password_hash === null);
      if (!isEnough) throw new ConsoleError(ConsoleErrorCode.LastManager);
    },
  };
}

async function listMembers(on: Db | Trx, now: Date): Promise<StaffMember[]> {
  const idle = new Date(now.getTime() - IDLE_MS);
  const oldest = new Date(now.getTime() - LONGEST_MS);
  const rows = await on
    .selectFrom("staff")
    .select((eb) => [
      "staff.id",
      "staff.name",
      "staff.roles",
      "staff.disabled_at",
      "staff.created_at",
      sql<boolean>`staff.password_hash is not null`.as("hasPassword"),
      sql<boolean>`staff.totp_secret is not null`.as("totp"),
      eb
        .selectFrom("staff_passkeys")
        .whereRef("staff_passkeys.staff_id", "=", "staff.id")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("passkeys"),
      eb
        .selectFrom("staff_sessions")
        .whereRef("staff_sessions.staff_id", "=", "staff.id")
        .where("ended_at", "is", null)
        .where((inner) => inner.or([inner("wall", "=", true), inner("last_used_at", ">", idle)]))
        .where("started_at", ">", oldest)
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("sessions"),
      eb
        .selectFrom("staff_sessions")
        .whereRef("staff_sessions.staff_id", "=", "staff.id")
        .select((inner) => inner.fn.max("last_used_at").as("last"))
        .as("lastUsed"),
    ])
    .orderBy("staff.name")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    roles: rolesOf(row.roles),
    state: row.disabled_at !== null ? "disabled" : row.hasPassword ? "active" : "invited",
    totp: row.totp,
    passkeys: row.passkeys ?? 0,
    sessions: row.disabled_at === null ? (row.sessions ?? 0) : 0,
    lastUsedAt: row.lastUsed?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }));
}

async function permissionsNow(
  trx: Trx,
  name: string,
  skeletonOf: (name: string) => string,
): Promise<readonly Permission[] | null> {
  const row = await memberNamed(trx, name, skeletonOf, { lock: true });
  if (!row) return null;
  return row.disabled_at === null ? permissionsOf(rolesOf(row.roles)) : [];
}

export function createAdministration({ now, sessions, skeletonOf }: Parts): StaffAdministration {
  return {
    list: (on) => listMembers(on, now()),
    async findByName(on, name) {
      const row = await memberNamed(on, name, skeletonOf);
      if (!row) throw new ConsoleError(ConsoleErrorCode.StaffUnknown, { name });
      return { id: row.id, name: row.name };
    },
    permissionsNow: (trx, name) => permissionsNow(trx, name, skeletonOf),
    async add(trx, { name: raw, roles }) {
      const { name, skeleton } = staffName(raw, skeletonOf);
      const unique = [...new Set(roles)];
      // The first manager's link is opened before, or finds a member.
      await lockFirst(trx);
      const id = await insertMember(trx, { name, skeleton, roles: unique, password_hash: null }, now());
      return { id, name, before: null, after: { name, roles: unique }, link: await makeLink(trx, id, now()) };
    },
    async changeRoles(trx, id, { roles, seen }) {
      const { member, mayLose } = await lockMember(trx, id);
      if (seen !== null && !isSameSet(seen, rolesOf(member.roles))) throw new AppError(ErrorCode.Conflict);
      const unique = [...new Set(roles)];
      if (!unique.includes("manager")) mayLose();
      await trx.updateTable("staff").set({ roles: unique }).where("id", "=", id).execute();
      await sessions.end(trx, id, null);
      const { name } = member;
      return { id, name, before: { name, roles: member.roles }, after: { name, roles: unique } };
    },
    async disable(trx, id) {
      const { member, mayLose } = await lockMember(trx, id);
      mayLose();
      const { name } = member;
      const disabledAt = member.disabled_at ?? now();
      await trx.updateTable("staff").set({ disabled_at: disabledAt }).where("id", "=", id).execute();
      await deleteLink(trx, id);
      await sessions.end(trx, id, null);
      const after = { name, disabledSince: disabledAt };
      return { id, name, before: { name, disabledSince: member.disabled_at }, after };
    },
    async enable(trx, id) {
      const { member } = await lockMember(trx, id);
      const { name } = member;
      await trx.updateTable("staff").set({ disabled_at: null }).where("id", "=", id).execute();
      await forgetMember(createFailureStore(trx, now), member);
      return { id, name, before: { name, disabledSince: member.disabled_at }, after: { name, disabledSince: null } };
    },
    async reset(trx, id, { mayBeLast }) {
      const { member, mayLose } = await lockMember(trx, id);
      if (member.disabled_at !== null) throw new AppError(ErrorCode.Conflict);
      if (!mayBeLast) mayLose();
      await trx
        .updateTable("staff")
        .set({ password_hash: null, totp_secret: null, totp_step: null })
        .where("id", "=", id)
        .execute();
      for (const table of ["staff_codes", "staff_passkeys", "staff_challenges"] as const)
        await trx.deleteFrom(table).where("staff_id", "=", id).execute();
      await sessions.end(trx, id, null);
      await forgetMember(createFailureStore(trx, now), member);
      const { name } = member;
      return { id, name, before: { name }, after: { name, reset: true }, link: await makeLink(trx, id, now()) };
    },
  };
}
