/** A house in good health, with its figures. */
import type { Health, HealthNode, HealthSamples } from "@reelcast/contract/console";

export const AT = "2026-01-02T03:04:05.000Z";
export const node = (name: string | null, rest: Partial<HealthNode> = {}): HealthNode => ({
  id: name ?? "only",
  name,
  roles: ["edge", "floor"],
  zone: null,
  version: "0.1.0",
  address: null,
  startedAt: AT,
  state: "active",
  machines: 12,
  seats: 3,
  sockets: 20,
  viewers: 2,
  eventLoopMs: 4,
  busMs: null,
  ...rest,
});
export const healthAs = (rest: Partial<Health> = {}): Health => {
  const now = new Date().toISOString();
  return {
    at: now,
    version: "0.1.0",
    node: "only",
    nodes: [node(null)],
    machines: { inPlay: 12, closed: 0, outOfOrder: 1, quarantined: 0, withoutNode: 0 },
    database: { embedded: true, bytes: 40_000_000, standbys: null },
    disk: { freeBytes: 80e9, totalBytes: 100e9, dataBytes: 2e9 },
    backup: { known: true, at: now, bytes: 4_096 },
    ledger: { checkedAt: now, broken: 0, attention: 0, fullAt: now },
    transfers: { unresolved: [], suspensions: 0 },
    logMonthsAhead: 2,
    ...rest,
  };
};
export const SAMPLES: HealthSamples = {
  node: "only",
  startedAt: AT,
  at: [1_767_323_000, 1_767_323_010, 1_767_323_020],
  series: {
    pressP50: [0.004, null, 0.005],
    pressP95: [0.02, null, 0.03],
    cpu: [0.1, 0.2, 0.15],
    calls: [3, 4, 5],
    callsP95: [0.05, 0.06, 0.045],
  },
};
