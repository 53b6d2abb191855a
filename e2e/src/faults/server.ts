/**
 * The server under test: the product's own composition, with the cabinet's driver in place of the simulated machines, and
 * with points at which it kills or stops itself. Only the harness starts it.
 */
import process from "node:process";
import type { Meters } from "@reelcast/machine";
import { Client } from "pg";
import { createApp } from "../../../apps/server/src/app.ts";
import { readConfig } from "../../../apps/server/src/config.ts";
import { createCabinetDriver } from "./cabinetDriver.ts";
import { answerParent } from "./ipc.ts";
import { type PointRule, createPoints } from "./points.ts";

/** The argument with which the harness starts it. */
export interface ServerOptions {
  cabinetPort: number;
  answerWithinMs: number;
  /** `comparison`: meters always equal the ledger. */
  without: readonly "comparison"[];
}

const options = JSON.parse(process.argv[2] ?? "{}") as ServerOptions;
const points = createPoints();
const steps = new Set<string>();
const config = readConfig(process.env);

answerParent(
  {
    arm: (rule: PointRule) => points.arm(rule),
    disarm: () => points.disarm(),
    /** The steps of the machine host that were seen so far. */
    steps: () => [...steps].toSorted(),
  },
  { pid: process.pid },
);

/** Replaces the machine's meters by the ledger's figures, so that the comparison finds nothing. */
async function asTheLedger(machine: number, meters: Meters): Promise<Meters> {
  const client = new Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ in: number; out: number; credit: number }>(
      `select ledger_in::float8 as in, ledger_out::float8 as out, credit_of(machine_id)::float8 as credit
       from machine_meters where machine_id = $1`,
      [machine],
    );
    const [ledger] = rows;
    if (!ledger) return meters;
    return { ...meters, transferredIn: ledger.in, transferredOut: ledger.out, credit: ledger.credit };
  } finally {
    await client.end();
  }
}

const app = await createApp(config, {
  drivers: {
    cabinet: (row) =>
      createCabinetDriver({
        machineId: row.id,
        port: options.cabinetPort,
        answerWithinMs: options.answerWithinMs,
        onCommand: (point) => points.reach(`cabinet:${point}`),
        ...(options.without.includes("comparison") ? { onMeters: (meters) => asTheLedger(row.id, meters) } : {}),
      }),
  },
  wrapPool: (pool) => points.wrapPool(pool),
  onStep(step) {
    steps.add(step);
    return points.reach(`step:${step}`);
  },
});

let ending = false;
process.on("SIGTERM", () => {
  if (ending) return;
  ending = true;
  app.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
app.ended.catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
