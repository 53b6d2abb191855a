/** Metrics of the machines that this process runs, counted whenever they are asked for. */
import type { Hosts } from "./hosts.ts";
import type { MachineHost } from "./machineHost.ts";
import type { FloorMetrics } from "./options.ts";

type Seat = NonNullable<MachineHost["seat"]>;
const stateOf = ({ ending, connected }: Seat) => (ending !== null ? "ending" : connected ? "connected" : "held");

const count = <K extends string, L extends string>(label: K, values: Iterable<L>) =>
  [...Map.groupBy(values, (value) => value)].map(
    ([value, all]) => [{ [label]: value } as Record<K, L>, all.length] as const,
  );

export function showHosts({ machines, seats }: FloorMetrics, hosts: Pick<Hosts, "all">): void {
  machines.read(() =>
    count(
      "status",
      [...hosts.all()].map(({ status }) => status),
    ),
  );
  seats.read(() =>
    count(
      "state",
      [...hosts.all()].flatMap(({ seat }) => (seat ? [stateOf(seat)] : [])),
    ),
  );
}
