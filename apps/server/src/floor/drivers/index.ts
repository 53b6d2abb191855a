/**
 * Which driver speaks to a machine: a registry by the column `driver` of its row. A factory only makes the driver; its host
 * says hello with its epoch.
 */
import type { MachineDriver } from "@reelcast/machine";
import type { MachineRow } from "../registry.ts";
import { simulatedDriver } from "./simulated.ts";
import type { SimulatedParts } from "./simulated.ts";

export interface DriverParts {
  currency: string;
  /** Size of the picture of machines that are drawn. */
  video: { width: number; height: number };
  /** Of the lease under which the machine is run. */
  epoch: number;
}
/** @throws where the machine can't be reached, or its memory is not readable */
export type DriverFactory = (row: MachineRow, parts: DriverParts) => Promise<MachineDriver>;
export type DriverFactories = Readonly<Record<string, DriverFactory>>;

/** @param others by name; they come beside, or instead of, the built-in ones */
export function createDrivers(
  parts: SimulatedParts,
  others: Partial<Record<string, DriverFactory>> = {},
): DriverFactory {
  const known: Partial<Record<string, DriverFactory>> = { simulated: simulatedDriver(parts), ...others };
  return (row, driverParts) => {
    const factory = Object.hasOwn(known, row.driver) ? known[row.driver] : undefined;
    if (!factory) throw new Error(`machine ${row.id} needs the driver "${row.driver}", which is not there`);
    return factory(row, driverParts);
  };
}
