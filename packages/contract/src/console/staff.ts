/** Calls by which a manager looks after the staff. */
import * as z from "zod/mini";
import { Id, Timestamp } from "../entities.ts";
import { ErrorCode } from "../errors.ts";
import type { ConsoleCall } from "./call.ts";
import { ConsoleErrorCode } from "./errors.ts";
import { ROLES } from "./roles.ts";
import { StaffName } from "./signIn.ts";
import { Why } from "./why.ts";

export const StaffMember = z.object({
  id: Id,
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  /** invited: waits for the link to be used; active; disabled. */
  state: z.enum(["invited", "active", "disabled"]),
  totp: z.boolean(),
  passkeys: z.int(),
  /** Open sessions. */
  sessions: z.int(),
  lastUsedAt: z.nullable(Timestamp),
  createdAt: Timestamp,
});
export type StaffMember = z.infer<typeof StaffMember>;

/** A one-time link: its path with the token behind "#", so that it is in no log of a server. */
const Link = z.object({ path: z.string(), expiresAt: Timestamp });
const Roles = z.array(z.enum(ROLES)).check(z.minLength(1), z.maxLength(ROLES.length));
const SeenRoles = z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length));
const IdParam = z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(2 ** 31 - 1)) });
/** For the audit log. */
const Reason = z.object({ why: Why });

const manage = { auth: "staff", permission: "staff.manage", tag: "staff" } as const;

export const STAFF_CALLS = {
  staff: {
    ...manage,
    method: "GET",
    path: "/staff",
    summary: "All members",
    answer: z.array(StaffMember),
  },
  addStaff: {
    ...manage,
    method: "POST",
    path: "/staff",
    summary: "Add a member. The answer has the link by which the person chooses a password",
    body: z.object({ name: StaffName, roles: Roles, why: z.optional(Why) }),
    answer: z.object({ id: Id, link: Link }),
    errors: [ConsoleErrorCode.StaffNameTaken],
  },
  changeRoles: {
    ...manage,
    method: "PUT",
    path: "/staff/:id/roles",
    summary:
      "Give a member these roles in place of the present ones; the person's sessions end. A Conflict where the present ones are " +
      "not those that were seen",
    params: IdParam,
    /** `seen`: the roles that the console shows, so that nobody gives back what somebody else has taken meanwhile. */
    body: z.object({ roles: Roles, seen: SeenRoles, why: Why }),
    errors: [ErrorCode.NotFound, ErrorCode.Conflict, ConsoleErrorCode.LastManager],
  },
  disableStaff: {
    ...manage,
    method: "POST",
    path: "/staff/:id/disable",
    summary: "Disable a member; the person's sessions and links end",
    params: IdParam,
    body: Reason,
    errors: [ErrorCode.NotFound, ConsoleErrorCode.LastManager],
  },
  enableStaff: {
    ...manage,
    method: "POST",
    path: "/staff/:id/enable",
    summary: "Enable a member again; blocks after wrong passwords and codes end too",
    params: IdParam,
    body: z.object({ why: z.optional(Why) }),
    errors: [ErrorCode.NotFound],
  },
  resetStaff: {
    ...manage,
    method: "POST",
    path: "/staff/:id/reset",
    summary:
      "Take password, authenticator app, recovery codes and passkeys from a member, and end the sessions and blocks after wrong " +
      "attempts. The answer has the link by which the person chooses a new password",
    params: IdParam,
    body: Reason,
    answer: z.object({ link: Link }),
    errors: [ErrorCode.NotFound, ErrorCode.Conflict, ConsoleErrorCode.LastManager],
  },
} as const satisfies Record<string, ConsoleCall>;
