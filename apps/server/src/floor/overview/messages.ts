/**
 * What an edge asks each floor for the operators' overview: the machines that have changed since its last reading. It asks
 * only while somebody looks at the overview, so nothing is computed or sent otherwise.
 */
import { Id, Money } from "@reelcast/contract";
import { LiveMachine, NEEDS, TILE_STATES, TraceEntry } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { defineCall } from "../../bus/messages.ts";

const Moment = z.int();
const Tile = z.object({
  id: Id,
  /** Epoch of the machine's lease. */
  lease: z.int(),
  state: z.catch(z.enum(TILE_STATES), "unreachable"),
  need: z.nullable(
    z.object({
      what: z.catch(z.enum(NEEDS), "mismatch"),
      since: z.nullable(Moment),
      text: z.nullable(z.string()),
      /** Of a hand pay; absent: of another need, or of a process of an earlier version. */
      amount: z.exactOptional(Money),
    }),
  ),
  player: z.nullable(z.object({ id: Id, since: Moment })),
  credit: Money,
  closed: z.boolean(),
  lastGame: z.nullable(z.object({ bet: Money, win: Money, at: Moment })),
  online: z.boolean(),
});
/** A machine as the process that runs it knows it. */
export type HostTile = z.infer<typeof Tile>;

const TilePage = z.object({
  /** Name of the process, for operators; null: the house has one process. */
  name: z.nullable(z.string()),
  /** New with each start: versions of two are not comparable, and all machines are in the pages then. */
  source: z.string(),
  version: z.int(),
  tiles: z.array(Tile),
  /** Machines that the process does not run any more. */
  gone: z.array(Id),
  /** There are further changes. */
  more: z.boolean(),
});
export type TilePage = z.infer<typeof TilePage>;

/** Where a reader is: null at its beginning. */
const Position = z.nullable(z.object({ source: z.string(), version: z.int() }));
export type Position = z.infer<typeof Position>;

/** By the floor's id. */
export const TILES = defineCall("tiles", {
  changes: { params: z.object({ after: Position }), result: TilePage },
  /** null: this process does not run it. */
  live: { params: z.object({ id: Id }), result: z.nullable(LiveMachine) },
  trace: { params: z.object({ id: Id }), result: z.nullable(z.array(TraceEntry)) },
});
/** Tiles of a page: a message stays below 300 kB. */
export const PAGE = 1_000;

/** What a process answers about the machines that it runs. */
export interface TileService {
  tileChanges(after: Position): TilePage;
  /** null: it does not run the machine. */
  liveMachine(machineId: number): Promise<LiveMachine | null>;
  /** The newest first. */
  driverTrace(machineId: number): TraceEntry[] | null;
}
