/**
 * Which members of the staff one person could be: whose access to the console somebody has made or regained for them a short
 * time ago. Who adds an account, or takes another's password, holds the link by which its password is chosen. It reads the
 * audit log, which nobody can change, and decides nothing else.
 */
import { permissionsOf, ROLES } from "@reelcast/contract/console";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Trx } from "../storage/index.ts";

/** For so long a new access counts as that of its giver: others have this time to see it in the list of members and in the log. */
export const NEW_ACCESS_HOURS = 24;
const ACTS = ["staff.add", "staff.reset", "staff.roles", "staff.enable"] as const;
/** After these a one-time link chooses the password: who had the account before has it no more. */
const LINKED: readonly string[] = ["staff.add", "staff.reset"];

/** A row of the audit log about a member: who has changed the access of whom. */
export interface AccessChange {
  by: string;
  via: string;
  act: string;
  before: unknown;
  after: unknown;
}
interface Giver {
  /** As in the audit log. */
  name: string;
  /** To whom: the requester or the approver. */
  member: string;
}

const State = z.object({ name: z.string(), roles: z.optional(z.array(z.string())) });
const permissionsIn = (roles: readonly string[] = []) => permissionsOf(ROLES.filter((role) => roles.includes(role)));
const Disabled = z.object({ disabledSince: z.nullable(z.string()) });
/** The same act ends a block after wrong passwords: that gives nothing. A row without the state before counts as giving. */
function wasDisabled(before: unknown): boolean {
  const state = Disabled.safeParse(before);
  return !state.success || state.data.disabledSince !== null;
}
/** Whether the roles afterwards permit something that those before did not. */
function gainsRights(before: unknown, after: z.infer<typeof State>): boolean {
  const had = permissionsIn(State.safeParse(before).data?.roles);
  return permissionsIn(after.roles).some((permission) => !had.includes(permission));
}

/** The names of all who could be the member of this name, by their skeletons; the member's own is the last one. */
export type CouldBe = (name: string) => ReadonlyMap<string, string>;

/**
 * Who could be whom. A giver counts with all who have given the giver access before. What the command line does counts for
 * nobody: who may run it can read the database's password, and its link is shown there alone.
 * @param changes of the last hours, the oldest first @param skeletonOf confusable spellings of a name have the same one
 */
export function personsOf(changes: readonly AccessChange[], skeletonOf: (name: string) => string): CouldBe {
  /** By the member's skeleton: the names of all who could be this member, by their skeletons. */
  const givers = new Map<string, ReadonlyMap<string, string>>();
  for (const { by, via, act, before, after } of changes) {
    const member = State.safeParse(after);
    if (!member.success) continue;
    const to = skeletonOf(member.data.name);
    const known = givers.get(to) ?? new Map<string, string>();
    if (via === "command") {
      if (LINKED.includes(act)) givers.delete(to);
    } else if (
      act === "staff.enable" ? wasDisabled(before) : act !== "staff.roles" || gainsRights(before, member.data)
    ) {
      const from = skeletonOf(by);
      givers.set(to, new Map([...known, ...(givers.get(from) ?? []), [from, by]]));
    }
  }
  return (name) => new Map([...(givers.get(skeletonOf(name)) ?? []), [skeletonOf(name), name]]);
}

/** Whether one person could have both accounts. */
export function isOnePerson(couldBe: CouldBe, one: string, other: string): boolean {
  const others = couldBe(other);
  return [...couldBe(one).keys()].some((skeleton) => others.has(skeleton));
}

/**
 * The person who has given access to one of two people, or to both, and is or could be the other one; null: they are independent.
 * @param changes, skeletonOf as of `personsOf`
 */
export function giverOf(
  changes: readonly AccessChange[],
  pair: { requester: string; approver: string },
  skeletonOf: (name: string) => string,
): Giver | null {
  const couldBe = personsOf(changes, skeletonOf);
  const approvers = couldBe(pair.approver);
  for (const [skeleton, name] of couldBe(pair.requester))
    if (approvers.has(skeleton))
      return { name, member: skeleton === skeletonOf(pair.approver) ? pair.requester : pair.approver };
  return null;
}

/** The changes of access in the last hours, the oldest first. */
export function recentAccess(trx: Trx): Promise<AccessChange[]> {
  return trx
    .selectFrom("audit_log")
    .select(["by", "via", "act", "before", "after"])
    .where("act", "in", ACTS)
    .where("at", ">", sql<Date>`clock_timestamp() - make_interval(hours => ${NEW_ACCESS_HOURS})`)
    .where(sql<boolean>`after ? 'name' and not after ? 'outcome'`)
    .orderBy("seq")
    .execute();
}
