/** How good the connection is, of picture and control together. */
import type { Connection } from "@reelcast/client/connection";
import type { WhepStats } from "@reelcast/whep";

export type Signal = "good" | "fair" | "bad";

/** Without a control connection it is bad, whatever the picture's figures are. The first connecting is no fault yet. */
export function signalOf(connection: Connection, stats: WhepStats | null, roundTripMs: number | null): Signal {
  if (connection.kind !== "live" && !(connection.kind === "connecting" && connection.attempt === 0)) return "bad";
  const rtt = Math.max(stats?.rttMs ?? 0, roundTripMs ?? 0);
  const loss = stats?.packetLoss ?? 0;
  if (rtt > 350 || loss > 0.05) return "bad";
  return rtt > 150 || loss > 0.01 ? "fair" : "good";
}
