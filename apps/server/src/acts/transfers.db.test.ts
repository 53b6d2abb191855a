/** Decisions about transfers in doubt: what they move to the player counts, and above the bound a second person approves. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TransferEvidence } from "@reelcast/contract/console";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { createRecords } from "../records/index.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import type { CliApp } from "../start/options.ts";
import { testConfig } from "../testing.ts";
import type { Transfer } from "../wallet/index.ts";
import { OPENING, cashIn, newTable, request, sessionOf } from "../wallet/testing.ts";
import type { Table } from "../wallet/testing.ts";
import { createWorkQueue } from "../workQueue/index.ts";
import { ACTS, createActContext } from "./index.ts";
import type { ActContext } from "./index.ts";
import { staff } from "./testing.ts";

/** Minor units. */
const BOUND = 1_000;
let database: TestDatabase;
let dataDir = "";
/** Without a running server: no process asks the machines. */
let house: CliApp;
let context: ActContext;
let at: Table;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "decisions-"));
  const log = pino({ level: "silent" });
  house = await createApp(testConfig(database, dataDir, { APPROVAL_ABOVE: "10" }), { role: "cli", log });
  context = createActContext(house.domain, { log });
});
afterAll(async () => {
  await house.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  at = await newTable(database.db, wallet());
  named = `ayse${"abcdefghijklmnopqrstuvwxyz"[at.playerId] ?? ""}`;
});
/** A person who has moved nothing yet. */
let named = "";

const wallet = () => house.domain.wallet;
const [mehmet, leyla] = [staff("mehmet"), staff("leyla")];
const ayse = () => staff(named);
type Decided = Awaited<ReturnType<typeof ACTS.transfers.resolve.run>>["result"];
async function decide(
  { id: transferId }: Transfer,
  outcome: "done" | "failed",
  { moved, by = ayse() }: { moved?: number; by?: ReturnType<typeof staff> } = {},
): Promise<Decided> {
  const wanted = { transferId, outcome, ...(moved === undefined ? {} : { moved }) };
  return (await ACTS.transfers.resolve.run(context, by, wanted)).result;
}
async function requestOf(decided: Promise<Decided>): Promise<number> {
  const result = await decided;
  expect(result).toMatchObject({ state: "requested", minutes: 30 });
  return result.state === "requested" ? result.request : 0;
}
const approve = (requestId: number, by = mehmet) => ACTS.approvals.approve.run(context, by, { requestId });
/** What the player has, and what of it is in suspense. */
const money = async () => [await wallet().balance(at.playerId), await wallet().checking(at.playerId)];
const stateOf = async ({ id }: Transfer) => (await wallet().get(id))?.state;

async function manual(
  kind: "cashin" | "cashout",
  amount: number | null,
  sessionId = sessionOf(at.playerId),
): Promise<Transfer> {
  const { transfer } = await wallet().begin({ ...request(at, kind, amount), sessionId });
  await wallet().markSent(transfer.id, at.fence);
  await wallet().markUnknown(transfer.id, {}, at.fence);
  return wallet().makeManual(transfer.id, { reason: "the meters differ", evidence: { said: "notFound" } }, at.fence);
}
/** The machine is in play again. */
async function settleMachine(): Promise<void> {
  const meters = { transferredIn: 0, transferredOut: 0, credit: 0, gamesPlayed: 0 };
  await wallet().settleMachine(
    { playerId: null, pay: 0, cleared: 0, meters, by: "test", reason: "counted", key: crypto.randomUUID() },
    at.fence,
  );
  await database.superuser
    .updateTable("machines")
    .set({ quarantined: null, quarantined_at: null })
    .where("id", "=", at.machineId)
    .execute();
}
const records = () =>
  createRecords({
    db: database.db,
    protectionOf: (id) => house.domain.protection.of(id),
    ageOf: (id) => house.domain.protection.age(id),
    isAgeRequired: () => false,
  });

test("a deposit that is decided as failed above the bound gives nothing back before a second person approves, and then once", async () => {
  const transfer = await manual("cashin", 5_000);
  const id = await requestOf(decide(transfer, "failed"));
  expect(await money()).toEqual([OPENING - 5_000, 5_000]);
  expect(await stateOf(transfer)).toBe("manual");

  // The evidence says that a decision waits; the queue and the request say whose money it is.
  expect(TransferEvidence.parse(await records().transfers.one(transfer.id))).toMatchObject({
    request: { id, requestedBy: named },
    decidable: 5_000,
  });
  const about = { player: { id: at.playerId }, machine: { id: at.machineId } };
  const found = await records().approvals.one(id);
  expect(found).toMatchObject({ ...about, act: "transfer.resolve", amount: 5_000 });
  expect(found.params).toMatchObject({ transferId: transfer.id, outcome: "failed", moved: 0 });
  const queue = createWorkQueue({ db: database.db, machineNeeds: async () => [] });
  expect((await queue.state()).items.find(({ key }) => key === `approval:${id}`)).toMatchObject(about);

  await expect(approve(id, staff(named.toUpperCase()))).rejects.toMatchObject({ code: ConsoleErrorCode.RequestOwn });
  expect(await money()).toEqual([OPENING - 5_000, 5_000]);
  expect((await approve(id)).result).toMatchObject({
    requestedBy: named,
    done: { transferId: transfer.id, outcome: "failed", machineId: at.machineId, moved: 0, remaining: 0 },
  });
  expect(await money()).toEqual([OPENING, 0]);
  await expect(approve(id, leyla)).rejects.toMatchObject({ code: ConsoleErrorCode.RequestDecided });
  expect(await money()).toEqual([OPENING, 0]);

  const after = await records().transfers.one(transfer.id);
  expect(after).toMatchObject({ state: "failed", request: null, evidence: { resolvedBy: named } });
  expect(after.acts.map(({ act, by }) => [act, by])).toEqual(
    expect.arrayContaining([
      ["approvals.request", named],
      ["approvals.approve", "mehmet"],
    ]),
  );
  expect((await wallet().check()).broken).toEqual([]);
});

