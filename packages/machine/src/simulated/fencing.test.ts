/** Successive or concurrent owners: what each of them can still do to the machine. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MachineFenced, MachineUnreachable } from "../driver.ts";
import type { InterrogateAnswer, MachineDriver, TransferRequest } from "../driver.ts";
import { newTransfer, nextSequence, numberedPress } from "../testing/commands.ts";
import { Memory } from "./memory.ts";
import { openMachine, openOwned } from "./testing/machine.ts";
import { createTestStore } from "./testing/store.ts";
import type { TestStore } from "./testing/store.ts";
import { MAX_STORED_TRANSFERS } from "./transfers.ts";

const SKIN = "royal-sevens";

describe("before hello", () => {
  it("only reads and runs no timer, and continues the game after it", async () => {
    const first = await openOwned(SKIN);
    await first.fund(100_000);
    await first.press("play");
    await first.machine.close();
    const { machine, memory, clock } = await openMachine(SKIN, { memory: first.memory, clock: first.clock });
    const saves = memory.history.length;
    await clock.advance(10_000);
    expect(memory.history).toHaveLength(saves);
    expect(machine.state()).toMatchObject({ phase: "spinning", online: false });
    await expect(machine.meters()).rejects.toThrow(MachineUnreachable);
    await expect(machine.faults.tilt("stalled")).rejects.toThrow(MachineUnreachable);
    expect(memory.history).toHaveLength(saves);
    await machine.hello(2);
    await clock.advance(10_000);
    expect(machine.state()).toMatchObject({ phase: "idle", online: true });
  });

  it("loads a memory that knows no epochs and no numbers", async () => {
    const { memory, fund, machine } = await openOwned(SKIN);
    await fund(500);
    const { epoch, pressed, mark, forgotten, transfers, ...before } = memory.stored();
    expect([epoch, pressed, forgotten, mark > 0]).toEqual([1, 0, 0, true]);
    await machine.close();
    const old = { ...before, transfers: transfers.map((transfer) => ({ ...transfer, number: undefined })) };
    const again = await openOwned(SKIN, { memory: createTestStore(old) });
    expect(again.memory.stored()).toMatchObject({ epoch: 1, mark: 0, meters: { credit: 500 } });
    await again.fund(200);
    expect(again.machine.state().credit).toBe(700);
  });

  it("keeps what the previous owner wrote after the memory was read", async () => {
    const first = await openOwned(SKIN);
    const machine = await first.again();
    await first.fund(500);
    await first.fund(300);
    await machine.hello(2);
    expect((await machine.meters()).credit).toBe(800);
  });

  it.each(["lost", "stored", "late"] as const)("can be sent hello again after a save that was %s", async (fault) => {
    const { machine, memory } = await openMachine(SKIN);
    memory.fault = fault;
    await machine.hello(1).catch(() => {});
    memory.fault = null;
    await machine.hello(1);
    memory.deliver();
    await machine.lock(1_000);
    expect((await machine.transferIn(newTransfer(500))).status).toBe("done");
    expect(memory.stored()).toMatchObject({ epoch: 1, meters: { credit: 500 } });
  });
});

describe("the same owner after a restart", () => {
  it("loses nothing to the late writes of the process before, which has the same epoch", async () => {
    const first = await openOwned(SKIN);
    await first.machine.lock(5_000);
    first.memory.fault = "late";
    await expect(first.machine.transferIn(newTransfer(700))).rejects.toThrow(MachineUnreachable);
    // Each further command tries to resolve the doubt, with a write that is late as well.
    for (let n = 0; n < 4; n += 1) await expect(first.machine.meters()).rejects.toThrow(MachineUnreachable);
    await first.machine.close();
    const { machine, memory, fund } = await openMachine(SKIN, { memory: first.memory.connect() });
    await machine.hello(1);
    await fund(500);
    first.memory.deliver();
    expect(memory.stored().meters.credit).toBe(500);
    await fund(200);
    expect((await machine.meters()).credit).toBe(700);
  });
});

describe("an owner that has been replaced", () => {
  it("stops when its game writes: offline, no timer, no retry", async () => {
    const { machine, memory, clock, fund, press, again } = await openOwned(SKIN);
    await fund(100_000);
    await press("play");
    const events: string[] = [];
    machine.subscribe(({ type }) => void events.push(type));
    const other = await again();
    await other.hello(2);
    await clock.advance(10_000);
    const saves = memory.history.length;
    await clock.advance(60_000);
    expect(memory.history).toHaveLength(saves);
    expect(events).toEqual(["offline", "state"]);
    expect(machine.state().online).toBe(false);
    machine.faults.offline(true);
    machine.faults.offline(false);
    expect(events).toEqual(["offline", "state"]);
    await expect(machine.meters()).rejects.toThrow(MachineFenced);
    await expect(machine.hello(3)).rejects.toThrow(MachineFenced);
    await expect(machine.faults.tilt("stalled")).rejects.toThrow(MachineFenced);
    // The game went on with the new owner, and ended once.
    expect((await other.gamesSince(0)).map(({ gameNumber }) => gameNumber)).toEqual([1]);
  });

  it("stops while in doubt, and its late writes are refused", async () => {
    const { machine, memory, clock, again } = await openOwned(SKIN);
    await machine.lock(5_000);
    memory.fault = "late";
    await expect(machine.transferIn(newTransfer(700))).rejects.toThrow(MachineUnreachable);
    const other = await again();
    await other.hello(2);
    memory.deliver();
    memory.fault = null;
    await clock.advance(1_000);
    expect(machine.state().online).toBe(false);
    expect((await other.meters()).credit).toBe(0);
    expect(memory.stored().meters.credit).toBe(0);
  });

  it("loses its lock and its queued commands", async () => {
    const { machine } = await openOwned(SKIN);
    await machine.lock(60_000);
    const hello = machine.hello(2);
    const waiting = machine.transferIn(newTransfer(700));
    await expect(waiting).rejects.toThrow(MachineFenced);
    await hello;
    // The connection itself is the new owner's.
    expect(machine.state()).toMatchObject({ online: true, locked: false, credit: 0 });
    expect(await machine.transferIn(newTransfer(700))).toMatchObject({ reason: "notLocked" });
  });
});

describe("presses", () => {
  it("expire in the machine's own queue", async () => {
    let slow = async (): Promise<void> => {};
    const { machine, memory, clock, fund } = await openOwned(SKIN, { memory: createTestStore(null, () => slow()) });
    await fund(100_000);
    // The memory is in doubt, and the store does not answer until time has passed.
    memory.fault = "lost";
    await expect(numberedPress(machine)("play")).rejects.toThrow(MachineUnreachable);
    memory.fault = null;
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    slow = () => answered;
    const press = machine.press({ control: "play", sequence: nextSequence(), ttlMs: 500 });
    await clock.advance(500);
    answer();
    expect(await press).toEqual({ accepted: false, reason: "expired" });
    await clock.advance(60_000);
    expect(await machine.meters()).toMatchObject({ gamesPlayed: 0, credit: 100_000 });
  });

  it("are refused as repeated after a restart under the same epoch, and counted anew under the next", async () => {
    const { machine, memory, fund } = await openOwned(SKIN);
    await fund(100_000);
    const command = { control: "bet-2", sequence: 7, ttlMs: 1_000 };
    expect((await machine.press(command)).accepted).toBe(true);
    await machine.close();
    const again = await openMachine(SKIN, { memory });
    await again.machine.hello(1);
    expect(await again.machine.press(command)).toEqual({ accepted: false, reason: "repeated" });
    expect((await again.machine.press({ ...command, sequence: 8 })).accepted).toBe(true);
    await again.machine.hello(2);
    expect((await again.machine.press({ ...command, sequence: 1 })).accepted).toBe(true);
  });

  it("that were refused are not executed on a repeat", async () => {
    const { machine, fund } = await openOwned(SKIN);
    const command = { control: "play", sequence: 1, ttlMs: 1_000 };
    expect(await machine.press(command)).toMatchObject({ reason: "lowCredit" });
    await fund(100_000);
    expect(await machine.press(command)).toMatchObject({ reason: "repeated" });
  });
});

describe("transfers of long ago", () => {
  it("stay bounded in the memory, and none is executed again or denied", async () => {
    const { machine, memory } = await openOwned(SKIN);
    const refused = newTransfer(100);
    expect((await machine.transferIn(refused)).status).toBe("refused");
    const done = newTransfer(100);
    await machine.lock(60_000);
    expect((await machine.transferIn(done)).status).toBe("done");
    for (let n = 1; n < MAX_STORED_TRANSFERS; n += 1) await machine.transferIn(newTransfer(0));
    // The refused one is forgotten, its number is not.
    expect(await machine.transferIn(refused)).toMatchObject({ status: "refused", reason: "superseded" });
    expect(await machine.interrogate(refused)).toMatchObject({ status: "notFound" });
    expect(await machine.interrogate(done)).toMatchObject({ status: "done" });
    await machine.transferIn(newTransfer(0));
    // This one moved money, so the answer must not deny it.
    expect(await machine.interrogate(done)).toMatchObject({ status: "pending" });
    expect(await machine.transferIn(done)).toMatchObject({ status: "pending" });
    expect(memory.stored().transfers).toHaveLength(MAX_STORED_TRANSFERS);
    expect((await machine.meters()).credit).toBe(100);
  });

  it("are not carried out when only refusals came after them", async () => {
    const { machine } = await openOwned(SKIN);
    const refused = newTransfer(100);
    for (const transfer of [refused, ...Array.from({ length: MAX_STORED_TRANSFERS }, () => newTransfer(100))])
      expect(await machine.transferIn(transfer)).toMatchObject({ reason: "notLocked" });
    await machine.lock(60_000);
    expect(await machine.transferIn(refused)).toMatchObject({ status: "refused", reason: "superseded" });
    expect((await machine.meters()).credit).toBe(0);
  });

  it("keep their answers: superseded ones are not stored", async () => {
    const { machine, memory } = await openOwned(SKIN);
    const late = Array.from({ length: MAX_STORED_TRANSFERS + 1 }, () => newTransfer(100));
    const done = newTransfer(100);
    await machine.lock(60_000);
    await machine.transferIn(done);
    const before = memory.stored();
    for (const transfer of late) expect(await machine.transferIn(transfer)).toMatchObject({ reason: "superseded" });
    expect(memory.stored()).toEqual(before);
    expect(await machine.interrogate(done)).toMatchObject({ status: "done" });
  });

  it.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY])("moves nothing for the number %s", async (number) => {
    const { machine, memory } = await openOwned(SKIN);
    await machine.lock(60_000);
    expect((await machine.transferIn({ ...newTransfer(100), number })).status).toBe("refused");
    await expect(machine.interrogate({ transferId: "x", number })).rejects.toThrow(MachineUnreachable);
    expect(memory.stored()).toMatchObject({ mark: 0, meters: { credit: 0 } });
  });
});

describe("a cleared memory", () => {
  it("forgets meters, transfers and the mark, but not the epoch", async () => {
    const { machine, memory, fund, again } = await openOwned(SKIN);
    const other = await again();
    await machine.hello(5);
    await fund(500);
    await machine.faults.clearMemory();
    expect(memory.stored()).toMatchObject({ epoch: 5, mark: 0, forgotten: 0, transfers: [], journal: [] });
    expect(await machine.meters()).toMatchObject({ credit: 0, transferredIn: 0 });
    await expect(other.hello(4)).rejects.toThrow(MachineFenced);
    await fund(300);
    expect(machine.state().credit).toBe(300);
  });
});

/**
 * Two owners at once on one memory, each with all the drivers that it ever opened, those of lower epochs included. The
 * scheduler decides in which order their reads and writes reach the store, and their answers come back.
 */
