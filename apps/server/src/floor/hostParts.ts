/** Dependencies of a machine's host, and what its parts need of it. */
import type { Settings } from "@reelcast/contract";
import type { MachineDriver, MachineIdentity } from "@reelcast/machine";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { Space } from "../storage/index.ts";
import type { Fence, MachineLedger, Wallet } from "../wallet/index.ts";
import type { GameLedger } from "./gameLedger.ts";
import type { GameStarts } from "./gameStarts.ts";
import type { FloorNode } from "./nodes.ts";
import type { MachineRow, MachineStore } from "./machineStore.ts";
import type { DriverTrace } from "./overview/driverTrace.ts";
import type { Seat, SeatRules } from "./seat/types.ts";
import type { Sessions } from "./sessions.ts";
import type { PlayPolicy } from "./types.ts";

export interface HostParts {
  row: MachineRow;
  /** Whether the game of the machine has free spins; undefined: not known. */
  hasFreeSpins: boolean | undefined;
  /** Smallest bet of the machine, minor units; null: not known. */
  minBet: number | null;
  driver: MachineDriver;
  identity: Pick<MachineIdentity, "manufacturer" | "model" | "game" | "returnToPlayer" | "video">;
  /** What went between the driver and the machine. */
  trace: DriverTrace;
  /** Of the lease under which this host acts. */
  fence: Fence;
  node: FloorNode;
  wallet: Wallet;
  /** Of this process, for all machines. */
  starts: GameStarts;
  sessions: Sessions;
  machineStore: MachineStore;
  bus: Bus;
  log: Logger;
  rules: SeatRules;
  /** Time after which a hand pay is reset without an attendant. */
  handPayMs: number;
  /** The current ones. */
  settings: () => Readonly<Settings>;
  policy: PlayPolicy | null;
  space: Pick<Space, "level">;
  /** A player took the seat (true); it ended, or this host did (false). Called in pairs. */
  onSeat: (playerId: number, seated: boolean) => void;
  /** For tests of faults: awaited before and after each effect of a transfer or a session. */
  onStep?: ((step: string) => void | Promise<void>) | undefined;
  /** Another owner has the machine, or this host can't go on: it ends, and another one starts from the database. */
  onFenced: () => void;
}

/** What the parts of a host need of it. */
export interface HostContext {
  games: GameLedger;
  /** Null while the machine is free. */
  seat: () => Seat | null;
  nextPress: () => number;
  /** A press is being carried out or waits. */
  isPressing: () => boolean;
  /** @throws MachineUnreachable */
  recordGames: () => Promise<void>;
  readLedger: () => Promise<MachineLedger>;
  /** The machine's row was changed. */
  readRow: () => Promise<void>;
  readTotals: () => Promise<void>;
  /** Reads the totals that a transfer has left behind. */
  settleTotals: () => Promise<void>;
  /** Ends the session if a limit of its player is reached. */
  checkLimits: () => Promise<void>;
  /** After the machine's credit was cleared, or its meters were taken as the new base. */
  readLedgerAndRow: () => Promise<void>;
}
