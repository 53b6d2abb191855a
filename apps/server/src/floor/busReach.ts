import type { Bus } from "../bus/bus.ts";

/** A process that has not reached the others for longer hands its machines over, if the others reach each other. */
const AWAY_MS = 5_000;

/** For the figures of a node: whether it has reached the bus within the last 5 s. */
export function createBusReach(bus: Pick<Bus, "isUp" | "onChange">, now = () => performance.now()): () => boolean {
  let downSince = bus.isUp ? null : now();
  bus.onChange((up) => (downSince = up ? null : now()));
  return () => downSince === null || now() - downSince < AWAY_MS;
}