describe("two owners in any order", () => {
  const which = fc.nat(20);
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constant("open" as const), hello: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("hello" as const), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const), which }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("transfer" as const),
        which,
        direction: fc.constantFrom("in" as const, "out" as const),
        amount: fc.integer({ min: 1, max: 1_000 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("resend" as const), which, request: which }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("interrogate" as const), which, request: which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("press" as const), which }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("lose" as const),
        which,
        when: fc.constantFrom("before" as const, "after" as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("store" as const),
        which,
        fault: fc.constantFrom(null, "lost" as const, "stored" as const, "late" as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("deliver" as const) }) },
  );
  const program = fc.array(step, { minLength: 4, maxLength: 18 });

  interface Owned {
    machine: MachineDriver & { faults: { loseNext(when: "before" | "after"): void } };
    memory: TestStore;
    epoch: number;
  }

  it("each id moves at most once, none after a denial, and no lower epoch writes after a higher one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), program, program, async (scheduler, ...programs) => {
        const store = createTestStore(null, () => scheduler.schedule(Promise.resolve()));
        const connections: TestStore[] = [];
        const requests: (TransferRequest & { direction: "in" | "out" })[] = [];
        /** Answers to owners, with the length of the history at that moment. */
        const answers: { answer: InterrogateAnswer; number: number; at: number }[] = [];
        /** Successful hellos, with the length of the history when they were answered. */
        const hellos: { epoch: number; at: number }[] = [];
        let lastEpoch = 0;

        const record = (answer: InterrogateAnswer, { number }: TransferRequest) =>
          void answers.push({ answer, number, at: store.history.length });
        async function hello({ machine, epoch }: Owned): Promise<void> {
          const before = Math.max(0, ...hellos.map((known) => known.epoch));
          await machine.hello(epoch);
          expect(epoch).toBeGreaterThanOrEqual(before);
          hellos.push({ epoch, at: store.history.length });
        }
        async function connect(epoch: number): Promise<Owned> {
          const memory = store.connect();
          connections.push(memory);
          return { ...(await openMachine(SKIN, { memory })), epoch };
        }
        async function send({ machine }: Owned, request: (typeof requests)[number]): Promise<void> {
          await machine.lock(60_000);
          const answer = await (request.direction === "in"
            ? machine.transferIn(request)
            : machine.transferOut(request));
          record(answer, request);
        }

        async function run(steps: (typeof programs)[number]): Promise<void> {
          const drivers: Owned[] = [];
          for (const action of [{ do: "open" as const, hello: true }, ...steps]) {
            const index = "which" in action ? action.which % Math.max(1, drivers.length) : 0;
            const driver = drivers.at(-1 - index);
            let used = driver;
            try {
              if (action.do === "open") {
                lastEpoch += 1;
                const opened = await connect(lastEpoch);
                drivers.push(opened);
                used = opened;
                if (action.hello) await hello(opened);
              } else if (action.do === "deliver") for (const memory of connections) memory.deliver();
              else if (!driver) continue;
              else if (action.do === "hello") await hello(driver);
              else if (action.do === "restart") {
                await driver.machine.close();
                const opened = await connect(driver.epoch);
                drivers.splice(drivers.indexOf(driver), 1, opened);
                used = opened;
                await hello(opened);
              } else if (action.do === "lose") driver.machine.faults.loseNext(action.when);
              else if (action.do === "store") driver.memory.fault = action.fault;
              else if (action.do === "press") await numberedPress(driver.machine)("bet-2");
              else if (action.do === "transfer") {
                const request = { ...newTransfer(action.amount), direction: action.direction };
                requests.push(request);
                await send(driver, request);
              } else {
                const request = requests[action.request % Math.max(1, requests.length)];
                if (!request) continue;
                if (action.do === "resend") await send(driver, request);
                else record(await driver.machine.interrogate(request), request);
              }
            } catch (error) {
              if (error instanceof MachineFenced) expect(used?.machine.state().online ?? false).toBe(false);
              else if (!(error instanceof MachineUnreachable || false)) throw error;
            }
          }
        }
        await scheduler.waitFor(Promise.all(programs.map(run)));

        const history = store.history.map((state) => Memory.parse(state));
        const directions = new Map(requests.map(({ transferId, direction }) => [transferId, direction]));
        for (const [index, { epoch, meters, transfers }] of history.entries()) {
          const { credit, transferredIn, transferredOut } = meters;
          const done = transfers.filter(({ status }) => status === "done");
          const sum = (direction: string) =>
            done.reduce((total, { id, moved }) => total + (directions.get(id) === direction ? moved : 0), 0);
          expect(credit).toBe(transferredIn - transferredOut);
          expect(credit).toBeGreaterThanOrEqual(0);
          // Each id counts once, and nothing else moved credit.
          expect(new Set(transfers.map(({ id }) => id)).size).toBe(transfers.length);
          expect([transferredIn, transferredOut]).toEqual([sum("in"), sum("out")]);
          expect(epoch).toBeGreaterThanOrEqual(history[index - 1]?.epoch ?? 0);
        }
        // Answers stay true, regardless of later writers.
        for (const { answer, number, at } of answers) {
          for (const { transfers, mark } of history.slice(at - 1)) {
            const found = transfers.find(({ id, status }) => id === answer.transferId && status === "done");
            expect(found?.moved).toBe(answer.status === "done" ? answer.moved : undefined);
            if (answer.status === "notFound") expect(mark).toBeGreaterThanOrEqual(number);
          }
        }
        for (const { epoch, at } of hellos)
          for (const state of history.slice(at)) expect(state.epoch).toBeGreaterThanOrEqual(epoch);
      }),
      { numRuns: 500 },
    );
  });
});
