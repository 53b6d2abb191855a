/** Opens all parts of the house on an opened database. */
import { hostname } from "node:os";
import type { Logger } from "pino";
import { HOUSE_START, SYSTEM, lastStart, recordAct } from "../audit/index.ts";
import type { Bus } from "../bus/bus.ts";
import type { Config } from "../config.ts";
import { VERSION, openDomain } from "../domain.ts";
import type { Domain } from "../domain.ts";
import type { MetricsPort } from "../edge/http/metrics.ts";
import type { Member, Serving } from "../serving/index.ts";
import { schemaName } from "../storage/index.ts";
import type { Storage } from "../storage/index.ts";
import type { Overrides } from "./options.ts";

/** Shared names in one line of the log. */
const MOST_NAMES = 20;

/** Most of the program; the command line does not need it. */
export const loadServing = () => import("../serving/index.ts");

/** Records version, database schema, the limit for approvals and the reserve of the disk in the audit log, where commands read them. */
async function recordStart({ storage: { db }, config }: Domain): Promise<void> {
  const before = await lastStart(db);
  const { approvalAbove, diskReserveBytes } = config;
  const after = { version: VERSION, schema: await schemaName(db), approvalAbove, diskReserveBytes };
  await recordAct(db, { ...SYSTEM, act: HOUSE_START, target: `host ${hostname()}`, before, after, why: null });
}

/** Their players log in under their own spelling alone until one has another name (`house player rename`). */
async function warnOfSharedNames({ accounts }: Domain, log: Logger): Promise<void> {
  const shared = await accounts.sharedNames();
  const names = shared.slice(0, MOST_NAMES).map(({ players }) => players.map(({ id, name }) => `${name} (${id})`));
  if (shared.length > 0)
    log.warn({ count: shared.length, names }, "players have spellings of one name: see `house player shared-names`");
}

/** Opens the parts of this process on a migrated database. Resolves when it is ready for players. */
export async function openHouseParts(
  stack: AsyncDisposableStack,
  {
    storage,
    bus,
    member,
    metricsPort,
  }: { storage: Storage; bus: Bus; member: Member; metricsPort: MetricsPort | null },
  { config, log, overrides }: { config: Config; log: Logger; overrides: Overrides },
): Promise<Serving & { domain: Domain; bus: Bus }> {
  const domain = await openDomain({ config, storage, publish: bus.publish.bind(bus), log, overrides });
  await recordStart(domain);
  await domain.staff.renewSkeletons();
  await warnOfSharedNames(domain, log);
  const { openServing } = await loadServing();
  return { domain, bus, ...(await openServing(stack, { domain, member, bus, log, metricsPort, overrides })) };
}
