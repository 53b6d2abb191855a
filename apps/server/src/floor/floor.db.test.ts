import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Topics } from "../bus/bus.ts";
import type { TestFloor } from "./testing/floor.ts";
import { OPENING, codeOf, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

let stage: Stage;

beforeEach(async () => {
  stage = await openStage(["royal-sevens", "polar-fire", "orchard-gold"], ["anna", "boris", "clara"]);
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

describe("a jackpot", () => {
  it("is published, paid to the wallet, and part of the session's result", async () => {
    const jackpotId = 1;
    await stage.database.db.transaction().execute(async (trx) => {
      const rules = { id: jackpotId, name: "Grand", share: 1_000, seed: 5_000, maximum: 5_001, threshold: 5_001 };
      await trx.insertInto("jackpots").values(rules).execute();
      await stage.testFloor.wallet.openJackpot(trx, jackpotId, 5_000);
      await trx.updateTable("brands").set({ jackpot: "1" }).execute();
    });
    const values: number[] = [];
    const hits: Topics["jackpot.hit"][] = [];
    stage.testFloor.bus.subscribe("jackpot", ({ amount }) => void values.push(amount));
    stage.testFloor.bus.subscribe("jackpot.hit", (hit) => void hits.push(hit));
    const seat = await stage.sit();
    await seat.cashIn({ amount: 50_000, clientTransferId: randomUUID() });
    await seat.press("play");
    await stage.rest();
    const hit = { id: jackpotId, machineId: stage.machine(), amount: 5_001 };
    await vi.waitFor(() => expect(hits).toEqual([hit]));
    expect(values).toHaveLength(1);
    expect(stage.testFloor.infos(seat.sessionId)).toContainEqual({
      action: "JACKPOT",
      code: ErrorCode.Success,
      params: { amount: 5_001, name: "Grand" },
      message: "",
    });
    expect(await stage.balance()).toBe(50_000 + 5_001);
    const { credit } = stage.driver().state();
    await vi.waitFor(() => {
      const nets = stage.testFloor.published.flatMap(({ topic, message }) =>
        topic === "seat.push" && "params" in message && "net" in message.params ? [message.params["net"]] : [],
      );
      expect(nets.at(-1)).toBe(credit + 5_001 - 50_000);
    });
    await seat.leave();
    expect(await stage.balance()).toBe(50_000 + 5_001 + credit);
  });
});

describe("the lobby", () => {
  it("has each machine's game and its smallest bet", async () => {
    const { machines: shown } = await stage.testFloor.floor.machines(stage.player());
    const identities = await Promise.all(stage.machines.map((_, index) => stage.driver(index).identify()));
    expect(shown.map(({ game, minBet }) => ({ game, minBet }))).toEqual(
      identities.map(({ game, minBet }) => ({ game, minBet })),
    );
    expect(Math.min(...shown.map(({ minBet }) => minBet ?? 0))).toBeGreaterThan(0);
  });
});

describe("a restart", () => {
  async function restart(): Promise<TestFloor> {
    await stage.testFloor.stop();
    await stage.replaceFloor();
    return stage.testFloor;
  }

  it("in mid-spin: the game that was drawn is finished, recorded once, and the player comes back to it", async () => {
    const seat = await stage.sit();
    await seat.cashIn({ amount: 50_000, clientTransferId: randomUUID() });
    await seat.press("play");
    await restart();
    await stage.rest();
    const back = await stage.sit();
    expect(back.init).toMatchObject({ session: { id: seat.sessionId, resumed: true } });
    await vi.waitFor(async () =>
      expect(await stage.database.db.selectFrom("games").selectAll().execute()).toHaveLength(1),
    );
    expect((await stage.testFloor.wallet.machineBalance(stage.machine())).credit).toBe(stage.driver().state().credit);
  });

  it("between two steps of a transfer: cancelled if it was not sent, interrogated if it was", async () => {
    const seat = await stage.sit();
    const session = { playerId: stage.player(), machineId: stage.machine(), sessionId: seat.sessionId, ip: null };
    const { epoch } = await stage.database.db
      .selectFrom("machine_leases")
      .selectAll()
      .where("machine_id", "=", stage.machine())
      .executeTakeFirstOrThrow();
    const fence = { machineId: stage.machine(), epoch };
    // Cut off after "reserved".
    await stage.testFloor.wallet.begin({
      ...session,
      clientTransferId: randomUUID(),
      kind: "cashin",
      amount: 300,
      fence,
    });
    await restart();
    expect(await stage.testFloor.wallet.unresolved()).toEqual([]);
    expect(await stage.balance()).toBe(OPENING);
    // Cut off after the machine took it.
    const later = { machineId: stage.machine(), epoch: epoch + 1 };
    const { transfer } = await stage.testFloor.wallet.begin({
      ...session,
      clientTransferId: randomUUID(),
      kind: "cashin",
      amount: 400,
      fence: later,
    });
    await stage.testFloor.wallet.markSent(transfer.id, later);
    await stage.driver().lock(1_000);
    await stage.driver().transferIn({ transferId: transfer.id, number: transfer.number, amount: 400 });
    await restart();
    expect(await stage.testFloor.wallet.get(transfer.id)).toMatchObject({ state: "done", moved: 400 });
    expect(await stage.balance()).toBe(OPENING - 400);
    expect((await stage.testFloor.wallet.machineBalance(stage.machine())).credit).toBe(400);
  });

  it("takes the machine from a process that still runs: the older one can write no more", async () => {
    const seat = await stage.sit();
    const old = stage.testFloor;
    await stage.replaceFloor();
    expect(await codeOf(seat.cashIn({ amount: 500, clientTransferId: randomUUID() }))).toBe(
      ErrorCode.ServiceUnavailable,
    );
    expect(await stage.balance()).toBe(OPENING);
    await old.stop();
  });

  it("does not let a machine play whose meters the ledger can't explain", async () => {
    await stage.testFloor.stop();
    await sql`update machine_memories set state = jsonb_set(jsonb_set(state, '{meters,credit}', '500'), '{meters,transferredIn}', '500')`.execute(
      stage.database.superuser,
    );
    await stage.replaceFloor();
    expect(await codeOf(stage.sit())).toBe(ErrorCode.MachineOutOfOrder);
    expect((await stage.testFloor.floor.machines(stage.player())).machines[0]?.status).toBe("error");
  });
});
