/** Dependencies of a machine's host. */
import type { Settings } from "@reelcast/contract";
import type { MachineDriver } from "@reelcast/machine";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { Fence, Wallet } from "../wallet/index.ts";
import type { FloorNode } from "./nodes.ts";
import type { MachineRow, Registry } from "./machineStore.ts";
import type { SeatRules } from "./seat/types.ts";
import type { Sessions } from "./sessions.ts";
import type { PlayPolicy } from "./types.ts";

export interface HostParts {
  row: MachineRow;
  driver: MachineDriver;
  /** Of the lease under which this host acts. */
  fence: Fence;
  node: FloorNode;
  wallet: Wallet;
  sessions: Sessions;
  registry: Registry;
  bus: Bus;
  log: Logger;
  rules: SeatRules;
  /** Time after which a hand pay is reset without an attendant. */
  handPayMs: number;
  /** The current ones. */
  settings: () => Readonly<Settings>;
  policy: PlayPolicy | null;
  /** For tests of faults: awaited before and after each effect of a transfer or a session. */
  onStep?: ((step: string) => void | Promise<void>) | undefined;
  /** Another owner has the machine, or this host can't go on: it ends, and another one starts from the database. */
  onFenced: () => void;
}
