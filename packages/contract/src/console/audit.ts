/** Calls of the audit log: search, one row, its chain of hashes, and the export. */
import * as z from "zod/mini";
import { text } from "../calls.ts";
import { CsvSeparatorQuery } from "../csv.ts";
import { Timestamp } from "../entities.ts";
import { ErrorCode } from "../errors.ts";
import type { ConsoleCall } from "./call.ts";

export const AUDIT_VIAS = ["command", "api", "console", "system"] as const;
export type AuditVia = (typeof AUDIT_VIAS)[number];
const Seq = z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));

/** All of them hold for each row. */
const Filter = {
  by: z.optional(text(200)),
  via: z.optional(z.enum(AUDIT_VIAS)),
  /** An act, or a prefix of acts: "player" includes "player.credit". */
  act: z.optional(text(100)),
  /** With requests and approvals of acts on it. */
  target: z.optional(text(200)),
  /** From this moment on. */
  from: z.optional(Timestamp),
  /** Before this moment. */
  to: z.optional(Timestamp),
  /** Part of any text of the row, in capitals or not: name, origin, act, target, state, reason. */
  text: z.optional(text(200)),
} as const;

/** A row without the states before and after. */
export const AuditRow = z.object({
  seq: z.int(),
  at: Timestamp,
  by: z.string(),
  via: z.enum(AUDIT_VIAS),
  from: z.nullable(z.string()),
  act: z.string(),
  target: z.nullable(z.string()),
  why: z.nullable(z.string()),
  /** `outcome` of the state after, where the act has one: asked, done, refused, unknown. */
  outcome: z.nullable(z.string()),
});
export type AuditRow = z.infer<typeof AuditRow>;

export const AuditPage = z.object({
  /** The newest first. */
  items: z.array(AuditRow),
  /**
   * `before` of the next, older page; null: there is none. Where a text is rare, a page ends after so many rows were read,
   * with few or no rows on it.
   */
  older: z.nullable(z.int()),
  /** `after` of the next newer page: rows that come later are there. */
  newer: z.nullable(z.int()),
});
export type AuditPage = z.infer<typeof AuditPage>;

export const AuditEntry = z.object({ ...AuditRow.shape, before: z.unknown(), after: z.unknown(), hash: z.string() });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditChain = z.object({
  /** The last row. */
  head: z.object({ seq: z.int(), hash: z.string() }),
  /** The last verification by the console; null: never. */
  verified: z.nullable(
    z.object({
      at: Timestamp,
      by: z.string(),
      /** Null: the chain is whole; else one sentence about the first wrong row. */
      broken: z.nullable(z.string()),
      /** Rows that were read. */
      rows: z.int(),
      /** The last of them. */
      seq: z.int(),
    }),
  ),
});
export type AuditChain = z.infer<typeof AuditChain>;

const viewAudit = { auth: "staff", permission: "audit.view", tag: "audit" } as const;

export const AUDIT_CALLS = {
  audit: {
    ...viewAudit,
    method: "GET",
    path: "/audit",
    summary: "Acts, the newest first: older ones than a row, or newer ones",
    query: z.object({
      ...Filter,
      before: z.optional(Seq),
      after: z.optional(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER))),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
    }),
    answer: AuditPage,
  },
  auditEntry: {
    ...viewAudit,
    method: "GET",
    path: "/audit/rows/:seq",
    summary: "One row with the states before and after",
    params: z.object({ seq: Seq }),
    answer: AuditEntry,
    errors: [ErrorCode.NotFound],
  },
  auditWords: {
    ...viewAudit,
    method: "GET",
    path: "/audit/words",
    summary: "Names and acts that are in the log, for filters: 500 of each at most",
    answer: z.object({ by: z.array(z.string()), acts: z.array(z.string()) }),
  },
  auditChain: {
    ...viewAudit,
    method: "GET",
    path: "/audit/chain",
    summary: "The head of the chain of hashes, and its last verification",
    answer: AuditChain,
  },
  verifyAudit: {
    ...viewAudit,
    method: "POST",
    path: "/audit/verify",
    summary: "Verify the whole chain; the result is a row of the log",
    answer: AuditChain,
    errors: [ErrorCode.TooManyRequests],
  },
  exportAudit: {
    ...viewAudit,
    method: "GET",
    path: "/audit/export",
    summary: "All rows that match as CSV, the oldest first; the export is a row of the log",
    query: z.object({ ...Filter, separator: CsvSeparatorQuery }),
    file: "text/csv",
  },
} as const satisfies Record<string, ConsoleCall>;
