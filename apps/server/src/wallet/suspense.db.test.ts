import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "./index.ts";
import type { Transfer, Wallet } from "./index.ts";
import { OPENING, cashIn, codeOf, newTable, request, sessionOf, takeOver } from "./testing.ts";
import type { Table } from "./testing.ts";

let database: TestDatabase;
let wallet: Wallet;
let at: Table;

beforeAll(async () => {
  database = await createTestDatabase();
  wallet = createWallet({ db: database.db });
});
afterAll(() => database.close());
beforeEach(async () => {
  at = await newTable(database.db, wallet);
});

const balance = () => wallet.balance(at.playerId);
const checking = () => wallet.checking(at.playerId);
const evidence = { said: "notFound" };
const by = { by: "ayse", reason: "counted by hand" };
const meters = { transferredIn: 0, transferredOut: 0, credit: 0, gamesPlayed: 0 };
const session = async () =>
  database.db.selectFrom("sessions").selectAll().where("id", "=", sessionOf(at.playerId)).executeTakeFirstOrThrow();
const machine = async () =>
  database.db.selectFrom("machines").selectAll().where("id", "=", at.machineId).executeTakeFirstOrThrow();

async function manual(kind: "cashin" | "cashout", amount: number | null): Promise<Transfer> {
  const { transfer } = await wallet.begin(request(at, kind, amount));
  await wallet.markSent(transfer.id, at.fence);
  await wallet.markUnknown(transfer.id, {}, at.fence);
  return wallet.makeManual(transfer.id, { reason: "the meters differ", evidence }, at.fence);
}

