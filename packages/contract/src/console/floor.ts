/**
 * The floor as the console shows it: a tile for each machine, all of them once and then what changes. Amounts are minor
 * units, moments are milliseconds since the epoch.
 */
import * as z from "zod/mini";
import { Id, Money, VideoTypeSchema } from "../entities.ts";
import { CurrencySchema } from "../settings.ts";

/** What a machine does, in one word. Of several that apply, the first counts. */
export const TILE_STATES = [
  /** Money is in doubt, or its meters differ from the ledger. */
  "quarantined",
  /** By an operator. */
  "outOfOrder",
  /** No process runs it, or it does not answer. */
  "unreachable",
  "tilt",
  "handPay",
  /** Its session is about to end: what is left is paid out. */
  "ending",
  "bonus",
  "playing",
  /** For its player: somebody is seated, and no game can be played yet or the connection is lost. */
  "waiting",
  /** By an operator: no new player may sit down. */
  "closed",
  "free",
] as const;
/** A state that this version does not know is shown as unreachable. */
const TileState = z.catch(z.enum(TILE_STATES), "unreachable");
export type TileState = (typeof TILE_STATES)[number];

/** What waits for a person of the house, the most urgent first. */
export const NEEDS = ["transfer", "mismatch", "handPay", "tilt", "door", "unreachable", "outOfOrder"] as const;
export type Need = (typeof NEEDS)[number];

export const MachineTile = z.object({
  id: Id,
  name: z.string(),
  /** Id of its brand. */
  brand: Id,
  image: z.nullable(z.string()),
  video: VideoTypeSchema,
  state: TileState,
  /** What waits for a person, since when, and what machine or operator say about it; null: nothing does. */
  need: z.nullable(
    z.object({
      what: z.catch(z.enum(NEEDS), "mismatch"),
      since: z.nullable(z.int()),
      text: z.nullable(z.string()),
      /** Of a hand pay, where it is known. */
      amount: z.exactOptional(Money),
    }),
  ),
  /** Who is seated. */
  player: z.nullable(z.object({ id: Id, name: z.string(), since: z.int() })),
  credit: Money,
  /** No new player may sit down; who plays goes on. */
  closed: z.boolean(),
  lastGame: z.nullable(z.object({ bet: Money, win: Money, at: z.int() })),
  /** Of the driver to the machine. */
  online: z.boolean(),
  /** Name of the process that runs it; null: the house has one process, or none runs the machine. */
  node: z.nullable(z.string()),
});
export type MachineTile = z.infer<typeof MachineTile>;

/** The fields of a tile that have changed. */
const { id, name, brand, image, video, state, need, player, credit, closed, lastGame, online, node } =
  MachineTile.shape;
export const TileChange = z.object({
  id,
  name: z.exactOptional(name),
  brand: z.exactOptional(brand),
  image: z.exactOptional(image),
  video: z.exactOptional(video),
  state: z.exactOptional(state),
  need: z.exactOptional(need),
  player: z.exactOptional(player),
  credit: z.exactOptional(credit),
  closed: z.exactOptional(closed),
  lastGame: z.exactOptional(lastGame),
  online: z.exactOptional(online),
  node: z.exactOptional(node),
});
export type TileChange = z.infer<typeof TileChange>;

const Version = {
  /** Of the process that answers: versions of two are not comparable. */
  board: z.string(),
  /** Rises with each batch of changes. */
  version: z.int(),
};
export const FloorSnapshot = z.object({
  ...Version,
  /** Of the server, when it was made. */
  at: z.int(),
  /** Of all amounts. */
  currency: CurrencySchema,
  brands: z.array(z.object({ id: Id, name: z.string() })),
  tiles: z.array(MachineTile),
});
export type FloorSnapshot = z.infer<typeof FloorSnapshot>;

/**
 * A batch of changes, for a receiver that has the version before it; any other reads the floor again. A machine that the
 * receiver does not know has all fields. Who begins to follow gets one without changes: a receiver with an older version reads.
 */
export const FloorChanges = z.object({
  /** The same for all batches: a socket that reads too slowly gets only the newest one, and sees by its version that some are missing. */
  key: z.literal("floor"),
  ...Version,
  changed: z.array(TileChange),
  /** Machines that have left the house. */
  gone: z.array(Id),
});
export type FloorChanges = z.infer<typeof FloorChanges>;

/** Which need is more urgent; of the same, which is older. Machines without one come last, in their order. */
export function compareNeeds(one: Pick<MachineTile, "need">, other: Pick<MachineTile, "need">): number {
  const rank = ({ need }: Pick<MachineTile, "need">) => (need === null ? NEEDS.length : NEEDS.indexOf(need.what));
  return rank(one) - rank(other) || (one.need?.since ?? 0) - (other.need?.since ?? 0);
}
