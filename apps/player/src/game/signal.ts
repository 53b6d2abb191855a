/** How good the connection is, of picture and control together. */
import type { WhepStats } from "@reelcast/whep";

export type Signal = "good" | "fair" | "bad";

export function signalOf(stats: WhepStats | null, roundTripMs: number | null): Signal {
  const rtt = Math.max(stats?.rttMs ?? 0, roundTripMs ?? 0);
  const loss = stats?.packetLoss ?? 0;
  if (rtt > 350 || loss > 0.05) return "bad";
  return rtt > 150 || loss > 0.01 ? "fair" : "good";
}
