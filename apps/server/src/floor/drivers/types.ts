/** What a driver of machines gets, and what makes one. */
import type { MachineDriver } from "@reelcast/machine";
import type { Db } from "../../storage/index.ts";
import type { MachineRow } from "../machineStore.ts";

export interface DriverParts {
  currency: string;
  /** Size of the picture of machines that are drawn. */
  video: { width: number; height: number };
  /** Of the lease under which the machine is run. */
  epoch: number;
}
/** @throws if the machine can't be reached, or its memory is not readable */
export type DriverFactory = (row: MachineRow, parts: DriverParts) => Promise<MachineDriver>;
/** What a driver may use of the server. */
export interface HouseParts {
  db: Db;
}
