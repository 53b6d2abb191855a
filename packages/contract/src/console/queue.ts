/** The work queue: what waits for a person of the house. */
import * as z from "zod/mini";
import { text } from "../calls.ts";
import { ErrorCode } from "../errors.ts";
import { Money, Timestamp } from "../entities.ts";
import { Named } from "./list.ts";
import type { ConsoleCall } from "./call.ts";
import { ConsoleErrorCode } from "./errors.ts";
import type { Permission } from "./roles.ts";

/** By need: what holds up a player's money comes first. */
export const WORK_KINDS = [
  /** A transfer that waits for a decision, or is unresolved for longer than a minute. */
  "transfer",
  /** A player's money in doubt without a transfer that explains it, or left over after one. */
  "suspense",
  /** A win that an attendant pays. */
  "handPay",
  /** A payment that needs a second person. */
  "approval",
  /** A machine that the server took out of play although no money of a player is in doubt. */
  "mismatch",
  /** A machine that reports a fault. */
  "tilt",
  /** Messages to the support desk without an answer. */
  "chat",
  /** Significant events of one kind about the same machine, player or house that nobody has seen. */
  "event",
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Who may take an item: those who may do what it waits for. */
export const WORK_PERMISSIONS: Readonly<Record<WorkKind, Permission>> = {
  transfer: "money.settle",
  suspense: "money.settle",
  handPay: "machine.handPay",
  approval: "approvals.decide",
  mismatch: "machine.operate",
  tilt: "machine.operate",
  chat: "chat.answer",
  event: "events.see",
};

/** Made of the kind and what the item is about, e.g. "transfer:0b0e…": the same as long as the situation lasts. */
export const WorkKey = text(120).check(z.regex(/^[a-zA-Z]{1,20}:[!-~]{1,99}$/));

/** Null: of a kind that this version does not know. */
export const workKindOf = (key: string): WorkKind | null =>
  WORK_KINDS.find((kind) => key.startsWith(`${kind}:`)) ?? null;

export const WorkItem = z.object({
  key: WorkKey,
  kind: z.enum(WORK_KINDS),
  /** Since when it waits. */
  since: Timestamp,
  /** Minor units; null: not about an amount. */
  amount: z.nullable(Money),
  player: z.nullable(Named),
  machine: z.nullable(Named),
  /** State of a transfer, act of an approval, kind of an event; otherwise empty. */
  state: z.string(),
  /** The reason as the server, the machine or a person wrote it. */
  detail: z.nullable(z.string()),
  /** Id of the transfer, suspension or approval; of others the machine's or the player's; empty: the house. */
  subject: z.string(),
  /** When it ends by itself; null: never. */
  expiresAt: z.nullable(Timestamp),
  /** Who works on it. */
  owner: z.nullable(z.object({ name: z.string(), takenAt: Timestamp })),
  /** Of events alone: how many they are, and the facts of the newest. */
  events: z.optional(z.object({ count: z.int(), facts: z.record(z.string(), z.unknown()) })),
});
export type WorkItem = z.infer<typeof WorkItem>;

export const WorkQueueState = z.object({
  items: z.array(WorkItem),
  /** More items wait than are listed. */
  isTruncated: z.boolean(),
});
export type WorkQueueState = z.infer<typeof WorkQueueState>;

/** `seen`: the owner that the console shows, so that nobody takes an item from somebody unseen. */
const OwnerChange = z.object({ key: WorkKey, seen: z.nullable(text(200)) });

export const QUEUE_CALLS = {
  workQueue: {
    method: "GET",
    path: "/queue",
    auth: "staff",
    permission: "floor.view",
    tag: "queue",
    summary: "What waits for a person, the most urgent kind first, within a kind the oldest first",
    answer: WorkQueueState,
  },
  workPeople: {
    method: "GET",
    path: "/queue/people",
    auth: "staff",
    permission: "floor.view",
    tag: "queue",
    summary: "Names of those to whom an item of that kind can be given",
    query: z.object({ kind: z.enum(WORK_KINDS) }),
    answer: z.object({ names: z.array(z.string()) }),
  },
  takeWork: {
    method: "POST",
    path: "/queue/take",
    auth: "staff",
    permission: "floor.view",
    tag: "queue",
    summary:
      "Take an item, also from its present owner; needs the permission of what it waits for. A Conflict where the owner is not " +
      "the one that was seen. A chat is taken at the support desk, too",
    body: OwnerChange,
    answer: WorkQueueState,
    errors: [ErrorCode.NotFound, ErrorCode.Conflict, ConsoleErrorCode.ChatTaken, ConsoleErrorCode.ChatGivenBack],
  },
  handOverWork: {
    method: "POST",
    path: "/queue/hand-over",
    auth: "staff",
    permission: "floor.view",
    tag: "queue",
    summary: "Give an own item to another person who may take it, or back to the queue",
    body: z.object({ key: WorkKey, to: z.nullable(text(200).check(z.minLength(1))) }),
    answer: WorkQueueState,
    errors: [ErrorCode.NotFound, ErrorCode.Conflict, ConsoleErrorCode.ChatTaken, ConsoleErrorCode.ChatGivenBack],
  },
} as const satisfies Record<string, ConsoleCall>;
