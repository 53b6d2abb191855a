/** A WHEP player for any browser app: no framework, no dependencies. */
export { showLive } from "./livePicture.ts";
export type { LivePicture, LivePictureOptions } from "./livePicture.ts";
export type { Picture } from "./picture.ts";
export { createWhepPlayer } from "./player.ts";
export { prepareConnection } from "./prepared.ts";
export { keepPlaying, onActivation, watchShown } from "./shown.ts";
export type { Playing, Shown } from "./shown.ts";
export { DEFAULT_POLICY } from "./types.ts";
export type {
  PreparedConnection,
  WhepClock,
  WhepFailure,
  WhepOptions,
  WhepPage,
  WhepPageEvent,
  WhepPlayer,
  WhepPolicy,
  WhepState,
  WhepStats,
  WhepTiming,
} from "./types.ts";