describe("a transfer in doubt", () => {
  it("frees its player: the money is in suspense, the session over, the machine quarantined", async () => {
    await cashIn(wallet, at, 300);
    const transfer = await manual("cashin", 500);
    expect(transfer).toMatchObject({ state: "manual", detail: "the meters differ", evidence });
    expect([await balance(), await checking(), (await wallet.machineBalance(at.machineId)).credit]).toEqual([
      OPENING - 800,
      800,
      0,
    ]);
    expect(await session()).toMatchObject({ state: "closed", end_reason: "checking" });
    expect(await machine()).toMatchObject({ quarantined: "the meters differ" });
    // The house has recorded both itself.
    const acts = database.db.selectFrom("audit_log").select(["by", "act", "after", "why"]);
    expect(await acts.where("target", "=", `player ${at.playerId}`).execute()).toMatchObject([
      { by: "system", act: "suspense.open", after: { held: 500, credit: 300 }, why: "the meters differ" },
    ]);
    expect(await acts.where("target", "=", `machine ${at.machineId}`).execute()).toMatchObject([
      { by: "system", act: "machine.quarantine", after: { quarantined: "the meters differ" } },
    ]);
    expect((await wallet.check()).broken).toEqual([]);
    // The same again changes nothing.
    expect(await wallet.makeManual(transfer.id, { reason: "again", evidence }, at.fence)).toMatchObject({
      state: "manual",
    });
    expect(await checking()).toBe(800);
  });

  it.each([
    ["cashin", 500, "failed", 0, 500, 300],
    ["cashin", 500, "done", 500, 0, 800],
    ["cashin", 500, "done", 200, 300, 500],
    ["cashout", null, "done", 300, 300, 0],
    ["cashout", null, "done", 100, 100, 200],
    ["cashout", null, "failed", 0, 0, 300],
  ] as const)(
    "%s of %s found %s with %s: %s go back at once, %s wait for the machine",
    async (kind, amount, state, moved, back, rest) => {
      await cashIn(wallet, at, 300);
      const transfer = await manual(kind, amount);
      const before = await balance();
      const resolved = await wallet.resolveManual(transfer.id, { state, moved, ...by }, null);
      expect(resolved.state).toBe(state);
      expect([(await balance()) - before, await checking()]).toEqual([back, rest]);
      expect((await wallet.check()).broken).toEqual([]);
      // Settled once: the rest is its player's, too.
      const pay = { playerId: at.playerId, pay: rest, cleared: rest, meters, key: randomUUID(), ...by };
      await wallet.settleMachine(pay, at.fence);
      await wallet.settleMachine(pay, at.fence);
      expect([await balance(), await checking()]).toEqual([OPENING, 0]);
      expect((await wallet.check()).broken).toEqual([]);
    },
  );

  it("is resolved once, for no more than the evidence, and only where it is manual", async () => {
    const transfer = await manual("cashin", 500);
    const resolve = (state: "done" | "failed", moved: number) =>
      codeOf(wallet.resolveManual(transfer.id, { state, moved, ...by }, null));
    expect(await resolve("done", 501)).toBe(ErrorCode.AmountOutOfRange);
    expect(await resolve("failed", 1)).toBe(ErrorCode.AmountOutOfRange);
    expect(await checking()).toBe(500);
    expect(await Promise.all([resolve("failed", 0), resolve("failed", 0)])).toEqual([null, null]);
    await expect(wallet.resolveManual(transfer.id, { state: "done", moved: 500, ...by }, null)).rejects.toThrow(
      /failed/,
    );
    expect([await balance(), await checking()]).toEqual([OPENING, 0]);
  });

  it("refuses to settle a machine for more than the evidence, to somebody else, or before its transfer", async () => {
    await cashIn(wallet, at, 300);
    const other = await newTable(database.db, wallet);
    const transfer = await manual("cashin", 500);
    const settle = (change: object) =>
      codeOf(
        wallet.settleMachine(
          { playerId: at.playerId, pay: 300, cleared: 300, meters, key: randomUUID(), ...by, ...change },
          at.fence,
        ),
      );
    expect(await settle({})).toBe(ErrorCode.EarlierTransferPending);
    await wallet.resolveManual(transfer.id, { state: "failed", moved: 0, ...by }, null);
    expect(await settle({ pay: 301 })).toBe(ErrorCode.AmountOutOfRange);
    expect(await settle({ playerId: other.playerId })).toBe(ErrorCode.AmountOutOfRange);
    expect(await settle({ meters: { ...meters, credit: 1 } })).toBe(ErrorCode.Conflict);
    expect(await checking()).toBe(300);
    expect(await settle({ pay: 100 })).toBeNull();
    // What an operator does not pay is the house's.
    expect([await balance(), await checking()]).toEqual([OPENING - 200, 0]);
    // Whichever function wrote, what became of the money is in the audit log, each step once.
    const acts = (target: string) =>
      database.db
        .selectFrom("audit_log")
        .select(["by", "act", "before", "after", "why"])
        .where("target", "=", target)
        .where("act", "in", ["transfer.decided", "suspense.settle"])
        .execute();
    expect(await acts(`transfer ${transfer.id}`)).toMatchObject([
      { by: "system", act: "transfer.decided", before: { state: "manual" }, after: { state: "failed", moved: null } },
    ]);
    expect(await acts(`player ${at.playerId}`)).toMatchObject([
      {
        by: "system",
        act: "suspense.settle",
        before: { machineId: at.machineId, remaining: 300, paid: 500 },
        after: { remaining: 0, paid: 600, kept: 200, by: "ayse" },
        why: "counted by hand",
      },
    ]);
    expect((await wallet.check()).broken).toEqual([]);
  });

  it("is written by the owner of the machine alone", async () => {
    await cashIn(wallet, at, 300);
    const { transfer } = await wallet.begin(request(at, "cashin", 500));
    await wallet.markSent(transfer.id, at.fence);
    await takeOver(database.db, at);
    const request0 = { reason: "r", evidence };
    expect(await codeOf(wallet.makeManual(transfer.id, request0, at.fence))).toBe(ErrorCode.ServiceUnavailable);
    expect(await codeOf(wallet.suspendSession(sessionOf(at.playerId), request0, at.fence))).toBe(
      ErrorCode.ServiceUnavailable,
    );
    expect(await codeOf(wallet.storeMeters(meters, at.fence))).toBe(ErrorCode.ServiceUnavailable);
    expect(
      await codeOf(
        wallet.settleMachine({ playerId: at.playerId, pay: 0, cleared: 0, meters, key: randomUUID(), ...by }, at.fence),
      ),
    ).toBe(ErrorCode.ServiceUnavailable);
    expect(await checking()).toBe(0);
  });
});

