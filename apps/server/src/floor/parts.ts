/** What the host of one machine is made of. */
import type { MachineDriver } from "@reelcast/machine";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { Wallet } from "../wallet/index.ts";
import type { MachineRow, Registry } from "./registry.ts";
import type { SeatRules } from "./seat.ts";
import type { Sessions } from "./sessions.ts";
import type { Gate } from "./types.ts";

export interface HostParts {
  row: MachineRow;
  driver: MachineDriver;
  epoch: number;
  wallet: Wallet;
  sessions: Sessions;
  registry: Registry;
  bus: Bus;
  log: Logger;
  rules: SeatRules;
  /** Until a hand pay is paid without an attendant. */
  handPayMs: number;
  hotFlagLimit: number;
  maxAllIn: number;
  zeroBalanceMayPlay: boolean;
  gate: Gate | null;
}
