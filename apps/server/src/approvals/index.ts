/**
 * Approvals: a manual payment above a bound waits until a second person approves it. It owns the requests and checks
 * who may decide. It moves no money: the caller executes an approved payment in the same transaction.
 */
import { isDeepStrictEqual } from "node:util";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import { SYSTEM, recordAct } from "../audit/index.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { ApprovalTables } from "../storage/tables/approvals.ts";
import { NEW_ACCESS_HOURS, giverOf, isOnePerson, personsOf, recentAccess } from "./newAccess.ts";

export type ApprovalRequest = Selectable<ApprovalTables["approvals"]>;

/** Who requests or decides. `skeleton` is the name for comparison: confusable spellings have the same one. */
export interface Person {
  by: string;
  skeleton: string;
  from: string;
}
export interface ApprovalDetails {
  act: string;
  target: string;
  /** Minor units. */
  amount: number;
  params: Record<string, unknown>;
  key: string | null;
  why: string;
}

export const APPROVAL_MINUTES = 30;
const WINDOW_HOURS = 24;
const MAX_LISTED = 200;
/** Namespace of the locks under which amounts are added up: "appr". */
const LOCK = 0x61707072;
/** Namespace of the locks of idempotency keys: "akey". */
const KEY_LOCK = 0x616b6579;

/** The part of a request that is in the audit log. It must be unchanged at the approval. */
const facts = ({ act, target, amount, params, key }: Omit<ApprovalDetails, "why">) => ({
  act,
  target,
  amount,
  params,
  key,
});

/** Of a row of the audit log, minor units: `counted` where something else than the amount counts. */
const COUNTED = sql<number>`coalesce(after->>'counted', after->>'amount')::bigint * case coalesce(after->>'outcome', 'asked')
  when 'asked' then 1 when 'refused' then -1 else 0 end`;

/**
 * Which accounts one person has, or could have. Locks until the end of the transaction serialise the sums of these accounts:
 * two that one person could have share a lock.
 */
async function accountsOf(
  trx: Trx,
  person: Pick<Person, "by">,
  skeletonOf: (name: string) => string,
): Promise<(name: string) => boolean> {
  const read = async () => personsOf(await recentAccess(trx), skeletonOf);
  // In one order, so that two transactions wait for each other only one way.
  for (const skeleton of [...(await read())(person.by).keys()].toSorted())
    await sql`select pg_advisory_xact_lock(${LOCK}::int, hashtext(${skeleton}))`.execute(trx);
  // What was given while it waited counts too.
  const couldBe = await read();
  return (name) => isOnePerson(couldBe, person.by, name);
}

/**
 * Manual payments of one person without approval in the last 24 hours, minor units: in total, and to one target. Those of all
 * accounts that the person could have count (newAccess.ts). Concurrent payments are added up too.
 * @param acts names of acts whose `after` has an `amount`: of what is asked of a machine, it counts until the machine refuses.
 *   An act whose `after` has a `machineId` counts for that machine, whatever its own target
 */
export async function manuallyMoved(
  trx: Trx,
  person: Pick<Person, "by">,
  of: { acts: readonly string[]; target: string; skeletonOf: (name: string) => string },
): Promise<{ inAll: number; onTarget: number }> {
  const isOwn = await accountsOf(trx, person, of.skeletonOf);
  const rows = await trx
    .selectFrom("audit_log")
    .select([
      "by",
      sql<number>`coalesce(sum(${COUNTED}), 0)::bigint`.as("inAll"),
      sql<number>`coalesce(sum(${COUNTED}) filter (where target = ${of.target} or 'machine ' || (after->>'machineId') = ${of.target}), 0)::bigint`.as(
        "onTarget",
      ),
    ])
    .where("act", "in", of.acts)
    .where("at", ">", sql<Date>`clock_timestamp() - make_interval(hours => ${WINDOW_HOURS})`)
    .where(sql<boolean>`after ? 'amount'`)
    .groupBy("by")
    .execute();
  const own = rows.filter(({ by }) => isOwn(by));
  const sum = (which: "inAll" | "onTarget") => own.reduce((total, row) => total + row[which], 0);
  return { inAll: sum("inAll"), onTarget: sum("onTarget") };
}