describe("a machine whose meters differ", () => {
  it("ends the session with its credit in suspense", async () => {
    await cashIn(wallet, at, 300);
    const suspension = await wallet.suspendSession(
      sessionOf(at.playerId),
      { reason: "memory lost", evidence },
      at.fence,
    );
    expect(suspension).toMatchObject({ remaining: 300, transferId: null });
    expect([await balance(), await checking(), (await wallet.machineBalance(at.machineId)).credit]).toEqual([
      OPENING - 300,
      300,
      0,
    ]);
    expect(await session()).toMatchObject({ state: "closed", end_reason: "checking" });
    expect((await wallet.check()).attention).toContain(`machine ${at.machineId} is quarantined: memory lost`);
  });

  it("is reported by the check as soon as its host has read it", async () => {
    await cashIn(wallet, at, 300);
    await wallet.storeMeters({ transferredIn: 300, transferredOut: 0, credit: 300 }, at.fence);
    const about = async () =>
      (await wallet.check()).attention.filter((what) => what.includes(`machine ${at.machineId} `));
    expect(await about()).toEqual([]);
    await wallet.storeMeters({ transferredIn: 300, transferredOut: 0, credit: 0 }, at.fence);
    expect(await about()).toEqual([`machine ${at.machineId} showed a credit of 0, the ledger 300`]);
    await wallet.storeMeters({ transferredIn: 0, transferredOut: 0, credit: 300 }, at.fence);
    expect(await about()).toEqual([`machine ${at.machineId} showed transfers of 0 in and 0 out, the ledger 300 and 0`]);
  });

  it("is back in play only if nothing differs and nothing is open", async () => {
    const back = async () => {
      const { rows } = await sql<{
        why: string | null;
      }>`select machine_back(${at.machineId}, 'operator', ${at.fence.epoch}) as why`.execute(database.db);
      return rows[0]?.why;
    };
    await cashIn(wallet, at, 300);
    await wallet.suspendSession(sessionOf(at.playerId), { reason: "memory lost", evidence }, at.fence);
    expect(await back()).toContain("300 minor units");
    await wallet.settleMachine(
      { playerId: at.playerId, pay: 300, cleared: 0, meters, key: randomUUID(), ...by },
      at.fence,
    );
    await wallet.storeMeters({ transferredIn: 1, transferredOut: 0, credit: 0 }, at.fence);
    expect(await back()).toContain("1 in and 0 out");
    expect((await machine()).quarantined).not.toBeNull();
    await wallet.storeMeters(meters, at.fence);
    expect(await back()).toBeNull();
    expect((await machine()).quarantined).toBeNull();
    expect(await balance()).toBe(OPENING);
  });
});

