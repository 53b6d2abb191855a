/** Opens the host of one machine: its driver, the hello under the lease, and what an earlier owner left open. */
import { MachineUnreachable } from "@reelcast/machine";
import type { MachineLedger } from "../wallet/index.ts";
import type { HostParts } from "./hostParts.ts";
import type { Lease } from "./leases.ts";
import { MachineHost } from "./machineHost.ts";
import type { FloorOptions } from "./options.ts";
import type { MachineRow } from "./machineStore.ts";
import { DriverTrace } from "./overview/driverTrace.ts";
import { TAKE_WIN_MS, WARN_MS } from "./seat/countdowns.ts";
import type { SessionRow } from "./sessions.ts";
import { within } from "./within.ts";

/** A machine that does not answer the hello must not delay the others. */
const HELLO_WITHIN_MS = 5_000;

/** What the database holds of a machine. */
export interface StoredMachine {
  row: MachineRow;
  ledger: MachineLedger;
  session: SessionRow | null;
}
/** What the lobby shows of a machine's game. */
export interface OpenedGame {
  /** The game program, as the driver names it. */
  game: string;
  /** Smallest bet, minor units. */
  minBet: number | null;
}
export interface OpenedHost extends OpenedGame {
  host: MachineHost;
}

/**
 * @param onFenced another owner has the machine, or the host can't go on
 * @throws MachineUnreachable, or what the driver or the database throws; nothing stays open then
 */
export async function openHost(
  options: FloorOptions & Pick<HostParts, "starts" | "onSeat">,
  { machineId, epoch }: Lease,
  { row, ledger, session }: StoredMachine,
  onFenced: (host: MachineHost) => void,
): Promise<OpenedHost> {
  const {
    node,
    wallet,
    starts,
    machineStore,
    sessions,
    bus,
    log,
    limits,
    settings,
    policy = null,
    space = { level: "enough" },
    onSeat,
    onStep,
  } = options;
  const trace = new DriverTrace();
  const driver = trace.of(await options.drivers(row, { ...options.driverParts(), epoch }));
  try {
    await within(HELLO_WITHIN_MS, driver.hello(epoch), () => new MachineUnreachable("the machine does not answer"));
    const identity = await driver.identify();
    const { video, game, minBet, hasFreeSpins } = identity;
    const host = new MachineHost({
      row: { ...row, video: { crop: video.crop, glass: video.glass ?? null, parts: video.parts ?? [] } },
      hasFreeSpins,
      minBet,
      driver,
      identity,
      trace,
      fence: { machineId, epoch },
      node,
      wallet,
      starts,
      sessions,
      machineStore,
      bus,
      log,
      rules: {
        depositMs: limits.depositSeconds * 1000,
        idleMs: limits.idleSeconds * 1000,
        warnMs: WARN_MS,
        graceMs: limits.graceSeconds * 1000,
        takeWinMs: TAKE_WIN_MS,
      },
      handPayMs: limits.handPaySeconds * 1000,
      settings,
      policy,
      space,
      onSeat,
      onStep,
      onFenced: () => onFenced(host),
    });
    try {
      await host.recover(ledger, session);
    } catch (error) {
      await host.stop();
      throw error;
    }
    return { host, game, minBet };
  } catch (error) {
    await driver.close();
    throw error;
  }
}
