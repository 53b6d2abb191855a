/** Transfers between players and machines, with their evidence. */
import * as z from "zod/mini";
import { text } from "../calls.ts";
import { ErrorCode } from "../errors.ts";
import { Id, Money, SignedMoney, Timestamp, TransferAmount } from "../entities.ts";
import type { ConsoleCall } from "./call.ts";
import { ConsoleErrorCode } from "./errors.ts";
import { JournalRecord } from "./games.ts";
import { IdParam, Named, PageQuery, SpanQuery, pageOf } from "./list.ts";
import { PaymentRequest } from "./playerActs.ts";
import { Why } from "./why.ts";
import { ActRecord } from "./players.ts";

export const TRANSFER_KINDS = ["cashin", "cashout"] as const;
export const TRANSFER_STATES = ["created", "reserved", "sent", "done", "failed", "unknown", "manual"] as const;
/** `open`: neither done nor failed. */
export const TRANSFER_FILTERS = ["open", "manual", "done", "failed"] as const;

export const TransfersQuery = z.object({
  ...PageQuery,
  ...SpanQuery,
  player: z.optional(IdParam),
  machine: z.optional(IdParam),
  kind: z.optional(z.enum(TRANSFER_KINDS)),
  state: z.optional(z.enum(TRANSFER_FILTERS)),
  /** Id of the transfer or of the client's request. */
  search: z.optional(text(64)),
});
export type TransfersQuery = z.infer<typeof TransfersQuery>;

export const TransferRow = z.object({
  id: z.uuid(),
  kind: z.enum(TRANSFER_KINDS),
  state: z.enum(TRANSFER_STATES),
  player: Named,
  machine: Named,
  /** null: all credit. */
  amount: z.nullable(Money),
  moved: z.nullable(Money),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type TransferRow = z.infer<typeof TransferRow>;

export const MeterReading = z.object({ transferredIn: Money, transferredOut: Money, credit: Money });

/** A transfer with everything that a decision about it needs. */
export const TransferEvidence = z.object({
  ...TransferRow.shape,
  /** Rises with the transfers of the machine. */
  number: z.int(),
  session: z.string(),
  clientTransferId: z.string(),
  ip: z.nullable(z.string()),
  /** Error code where it failed. */
  code: z.nullable(z.int()),
  detail: z.nullable(z.string()),
  manualAt: z.nullable(Timestamp),
  balanceAfter: z.nullable(SignedMoney),
  creditAfter: z.nullable(Money),
  /** What was asked and answered, as the server wrote it down. */
  evidence: z.unknown(),
  /** The most that a decision may say it moved; null: it does not wait for one. */
  decidable: z.nullable(Money),
  /** A decision that waits for a second person; null: none. */
  request: z.nullable(z.object({ id: Id, requestedBy: z.string(), expiresAt: Timestamp })),
  suspension: z.nullable(
    z.object({
      id: z.string(),
      held: Money,
      credit: Money,
      remaining: Money,
      paid: Money,
      kept: SignedMoney,
      reason: z.string(),
      openedAt: Timestamp,
      settledAt: z.nullable(Timestamp),
      settledBy: z.nullable(z.string()),
      settledBecause: z.nullable(z.string()),
    }),
  ),
  /**
   * The machine's meters and what the ledger said at that moment: when the machine was asked about a transfer in doubt,
   * otherwise the last reading at rest; null: never read.
   */
  reading: z.nullable(z.object({ at: Timestamp, meters: MeterReading, ledger: MeterReading })),
  journals: z.array(JournalRecord),
  /** Of the audit log, the oldest first. */
  acts: z.array(ActRecord),
});
export type TransferEvidence = z.infer<typeof TransferEvidence>;

/** It is decided, or nothing has changed yet: a second person must approve what it would move to the player. */
export const DecisionAnswer = z.union([
  z.object({ state: z.literal("done"), machineId: Id, moved: Money, remaining: Money }),
  z.extend(PaymentRequest, { state: z.literal("requested") }),
]);
export type DecisionAnswer = z.infer<typeof DecisionAnswer>;

export const TRANSFER_CALLS = {
  transfers: {
    method: "GET",
    path: "/transfers",
    auth: "staff",
    permission: "floor.view",
    tag: "transfers",
    summary: "Transfers of the house, the newest first",
    query: TransfersQuery,
    answer: pageOf(TransferRow),
  },
  transfer: {
    method: "GET",
    path: "/transfers/:id",
    auth: "staff",
    permission: "floor.view",
    tag: "transfers",
    summary: "A transfer with its evidence: request, answers, meters, postings, decisions",
    params: z.object({ id: z.uuid() }),
    answer: TransferEvidence,
    errors: [ErrorCode.NotFound],
  },
  resolveTransfer: {
    method: "POST",
    path: "/transfers/:id/resolve",
    auth: "staff",
    permission: "money.settle",
    tag: "transfers",
    summary:
      "Decide what became of a manual transfer; what it moved stays in suspense until the machine is settled. If the player gets more " +
      "than the house's bound by it, a second person must approve",
    params: z.object({ id: z.uuid() }),
    body: z.object({
      outcome: z.enum(["done", "failed"]),
      /** Of "done": what the machine moved. */
      moved: z.optional(TransferAmount),
      why: Why,
    }),
    answer: DecisionAnswer,
    errors: [ConsoleErrorCode.TransferUnknown, ConsoleErrorCode.TransferNotManual, ConsoleErrorCode.MovedTooMuch],
  },
} as const satisfies Record<string, ConsoleCall>;