test("a cash-out that is decided as moved above the bound pays nothing before the approval, and then what was decided", async () => {
  await cashIn(wallet(), at, 5_000);
  const transfer = await manual("cashout", null);
  const id = await requestOf(decide(transfer, "done", { moved: 3_000 }));
  expect(await money()).toEqual([OPENING - 5_000, 5_000]);
  expect((await approve(id)).result).toMatchObject({ done: { moved: 3_000, remaining: 2_000 } });
  expect(await money()).toEqual([OPENING - 2_000, 2_000]);
});

test("what moves nothing to the player, or no more than the bound, needs nobody, whatever the transfer was for", async () => {
  const deposit = await manual("cashin", 5_000);
  expect(await decide(deposit, "done")).toMatchObject({ state: "done", moved: 5_000, remaining: 5_000 });
  await settleMachine();
  at = await newTable(database.db, wallet());
  const partly = await manual("cashin", 5_000);
  expect(await decide(partly, "done", { moved: 5_000 - BOUND })).toMatchObject({ state: "done" });
  expect(await money()).toEqual([OPENING - 5_000 + BOUND, 5_000 - BOUND]);
  at = await newTable(database.db, wallet());
  await cashIn(wallet(), at, 5_000);
  const cashOut = await manual("cashout", null);
  expect(await decide(cashOut, "failed")).toMatchObject({ state: "done", remaining: 5_000 });
  expect(await money()).toEqual([OPENING - 5_000, 5_000]);
});

test("decisions of one person at one machine count together", async () => {
  expect(await decide(await manual("cashin", BOUND), "failed")).toMatchObject({ state: "done" });
  await settleMachine();
  const sessionId = `${sessionOf(at.playerId)}again`;
  await sql`select session_begin(${sessionId}, ${at.machineId}, ${at.playerId}, null, 1)`.execute(database.db);
  const next = await manual("cashin", 1, sessionId);
  expect(await decide(next, "failed")).toMatchObject({
    state: "requested",
    above: BOUND,
    already: BOUND,
    ofAll: false,
  });
  // Another person has moved nothing yet.
  expect(await decide(next, "failed", { by: leyla })).toMatchObject({ state: "done" });
});

test.each([
  ["by another person", async (transfer: Transfer) => void (await decide(transfer, "done", { by: leyla }))],
  [
    "by the machine's clear answer, as it was asked for",
    async ({ id }: Transfer) =>
      void (await wallet().resolveManual(id, { state: "failed", moved: 0, by: "house", reason: "agreed" }, at.fence)),
  ],
])("an approval is refused if the transfer was decided meanwhile %s", async (_, meanwhile) => {
  const transfer = await manual("cashin", 5_000);
  const id = await requestOf(decide(transfer, "failed"));
  await meanwhile(transfer);
  const before = await money();
  await expect(approve(id)).rejects.toMatchObject({ code: ConsoleErrorCode.TransferNotManual });
  expect(await money()).toEqual(before);
});

test("of two requests for one transfer that are approved at the same moment, one is carried out", async () => {
  const transfer = await manual("cashin", 5_000);
  const ids = [await requestOf(decide(transfer, "failed")), await requestOf(decide(transfer, "failed", { by: leyla }))];
  const both = await Promise.allSettled(ids.map((id) => approve(id)));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(both.find((one) => one.status === "rejected")).toMatchObject({
    reason: { code: ConsoleErrorCode.TransferNotManual },
  });
  expect(await money()).toEqual([OPENING, 0]);
});

test("a refused request, and one that is over after 30 minutes, move nothing", async () => {
  const transfer = await manual("cashin", 5_000);
  const id = await requestOf(decide(transfer, "failed"));
  await ACTS.approvals.refuse.run(context, mehmet, { requestId: id });
  expect((await records().transfers.one(transfer.id)).request).toBeNull();
  const again = await requestOf(decide(transfer, "failed"));
  const { expires_at: until, requested_at: asked } = await database.db
    .selectFrom("approvals")
    .selectAll()
    .where("id", "=", again)
    .executeTakeFirstOrThrow();
  expect(until.getTime() - asked.getTime()).toBe(30 * 60_000);
  expect([await stateOf(transfer), await money()]).toEqual(["manual", [OPENING - 5_000, 5_000]]);
});
