/** What waits at machines stays the same item of the work queue when the server restarts or another process takes them. */
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Domain } from "../domain.ts";
import { createMachineStore } from "../floor/index.ts";
import type { FloorOverview } from "../floor/index.ts";
import { openTestOverview } from "../floor/testing/overview.ts";
import { openStage } from "../floor/testing/stage.ts";
import type { Stage } from "../floor/testing/stage.ts";
import { takeItem } from "../workQueue/index.ts";
import { openConsoleRecords } from "./consoleRecords.ts";

const TILT = "reel 2 stalled";
let stage: Stage;
let overview: FloorOverview;
let closeOverview: () => void;
/** As a process that has just started. */
function openOverview(): void {
  ({ overview, close: closeOverview } = openTestOverview(stage));
}
let stack: AsyncDisposableStack;
let queue: ReturnType<typeof openConsoleRecords>["queue"];
beforeEach(async () => {
  stage = await openStage(["royal-sevens", "royal-sevens"], ["anna"]);
  const { db, superuser } = stage.database;
  await stage.testFloor.stop();
  await sql`update machine_memories set state = state || '{"phase": "handPay", "win": 700}'
    where machine_id = ${stage.machine(1)}`.execute(superuser);
  await stage.replaceFloor({ handPaySeconds: 600 });
  openOverview();
  stack = new AsyncDisposableStack();
  const parts = { storage: { calls: db, reads: db } } as unknown as Domain;
  const now = { snapshot: () => overview.snapshot() } as FloorOverview;
  ({ queue } = openConsoleRecords(stack, parts, { overview: now, log: pino({ level: "silent" }) }));
  await stage.driver(0).faults.tilt(TILT);
});
afterEach(async () => {
  closeOverview();
  await stack.disposeAsync();
  expect(await stage.close()).toEqual([]);
});

/** The fault of the first machine, and the hand pay of the second; undefined: it does not wait. */
async function items() {
  const { items: all } = await queue.state();
  const of = (kind: string, index: number) =>
    all.find((item) => item.kind === kind && item.subject === String(stage.machine(index)));
  return [of("tilt", 0), of("handPay", 1)];
}
async function bothTaken() {
  await vi.waitFor(async () => expect(await items()).not.toContain(undefined));
  for (const item of await items()) await take(item?.key ?? "");
  const taken = await items();
  const owner = expect.objectContaining({ name: "leyla" });
  expect(taken).toMatchObject([
    { owner, detail: TILT },
    { owner, amount: 700 },
  ]);
  return taken;
}
async function take(key: string): Promise<void> {
  await queue.assertWaits(key);
  await takeItem(stage.database.db, key, "leyla", null);
}
const untilAgain = (expected: unknown) => vi.waitFor(async () => expect(await items()).toEqual(expected));

it("after a restart both have their key, their age and their owner", async () => {
  const taken = await bothTaken();
  await stage.testFloor.stop();
  closeOverview();
  openOverview();
  // While no process runs the machines, another item is taken: the owners of those that do not wait are forgotten then.
  await vi.waitFor(async () => expect(await items()).toEqual([undefined, undefined]));
  const { items: others } = await queue.state();
  await take(others.find(({ kind }) => kind === "event")?.key ?? "");
  closeOverview();
  await stage.replaceFloor({ handPaySeconds: 600 });
  openOverview();
  await untilAgain(taken);
});

it("under another process, too, and after the link to the machine was lost", async () => {
  const taken = await bothTaken();
  const old = stage.testFloor;
  closeOverview();
  await stage.replaceFloor({ handPaySeconds: 600 });
  openOverview();
  await untilAgain(taken);
  await old.stop();
  stage.driver(0).faults.offline(true);
  await untilAgain([undefined, taken[1]]);
  stage.driver(0).faults.offline(false);
  await untilAgain(taken);
});

it("a fault that has ended and came again is another item, also after a restart", async () => {
  const [before, handPay] = await bothTaken();
  await stage.driver(0).faults.tilt(null);
  await untilAgain([undefined, handPay]);
  await stage.driver(0).faults.tilt(TILT);
  await vi.waitFor(async () => expect((await items())[0]).toMatchObject({ owner: null }));
  const [again] = await items();
  expect(again?.key).not.toBe(before?.key);
  // What the former owner of the machine says late changes nothing.
  const late = createMachineStore(stage.database.db).storeNeed(stage.machine(0), null, 0);
  await expect(late).rejects.toThrow();
  await stage.testFloor.stop();
  closeOverview();
  await stage.replaceFloor({ handPaySeconds: 600 });
  openOverview();
  await untilAgain([again, handPay]);
});

it("what a machine reports right before an orderly end is stored, though the writes before it still wait", async () => {
  const NEXT = "reel 3 stalled";
  const [before] = await bothTaken();
  const { db, superuser } = stage.database;
  const events = () =>
    sql<{
      facts: unknown;
    }>`select facts from significant_events where machine_id = ${stage.machine(0)} and kind = 'tilt'`.execute(db);
  const known = (await events()).rows.length;
  const stopping = await superuser.transaction().execute(async (trx) => {
    await sql`lock table significant_events in exclusive mode`.execute(trx);
    await stage.driver(0).faults.tilt(null);
    await stage.driver(0).faults.tilt(NEXT);
    await vi.waitFor(async () => expect((await items())[0]).toMatchObject({ detail: NEXT }));
    const { published } = stage.testFloor;
    published.length = 0;
    const stopped = stage.testFloor.stop();
    const offline = { topic: "machine.status", message: { id: stage.machine(0), status: "offline" } };
    await vi.waitFor(() => expect(published).toContainEqual(offline));
    return { stopped };
  });
  await stopping.stopped;
  const row = await createMachineStore(db).machine(stage.machine(0));
  const trouble = row?.trouble as { since: number } | null | undefined;
  expect(trouble).toMatchObject({ what: "tilt", text: NEXT });
  expect(before?.key).not.toBe(`tilt:${stage.machine(0)}@${trouble?.since}`);
  expect((await events()).rows).toHaveLength(known + 1);
  await stage.replaceFloor({ handPaySeconds: 600 });
});
