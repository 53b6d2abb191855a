/** The role `floor`: the machines that this process runs. */
import { closeDemo, seedDemo } from "../demo.ts";
import { walletNotifications } from "../domain.ts";
import { createDrivers, createFloor, createMachineStore, createSessions } from "../floor/index.ts";
import type { FloorNode, LocalFloor } from "../floor/index.ts";
import { applyRetention } from "../retention/index.ts";
import { holdDuty, keepMonthsAhead, keepRetention, oneAtATime } from "../storage/index.ts";
import { createWallet } from "../wallet/index.ts";
import { measureWallet } from "./measureWallet.ts";
import type { ServingParts } from "./parts.ts";

/**
 * Nothing of it runs yet.
 * @param onHost is notified of machines that others may reach from now on, or not any more
 * @param until until then, writes of its hosts wait for a database that is away
 */
export function createLocalFloor(
  { domain, bus, log, metrics, overrides }: ServingParts,
  {
    node,
    until,
    onHost,
  }: { node: FloorNode; until: AbortSignal; onHost?: Parameters<typeof createFloor>[0]["onHost"] },
): LocalFloor {
  const { config, storage, settings, policy } = domain;
  const { db, calls } = storage;
  const { width, height } = config.video;
  const onGameSent = (waitedMs: number) => metrics.gameWait.observe({}, waitedMs / 1_000);
  const wallet = createWallet({ db, until, onGameSent, ...walletNotifications(bus.publish.bind(bus)) });
  metrics.authority.read(() => Number(node.hasAuthority()));
  return createFloor({
    db,
    node,
    machineStore: createMachineStore(db, until),
    bus,
    log,
    wallet: measureWallet(wallet, metrics),
    sessions: createSessions(db, until),
    drivers: createDrivers({ db }, overrides.drivers),
    nodeName: config.nats === null ? null : config.node.name,
    driverParts: () => ({ currency: settings.current().currency, video: { width, height } }),
    limits: config.limits,
    settings: () => settings.current(),
    policy,
    space: storage.space,
    lobby: { machineStore: createMachineStore(calls), sessions: createSessions(calls) },
    onStep: overrides.onStep,
    onHost,
    metrics,
  });
}

/** Adds what the demo lacks. */
export async function seedFloor({ domain }: ServingParts): Promise<void> {
  const { config, storage, accounts, wallet, machineStore } = domain;
  if (!config.demo) return;
  const seed = () => seedDemo({ db: storage.db, accounts, wallet, machineStore, timeZone: config.timeZone });
  await (config.nats === null ? seed() : oneAtATime({ url: storage.directUrl, name: "seed" }, seed));
}

/** Takes the machines, and the duty that one process has for all. */
export async function startFloor(stack: AsyncDisposableStack, parts: ServingParts, floor: LocalFloor): Promise<void> {
  const { config, storage, accounts, settings } = parts.domain;
  const { log } = parts;
  await floor.start();
  // After the floor has started, so that demo players who are seated are paid out.
  if (!config.demo) await closeDemo({ accounts, log });
  const retain = () => applyRetention(storage, settings.current(), log);
  const keepMonths = () => {
    const ends = [keepMonthsAhead({ addMonths: () => storage.addMonths(), log }), keepRetention({ retain, log })];
    return async () => void (await Promise.all(ends.map((end) => end())));
  };
  if (config.nats === null) stack.defer(keepMonths());
  else stack.defer(holdDuty({ url: storage.directUrl, name: "months", begin: async () => keepMonths(), log }));
}
