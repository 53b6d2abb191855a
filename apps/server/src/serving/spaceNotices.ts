/** Shows whether the house can write: in its metrics, and as a significant event when new play is refused. */
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

/** Below the reserve there is still space for its row. @returns a function that ends it */
export function recordSpace(space: Space, db: Db, log: Pick<Logger, "warn">): () => void {
  function note(level: SpaceLevel): void {
    if (level !== "full") return;
    const { room } = space;
    const free = room === null ? {} : { freeMegabytes: Math.floor(room.freeBytes / MEGABYTE) };
    const facts = { computer: hostname(), ...free };
    recordEvent(db, { kind: "spaceFull", facts }).catch((error: unknown) =>
      log.warn({ err: error }, "that space is short is not recorded as a significant event"),
    );
  }
  note(space.level);
  return space.onChange(note);
}
