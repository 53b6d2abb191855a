/** What managers and the command line do with the staff. */
import { ROLES } from "@reelcast/contract/console";
import * as z from "zod/mini";
import type { Domain } from "../domain.ts";
import type { StaffChange } from "../staff/index.ts";
import type { Trx } from "../storage/index.ts";
import { defineAct } from "./act.ts";

const MemberParams = z.object({ staffId: z.int().check(z.positive(), z.maximum(2 ** 31 - 1)) });
const Roles = z.array(z.enum(ROLES)).check(z.minLength(1), z.maxLength(ROLES.length));
const targetOf = ({ staffId }: { staffId: number }) => `staff ${staffId}`;

/** One change of a member, and its messages to all processes. */
async function changeMember<T extends StaffChange, R>(
  { storage, publish }: Domain,
  { endsSessions }: { endsSessions: boolean },
  work: (trx: Trx) => Promise<T>,
  resultOf: (changed: T) => R,
) {
  const changed = await storage.db.transaction().execute(work);
  const { id, before, after } = changed;
  if (endsSessions) publish("staff.ended", { staffId: id, sessionIds: null });
  publish("staff.changed", { staffId: id });
  return { target: targetOf({ staffId: id }), before, after, result: resultOf(changed) };
}
const nameOf = ({ name }: StaffChange) => ({ name });

/** A new member, who chooses a password by the link. */
const add = defineAct({
  name: "staff.add",
  permission: "staff.manage",
  why: "optional",
  params: z.object({ name: z.string().check(z.maxLength(200)), roles: Roles }),
  target: () => "staff",
  change: (parts, _, { name, roles }) =>
    changeMember(
      parts,
      { endsSessions: false },
      (trx) => parts.staff.administration.add(trx, { name, roles }),
      ({ id, name: given, link }) => ({ id, name: given, link }),
    ),
});

/** Other roles in place of the present ones; sessions end. */
const roles = defineAct({
  name: "staff.roles",
  permission: "staff.manage",
  why: "required",
  params: z.extend(MemberParams, {
    roles: Roles,
    /** The present ones, as the person saw them; absent: whatever they are. */
    seen: z.exactOptional(z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length))),
  }),
  target: targetOf,
  change: (parts, _, { staffId, roles: wanted, seen = null }) =>
    changeMember(
      parts,
      { endsSessions: true },
      (trx) => parts.staff.administration.changeRoles(trx, staffId, { roles: wanted, seen }),
      nameOf,
    ),
});

/** The member can't sign in any more; sessions and links end. */
const disable = defineAct({
  name: "staff.disable",
  permission: "staff.manage",
  why: "required",
  params: MemberParams,
  target: targetOf,
  change: (parts, _, { staffId }) =>
    changeMember(parts, { endsSessions: true }, (trx) => parts.staff.administration.disable(trx, staffId), nameOf),
});

/** The member may sign in again; blocks after wrong passwords and codes end too. */
const enable = defineAct({
  name: "staff.enable",
  permission: "staff.manage",
  why: "optional",
  params: MemberParams,
  target: targetOf,
  change: (parts, _, { staffId }) =>
    changeMember(parts, { endsSessions: false }, (trx) => parts.staff.administration.enable(trx, staffId), nameOf),
});

/** Takes the password and every second factor; sessions end. The member chooses a new password by the link. */
const reset = defineAct({
  name: "staff.reset",
  permission: "staff.manage",
  why: "required",
  params: MemberParams,
  target: targetOf,
  change: (parts, { via }, { staffId }) =>
    changeMember(
      parts,
      { endsSessions: true },
      // Of the last manager nobody could read the link in the console.
      (trx) => parts.staff.administration.reset(trx, staffId, { mayBeLast: via === "command" }),
      ({ name, link }) => ({ name, link }),
    ),
});

export const staffActs = { add, roles, disable, enable, reset } as const;
