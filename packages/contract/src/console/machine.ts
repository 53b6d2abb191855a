/** One machine as the console shows it: its record, its timeline, and what its driver said last. */
import * as z from "zod/mini";
import { Id, Money, SessionId, SignedMoney, Timestamp, VideoTypeSchema } from "../entities.ts";

const Named = z.object({ id: Id, name: z.string() });
const Since = z.nullable(z.object({ reason: z.string(), since: z.nullable(Timestamp) }));
/** What is compared: the machine's transfer meters and its credit. */
const ComparedMeters = z.object({ transferredIn: Money, transferredOut: Money, credit: Money });

/** All meters of the machine (see SAS long polls 0F and 6F), minor units and numbers of games. */
export const MachineMeters = z.object({
  coinIn: Money,
  coinOut: Money,
  transferredIn: Money,
  transferredOut: Money,
  handPaid: Money,
  jackpots: Money,
  gamesPlayed: z.int(),
  freeGamesPlayed: z.int(),
  credit: Money,
});
/** Least width and height, a hundredth of a picture: what is smaller was not meant. */
export const LEAST_AREA = 0.01;
export const MAX_TOUCH_AREAS = 60;
const Part = z.number().check(z.minimum(0), z.maximum(1));
/** A control in the picture of a machine: left, top, width and height in parts of the picture's, and all of it within. */
export const TouchArea = z
  .object({ control: z.string().check(z.minLength(1), z.maxLength(64)), x: Part, y: Part, width: Part, height: Part })
  .check(
    z.refine(
      ({ x, y, width, height }) =>
        width >= LEAST_AREA && height >= LEAST_AREA && x + width <= 1.000_001 && y + height <= 1.000_001,
    ),
  );
export type TouchArea = z.infer<typeof TouchArea>;
/** As the process that runs the machine knows it now. */
export const LiveMachine = z.object({
  manufacturer: z.string(),
  model: z.string(),
  game: z.string(),
  /** Of the game program, 0 … 1. */
  returnToPlayer: z.number(),
  /** null: the machine does not answer. */
  meters: z.nullable(MachineMeters),
  /** Its controls, in the order of its deck. Absent: an older process. */
  controls: z.optional(z.array(z.object({ id: z.string(), kind: z.string(), label: z.string() }))),
  /** Whether its driver describes where they are in the picture. */
  areDescribed: z.optional(z.boolean()),
});
export type LiveMachine = z.infer<typeof LiveMachine>;

/**
 * What the machine has returned to its players, of its latest paid games with the free games that they brought. Amounts are
 * minor units.
 */
export const PlayedReturn = z.object({
  paidGames: z.int(),
  bet: Money,
  win: Money,
  /** 0 … (above 1: more than was bet); null: nothing was bet. */
  played: z.nullable(z.number()),
  /** Half of the 95 % confidence interval around `played`; null: too few games. */
  halfWidth95: z.nullable(z.number()),
  /** Games from before these are left out. */
  isLimited: z.boolean(),
});
export type PlayedReturn = z.infer<typeof PlayedReturn>;

export const MachineRecord = z.object({
  id: Id,
  name: z.string(),
  brand: Named,
  image: z.nullable(z.string()),
  serial: z.string(),
  /** Kind of its driver. */
  driver: z.string(),
  video: VideoTypeSchema,
  /** Where it stands; null: it belongs to no zone. */
  zone: z.nullable(z.string()),
  outOfOrder: Since,
  quarantined: Since,
  /** No new player may sit down. `reason` is empty where none was given. */
  closed: Since,
  reserved: z.nullable(z.object({ player: Named, until: Timestamp })),
  retiredAt: z.nullable(Timestamp),
  /** Where an operator has drawn its controls; empty: nowhere. */
  touchAreas: z.array(TouchArea),
  /** Rises with each process that takes the machine. */
  epoch: z.int(),
  session: z.nullable(z.object({ id: SessionId, player: Named, startedAt: Timestamp })),
  /** The last reading of the meters at rest, next to what the ledger said at that moment; null: never read. */
  reading: z.nullable(z.object({ at: Timestamp, meters: ComparedMeters, ledger: ComparedMeters })),
  /** What the ledger says now. */
  ledger: ComparedMeters,
  /** A transfer that is neither done nor failed. */
  transfer: z.nullable(
    z.object({
      id: z.uuid(),
      kind: z.enum(["cashin", "cashout"]),
      state: z.string(),
      amount: z.nullable(Money),
      createdAt: Timestamp,
    }),
  ),
  /** Money in doubt that waits for a decision. */
  suspension: z.nullable(z.object({ player: Named, remaining: Money, reason: z.string(), openedAt: Timestamp })),
  /** What a settlement pays where nothing else is said, and to whom; null: it is nobody's, so the person says whom to pay. */
  settlement: z.object({ due: Money, player: z.nullable(Named) }),
  played: PlayedReturn,
  /** null: no process runs the machine, or it does not answer. */
  live: z.nullable(LiveMachine),
});
export type MachineRecord = z.infer<typeof MachineRecord>;

const Entry = { id: z.string(), at: Timestamp } as const;
export const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({
    ...Entry,
    kind: z.literal("game"),
    number: z.int(),
    free: z.boolean(),
    bet: Money,
    win: Money,
    handPay: Money,
    player: Named,
  }),
  z.object({
    ...Entry,
    kind: z.literal("transfer"),
    transfer: z.uuid(),
    direction: z.enum(["cashin", "cashout"]),
    state: z.string(),
    amount: z.nullable(Money),
    moved: z.nullable(Money),
    /** Error code where it failed. */
    code: z.nullable(z.int()),
    player: Named,
  }),
  z.object({
    ...Entry,
    kind: z.literal("session"),
    session: SessionId,
    player: Named,
    endedAt: z.nullable(Timestamp),
    endReason: z.nullable(z.string()),
    paidOut: z.nullable(SignedMoney),
  }),
  z.object({
    ...Entry,
    kind: z.literal("act"),
    seq: z.int(),
    by: z.string(),
    via: z.string(),
    act: z.string(),
    why: z.nullable(z.string()),
    /** "asked", "done", "refused", "unknown"; null: done. */
    outcome: z.nullable(z.string()),
  }),
  /** Significant; only for those who may see events. */
  z.object({
    ...Entry,
    kind: z.literal("event"),
    /** One of `SIGNIFICANT_EVENTS`; another one of a later version. */
    event: z.string(),
    facts: z.record(z.string(), z.unknown()),
    player: z.nullable(Named),
  }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;
export const TIMELINE_KINDS = ["game", "transfer", "session", "act", "event"] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const MachineTimeline = z.object({
  /** The newest first. */
  items: z.array(TimelineEntry),
  /** For entries that come later. */
  newer: z.string(),
  /** For the entries before; null: these are the first. */
  older: z.nullable(z.string()),
});
export type MachineTimeline = z.infer<typeof MachineTimeline>;

export const TraceEntry = z.object({
  at: Timestamp,
  /** A command to the machine, or something that it reported. */
  kind: z.enum(["command", "event"]),
  name: z.string(),
  /** JSON of what was asked or reported, cut. */
  detail: z.string(),
  /** Of a command: what the machine answered. */
  answer: z.nullable(z.string()),
  /** Until the answer. */
  ms: z.nullable(z.number()),
  /** No answer came, or a refusal by the fence. */
  isLost: z.boolean(),
});
export type TraceEntry = z.infer<typeof TraceEntry>;
