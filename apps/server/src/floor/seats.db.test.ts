/** Seats of players, at machines of the same process and of another one. */
import { randomUUID } from "node:crypto";
import { AppError, CLOSE, ErrorCode, InfoCode } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMachineStore } from "./index.ts";
import { OPENING, codeOf, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

let stage: Stage;
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

describe.each([
  ["one process", false],
  ["two processes", true],
])("%s", (_, isApart) => {
  beforeEach(async () => {
    stage = await openStage(["royal-sevens", "polar-fire", "orchard-gold"], ["anna", "boris", "clara"], isApart);
  });

  describe("the main job", () => {
    it("sit, bring money, play, take it back, leave: wallet and machine agree to the last unit", async () => {
      const seat = await stage.sit();
      expect(seat.init).toMatchObject({
        session: { resumed: false, state: "waiting" },
        meters: { credit: 0, status: "waiting" },
        machine: { hasFreeSpins: false },
      });
      expect(await seat.cashIn({ amount: 50_000, clientTransferId: randomUUID() })).toMatchObject({
        credit: 50_000,
        balance: 50_000,
      });
      for (let game = 0; game < 10; game += 1) {
        await seat.press("play");
        await stage.rest();
      }
      const { credit } = stage.driver().state();
      expect(await seat.cashOut({})).toMatchObject({ amount: credit, credit: 0, balance: 50_000 + credit });
      expect(await seat.leave()).toEqual({ amount: 0 });
      expect(await stage.balance()).toBe(50_000 + credit);
      expect(await stage.testFloor.floor.openSession(stage.player())).toBeNull();
      const { rows } = { rows: await stage.database.db.selectFrom("games").selectAll().execute() };
      expect(rows).toHaveLength(10);
    });

    it("takes no deposit below the smallest bet, or below what the operator has set", async () => {
      const seat = await stage.sit();
      const { leastDeposit = 0 } = seat.init.limits;
      expect(leastDeposit).toBe((await stage.driver().identify()).minBet);
      const deposit = (amount: number) => codeOf(seat.cashIn({ amount, clientTransferId: randomUUID() }));
      expect([await deposit(1), await deposit(leastDeposit - 1)]).toEqual([
        ErrorCode.DepositTooSmall,
        ErrorCode.DepositTooSmall,
      ]);
      expect(await deposit(leastDeposit)).toBeNull();
      const machineId = seat.init.machine.id;
      await createMachineStore(stage.database.db).setLeastDeposit(machineId, 2_000);
      await stage.testFloor.floor.reload(machineId);
      expect(await deposit(1_999)).toBe(ErrorCode.DepositTooSmall);
      expect(await deposit(2_000)).toBeNull();
      expect((await stage.sit()).init.limits.leastDeposit).toBe(2_000);
    });

    it("opens with the controls where an operator has drawn them in the picture, of those that the machine has", async () => {
      const { machine } = (await stage.sit()).init;
      const [described] = machine.parts ?? [];
      const store = createMachineStore(stage.database.db);
      const play = { control: "play", x: 0.8, y: 0.7, width: 0.1, height: 0.2 };
      await store.setTouchAreas(machine.id, [play, { ...play, control: "no such key" }]);
      await stage.testFloor.floor.reload(machine.id);
      const { parts } = (await stage.sit()).init.machine;
      expect(parts?.length).toBe(machine.parts?.length);
      expect(parts?.[0]).toEqual({ ...described, controls: [play] });
      await store.setTouchAreas(machine.id, []);
      await stage.testFloor.floor.reload(machine.id);
      expect((await stage.sit()).init.machine.parts).toEqual(machine.parts);
    });

    it("leaving in mid-spin waits for the game, and pays everything", async () => {
      const seat = await stage.sit();
      await seat.cashIn({ amount: 50_000, clientTransferId: randomUUID() });
      await seat.press("play");
      const { amount } = await seat.leave();
      expect(await stage.balance()).toBe(50_000 + amount);
      expect(stage.driver().state().credit).toBe(0);
    });
  });

  describe("one player a machine, one machine a player", () => {
    it("of two who sit down at once, one gets the machine", async () => {
      const results = await Promise.all([codeOf(stage.sit(0)), codeOf(stage.sit(1))]);
      expect(new Set(results)).toEqual(new Set([ErrorCode.MachineTaken, null]));
    });

    it("a player who sits down at three machines at once gets one", async () => {
      const results = await Promise.all([codeOf(stage.sit(0, 0)), codeOf(stage.sit(0, 1)), codeOf(stage.sit(0, 2))]);
      expect(results.filter((code) => code === null)).toHaveLength(1);
      expect(results.filter((code) => code === ErrorCode.SessionElsewhere)).toHaveLength(2);
    });

    it("a second tab takes over: the first is notified and closed, and its commands are refused", async () => {
      const first = await stage.sit();
      await first.cashIn({ amount: 1_000, clientTransferId: randomUUID() });
      const second = await stage.sit();
      expect(second.init).toMatchObject({ session: { resumed: true }, meters: { credit: 1_000 } });
      expect(stage.testFloor.published).toContainEqual({
        topic: "seat.close",
        message: { sessionId: first.sessionId, epoch: first.epoch, code: CLOSE.takenOver, reason: "taken over" },
      });
      expect(await codeOf(first.press("bet-2"))).toBe(ErrorCode.SeatTakenOver);
      expect(await codeOf(first.cashOut({}))).toBe(ErrorCode.SeatTakenOver);
      expect((await second.cashOut({})).amount).toBe(1_000);
      first.disconnected();
      expect(stage.testFloor.floor.seated(stage.player(), stage.machine())).toMatchObject({ epoch: second.epoch });
    });

    it("refuses a player without funds, a machine that is out of order, and one that is offline", async () => {
      await stage.testFloor.wallet.adjust({ playerId: stage.player(1), amount: -OPENING, key: "empty", tag: "test" });
      expect(await codeOf(stage.sit(1))).toBe(ErrorCode.BalanceEmpty);
      const machineStore = createMachineStore(stage.database.db);
      await machineStore.setOutOfOrder(stage.machine(), "jam");
      await stage.testFloor.floor.reload(stage.machine());
      expect(await codeOf(stage.sit(0))).toBe(ErrorCode.MachineOutOfOrder);
      stage.driver(1).faults.offline(true);
      expect(await codeOf(stage.sit(0, 1))).toBe(ErrorCode.MachineOffline);
    });
  });

  describe("a machine that is closed to new players", () => {
    const machineStore = () => createMachineStore(stage.database.db);
    const shown = async () => (await stage.testFloor.floor.machines(stage.player())).machines[0]?.status;
    const pushed = () =>
      stage.testFloor.published.flatMap(({ topic, message }) =>
        topic === "machine.status" && "status" in message && message.id === stage.machine() ? message.status : [],
      );
    const reload = () => stage.testFloor.floor.reload(stage.machine());

    it("lets its player play, come back and finish, and nobody else sit down; then it is not available until it is opened", async () => {
      const seat = await stage.sit();
      await seat.cashIn({ amount: 1_000, clientTransferId: randomUUID() });
      await machineStore().close(stage.machine(), "to be cleaned");
      await reload();
      expect(await codeOf(stage.sit(1))).toBe(ErrorCode.MachineTaken);
      expect(await shown()).toBe("playing");
      seat.disconnected();
      const back = await stage.sit();
      expect(back.init).toMatchObject({ session: { resumed: true }, meters: { credit: 1_000, status: "playing" } });
      await back.press("play");
      await stage.rest();
      await back.cashIn({ amount: 500, clientTransferId: randomUUID() });
      await back.leave();
      await expect.poll(shown).toBe("error");
      expect(pushed().slice(pushed().lastIndexOf("cashout"))).toEqual(["cashout", "error"]);
      for (const player of [0, 1]) expect(await codeOf(stage.sit(player))).toBe(ErrorCode.MachineOutOfOrder);
      await machineStore().open(stage.machine());
      await reload();
      await expect.poll(shown).toBe("available");
      expect(await codeOf(stage.sit(1))).toBeNull();
    });

    it("is refused by the database where its owner does not know it yet, and stays closed under the next owner", async () => {
      await machineStore().close(stage.machine(), null);
      expect(await codeOf(stage.sit())).toBe(ErrorCode.MachineOutOfOrder);
      expect(pushed()).toEqual(["available"]);
      await reload();
      await expect.poll(pushed).toEqual(["available", "error"]);
      await stage.testFloor.stop();
      await stage.replaceFloor();
      await expect.poll(shown).toBe("error");
      expect(await codeOf(stage.sit())).toBe(ErrorCode.MachineOutOfOrder);
    });

    it("keeps its time and its reason when it is closed again without one", async () => {
      await machineStore().close(stage.machine(), "to be cleaned");
      const first = await machineStore().machine(stage.machine());
      expect(first).toMatchObject({ closed_at: expect.any(Date), closed_reason: "to be cleaned" });
      await machineStore().close(stage.machine(), null);
      expect(await machineStore().machine(stage.machine())).toEqual(first);
      await machineStore().close(stage.machine(), "new glass");
      expect(await machineStore().machine(stage.machine())).toEqual({ ...first, closed_reason: "new glass" });
      await machineStore().open(stage.machine());
      expect(await machineStore().machine(stage.machine())).toMatchObject({ closed_at: null, closed_reason: null });
    });
  });

  describe("transfers", () => {
    it("100 requests with one id move the money once, and all get the same answer", async () => {
      const seat = await stage.sit();
      const clientTransferId = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => seat.cashIn({ amount: 700, clientTransferId })),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(stage.driver().state().credit).toBe(700);
      expect(await stage.balance()).toBe(OPENING - 700);
      expect(await codeOf(seat.cashIn({ amount: 701, clientTransferId }))).toBe(ErrorCode.TransferIdReused);
    });

    it("refuses to move money while a game is under way", async () => {
      const seat = await stage.sit();
      await seat.cashIn({ amount: 50_000, clientTransferId: randomUUID() });
      // On a busy computer a game may be over before the deposit is asked for: then another one begins.
      await expect
        .poll(async () => {
          await seat.press("play").catch(() => seat.press("take").catch(() => undefined));
          return codeOf(seat.cashIn({ amount: 100, clientTransferId: randomUUID() }));
        })
        .toBe(ErrorCode.GameInProgress);
      await stage.rest();
    });

    it.each(["before", "after"] as const)(
      "interrogates the machine when the transfer was lost %s its execution",
      async (when) => {
        const seat = await stage.sit();
        const machine = stage.driver();
        // Lose the transfer itself, not the lock before it.
        stage.testFloor.onStep = (step) => {
          if (step === "before:send") machine.faults.loseNext(when);
        };
        const result = await codeOf(seat.cashIn({ amount: 900, clientTransferId: randomUUID() }));
        expect(result).toBe(when === "before" ? ErrorCode.TransferRefused : null);
        expect(await stage.balance()).toBe(when === "before" ? OPENING : OPENING - 900);
        expect(machine.state().credit).toBe(when === "before" ? 0 : 900);
      },
    );

    it("does not carry out a deposit of an earlier session, and answers one that was carried out", async () => {
      const first = await stage.sit();
      const sessionId = first.sessionId;
      const happened = randomUUID();
      await first.cashIn({ amount: 900, clientTransferId: happened, sessionId });
      await first.leave();
      const next = await stage.sit();
      expect(await codeOf(next.cashIn({ amount: 7_700, clientTransferId: randomUUID(), sessionId }))).toBe(
        ErrorCode.SessionTerminated,
      );
      expect(await next.cashIn({ amount: 900, clientTransferId: happened, sessionId })).toMatchObject({ credit: 900 });
      expect(await codeOf(next.cashIn({ amount: 901, clientTransferId: happened, sessionId }))).toBe(
        ErrorCode.TransferIdReused,
      );
      expect(stage.driver().state().credit).toBe(0);
      expect(await stage.balance()).toBe(OPENING);
      expect(
        await next.cashIn({ amount: 500, clientTransferId: randomUUID(), sessionId: next.sessionId }),
      ).toMatchObject({
        credit: 500,
      });
    });

    it("keeps money on its way safe while the machine is away, and settles it when it is back", async () => {
      const seat = await stage.sit();
      const machine = stage.driver();
      stage.testFloor.onStep = (step) => {
        if (step !== "before:send") return;
        machine.faults.loseNext("after");
        // The connection is down before the interrogation.
        vi.spyOn(machine, "interrogate").mockImplementationOnce(async () => {
          machine.faults.offline(true);
          throw new MachineUnreachable("down");
        });
      };
      expect(await codeOf(seat.cashIn({ amount: 900, clientTransferId: randomUUID() }))).toBe(
        ErrorCode.TransferInDoubt,
      );
      expect(await stage.balance()).toBe(OPENING - 900);
      expect(await stage.testFloor.wallet.unresolved()).toHaveLength(1);
      machine.faults.offline(false);
      await vi.waitFor(async () => expect(await stage.testFloor.wallet.unresolved()).toEqual([]));
      expect(machine.state().credit).toBe(900);
      expect((await stage.testFloor.wallet.machineBalance(stage.machine())).credit).toBe(900);
    });
  });

  describe("a lost connection", () => {
    it("carries out nothing of a connection that has ended which still waits for its turn", async () => {
      const seat = await stage.sit();
      await seat.cashIn({ amount: 1_000, clientTransferId: randomUUID() });
      const waiting = [
        ...Array.from({ length: 20 }, () => seat.cashIn({ amount: 1_000, clientTransferId: randomUUID() })),
        seat.press("play"),
        seat.cashOut({}),
      ].map(codeOf);
      seat.disconnected();
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([ErrorCode.NotSeated]));
      expect(stage.driver().state().credit).toBe(1_000);
      expect(await stage.balance()).toBe(OPENING - 1_000);
      // The player comes back to the seat, and all is as it was.
      const again = await stage.sit();
      expect(again.init).toMatchObject({ session: { resumed: true }, meters: { credit: 1_000 } });
      expect(await again.cashOut({})).toMatchObject({ amount: 1_000, balance: OPENING });
    });

    it("keeps the seat for the grace time, then pays the player", async () => {
      await stage.testFloor.stop();
      await stage.replaceFloor({ graceSeconds: 60 });
      const seat = await stage.sit();
      await seat.cashIn({ amount: 1_000, clientTransferId: randomUUID() });
      seat.disconnected();
      await vi.waitFor(async () =>
        expect(await stage.testFloor.floor.openSession(stage.player())).toMatchObject({ machine_status: "waiting" }),
      );
      stage.testFloor.node.skipped += 60_000;
      await vi.waitFor(async () => expect(await stage.balance()).toBe(OPENING));
      await vi.waitFor(async () => expect(await stage.testFloor.floor.openSession(stage.player())).toBeNull());
    });

    it("answers a late return with the end of the session and the deposit, and begins no new session", async () => {
      await stage.testFloor.stop();
      await stage.replaceFloor({ graceSeconds: 1 });
      const seat = await stage.sit();
      const carriedOut = randomUUID();
      await seat.cashIn({ amount: 1_000, clientTransferId: carriedOut });
      seat.disconnected();
      await vi.waitFor(async () => expect(await stage.testFloor.floor.openSession(stage.player())).toBeNull());
      const back = (clientTransferId?: string, player = 0, sessionId = seat.sessionId) =>
        stage.testFloor.floor
          .sit({
            playerId: stage.player(player),
            machineId: stage.machine(),
            ip: "::1",
            sessionId,
            clientTransferId,
          })
          .catch((error: unknown) => (error instanceof AppError ? { code: error.code, params: error.params } : error));
      const over = { reason: "held", amount: 1_000 };
      expect(await back()).toEqual({ code: ErrorCode.SessionTerminated, params: over });
      expect(await back(carriedOut)).toEqual({
        code: ErrorCode.SessionTerminated,
        params: { ...over, deposited: 1_000 },
      });
      expect(await back(randomUUID())).toEqual({
        code: ErrorCode.SessionTerminated,
        params: { ...over, deposited: 0 },
      });
      expect(await back(undefined, 1)).toEqual({ code: ErrorCode.SessionTerminated, params: {} });
      expect(await stage.testFloor.floor.openSession(stage.player())).toBeNull();
      // A restart forgets nothing of it.
      await stage.testFloor.stop();
      await stage.replaceFloor();
      expect(await back()).toEqual({ code: ErrorCode.SessionTerminated, params: over });
      // Another player, or the same one in a later session, has the seat: the earlier session stays over.
      const later = await stage.sit(0);
      expect(await back()).toMatchObject({ code: ErrorCode.SessionTerminated });
      expect(await codeOf(later.press("bet-2"))).not.toBe(ErrorCode.SeatTakenOver);
    });

    it("leaving waits for the machine, may be repeated, and an unreachable machine pays when it is back", async () => {
      const seat = await stage.sit();
      await seat.cashIn({ amount: 1_000, clientTransferId: randomUUID() });
      stage.driver().faults.offline(true);
      let answered = false;
      const leaving = seat.leave().finally(() => (answered = true));
      await vi.waitFor(async () => expect(await codeOf(seat.press("play"))).toBe(ErrorCode.SessionTerminated));
      const again = seat.leave();
      // Another window that resumes the session gets its end too.
      const other = await stage.sit();
      expect(other.init.session).toMatchObject({ id: seat.sessionId, state: "cashout" });
      const there = other.leave();
      await stage.steps("before:lock", 2);
      expect(answered).toBe(false);
      expect(await stage.balance()).toBe(OPENING - 1_000);
      stage.driver().faults.offline(false);
      expect(await Promise.all([leaving, again, there])).toEqual(Array.from({ length: 3 }, () => ({ amount: 1_000 })));
      expect(await stage.balance()).toBe(OPENING);
      expect(await other.leave()).toEqual({ amount: 1_000 });
    });

    it("counts the deposit time down and gives an empty seat back", async () => {
      await stage.testFloor.stop();
      await stage.replaceFloor({ depositSeconds: 600 });
      const seat = await stage.sit();
      const infos = () => stage.testFloor.infos(seat.sessionId);
      expect(infos()).toEqual([]);
      // From now on the clock of play stands still, unless the test says otherwise.
      const now = stage.testFloor.node.playTime();
      const skip = (seconds: number) => (stage.testFloor.node.playTime = () => now + seconds * 1_000);
      const warning = { action: "SESSION_CLOSE_WARNING", code: InfoCode.DepositCountdown };
      skip(592);
      await expect.poll(infos).toMatchObject([warning]);
      skip(596);
      await expect.poll(infos).toMatchObject([warning, warning]);
      skip(600);
      await vi.waitFor(async () => expect(await stage.testFloor.floor.openSession(stage.player())).toBeNull());
      expect(infos()).toMatchObject([warning, warning, { code: InfoCode.SessionClosing }]);
    });

    it("a kick in mid-spin waits for the game and pays the one who was kicked; only the player or a permission may", async () => {
      const seat = await stage.sit();
      await seat.cashIn({ amount: 50_000, clientTransferId: randomUUID() });
      await seat.press("play");
      const kick = (player: number, mayKickOthers = false) =>
        stage.testFloor.floor.kick({ playerId: stage.player(player), machineId: stage.machine(), mayKickOthers });
      expect(await codeOf(kick(1))).toBe(ErrorCode.NotPermitted);
      await kick(0);
      expect(stage.testFloor.infos(seat.sessionId)).toMatchObject([
        { action: "QUIT_REQUEST", code: ErrorCode.RemovedFromMachine },
      ]);
      expect(stage.driver().state()).toMatchObject({ credit: 0, phase: "idle" });
      expect(await stage.testFloor.floor.openSession(stage.player())).toBeNull();
      const games = await stage.database.db.selectFrom("games").selectAll().execute();
      expect(await stage.balance()).toBe(OPENING + games.reduce((sum, { win, bet }) => sum + win - bet, 0));
    });

    it("a ban ends the seat and pays the credit", async () => {
      const seat = await stage.sit();
      await seat.cashIn({ amount: 1_000, clientTransferId: randomUUID() });
      stage.testFloor.bus.publish("player.ended", { playerId: stage.player(), tokenIds: null, reason: "banned" });
      await vi.waitFor(async () => expect(await stage.balance()).toBe(OPENING));
      expect(await codeOf(seat.press("play"))).toBe(ErrorCode.SessionTerminated);
    });
  });
});
