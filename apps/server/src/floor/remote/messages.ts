/**
 * What an edge asks a floor about seats, and what a floor sends to an edge. A connection is named by the edge
 * (`<edge>:<number>`), and is known to one floor at a time. Times are milliseconds of the floor's own monotonic clock.
 */
import {
  AppError,
  AutoplayOptions,
  CashInAnswer,
  CashOutAnswer,
  ErrorCode,
  GameInitAnswer,
  Id,
  Money,
  OpenSession,
  SessionId,
  TransferAmount,
  TransferId,
} from "@reelcast/contract";
import * as z from "zod/mini";
import { BusAway } from "../../bus/errors.ts";
import { defineCall, defineFeed } from "../../bus/messages.ts";

const Connection = z.string().check(z.maxLength(120));
const Node = z.string().check(z.maxLength(80));
/** The epoch of the machine's lease: it rises with every change of its owner. */
const Lease = z.int();
const Control = z.string().check(z.minLength(1), z.maxLength(40));
/** Rises by one with each push to a connection. */
const PushNumber = z.int().check(z.nonnegative());
/** Rises with each press and each request for autoplay of a connection. */
const CommandNumber = z.int().check(z.nonnegative());

/** A connection that has its seat. `n`: number of the last push that the state includes. */
const Seated = z.object({
  sessionId: SessionId,
  epoch: z.int(),
  lease: Lease,
  floor: Node,
  n: PushNumber,
  at: z.number(),
  init: z.omit(GameInitAnswer, { video: true }),
});
export type Seated = z.infer<typeof Seated>;

const Held = { connection: Connection, lease: Lease };
/** `by`: the command is not carried out later than this. */
const Numbered = { ...Held, k: CommandNumber, by: z.number() };
const Nothing = z.object({});
const EndAnswer = z.object({ amount: Money });

/** Served by the floor that runs the machine. */
export const MACHINE = defineCall("cmd.m", {
  sit: {
    params: z.object({
      connection: Connection,
      edge: Node,
      playerId: Id,
      ip: z.string(),
      sessionId: z.optional(SessionId),
      clientTransferId: z.optional(TransferId),
    }),
    result: Seated,
  },
  /**
   * The same connection again: after lost pushes, or at the next owner of the machine. `metersSeq`: the last one that the
   * client has; `k`: commands up to this one are not carried out any more if the floor does not know the connection.
   */
  attach: {
    params: z.object({
      connection: Connection,
      edge: Node,
      playerId: Id,
      sessionId: SessionId,
      epoch: z.int(),
      metersSeq: z.int(),
      k: CommandNumber,
    }),
    result: Seated,
  },
  press: {
    /** `madeAt`: by the floor's clock; `at`: as the client says it. An edge of an older version sends neither. */
    params: z.object({
      ...Numbered,
      control: Control,
      auto: z.boolean(),
      madeAt: z.optional(z.number()),
      at: z.optional(z.number()),
    }),
    result: z.object({ at: z.number() }),
  },
  autoplay: {
    params: z.object({ ...Numbered, wish: z.nullable(AutoplayOptions) }),
    result: z.object({ autoplay: z.nullable(AutoplayOptions) }),
  },
  cashin: {
    params: z.object({
      ...Held,
      amount: TransferAmount,
      clientTransferId: TransferId,
      sessionId: z.optional(SessionId),
    }),
    result: CashInAnswer,
  },
  cashout: { params: z.object({ ...Held, clientTransferId: TransferId }), result: CashOutAnswer },
  /** The player is there without pressing. */
  stay: { params: z.object(Held), result: Nothing },
  leave: { params: z.object(Held), result: EndAnswer },
  /** The client's connection has ended. */
  gone: { params: z.object({ connection: Connection }), result: Nothing },
  kick: {
    params: z.object({ playerId: Id, mayKickOthers: z.boolean() }),
    result: z.object({ machine: z.string(), amount: z.exactOptional(Money), balance: z.exactOptional(Money) }),
  },
  cancel: { params: z.object({ playerId: Id }), result: z.object({ amount: Money, balance: Money }) },
  /** The seat of this player, if it is connected or within its grace. */
  seat: {
    params: z.object({ playerId: Id }),
    result: z.nullable(z.object({ sessionId: SessionId, epoch: z.int() })),
  },
  /** That session as its player is shown it; null if the machine's session is another one. */
  open: { params: z.object({ sessionId: SessionId }), result: z.nullable(OpenSession) },
});

const Positions = z.array(z.tuple([Connection, PushNumber])).check(z.maxLength(20_000));
/** An edge asks each floor where it has seats, every second. Served under the floor's id. */
export const LIVENESS = defineCall("floor", {
  beat: {
    /** `connections`: each with the number of the last push that arrived. */
    params: z.object({ edge: Node, connections: Positions }),
    /** `unknown`: connections that this floor does not have; `behind`: those for which later pushes were sent. */
    result: z.object({ at: z.number(), unknown: z.array(Connection), behind: Positions }),
  },
});

/** Pushes to the connections of an edge, by the edge's id. */
export const SEATS = defineFeed(
  "seat",
  z.object({
    connection: Connection,
    lease: Lease,
    n: PushNumber,
    push: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("push"), method: z.string(), params: z.record(z.string(), z.unknown()) }),
      z.object({ kind: z.literal("close"), code: z.int(), reason: z.string() }),
    ]),
  }),
);
export type SeatMessage = z.infer<typeof SEATS.schema>;

/** `reason` of NotSeated: this floor does not know the connection, or has the machine under another lease. */
const UNKNOWN_CONNECTION = "unknownConnection";
export const unknownConnection = () => new AppError(ErrorCode.NotSeated, { reason: UNKNOWN_CONNECTION });
/** The floor that was asked does not have the seat, or there is none: nothing was carried out. */
export const hasNotReached = (error: unknown): boolean =>
  error instanceof BusAway ||
  (error instanceof AppError && error.code === ErrorCode.NotSeated && error.params["reason"] === UNKNOWN_CONNECTION);
