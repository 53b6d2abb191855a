/** How good the connection is, of picture and control together. */
import type { Connection } from "@reelcast/client/connection";
import type { WhepStats } from "@reelcast/whep";
import type { PictureHere } from "../session/withoutPicture.ts";

/** Unknown until there is a picture, and a figure of the connection. */
export type Signal = "good" | "fair" | "bad" | "unknown";

/** Of one that has just come into sight, too, nothing else is known. */
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
  const connects = connection.kind === "connecting" && connection.attempt === 0;
  if (connection.kind !== "live" && !connects) return "bad";
  if (picture && !NO_FAULT.includes(picture.kind)) return "bad";
  if (connects || picture?.kind === "loading" || (stats === null && roundTripMs === null)) return "unknown";
  const rtt = Math.max(stats?.rttMs ?? 0, roundTripMs ?? 0);
  const loss = stats?.packetLoss ?? 0;
  if (rtt > 350 || loss > 0.05) return "bad";
  return rtt > 150 || loss > 0.01 ? "fair" : "good";
}
