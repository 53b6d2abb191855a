/** What the house and its media process tell each other: plain objects over the child's channel. Both are this project's own code. */
import type { DisplayState } from "@reelcast/machine";

export interface MediaOptions {
  width: number;
  height: number;
  timecode: boolean;
  ports: { from: number; to: number };
  publicAddress: string | undefined;
}

export type ToMedia =
  | { type: "start"; options: MediaOptions }
  | { type: "create"; viewerId: string; machineId: number; offer: string; frameRate: number; display: DisplayState }
  | { type: "candidates"; viewerId: string; candidates: { candidate: string; mid: string }[] }
  | { type: "remove"; viewerId: string }
  | { type: "display"; machineId: number; display: DisplayState };

export type FromMedia =
  | { type: "ready" }
  | { type: "created"; viewerId: string; answer: string }
  /** 40600 no format in common, 40000 not an offer, 70000 anything else. */
  | { type: "refused"; viewerId: string; code: 40600 | 40000 | 70000; detail: string }
  | { type: "ended"; viewerId: string };
