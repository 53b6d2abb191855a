/** Says whether the house can write: in its log and metrics, and as a significant event when new play is refused. */
import { hostname } from "node:os";
import type { Logger } from "pino";
import { recordEvent } from "../events/index.ts";
import type { Metrics } from "../metrics/index.ts";
import { known } from "./houseMetrics.ts";
import type { Db, Space, SpaceLevel } from "../storage/index.ts";

const MEGABYTE = 1024 * 1024;
const LEVELS: Record<SpaceLevel, number> = { enough: 0, low: 1, full: 2 };

export function showSpace(metrics: Metrics, space: Space): void {
  metrics.spaceLevel.read(() => LEVELS[space.level]);
  metrics.diskFree.read(() => known(space.room?.freeBytes));
  metrics.diskTotal.read(() => known(space.room?.totalBytes));
  metrics.diskFiles.read(() => known(space.room?.freeFiles));
}

function logLevel(
  log: Pick<Logger, "info" | "warn" | "error">,
  { room }: Space,
  [level, before, error]: readonly [SpaceLevel, SpaceLevel, unknown],
): void {
  const fields = { ...(error === undefined ? {} : { err: error }), ...room };
  if (level === "full")
    log.error(fields, "the house can't write much more: new games, deposits and seats are refused until it can");
  else if (before === "full")
    log.warn(fields, "the house can write again: new games, deposits and seats are permitted");
  else if (level === "low") log.warn(fields, "space is short: below the reserve, new games are refused");
  else log.info(fields, "there is space again");
}

/** Below the reserve there is still space for its row. @returns a function that ends it */
export function recordSpace(space: Space, db: Db, log: Pick<Logger, "info" | "warn" | "error">): () => void {
  function note(level: SpaceLevel, before: SpaceLevel, error?: unknown): void {
    logLevel(log, space, [level, before, error]);
    if (level !== "full") return;
    const { room } = space;
    const free = room === null ? {} : { freeMegabytes: Math.floor(room.freeBytes / MEGABYTE) };
    const facts = { computer: hostname(), ...free };
    recordEvent(db, { kind: "spaceFull", facts }).catch((failure: unknown) =>
      log.warn({ err: failure }, "that space is short is not recorded as a significant event"),
    );
  }
  if (space.level !== "enough") note(space.level, "enough");
  return space.onChange(note);
}