/**
 * Until the end of the transaction, others wait who pay under the same key: what it has moved is then known, or which
 * request has it.
 */
export async function lockKey(trx: Trx, target: string, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEY_LOCK}::int, hashtext(${`${target} ${key}`}))`.execute(trx);
}

/** The pending or approved request with the operator's key. */
export async function requestWithKey(
  on: Db | Trx,
  { act, target, key }: Pick<ApprovalDetails, "act" | "target" | "key">,
): Promise<ApprovalRequest | null> {
  if (key === null) return null;
  const row = await on
    .selectFrom("approvals")
    .selectAll()
    .where("act", "=", act)
    .where("target", "=", target)
    .where("key", "=", key)
    .where("state", "in", ["waiting", "approved"])
    .executeTakeFirst();
  return row ?? null;
}

/** The number of the same person's pending request for exactly this, without a key; null: there is none. */
export async function waitingDuplicate(
  trx: Trx,
  { act, target, amount, params }: Omit<ApprovalDetails, "why" | "key">,
  { skeleton }: Pick<Person, "skeleton">,
): Promise<number | null> {
  const rows = await trx
    .selectFrom("approvals")
    .select(["id", "params"])
    .where("state", "=", "waiting")
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .where("requester", "=", skeleton)
    .where("act", "=", act)
    .where("target", "=", target)
    .where("amount", "=", amount)
    .where("key", "is", null)
    .execute();
  return rows.find((row) => isDeepStrictEqual(row.params, params))?.id ?? null;
}

/**
 * Resolves with its number. The caller records it: act "approvals.request", target "approval <id>", `requestFacts` as
 * after.
 */
export async function requestApproval(trx: Trx, wanted: ApprovalDetails, person: Person): Promise<number> {
  const { id } = await trx
    .insertInto("approvals")
    .values({
      ...facts(wanted),
      params: JSON.stringify(wanted.params),
      why: wanted.why,
      requested_by: person.by,
      requester: person.skeleton,
      requested_from: person.from,
      decided_by: null,
      decider: null,
      decided_from: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
/** Whom the request `a` pays, and of which machine's money, in SQL; null: it names none. */
export const PAYEE_OF_REQUEST = sql<number | null>`
  case when a.target ~ '^player [0-9]{1,9}$' then substr(a.target, 8)::integer
    when a.act in ('machine.settle', 'transfer.resolve') then (a.params->>'playerId')::integer end`;
export const MACHINE_OF_REQUEST = sql<number | null>`
  case when a.target ~ '^machine [0-9]{1,9}$' then substr(a.target, 9)::integer
    when a.act = 'transfer.resolve' then (a.params->>'machineId')::integer end`;

/** The requests about a target, the newest first; at most 200. */
export function requestsOn(db: Db, target: string): Promise<ApprovalRequest[]> {
  return db
    .selectFrom("approvals")
    .selectAll()
    .where("target", "=", target)
    .orderBy("id", "desc")
    .limit(MAX_LISTED)
    .execute();
}
/** Nobody has decided it, and its time is not over. */
export const isWaiting = ({ state, expires_at: expiresAt }: ApprovalRequest): boolean =>
  state === "waiting" && expiresAt.getTime() > Date.now();

export const approvalTarget = (id: number): string => `approval ${id}`;
export const requestFacts = (wanted: ApprovalDetails) => facts(wanted);

export async function findApproval(db: Db, id: number): Promise<ApprovalRequest | null> {
  return (await db.selectFrom("approvals").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Pending requests, oldest first; with `all` every request, newest first. At most 200. */
export function listApprovals(db: Db, { all }: { all: boolean }): Promise<ApprovalRequest[]> {
  const query = db.selectFrom("approvals").selectAll().limit(MAX_LISTED);
  return all ? query.orderBy("id", "desc").execute() : query.where("state", "=", "waiting").orderBy("id").execute();
}

/** Expires undecided requests, and records it. */
export async function expireApprovals(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable("approvals")
      .set({ state: "expired" })
      .where("state", "=", "waiting")
      .where("expires_at", "<=", sql<Date>`clock_timestamp()`)
      .returning(["id", "requested_by"])
      .execute();
    for (const { id, requested_by: by } of rows) {
      const states = { before: { state: "waiting", requestedBy: by }, after: { state: "expired" } };
      await recordAct(trx, { ...SYSTEM, act: "approvals.expire", target: approvalTarget(id), ...states, why: null });
    }
  });
}

/** What was recorded when the request was made. */
const recordOf = (trx: Trx, { id }: Pick<ApprovalRequest, "id">) =>
  trx
    .selectFrom("audit_log")
    .select(["by", "via", "after"])
    .where("act", "=", "approvals.request")
    .where("target", "=", approvalTarget(id))
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();

/** Whether a member of the staff has made it in the console. */
export const isOfConsole = async (trx: Trx, request: Pick<ApprovalRequest, "id">): Promise<boolean> =>
  (await recordOf(trx, request))?.via === "console";

/** @throws ConsoleError RequestChanged where the request is not, or no longer, what was recorded when it was made */
async function assertUnchanged(trx: Trx, request: ApprovalRequest): Promise<void> {
  const row = await recordOf(trx, request);
  if (row?.by !== request.requested_by || !isDeepStrictEqual(row.after, facts(request)))
    throw new ConsoleError(ConsoleErrorCode.RequestChanged, { request: request.id });
}

/** @throws ConsoleError RequestAccessTooNew where one person could be both */
async function assertIndependent(
  trx: Trx,
  { id, requested_by: requester }: ApprovalRequest,
  { by: person }: Person,
  skeletonOf: (name: string) => string,
): Promise<void> {
  const giver = giverOf(await recentAccess(trx), { requester, approver: person }, skeletonOf);
  if (giver === null) return;
  const names = { requester, person, giver: giver.name, member: giver.member };
  throw new ConsoleError(ConsoleErrorCode.RequestAccessTooNew, { request: id, ...names, hours: NEW_ACCESS_HOURS });
}

/**
 * Decides a request once: of two at the same time, the second waits for the first and is refused. Anybody may refuse one,
 * its own author included.
 * @param skeletonOf confusable spellings of a name have the same one
 * @throws ConsoleError where there is none, it is decided or expired, was changed, or the same person would approve, or could be
 */
export async function decide(
  trx: Trx,
  id: number,
  state: "approved" | "refused",
  person: Person,
  skeletonOf: (name: string) => string,
): Promise<ApprovalRequest> {
  const request = await trx.selectFrom("approvals").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!request) throw new ConsoleError(ConsoleErrorCode.RequestUnknown, { request: id });
  if (request.state === "expired" || (request.state === "waiting" && request.expires_at.getTime() <= Date.now()))
    throw new ConsoleError(ConsoleErrorCode.RequestExpired, { request: id, minutes: APPROVAL_MINUTES });
  if (request.state !== "waiting") {
    const decided = { state: request.state, person: request.decided_by ?? "somebody" };
    throw new ConsoleError(ConsoleErrorCode.RequestDecided, { request: id, ...decided });
  }
  if (state === "approved") {
    // By the name: the skeleton may have been made by an earlier version.
    if (skeletonOf(request.requested_by) === person.skeleton) {
      const names = { requester: request.requested_by, person: person.by };
      throw new ConsoleError(ConsoleErrorCode.RequestOwn, { request: id, ...names });
    }
    await assertUnchanged(trx, request);
    await assertIndependent(trx, request, person, skeletonOf);
  }
  await trx
    .updateTable("approvals")
    .set({ state, decided_by: person.by, decider: person.skeleton, decided_from: person.from })
    .where("id", "=", id)
    .execute();
  return request;
}
