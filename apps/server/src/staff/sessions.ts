/**
 * Sessions of members: a bearer token of 256 random bits, of which the database has a digest. A session ends after 15 minutes
 * without use and after 12 hours in any case; one of the wall, which only reads the floor, is not ended for want of use. Roles
 * are read at each check, so that a change counts at once.
 */
import { randomBytes } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { ROLES, SECOND_FACTOR_PERMISSIONS, WALL_PERMISSIONS, permissionsOf } from "@reelcast/contract/console";
import type { Permission, Role } from "@reelcast/contract/console";
import { atMostHourly } from "../hourly.ts";
import { networkOf } from "../networkOf.ts";
import { secretDigest } from "../secretDigest.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { Begun, Member, Origin } from "./types.ts";

export const IDLE_MS = 15 * 60_000;
export const LONGEST_MS = 12 * 3_600_000;
/** A use is stored at most so often, so that most calls only read. */
const STORED_EVERY_MS = 15_000;
/** Open at once; a further one ends the oldest. */
const MOST_SESSIONS = 20;
/** Ended sessions show from where a member has signed in before. */
const KEPT_MS = 90 * 86_400_000;
/** From which a member has signed in, the latest first: so many are compared. */
const MOST_ADDRESSES = 500;
const PREFIX = "staff-session.";
const MAX_TOKEN = 100;
const MAX_ADDRESS = 100;
const MAX_AGENT = 300;

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);
/** Of the column: roles of a later version are left out. */
export const rolesOf = (stored: readonly string[]): Role[] => stored.filter(isRole);
/** Some permission of these roles counts only with a second factor. */
export const needsSecondFactor = (roles: readonly Role[]): boolean =>
  permissionsOf(roles).some((one) => SECOND_FACTOR_PERMISSIONS.includes(one));
function permissionsIn(
  roles: readonly Role[],
  { wall, second_factor: secondFactor }: Pick<Row, "wall" | "second_factor">,
): Permission[] {
  const all = permissionsOf(roles);
  if (wall) return all.filter((one) => WALL_PERMISSIONS.includes(one));
  return secondFactor ? all : all.filter((one) => !SECOND_FACTOR_PERMISSIONS.includes(one));
}

export const tokenInvalid = (reason: "invalid" | "expired") => new AppError(ErrorCode.TokenInvalid, { reason });

interface Row {
  id: number;
  staff_id: number;
  second_factor: boolean;
  wall: boolean;
  started_at: Date;
  last_used_at: Date;
  name: string;
  roles: string[];
}
/** ms */
export const endOf = ({ started_at }: Pick<Row, "started_at">): number => started_at.getTime() + LONGEST_MS;
function memberOf(row: Row): Member {
  const roles = rolesOf(row.roles);
  return {
    id: row.staff_id,
    sessionId: row.id,
    name: row.name,
    roles,
    permissions: permissionsIn(roles, row),
    secondFactor: row.second_factor,
    wall: row.wall,
    expiresAt: endOf(row) / 1_000,
  };
}

export interface Sessions {
  begin(trx: Trx, staffId: number, secondFactor: boolean, from: Origin): Promise<Begun>;
  /** Ends the session and begins another one in its place, as at every change of rights: it ends when that one would have. */
  replace(trx: Trx, member: Member, secondFactor: boolean, from: Origin): Promise<Begun>;
  /** Ends the session and begins one of the wall in its place, which has its own 12 hours. @throws as `replace` */
  startWall(trx: Trx, member: Member, from: Origin): Promise<Begun>;
  check(token: string): Promise<Member>;
  used(sessionId: number): Promise<void>;
  membersOf(sessionIds: readonly number[]): Promise<Member[]>;
  /** Newest first. */
  open(on: Db | Trx, staffId: number): Promise<(Row & { address: string; agent: string })[]>;
  /** Resolves with those that have ended. @param which null: all of the member's */
  end(on: Db | Trx, staffId: number, which: { only?: number; except?: number } | null): Promise<number[]>;
  /** The session goes on with the rights that need no second factor. */
  dropSecondFactor(trx: Trx, sessionId: number): Promise<void>;
  /** Whether it is open and has the second factor; it stays so until the transaction ends. */
  hasFactor(trx: Trx, sessionId: number): Promise<boolean>;
  /** Whether the member has signed in from this network before. */
  isKnown(staffId: number, address: string): Promise<boolean>;
}

