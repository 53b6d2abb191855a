/** What the floor is made of. */
import type { Settings } from "@reelcast/contract";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { Counter, Gauge } from "../metrics/index.ts";
import type { Db, Space } from "../storage/index.ts";
import type { Wallet } from "../wallet/index.ts";
import type { DriverFactory, DriverParts } from "./drivers/types.ts";
import type { MachineHost } from "./machineHost.ts";
import type { FloorNode } from "./nodes.ts";
import type { MachineStore } from "./machineStore.ts";
import type { Sessions } from "./sessions.ts";
import type { PlayPolicy } from "./types.ts";

export interface FloorOptions {
  db: Db;
  node: FloorNode;
  wallet: Wallet;
  machineStore: MachineStore;
  sessions: Sessions;
  /** The same for calls of players, on other connections: they must not delay the floor's own work. */
  lobby?: { machineStore: MachineStore; sessions: Sessions };
  bus: Bus;
  log: Logger;
  drivers: DriverFactory;
  /** Name of this process for operators; null: the house has one process. */
  nodeName?: string | null;
  /** Read whenever a machine is opened. */
  driverParts: () => Omit<DriverParts, "epoch">;
  limits: { depositSeconds: number; idleSeconds: number; graceSeconds: number; handPaySeconds: number };
  /** The current ones. */
  settings: () => Readonly<Settings>;
  /** Without one, players have no limits of their own. */
  policy?: PlayPolicy;
  /** Whether the house can write what new play needs. Without it, it always can. */
  space?: Pick<Space, "level">;
  /** A machine can be played from now on ("open"), takes nothing new ("closing"), or does nothing any more ("closed"). */
  onHost?: ((change: "open" | "closing" | "closed", host: MachineHost) => void) | undefined;
  /** For tests of faults: awaited before and after each effect of a transfer or a session. */
  onStep?: ((step: string) => void | Promise<void>) | undefined;
  metrics?: FloorMetrics | undefined;
}

export interface FloorMetrics {
  machines: Gauge<"status">;
  seats: Gauge<"state">;
  /** `how`: taken, released or lost. */
  leaseChanges: Counter<"how">;
}
