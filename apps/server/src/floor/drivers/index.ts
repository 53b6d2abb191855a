/**
 * Which driver speaks to a machine: a registry by the column `driver` of its row. A driver is a folder and a row here
 * (docs/extending.md). A factory only makes the driver; its host says hello with its epoch.
 */
import type { MachineDriver } from "@reelcast/machine";
import type { Db } from "../../storage/index.ts";
import type { MachineRow } from "../registry.ts";
import { simulatedDriver } from "./simulated/index.ts";

export interface DriverParts {
  currency: string;
  /** Size of the picture of machines that are drawn. */
  video: { width: number; height: number };
  /** Of the lease under which the machine is run. */
  epoch: number;
}
/** @throws where the machine can't be reached, or its memory is not readable */
export type DriverFactory = (row: MachineRow, parts: DriverParts) => Promise<MachineDriver>;
/** What a driver may use of the house. */
export interface HouseParts {
  db: Db;
}

const DRIVERS: Readonly<Record<string, (parts: HouseParts) => DriverFactory>> = {
  simulated: simulatedDriver,
};

/** @param others additional drivers by name; they replace built-in ones of the same name */
export function createDrivers(parts: HouseParts, others: Partial<Record<string, DriverFactory>> = {}): DriverFactory {
  const built = Object.entries(DRIVERS).map(([name, make]) => [name, make(parts)] as const);
  const known = new Map<string, DriverFactory | undefined>([...built, ...Object.entries(others)]);
  return (row, driverParts) => {
    const factory = known.get(row.driver);
    if (!factory) throw new Error(`machine ${row.id} needs the driver "${row.driver}", which is not there`);
    return factory(row, driverParts);
  };
}
