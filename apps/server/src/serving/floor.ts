/** The role `floor`: the machines that this process runs. */
import { closeDemo } from "../demo.ts";
import { walletNews } from "../domain.ts";
import { createDrivers, createFloor, createMachineStore, createSessions } from "../floor/index.ts";
import type { LocalFloor } from "../floor/index.ts";
import { keepMonthsAhead } from "../storage/index.ts";
import { createWallet } from "../wallet/index.ts";
import { measureTransfers } from "./measureTransfers.ts";
import type { ServingParts } from "./parts.ts";

/** Nothing of it runs yet. @param until until then, writes of its hosts wait for a database that is away */
export function createLocalFloor(
  { domain, node, bus, log, metrics, overrides }: ServingParts,
  until: AbortSignal,
): LocalFloor {
  const { config, storage, settings, policy } = domain;
  const { db, calls } = storage;
  const { width, height } = config.video;
  const wallet = createWallet({ db, until, ...walletNews(bus.publish.bind(bus)) });
  metrics.authority.read(() => Number(node.hasAuthority()));
  return createFloor({
    db,
    node,
    machineStore: createMachineStore(db, until),
    bus,
    log,
    wallet: measureTransfers(wallet, metrics.transferDuration),
    sessions: createSessions(db, until),
    drivers: createDrivers({ db }, overrides.drivers),
    driverParts: () => ({ currency: settings.current().currency, video: { width, height } }),
    limits: config.limits,
    settings: () => settings.current(),
    policy,
    lobby: { machineStore: createMachineStore(calls), sessions: createSessions(calls) },
    onStep: overrides.onStep,
    metrics,
  });
}

/** Takes the machines, and the duties that one process has for all. */
export async function startFloor(
  stack: AsyncDisposableStack,
  { domain: { config, storage, accounts }, log }: ServingParts,
  floor: LocalFloor,
): Promise<void> {
  await floor.start();
  // After the floor has started, so that demo players who are seated are paid out.
  if (!config.demo) await closeDemo({ accounts, log });
  stack.defer(await accounts.startHousekeeping(log));
  stack.defer(keepMonthsAhead({ addMonths: () => storage.addMonths(), log }));
}
