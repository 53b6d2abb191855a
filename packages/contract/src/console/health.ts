/** Calls of the health of the house: its processes, database, disk, backups and ledger, and figures of the last hour. */
import * as z from "zod/mini";
import { text } from "../calls.ts";
import { Id, MAX_ID, Timestamp } from "../entities.ts";
import { ErrorCode } from "../errors.ts";
import type { ConsoleCall } from "./call.ts";

/** Figures of one process, with their units. */
export const HEALTH_SERIES = {
  /** Calls over HTTP a second. */
  calls: "perSecond",
  /** Those that were answered by 5xx. */
  callErrors: "perSecond",
  /** 95th percentile of their duration. */
  callsP95: "seconds",
  presses: "perSecond",
  /** From a press to its acceptance. */
  pressP50: "seconds",
  pressP95: "seconds",
  /** From the start of a picture to its first frame, as browsers report it. */
  firstFrameP50: "seconds",
  firstFrameP95: "seconds",
  freezes: "perMinute",
  games: "perSecond",
  transfersDone: "perMinute",
  transfersFailed: "perMinute",
  transfersManual: "perMinute",
  sockets: "count",
  seats: "count",
  viewers: "count",
  /** Processor time: 1 is one core. */
  cpu: "cores",
  memory: "bytes",
  heap: "bytes",
  /** 99th percentile of the delay of the event loop. */
  eventLoopP99: "seconds",
} as const;
export type HealthSeries = keyof typeof HEALTH_SERIES;
export type HealthUnit = (typeof HEALTH_SERIES)[HealthSeries];
export const SAMPLE_SECONDS = 10;
/** One hour. */
export const MAX_SAMPLES = 360;

const names = Object.keys(HEALTH_SERIES) as [HealthSeries, ...HealthSeries[]];
export const HealthSamples = z.object({
  /** The process: its name where several share the house. */
  node: z.string(),
  startedAt: Timestamp,
  /** Unix times in seconds, rising; each is the end of ten seconds. */
  at: z.array(z.number()),
  /** Each as long as `at`; null: nothing was measured. A figure that this process does not have is missing. */
  series: z.partialRecord(z.enum(names), z.array(z.nullable(z.number()))),
});
export type HealthSamples = z.infer<typeof HealthSamples>;

/** Parts of a process that it can go without. */
export const OPTIONAL_PARTS = ["video", "console"] as const;
export type OptionalPart = (typeof OPTIONAL_PARTS)[number];

export const HealthNode = z.object({
  /** Changes with each start. */
  id: z.string(),
  /** Null: it shares the house with no other. */
  name: z.nullable(z.string()),
  roles: z.array(z.string()),
  zone: z.nullable(z.string()),
  version: z.nullable(z.string()),
  address: z.nullable(z.string()),
  startedAt: Timestamp,
  state: z.enum(["active", "draining", "starting", "standby", "silent"]),
  machines: z.int(),
  seats: z.int(),
  sockets: z.nullable(z.number()),
  viewers: z.nullable(z.number()),
  /** Milliseconds; null: not measured. */
  eventLoopMs: z.nullable(z.number()),
  busMs: z.nullable(z.number()),
  /** Parts that it goes without; absent: not known. */
  missing: z.optional(z.array(z.enum(OPTIONAL_PARTS))),
});
export type HealthNode = z.infer<typeof HealthNode>;

export const Health = z.object({
  at: Timestamp,
  version: z.string(),
  /** The process that answers: a name to ask for its samples. */
  node: z.string(),
  nodes: z.array(HealthNode),
  /**
   * Machines that are not retired, by their condition, and those of them that no process runs. `closed`: to new players, and nobody
   * plays.
   */
  machines: z.object({
    inPlay: z.int(),
    closed: z.int(),
    outOfOrder: z.int(),
    quarantined: z.int(),
    withoutNode: z.int(),
  }),
  database: z.object({
    embedded: z.boolean(),
    bytes: z.nullable(z.number()),
    /** Null: the server's login may not read them. */
    standbys: z.nullable(z.array(z.object({ state: z.string(), count: z.int(), lagSeconds: z.number() }))),
  }),
  /** Of the volume with the data folder. */
  disk: z.object({
    freeBytes: z.nullable(z.number()),
    totalBytes: z.nullable(z.number()),
    dataBytes: z.nullable(z.number()),
    /** "full": new games, deposits and seats are refused. Absent: an older server. */
    level: z.optional(z.enum(["enough", "low", "full"])),
  }),
  /** `known`: a backup is recorded, or the server knows where backup.sh notes its time. */
  backup: z.object({ known: z.boolean(), at: z.nullable(Timestamp), bytes: z.nullable(z.number()) }),
  ledger: z.object({
    checkedAt: z.nullable(Timestamp),
    /** Findings of that check; null: not known. */
    broken: z.nullable(z.int()),
    attention: z.nullable(z.int()),
    /** When the whole ledger was read last without a broken invariant. */
    fullAt: z.nullable(Timestamp),
  }),
  transfers: z.object({
    unresolved: z.array(z.object({ state: z.string(), count: z.int(), oldestSeconds: z.number() })),
    suspensions: z.int(),
  }),
  logMonthsAhead: z.int(),
});
export type Health = z.infer<typeof Health>;

export const HealthLease = z.object({
  machineId: Id,
  machine: z.string(),
  /** Null: no process runs it. */
  node: z.nullable(z.string()),
  epoch: z.int(),
});
export type HealthLease = z.infer<typeof HealthLease>;

const viewHealth = { auth: "staff", permission: "floor.view", tag: "health", method: "GET" } as const;

export const HEALTH_CALLS = {
  health: {
    ...viewHealth,
    path: "/health",
    summary:
      "Processes, machines, database, disk, backups, ledger and transfers of the house; a few seconds old at most",
    answer: Health,
  },
  healthSamples: {
    ...viewHealth,
    path: "/health/samples",
    summary: "Figures of the last hour of one process, one each ten seconds",
    query: z.object({
      /** Name of the process; absent: the one that answers. */
      node: z.optional(text(80)),
      /** Only those after this Unix time. */
      since: z.optional(z.coerce.number().check(z.nonnegative())),
    }),
    answer: HealthSamples,
    errors: [ErrorCode.NotFound, ErrorCode.ServiceUnavailable],
  },
  healthLeases: {
    ...viewHealth,
    path: "/health/leases",
    summary: "Which process runs which machine, by the machine's number",
    query: z.object({
      after: z.optional(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(MAX_ID))),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 200),
    }),
    answer: z.object({ items: z.array(HealthLease), next: z.nullable(Id) }),
  },
} as const satisfies Record<string, ConsoleCall>;