/** How sessions begin, change and end. */
function sessionLifecycle(
  now: () => Date,
): Pick<Sessions, "begin" | "replace" | "startWall" | "end" | "dropSecondFactor"> {
  const end: Sessions["end"] = async (on, staffId, which) => {
    const rows = await on
      .updateTable("staff_sessions")
      .set({ ended_at: now() })
      .where("staff_id", "=", staffId)
      .where("ended_at", "is", null)
      .$if(which?.only !== undefined, (query) => query.where("id", "=", which?.only ?? 0))
      .$if(which?.except !== undefined, (query) => query.where("id", "!=", which?.except ?? 0))
      .returning("id")
      .execute();
    return rows.map(({ id }) => id);
  };
  async function insert(
    trx: Trx,
    staffId: number,
    { secondFactor, startedAt, wall = false }: { secondFactor: boolean; startedAt: Date; wall?: boolean },
    { address, agent }: Origin,
  ): Promise<Begun> {
    const token = PREFIX + randomBytes(32).toString("base64url");
    const at = now();
    const older = await trx
      .selectFrom("staff_sessions")
      .select("id")
      .where("staff_id", "=", staffId)
      .where("ended_at", "is", null)
      .orderBy("id", "desc")
      .offset(MOST_SESSIONS - 1)
      .execute();
    const ended = [];
    for (const { id } of older) ended.push(...(await end(trx, staffId, { only: id })));
    await trx
      .insertInto("staff_sessions")
      .values({
        digest: secretDigest(token),
        staff_id: staffId,
        second_factor: secondFactor,
        wall,
        address: address.slice(0, MAX_ADDRESS),
        agent: agent.replaceAll("\0", "").slice(0, MAX_AGENT),
        started_at: startedAt,
        last_used_at: at,
        ended_at: null,
      })
      .execute();
    return { staffId, token, expiresAt: new Date(startedAt.getTime() + LONGEST_MS).toISOString(), ended };
  }

  /** @throws AppError TokenInvalid where it has ended meanwhile */
  async function endOwn(trx: Trx, { id, sessionId }: Member): Promise<void> {
    const [ended] = await end(trx, id, { only: sessionId });
    if (ended === undefined) throw tokenInvalid("invalid");
  }
  return {
    begin: (trx, staffId, secondFactor, from) => insert(trx, staffId, { secondFactor, startedAt: now() }, from),
    end,
    async dropSecondFactor(trx, sessionId) {
      await trx.updateTable("staff_sessions").set({ second_factor: false }).where("id", "=", sessionId).execute();
    },
    async replace(trx, member, secondFactor, from) {
      await endOwn(trx, member);
      const startedAt = new Date(member.expiresAt * 1_000 - LONGEST_MS);
      return insert(trx, member.id, { secondFactor, startedAt }, from);
    },
    async startWall(trx, member, from) {
      await endOwn(trx, member);
      return insert(trx, member.id, { secondFactor: false, startedAt: now(), wall: true }, from);
    },
  };
}

async function hasFactor(trx: Trx, sessionId: number): Promise<boolean> {
  const row = await trx
    .selectFrom("staff_sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .where("second_factor", "=", true)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
async function isKnown(db: Db, staffId: number, address: string): Promise<boolean> {
  const rows = await db
    .selectFrom("staff_sessions")
    .select("address")
    .where("staff_id", "=", staffId)
    .groupBy("address")
    .orderBy((eb) => eb.fn.max("id"), "desc")
    .limit(MOST_ADDRESSES)
    .execute();
  const network = networkOf(address);
  return rows.some((row) => networkOf(row.address) === network);
}

export function createSessions(db: Db, now: () => Date): Sessions {
  const openOnes = (on: Db | Trx) =>
    on
      .selectFrom("staff_sessions")
      .innerJoin("staff", "staff.id", "staff_sessions.staff_id")
      .select([
        "staff_sessions.id",
        "staff_id",
        "second_factor",
        "wall",
        "started_at",
        "last_used_at",
        "address",
        "agent",
        "staff.name",
        "staff.roles",
      ])
      .where("ended_at", "is", null)
      .where("staff.disabled_at", "is", null);
  const isOpen = (row: Row): boolean =>
    now().getTime() < Math.min(endOf(row), row.wall ? Infinity : row.last_used_at.getTime() + IDLE_MS);
  const tidy = atMostHourly(now, async (at) => {
    await db
      .deleteFrom("staff_sessions")
      .where("started_at", "<", new Date(at - KEPT_MS))
      .execute();
  });

  return {
    ...sessionLifecycle(now),
    async check(token) {
      if (!token.startsWith(PREFIX) || token.length > MAX_TOKEN) throw tokenInvalid("invalid");
      const row = await openOnes(db).where("digest", "=", secretDigest(token)).executeTakeFirst();
      if (!row) throw tokenInvalid("invalid");
      if (!isOpen(row)) throw tokenInvalid("expired");
      await tidy();
      return memberOf(row);
    },
    async used(sessionId) {
      const at = now();
      await db
        .updateTable("staff_sessions")
        .set({ last_used_at: at })
        .where("id", "=", sessionId)
        .where("ended_at", "is", null)
        .where("last_used_at", "<", new Date(at.getTime() - STORED_EVERY_MS))
        // One that is idle already stays so, if its last call is still under way.
        .where("last_used_at", ">", new Date(at.getTime() - IDLE_MS))
        .execute();
    },
    async membersOf(sessionIds) {
      if (sessionIds.length === 0) return [];
      const rows = await openOnes(db).where("staff_sessions.id", "in", sessionIds).execute();
      return rows.filter(isOpen).map(memberOf);
    },
    async open(on, staffId) {
      const rows = await openOnes(on).where("staff_id", "=", staffId).orderBy("staff_sessions.id", "desc").execute();
      return rows.filter(isOpen);
    },
    hasFactor,
    isKnown: (staffId, address) => isKnown(db, staffId, address),
  };
}
