/** What the console reads of the house: records of players, games, transfers and approvals, and the work queue. */
import { playRulesOf } from "@reelcast/contract";
import type { MachineTile } from "@reelcast/contract/console";
import type { Logger } from "pino";
import type { Domain } from "../domain.ts";
import { createHistory } from "../history/index.ts";
import { createRecords } from "../records/index.ts";
import { createWorkQueue, watchWorkQueue } from "../workQueue/index.ts";
import type { MachineNeed } from "../workQueue/index.ts";
import type { EdgeServices } from "./edge.ts";

/** An open door is a fault, too: the machine takes no press. */
const KINDS: Partial<Record<string, MachineNeed["kind"]>> = { handPay: "handPay", tilt: "tilt", door: "tilt" };

function needOf({ id, name, need, player }: MachineTile): MachineNeed[] {
  const kind = need === null ? undefined : KINDS[need.what];
  if (need === null || kind === undefined) return [];
  const seated = player === null ? null : { id: player.id, name: player.name };
  const detail = need.what === "door" ? "door" : need.text;
  const { since, amount = null } = need;
  return [{ kind, machine: { id, name }, player: seated, since: since ?? 0, amount, detail }];
}

/** @param stack ends the reading of the queue */
export function openConsoleRecords(
  stack: AsyncDisposableStack,
  { config, settings, storage, protection }: Domain,
  { overview, log }: Pick<EdgeServices, "overview"> & { log: Logger },
) {
  // Searches and long lists, which must not keep players' calls waiting.
  const { calls: db, reads } = storage;
  const queue = createWorkQueue({
    db,
    machineNeeds: async () => (await overview.snapshot()).tiles.flatMap(needOf),
  });
  const watched = watchWorkQueue(queue, (error) => log.warn({ err: error }, "the work queue was not read"));
  stack.defer(() => watched.stop());
  const records = createRecords({
    db: reads,
    protectionOf: (playerId) => protection.of(playerId),
    ageOf: (playerId) => protection.age(playerId),
    isAgeRequired: () => playRulesOf(settings.current().playRules).ageCheck,
  });
  const formats = () => ({ currency: settings.current().currency, timeZone: config.timeZone });
  return { db, records, history: createHistory({ db: reads }), formats, queue, watched };
}
