/** How good the connection is, of picture and control together. */
import type { Connection } from "@reelcast/client/connection";
import type { WhepStats } from "@reelcast/whep";
import type { PictureHere } from "../session/withoutPicture.ts";

export type Signal = "good" | "fair" | "bad";

/** Of a picture that is being loaded or has just come into sight nothing is known yet. */
const NO_FAULT: readonly NonNullable<PictureHere>["kind"][] = ["live", "loading", "unseen"];

/**
 * Without a control connection or a picture that moves it is bad, whatever the figures are. The first connecting is no fault
 * yet.
 */
export function signalOf(
  connection: Connection,
  picture: PictureHere,
  stats: WhepStats | null,
  roundTripMs: number | null,
): Signal {
  if (connection.kind !== "live" && !(connection.kind === "connecting" && connection.attempt === 0)) return "bad";
  if (picture && !NO_FAULT.includes(picture.kind)) return "bad";
  const rtt = Math.max(stats?.rttMs ?? 0, roundTripMs ?? 0);
  const loss = stats?.packetLoss ?? 0;
  if (rtt > 350 || loss > 0.05) return "bad";
  return rtt > 150 || loss > 0.01 ? "fair" : "good";
}