describe("sessions", () => {
  const begin = (playerId: number, machineId: number) =>
    sql`select session_begin(${randomUUID()}, ${playerId}, ${machineId}, null, 1)`.execute(database.db).then(
      () => null,
      (error: unknown) => (error as { code?: string }).code,
    );
  const end = (epoch = 1) =>
    sql`select session_close(${sessionOf(at.playerId)}, 'leave', ${epoch})`.execute(database.db);

  it("can't begin on a machine with credit, with an unresolved transfer, or out of play", async () => {
    const other = await newTable(database.db, wallet);
    await sql`select session_close(${sessionOf(other.playerId)}, 'leave', 1)`.execute(database.db);
    await cashIn(wallet, at, 300);
    // Nothing else would keep the two apart once the session's row is gone wrong.
    await sql`alter table sessions disable trigger session_may_become`.execute(database.owner);
    await sql`update sessions set state = 'closed', ended_at = now() where id = ${sessionOf(at.playerId)}`.execute(
      database.owner,
    );
    await sql`alter table sessions enable trigger session_may_become`.execute(database.owner);
    expect(await begin(other.playerId, at.machineId)).toBe("RC008");
    expect((await wallet.check()).broken).toContainEqual(expect.stringContaining("is closed, but machine"));
    expect((await wallet.check()).attention).toContain(`machine ${at.machineId} has credit 300 without an owner`);
  });

  it("can't begin while a transfer of the machine is not resolved", async () => {
    const other = await newTable(database.db, wallet);
    await sql`select session_close(${sessionOf(other.playerId)}, 'leave', 1)`.execute(database.db);
    const transfer = await manual("cashin", 500);
    await sql`update machines set quarantined = null where id = ${at.machineId}`.execute(database.db);
    expect(await begin(other.playerId, at.machineId)).toBe("RC009");
    await wallet.resolveManual(transfer.id, { state: "failed", moved: 0, ...by }, null);
    expect(await begin(other.playerId, at.machineId)).toBeNull();
  });

  it("can't end with credit on the machine, or a transfer under way, and never twice", async () => {
    await cashIn(wallet, at, 300);
    await expect(end()).rejects.toMatchObject({ code: "RC010" });
    const { transfer } = await wallet.begin(request(at, "cashout", null));
    await wallet.markSent(transfer.id, at.fence);
    await expect(end()).rejects.toMatchObject({ code: "RC010" });
    await wallet.settle(transfer.id, { moved: 300, credit: 0 }, at.fence);
    await expect(end(2)).rejects.toMatchObject({ code: "RC001" });
    await end();
    await end();
    await expect(
      sql`update sessions set state = 'open', ended_at = null where id = ${sessionOf(at.playerId)}`.execute(
        database.owner,
      ),
    ).rejects.toMatchObject({ code: "RC005" });
    expect(await codeOf(wallet.begin(request(at, "cashin", 100)))).toBe(ErrorCode.SessionTerminated);
  });

  it("stores the id of a cash-out of nothing: the same id moves nothing later", async () => {
    const { clientTransferId, playerId, machineId, sessionId, ip, fence } = request(at, "cashout", null);
    const nothing = { clientTransferId, playerId, machineId, sessionId, ip, fence };
    expect(await wallet.recordNothing(nothing)).toMatchObject({ state: "done", moved: 0, creditAfter: 0 });
    await cashIn(wallet, at, 300);
    expect((await wallet.begin({ ...nothing, kind: "cashout", amount: null })).transfer).toMatchObject({ moved: 0 });
    expect(await wallet.recordNothing(nothing)).toMatchObject({ moved: 0 });
    const { broken } = await wallet.check();
    expect(broken.filter((what) => what.includes(`machine ${at.machineId} `) || what.includes("transfer"))).toEqual([]);
  });

  it("numbers the transfers of a machine upwards, whatever their outcome", async () => {
    const first = await cashIn(wallet, at, 10);
    const { transfer: second } = await wallet.begin(request(at, "cashin", 10));
    await wallet.fail(second.id, { code: ErrorCode.TransferRefused }, at.fence);
    const third = await cashIn(wallet, at, 10);
    expect([second.number - first.number, third.number - second.number]).toEqual([1, 1]);
    expect(await wallet.machineBalance(at.machineId)).toEqual({ credit: 20, transferredIn: 20, transferredOut: 0 });
    const refused = await wallet.begin(request(at, "cashin", 10, randomUUID())).catch((error: unknown) => error);
    expect(refused).not.toBeInstanceOf(AppError);
  });
});
