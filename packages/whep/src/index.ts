/** A WHEP player for any browser app: no framework, no dependencies. */
export { createWhepPlayer } from "./player.ts";
export { prepareConnection } from "./prepared.ts";
export { DEFAULT_POLICY } from "./types.ts";
export type {
  PreparedConnection,
  WhepClock,
  WhepFailure,
  WhepOptions,
  WhepPage,
  WhepPlayer,
  WhepPolicy,
  WhepState,
  WhepStats,
  WhepTiming,
} from "./types.ts";
