/**
 * The drivers by name: the column `driver` of a machine's row. A driver is a folder and a row here (docs/extending.md).
 * A factory only makes the driver; the machine's host says hello with its epoch.
 */
import { simulatedDriver } from "./simulated/index.ts";
import type { DriverFactory, HouseParts } from "./types.ts";

export type * from "./types.ts";

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
