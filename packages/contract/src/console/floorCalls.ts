/** Calls of the floor: the wall, one machine, and what people do with it. */
import * as z from "zod/mini";
import { CALLS, text } from "../calls.ts";
import { MAX_ID, MAX_TRANSFER, Money } from "../entities.ts";
import { ErrorCode } from "../errors.ts";
import type { ConsoleCall } from "./call.ts";
import { FloorSnapshot } from "./floor.ts";
import { PaymentRequest } from "./playerActs.ts";
import { Why } from "./why.ts";
import {
  LiveMachine,
  MAX_TOUCH_AREAS,
  MachineRecord,
  MachineTimeline,
  TIMELINE_KINDS,
  TouchArea,
  TraceEntry,
} from "./machine.ts";

const MachineParam = z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_ID)) });
const OptionalWhy = z.optional(z.object({ why: z.optional(Why) }));
/**
 * `waiting`: the machine does not answer, or no process runs it; it is carried out as soon as it does. `paid`: what its player was
 * paid; null: nothing was to be paid, or it waits.
 */
const Done = z.object({ waiting: z.boolean(), paid: z.nullable(Money) });
/** Of what pays: it is done, or nothing has moved, and another person must approve it. */
const Paid = z.extend(Done, { requested: z.nullable(PaymentRequest) });
const Kinds = z.string().check(z.regex(new RegExp(`^(${TIMELINE_KINDS.join("|")})(,(${TIMELINE_KINDS.join("|")}))*$`)));

export const FLOOR_CALLS = {
  floor: {
    method: "GET",
    path: "/floor",
    auth: "staff",
    permission: "floor.view",
    wall: true,
    tag: "floor",
    summary: "All machines of the house as tiles; the topic `floor` of the socket brings what changes afterwards",
    answer: FloorSnapshot,
  },
  floorStills: {
    method: "GET",
    path: "/floor/stills",
    auth: "staff",
    permission: "floor.view",
    wall: true,
    tag: "floor",
    summary: CALLS.stills.summary,
    query: CALLS.stills.query,
    answer: CALLS.stills.answer,
  },
  machine: {
    method: "GET",
    path: "/machines/:id",
    auth: "staff",
    permission: "floor.view",
    tag: "floor",
    summary: "One machine: its state, its meters next to the ledger, money in doubt, what it has returned",
    params: MachineParam,
    answer: z.extend(MachineRecord, { live: z.nullable(LiveMachine) }),
    errors: [ErrorCode.NotFound],
  },
  machineTimeline: {
    method: "GET",
    path: "/machines/:id/timeline",
    auth: "staff",
    permission: "floor.view",
    tag: "floor",
    summary:
      "Games, transfers, sessions and, for those who may see them, significant events of a machine, and what people and the " +
      "house did with it, the newest first. `older` and `newer` are those of an earlier page: what comes meanwhile moves none",
    params: MachineParam,
    query: z.object({
      older: z.optional(text(400)),
      newer: z.optional(text(400)),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
      /** Separated by commas; absent: all but events. */
      kinds: z.optional(Kinds),
    }),
    answer: MachineTimeline,
  },
  machineTrace: {
    method: "GET",
    path: "/machines/:id/trace",
    auth: "staff",
    permission: "floor.view",
    tag: "floor",
    summary: "The latest commands to a machine with its answers, and what it reported, the newest first",
    params: MachineParam,
    answer: z.array(TraceEntry),
  },
  takeOutOfOrder: {
    method: "POST",
    path: "/machines/:id/out-of-order",
    auth: "staff",
    permission: "machine.operate",
    tag: "floor",
    summary: "Take a machine out of play; its player is paid out, and the session ends",
    params: MachineParam,
    body: z.object({ reason: Why }),
    answer: Done,
  },
  putBack: {
    method: "POST",
    path: "/machines/:id/back",
    auth: "staff",
    permission: "machine.operate",
    tag: "floor",
    summary: "Put a machine back into play, once its meters agree with the ledger",
    params: MachineParam,
    body: OptionalWhy,
    answer: Done,
  },
  closeMachine: {
    method: "POST",
    path: "/machines/:id/close",
    auth: "staff",
    permission: "machine.operate",
    tag: "floor",
    summary: "No new player may sit down at a machine; who plays goes on",
    params: MachineParam,
    body: z.object({ reason: z.optional(Why) }),
    answer: Done,
  },
  openMachine: {
    method: "POST",
    path: "/machines/:id/open",
    auth: "staff",
    permission: "machine.operate",
    tag: "floor",
    summary: "Players may sit down at a machine that was closed",
    params: MachineParam,
    body: OptionalWhy,
    answer: Done,
  },
  unlockMachine: {
    method: "POST",
    path: "/machines/:id/unlock",
    auth: "staff",
    permission: "machine.operate",
    tag: "floor",
    summary: "Release the lock that a transfer keeps on a machine",
    params: MachineParam,
    body: OptionalWhy,
    answer: Done,
  },
  setTouchAreas: {
    method: "POST",
    path: "/machines/:id/touch-areas",
    auth: "staff",
    permission: "machine.operate",
    tag: "floor",
    summary:
      "Say where a machine's controls are in its picture, so that players may touch them there; an empty list: as its driver says. " +
      "Seats that open afterwards have them",
    params: MachineParam,
    body: z.object({
      areas: z.array(TouchArea).check(z.maxLength(MAX_TOUCH_AREAS)),
      why: z.optional(Why),
    }),
    answer: Done,
  },
  payByHand: {
    method: "POST",
    path: "/machines/:id/hand-pay",
    auth: "staff",
    permission: "machine.handPay",
    tag: "floor",
    summary: "Pay the win that waits for an attendant; above the house's bound a second person must approve",
    params: MachineParam,
    body: OptionalWhy,
    answer: Paid,
  },
  settleMachine: {
    method: "POST",
    path: "/machines/:id/settle",
    auth: "staff",
    permission: "money.settle",
    tag: "floor",
    summary:
      "Clear a machine whose money is in doubt, and pay its player; its meters then count from there. Above the house's bound, and " +
      "always for more than what is due or for nobody's money, a second person must approve",
    params: MachineParam,
    body: z.object({
      why: Why,
      /** Minor units; absent: all that waits; 0: nothing. */
      pay: z.optional(z.int().check(z.nonnegative(), z.maximum(MAX_TRANSFER))),
      /** Whom to pay, where the credit has no owner. */
      playerId: z.optional(z.int().check(z.positive(), z.maximum(MAX_ID))),
    }),
    answer: Paid,
  },
  retireMachine: {
    method: "POST",
    path: "/machines/:id/retire",
    auth: "staff",
    permission: "machine.retire",
    tag: "floor",
    summary: "Take a machine out of the house for good",
    params: MachineParam,
    body: z.object({ why: Why }),
    answer: Done,
  },
} as const satisfies Record<string, ConsoleCall>;
