/** Metrics of this process among others: who it is, and what its bus counts by itself. */
import type { Bus, BusStats } from "../bus/bus.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../domain.ts";
import type { Metrics } from "../metrics/index.ts";

type Traffic = BusStats["traffic"][string];
const byDirection = ({ traffic }: BusStats, sent: (of: Traffic) => number, received: (of: Traffic) => number) =>
  Object.entries(traffic).flatMap(([group, of]) => [
    [{ group, direction: "sent" }, sent(of)] as const,
    [{ group, direction: "received" }, received(of)] as const,
  ]);

export function showNode(metrics: Metrics, { node, roles, nats }: Config, bus: Bus): void {
  const labels = { name: node.name, roles: [...roles].toSorted().join(","), zone: node.zone ?? "", version: VERSION };
  metrics.nodeInfo.read(() => [[labels, 1]]);
  if (nats) showBus(metrics, bus);
}

function showBus(metrics: Metrics, bus: Bus): void {
  metrics.busUp.read(() => Number(bus.isUp));
  metrics.busMessages.read(() =>
    byDirection(
      bus.stats(),
      ({ sent }) => sent,
      ({ received }) => received,
    ),
  );
  metrics.busBytes.read(() =>
    byDirection(
      bus.stats(),
      ({ sentBytes }) => sentBytes,
      ({ receivedBytes }) => receivedBytes,
    ),
  );
  metrics.busDropped.read(() => Object.entries(bus.stats().dropped).map(([reason, count]) => [{ reason }, count]));
  metrics.busReconnects.read(() => bus.stats().reconnects);
  metrics.busSlow.read(() => bus.stats().slow);
  metrics.busWaiting.read(() => bus.stats().waiting);
}
