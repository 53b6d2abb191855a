/** What a player is sent of the open session: what waits at the machine, and what its end paid. */
import { randomUUID } from "node:crypto";
import type { SessionPush } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestFloor } from "./testing/floor.ts";
import { OPENING, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

let stage: Stage;
let others: TestFloor[] = [];
beforeEach(async () => {
  stage = await openStage(["royal-sevens"], ["anna", "boris"]);
  others = [];
});
afterEach(async () => {
  expect(await stage.close(others)).toEqual([]);
});

const pushes = (): SessionPush[] =>
  stage.testFloor.published.flatMap(({ message }) => ("push" in message ? [message.push] : []));
const nets = () =>
  stage.testFloor.published.flatMap(({ message }) =>
    "params" in message && typeof message.params["net"] === "number" ? [message.params["net"]] : [],
  );
const open = () => stage.testFloor.floor.openSession(stage.player());
async function sitWith(amount: number) {
  const seat = await stage.sit();
  await seat.cashIn({ amount, clientTransferId: randomUUID() });
  return seat;
}
const here = () => ({ id: stage.machine(), name: "S0" });

describe("the net position", () => {
  it("shows no loss and no win while money is on its way", async () => {
    const seat = await sitWith(50_000);
    await seat.cashOut({});
    await seat.cashIn({ amount: 20_000, clientTransferId: randomUUID() });
    await seat.leave();
    expect(nets().filter((net) => net !== 0)).toEqual([]);
  });

  it("and none where the server was killed in the middle of a cash-out", async () => {
    const seat = await sitWith(50_000);
    const [reached, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stage.testFloor.onStep = async (step) => {
      if (step !== "after:send") return;
      reached.resolve();
      await over.promise;
    };
    void seat.cashOut({}).catch(() => {});
    await reached.promise;
    expect(stage.driver().state().credit).toBe(0);
    const killed = stage.testFloor;
    others.push(killed);
    await stage.replaceFloor();
    killed.node.authority = false;
    expect((await stage.sit()).init.meters.net).toBe(0);
    await vi.waitFor(async () => expect(await stage.testFloor.wallet.unresolved()).toEqual([]));
    await vi.waitFor(async () => expect(await open()).toMatchObject({ credit: 0 }));
    expect(nets().filter((net) => net !== 0)).toEqual([]);
    expect(await stage.balance()).toBe(OPENING);
    over.resolve();
  });
});

describe("the open session", () => {
  it("says what waits at the machine, to its player alone, and follows it", async () => {
    const seat = await sitWith(50_000);
    const waits = { status: "show", ...here(), session: seat.sessionId, credit: 50_000, phase: "idle" };
    expect(await open()).toEqual({ ...waits, machine_status: "playing" });
    expect(await stage.testFloor.floor.openSession(stage.player(1))).toBeNull();
    stage.testFloor.node.skipped += 1_000;
    await vi.waitFor(() => expect(pushes().at(-1)).toEqual({ ...waits, machine_status: "playing", status: "changed" }));
    await seat.cashIn({ amount: 1_000, clientTransferId: randomUUID() });
    seat.disconnected();
    await vi.waitFor(() => expect(pushes().at(-1)).toEqual({ ...waits, machine_status: "waiting", credit: 51_000 }));
  });

  it("follows transfers at once, so that money is neither shown twice nor missing next to the balance", async () => {
    // The clock of play stands still: nothing is sent because a second is over.
    const now = stage.testFloor.node.playTime();
    stage.testFloor.node.playTime = () => now;
    const seat = await sitWith(50_000);
    const credits = () => pushes().map((push) => ("credit" in push ? push.credit : null));
    expect(credits().at(-1)).toBe(50_000);
    await seat.cashIn({ amount: 1_000, clientTransferId: randomUUID() });
    expect(credits().at(-1)).toBe(51_000);
    await seat.cashOut({});
    await vi.waitFor(() => expect(credits().at(-1)).toBe(0));
  });

  it("is what the ledger has while no process runs the machine, and waits again after a restart", async () => {
    const seat = await sitWith(50_000);
    await stage.testFloor.stop();
    const waits = { session: seat.sessionId, ...here(), credit: 50_000 };
    expect(await open()).toEqual({ status: "show", ...waits, machine_status: "offline" });
    await stage.replaceFloor();
    expect(await open()).toMatchObject({ ...waits, machine_status: "waiting" });
  });
});

describe("its end", () => {
  it.each([
    ["leave", (seat: Awaited<ReturnType<typeof sitWith>>) => seat.leave()],
    ["cancel", () => stage.testFloor.floor.cancel({ playerId: stage.player(), machineId: stage.machine() })],
    [
      "kick",
      () => stage.testFloor.floor.kick({ playerId: stage.player(), machineId: stage.machine(), mayKickOthers: false }),
    ],
  ])("by a %s, wherever it came from, says what was paid and where", async (reason, end) => {
    const seat = await sitWith(50_000);
    await end(seat);
    const ended = { status: "ended", ...here(), session: seat.sessionId, reason, amount: 50_000 };
    expect(pushes().at(-1)).toEqual(ended);
    expect(await open()).toBeNull();
    const { floor } = stage.testFloor;
    expect(await floor.endOf(stage.player(), seat.sessionId)).toEqual(ended);
    expect(await floor.endOf(stage.player(1), seat.sessionId)).toBeNull();
    expect(await floor.endOf(stage.player(), randomUUID())).toBeNull();
  });

  it("after the grace time, too", async () => {
    const seat = await sitWith(50_000);
    seat.disconnected();
    await vi.waitFor(() => expect(pushes().at(-1)?.status).toBe("show"));
    stage.testFloor.node.skipped += 180_000;
    await vi.waitFor(() => expect(pushes().at(-1)).toMatchObject({ status: "ended", reason: "held", amount: 50_000 }));
    expect(await stage.balance()).toBe(OPENING);
  });

  it("with money in doubt names what is under review", async () => {
    const seat = await sitWith(50_000);
    await stage.driver().faults.clearMemory();
    await vi.waitFor(() =>
      expect(pushes().at(-1)).toMatchObject({ status: "ended", reason: "checking", amount: 50_000 }),
    );
    expect(await stage.testFloor.floor.endOf(stage.player(), seat.sessionId)).toMatchObject({
      reason: "checking",
      amount: 50_000,
    });
  });

  it("is not shown to somebody who kicks another player", async () => {
    await sitWith(50_000);
    const kick = { playerId: stage.player(1), machineId: stage.machine(), mayKickOthers: true };
    expect(await stage.testFloor.floor.kick(kick)).toEqual({ machine: "S0" });
  });
});
