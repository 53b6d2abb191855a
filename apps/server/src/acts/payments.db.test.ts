/** Money by hand at the console: credits, corrections, and the second person. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { APPROVAL_CALLS, ConsoleErrorCode, PLAYER_ACT_CALLS } from "@reelcast/contract/console";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestApp } from "../testing.ts";
import type { TestApp } from "../testing.ts";
import { requestApproval, requestFacts } from "../approvals/index.ts";
import { ACTS, createActContext, recordActOf } from "./index.ts";
import type { ActContext } from "./index.ts";
import { personOf } from "./payments.ts";
import { staff } from "./testing.ts";

let house: TestApp;
let context: ActContext;
let playerId = 0;
let count = 0;
beforeAll(async () => {
  house = await openTestApp({ APPROVAL_ABOVE: "1000" });
  context = createActContext(house.domain, { log: pino({ level: "silent" }) });
});
afterAll(() => house.close());
beforeEach(async () => {
  count += 1;
  playerId = await house.addPlayer(`player${count}`);
});

const [ayse, mehmet] = [staff("Ayşe Öz"), staff("mehmet")];
const credit = (amount: number, actor = ayse, key?: string) =>
  ACTS.money.credit.run(context, actor, { playerId, amount, ...(key === undefined ? {} : { key }) });
const correct = (change: number, actor = ayse, key?: string) =>
  ACTS.money.correct.run(context, actor, { playerId, change, ...(key === undefined ? {} : { key }) });
const approve = (requestId: number, actor = mehmet) => ACTS.approvals.approve.run(context, actor, { requestId });
const balance = () => house.domain.wallet.balance(playerId);
const acts = () =>
  house.database.db
    .selectFrom("audit_log")
    .select(["act", "by", "via", "from", "target", "before", "after", "why"])
    .orderBy("seq")
    .execute();
async function requested(done: Promise<{ result: { state: string } }>): Promise<number> {
  const { result } = await done;
  expect(result).toMatchObject({ state: "requested", minutes: 30 });
  return (result as unknown as { request: number }).request;
}

test("a credit of the console moves money, is seen by the running server, and is recorded as the command line's are", async () => {
  const seen: unknown[] = [];
  const unsubscribe = house.bus.subscribe("player.balance", (message) => void seen.push(message));
  expect((await credit(5_000)).result).toMatchObject({ state: "done", balance: 5_000, repeated: false });
  await expect.poll(() => seen).toContainEqual(expect.objectContaining({ playerId, balance: 5_000 }));
  unsubscribe();
  expect((await acts()).at(-1)).toMatchObject({
    act: "player.credit",
    by: "Ayşe Öz",
    via: "console",
    from: "staff 3 from 10.0.0.7",
    target: `player ${playerId}`,
    before: { username: `player${count}`, balance: 0 },
    after: { balance: 5_000, amount: 5_000 },
    why: "as agreed",
  });
});

test("a credit and its approval are refused above the player's deposit limit, with the codes that their calls name", async () => {
  await house.domain.protection.setLimit(playerId, { kind: "deposit", period: "day", value: 50_000 }, null);
  const first = await requested(credit(120_000));
  const refusal = { code: ErrorCode.DepositLimitReached, params: { amount: 50_000 } };
  await expect(credit(60_000)).rejects.toMatchObject(refusal);
  await expect(approve(first)).rejects.toMatchObject(refusal);
  for (const call of [PLAYER_ACT_CALLS.creditPlayer, APPROVAL_CALLS.approve])
    expect(call.errors).toContain(ErrorCode.DepositLimitReached);
});

describe("a correction", () => {
  test("goes both ways, and never below what is there", async () => {
    await credit(5_000);
    expect((await correct(-1_500)).result).toMatchObject({ state: "done", balance: 3_500 });
    expect((await acts()).at(-1)).toMatchObject({
      act: "player.correct",
      before: { balance: 5_000 },
      after: { balance: 3_500, change: -1_500, amount: 1_500 },
    });
    await expect(correct(-3_501)).rejects.toMatchObject({
      code: ConsoleErrorCode.BalanceTooLow,
      params: { player: `player${count}`, amount: 3_500 },
    });
    expect(await balance()).toBe(3_500);
    expect((await acts()).at(-1)).toMatchObject({
      act: "player.correct",
      target: `player ${playerId}`,
      after: { outcome: "refused", because: expect.stringContaining("35.00") },
    });
    expect((await correct(500)).result).toMatchObject({ balance: 4_000 });
  });

  test("above the bound needs a second person, who is never the same one in another spelling", async () => {
    await credit(100_000, mehmet);
    const request = await requested(correct(-100_000, ayse).then(() => correct(-1, ayse)));
    expect(await balance()).toBe(0);
    for (const name of ["ayse oz", "АYŞE ÖZ", "Ayşe\u00a0Öz"])
      await expect(approve(request, staff(name)), name).rejects.toMatchObject({ code: ConsoleErrorCode.RequestOwn });
    // What was there at the request may be gone at the approval.
    await expect(approve(request)).rejects.toMatchObject({ code: ConsoleErrorCode.BalanceTooLow });
    await credit(2, staff("leyla"));
    expect((await approve(request)).result).toMatchObject({ done: { balance: 1 } });
    await expect(approve(request)).rejects.toMatchObject({ code: ConsoleErrorCode.RequestDecided });
    expect(await balance()).toBe(1);
    const rows = (await acts())
      .filter(({ target }) => target === `approval ${request}`)
      .map(({ act, after }) => [act, after]);
    expect(rows.map(([act]) => act)).toEqual(["approvals.request", ...Array<string>(6).fill("approvals.approve")]);
    expect(rows.at(-2)?.[1]).toMatchObject({
      state: "approved",
      act: "player.correct",
      [`player ${playerId}`]: { change: -1 },
    });
  });

  test("counts together with credits, in both directions", async () => {
    await credit(60_000);
    await correct(-30_000);
    await requested(correct(-10_001));
    await requested(credit(10_001));
    expect((await correct(-10_000)).result).toMatchObject({ state: "done" });
  });

  test("of nothing, or of more than can exist, is refused as not valid", async () => {
    for (const change of [0, 0.5, NaN, 2 ** 60])
      await expect(correct(change)).rejects.toMatchObject({
        code: ErrorCode.InvalidRequest,
        params: { field: "change" },
      });
  });
});

describe("a request that can't be carried out any more", () => {
  const jackpot = (params: { share?: number; maximum?: number; brands?: string[]; name?: string } = {}) =>
    ACTS.jackpots.add.run(context, ayse, {
      name: `Grand${count}`,
      brands: [],
      share: 50,
      seed: 2_000_000,
      maximum: 5_000_000,
      ...params,
    });

  test("says why by a code, not in English alone, changes nothing and still waits", async () => {
    const requests = await Promise.all(
      [
        {},
        {},
        { name: `Share${count}`, share: 1_001 },
        { name: `Near${count}`, maximum: 3_999_999 },
        { name: `Brand${count}`, brands: ["Nowhere"] },
      ].map((params) => requested(jackpot(params))),
    );
    const [first = 0, second = 0, share = 0, near = 0, brand = 0] = requests;
    expect((await approve(first)).result).toMatchObject({ act: "jackpot.add" });
    for (const [request, code, params] of [
      [second, ConsoleErrorCode.JackpotNameTaken, { name: `Grand${count}` }],
      [share, ConsoleErrorCode.JackpotShareTooLarge, { percent: 10 }],
      [near, ConsoleErrorCode.JackpotMaximumNearSeed, {}],
      [brand, ConsoleErrorCode.BrandUnknown, { brand: "Nowhere" }],
    ] as const) {
      await expect(approve(request)).rejects.toMatchObject({ code, params });
      expect((await acts()).at(-1)).toMatchObject({
        act: "approvals.approve",
        target: `approval ${request}`,
        after: { outcome: "refused" },
      });
      // Nothing was decided.
      await ACTS.approvals.refuse.run(context, mehmet, { requestId: request });
    }
  });

  test("of a newer version is refused with what it asks for", async () => {
    const wanted = { act: "player.fly", target: `player ${playerId}`, amount: 1, params: {}, key: null, why: "so" };
    const request = await house.database.db.transaction().execute(async (trx) => {
      const id = await requestApproval(trx, wanted, personOf(ayse));
      const after = requestFacts(wanted);
      await recordActOf(trx, "approvals.request", ayse, { target: `approval ${id}`, before: null, after });
      return id;
    });
    await expect(approve(request)).rejects.toMatchObject({
      code: ConsoleErrorCode.RequestOfNewerVersion,
      params: { request, act: "player.fly" },
    });
  });
});

describe("the same key", () => {
  test("pays once, also at the same time and by two people, and counts once", async () => {
    const paid = await Promise.all([credit(40_000, ayse, "k"), credit(40_000, ayse, "k"), credit(40_000, mehmet, "k")]);
    expect(paid.map(({ result }) => result)).toHaveLength(3);
    expect(await balance()).toBe(40_000);
    const amounts = (await acts()).slice(-3).map(({ after }) => after as Record<string, unknown>);
    expect(amounts.filter(({ amount }) => amount === 40_000)).toHaveLength(1);
    expect(amounts.filter(({ repeated }) => repeated === 40_000)).toHaveLength(2);
  });

  test("asks once for a second person, also at the same time", async () => {
    const asked = await Promise.all([
      credit(500_000, ayse, "k"),
      credit(500_000, ayse, "k"),
      credit(500_000, mehmet, "k"),
    ]);
    expect(asked.map(({ result }) => result.state).toSorted()).toEqual([
      "requestRepeated",
      "requestRepeated",
      "requested",
    ]);
    const { rows } = await sql`select id from approvals where target = ${`player ${playerId}`}`.execute(
      house.database.db,
    );
    expect(rows).toHaveLength(1);
    await expect(credit(500_001, ayse, "k")).rejects.toMatchObject({ code: ErrorCode.TransferIdReused });
  });

  test("can't be that of an approval", async () => {
    await expect(credit(1, ayse, "approval 1")).rejects.toMatchObject({
      code: ErrorCode.InvalidRequest,
      params: { field: "key" },
    });
  });
});

test("of two who decide at the same time, one wins: the money moves or it does not", async () => {
  const request = await requested(credit(100_001));
  const [approved, refused] = await Promise.allSettled([
    approve(request),
    ACTS.approvals.refuse.run(context, staff("leyla"), { requestId: request }),
  ]);
  expect([approved.status, refused.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  const lost = approved.status === "rejected" ? approved : refused;
  expect(lost).toMatchObject({ reason: { code: ConsoleErrorCode.RequestDecided } });
  expect(await balance()).toBe(approved.status === "fulfilled" ? 100_001 : 0);
});

test("what a role may not do is refused and recorded, and so is money without a reason", async () => {
  const attendant = staff("ali", "attendant");
  await expect(credit(100, attendant)).rejects.toMatchObject({ code: ErrorCode.NotPermitted });
  expect((await acts()).at(-1)).toMatchObject({
    act: "player.credit",
    by: "ali",
    target: `player ${playerId}`,
    after: { outcome: "refused", because: new AppError(ErrorCode.NotPermitted).message },
  });
  for (const why of [null, "", " \u3164"])
    await expect(credit(100, staff("ayşe", "manager", why))).rejects.toMatchObject({
      code: ConsoleErrorCode.ReasonMissing,
    });
  expect(await balance()).toBe(0);
});
