/** What a viewer has of the picture: one pure function of the connection and of what the element shows. */
import type { Shown } from "./shown.ts";
import type { WhepFailure, WhepState } from "./types.ts";

export type Picture =
  /** Frames were shown within the last second. */
  | { kind: "live" }
  /** The connection is being made. */
  | { kind: "loading" }
  /** Connected, and the page has just come into sight or is not seen. */
  | { kind: "unseen" }
  /** A press starts it. */
  | { kind: "waiting" }
  /** No new frame for so many seconds. */
  | { kind: "stalled"; seconds: number }
  | { kind: "reconnecting"; failure: WhepFailure }
  | { kind: "failed"; failure: WhepFailure };

export function pictureOf(state: WhepState, shown: Shown): Picture {
  switch (state.kind) {
    case "failed":
    case "reconnecting":
      return { kind: state.kind, failure: state.failure };
    case "idle":
      return { kind: "loading" };
    case "connecting":
      return { kind: shown.kind === "waiting" ? "waiting" : "loading" };
    case "stalled":
    case "live": {
      if (shown.kind === "waiting") return { kind: "waiting" };
      // The connection is lost, and the last frames may still be on their way to the screen.
      if (shown.kind === "still" || state.kind === "stalled")
        return { kind: "stalled", seconds: shown.kind === "still" ? shown.seconds : 0 };
      return { kind: shown.kind === "moving" ? "live" : "unseen" };
    }
  }
}
/** Whether they say the same. */
export function samePicture(one: Picture, other: Picture): boolean {
  if (one.kind === "stalled" && other.kind === "stalled") return one.seconds === other.seconds;
  if ("failure" in one && "failure" in other) return one.kind === other.kind && one.failure === other.failure;
  return one.kind === other.kind;
}
