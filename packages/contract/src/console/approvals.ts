/** Requests for payments that need a second person. */
import * as z from "zod/mini";
import { ErrorCode } from "../errors.ts";
import { Id, Money, Timestamp } from "../entities.ts";
import type { ConsoleCall } from "./call.ts";
import { ConsoleErrorCode } from "./errors.ts";
import { IdParam, Named, PageQuery, pageOf } from "./list.ts";
import { Why } from "./why.ts";
import { ActRecord } from "./players.ts";

export const APPROVAL_STATES = ["waiting", "approved", "refused", "expired"] as const;

export const ApprovalsQuery = z.object({ ...PageQuery, state: z.optional(z.enum(APPROVAL_STATES)) });
export type ApprovalsQuery = z.infer<typeof ApprovalsQuery>;

export const ApprovalRow = z.object({
  id: Id,
  /** As in the audit log: "player.credit". */
  act: z.string(),
  target: z.string(),
  player: z.nullable(Named),
  machine: z.nullable(Named),
  amount: Money,
  why: z.string(),
  requestedBy: z.string(),
  /** Empty for those who neither decide nor read the audit log. */
  requestedFrom: z.string(),
  requestedAt: Timestamp,
  expiresAt: Timestamp,
  state: z.enum(APPROVAL_STATES),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Timestamp),
});
export type ApprovalRow = z.infer<typeof ApprovalRow>;

const decision = {
  method: "POST",
  auth: "staff",
  permission: "approvals.decide",
  tag: "approvals",
  params: z.object({ id: IdParam }),
  body: z.object({ why: z.optional(Why) }),
  errors: [
    ConsoleErrorCode.RequestUnknown,
    ConsoleErrorCode.RequestExpired,
    ConsoleErrorCode.RequestDecided,
    ConsoleErrorCode.RequestOwn,
    ConsoleErrorCode.RequestAccessTooNew,
    ConsoleErrorCode.RequestChanged,
    ConsoleErrorCode.RequestImpossible,
    ConsoleErrorCode.BalanceTooLow,
  ],
} as const;

export const APPROVAL_CALLS = {
  approvals: {
    method: "GET",
    path: "/approvals",
    auth: "staff",
    permission: "player.view",
    tag: "approvals",
    summary: "Requests for a second person, the newest first",
    query: ApprovalsQuery,
    answer: pageOf(ApprovalRow),
  },
  approval: {
    method: "GET",
    path: "/approvals/:id",
    auth: "staff",
    permission: "player.view",
    tag: "approvals",
    summary: "A request with its parameters and what the audit log has about it and its target",
    params: z.object({ id: IdParam }),
    answer: z.object({
      ...ApprovalRow.shape,
      params: z.record(z.string(), z.unknown()),
      /** About the request, and the last ones about its target; the newest first. */
      acts: z.array(ActRecord),
    }),
    errors: [ErrorCode.NotFound],
  },
  approve: {
    ...decision,
    errors: [
      ...decision.errors,
      ErrorCode.DepositLimitReached,
      ConsoleErrorCode.NotCredited,
      ConsoleErrorCode.RequesterMayNot,
      ConsoleErrorCode.TransferNotManual,
      ConsoleErrorCode.MovedTooMuch,
    ],
    path: "/approvals/:id/approve",
    summary:
      "Carry out a request, once; not by the person who made it, nor by an account that this person has made in the last 24 hours",
  },
  refuse: { ...decision, path: "/approvals/:id/refuse", summary: "Refuse a request: nothing moves" },
} as const satisfies Record<string, ConsoleCall>;
