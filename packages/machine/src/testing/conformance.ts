/**
 * The conformance suite for every driver. Run it with your test runner:
 *
 *     describe("my driver", () => testMachineDriver({ it, open: async () => ({ machine, again, settle, loseNext }) }));
 *
 * The tests move small amounts of real credit.
 */
import assert from "node:assert/strict";
import { MachineFenced, MachineUnreachable } from "../driver.ts";
import type { MachineDriver, Meters } from "../driver.ts";
import { newTransfer, nextSequence, numberedPress } from "./commands.ts";

export interface DriverUnderTest {
  /** A driver that has not said hello. */
  machine: MachineDriver;
  /** Another driver of the same machine, as another process would have it. It has not said hello. */
  again: () => Promise<MachineDriver>;
  /** Resolves once the machine is idle: the current game has ended. Presses by `pressing` of `commands.ts`. */
  settle: () => Promise<void>;
  /** Loses the next command, or its answer. */
  loseNext: (when: "before" | "after") => void;
  /** The highest epoch and number that the machine may have received before the test; default 0. */
  lastReceived?: { epoch: number; number: number };
}
export interface ConformanceOptions {
  it: (name: string, test: () => Promise<void>) => void;
  /** A machine without credit and without a game under way. */
  open: () => Promise<DriverUnderTest>;
}

const LOCK_MS = 10_000;

function assertMetersAgree(meters: Meters): void {
  const { credit, transferredIn, coinOut, coinIn, transferredOut, handPaid } = meters;
  assert.equal(credit, transferredIn + coinOut - coinIn - transferredOut - handPaid);
}

/** A driver that has said hello, and what the tests need of it. */
async function openOwned(open: ConformanceOptions["open"]) {
  const opened = await open();
  const { machine, lastReceived = { epoch: 0, number: 0 } } = opened;
  const epoch = lastReceived.epoch + 2;
  await machine.hello(epoch);
  const request = (amount: number | null) => newTransfer(amount, lastReceived.number);
  const moveIn = async (amount: number) => {
    assert.equal(await machine.lock(LOCK_MS), true);
    assert.equal((await machine.transferIn(request(amount))).status, "done");
    await machine.unlock();
  };
  return { ...opened, epoch, press: numberedPress(machine), request, moveIn };
}
type Owned = Awaited<ReturnType<typeof openOwned>>;
interface Suite extends ConformanceOptions {
  own: () => Promise<Owned>;
}

export function testMachineDriver({ it, open }: ConformanceOptions): void {
  const suite: Suite = { it, open, own: () => openOwned(open) };
  testTransfers(suite);
  testTransferNumbers(suite);
  testPlay(suite);
  testHello(suite);
  testOlderOwners(suite);
}

function testTransfers({ it, own }: Suite): void {
  it("moves money only under the lock", async () => {
    const { machine, request } = await own();
    const refused = await machine.transferIn(request(1_000));
    assert.equal(refused.status, "refused");
    assert.equal((await machine.meters()).credit, 0);
    await machine.close();
  });

  it("moves an id once, and repeats its answer", async () => {
    const { machine, request } = await own();
    const transfer = request(1_000);
    await machine.lock(LOCK_MS);
    const first = await machine.transferIn(transfer);
    const second = await machine.transferIn(transfer);
    await machine.unlock();
    assert.deepEqual([first.status, second.status], ["done", "done"]);
    assert.equal(second.status === "done" && second.duplicate, true);
    assert.equal((await machine.meters()).credit, 1_000);
    await machine.close();
  });

  for (const when of ["before", "after"] as const) {
    it(`can be asked about a transfer whose ${when === "before" ? "question" : "answer"} was lost`, async () => {
      const { machine, loseNext, request } = await own();
      const transfer = request(700);
      await machine.lock(LOCK_MS);
      loseNext(when);
      await assert.rejects(machine.transferIn(transfer), MachineUnreachable);
      const answer = await machine.interrogate(transfer);
      assert.equal(answer.status, when === "before" ? "notFound" : "done");
      assert.equal((await machine.meters()).credit, when === "before" ? 0 : 700);
      await machine.close();
    });
  }

  it("transfers out all its credit, and never more", async () => {
    const { machine, request, moveIn } = await own();
    await moveIn(1_000);
    await machine.lock(LOCK_MS);
    const tooMuch = await machine.transferOut(request(1_001));
    assert.equal(tooMuch.status, "refused");
    const all = await machine.transferOut(request(null));
    assert.equal(all.status === "done" && all.moved, 1_000);
    assert.equal((await machine.meters()).credit, 0);
    assertMetersAgree(await machine.meters());
    await machine.close();
  });
}

/** The high-water mark: a command that arrives late does nothing. */
function testTransferNumbers({ it, own }: Suite): void {
  it("refuses a transfer that arrives after its interrogation answered notFound", async () => {
    const { machine, request } = await own();
    const [older, late, newer] = [request(400), request(700), request(500)];
    await machine.lock(LOCK_MS);
    assert.equal((await machine.interrogate(late)).status, "notFound");
    for (const transfer of [late, older, late]) {
      const answer = await machine.transferIn(transfer);
      assert.equal(answer.status === "refused" && answer.reason, "superseded");
    }
    assert.equal((await machine.interrogate(late)).status, "notFound");
    assert.equal((await machine.meters()).credit, 0);
    assert.equal((await machine.transferIn(newer)).status, "done");
    assert.equal((await machine.meters()).credit, 500);
    await machine.close();
  });

  it("refuses a transfer that arrives after one with a higher number", async () => {
    const { machine, request } = await own();
    const [late, first] = [request(700), request(500)];
    await machine.lock(LOCK_MS);
    assert.equal((await machine.transferIn(first)).status, "done");
    const answer = await machine.transferIn(late);
    assert.equal(answer.status === "refused" && answer.reason, "superseded");
    assert.equal((await machine.meters()).credit, 500);
    await machine.close();
  });

  it("gives the stored answer to an id whose number is below the mark", async () => {
    const { machine, request } = await own();
    const [refused, done, later] = [request(300), request(500), request(200)];
    await machine.transferIn(refused);
    await machine.lock(LOCK_MS);
    await machine.transferIn(done);
    await machine.transferIn(later);
    const again = await machine.transferIn(done);
    assert.deepEqual(again, { ...again, status: "done", moved: 500, duplicate: true });
    assert.equal((await machine.interrogate(done)).status, "done");
    for (const answer of [await machine.transferIn(refused), await machine.interrogate(refused)])
      assert.equal(answer.status === "refused" && answer.reason, "notLocked");
    assert.equal((await machine.meters()).credit, 700);
    await machine.close();
  });
}

function testPlay({ it, own }: Suite): void {
  it("identifies itself, shows its deck, and has meters that agree", async () => {
    const { machine } = await own();
    const identity = await machine.identify();
    assert.equal(identity.machineId, machine.machineId);
    assert.ok(identity.returnToPlayer > 0.5 && identity.returnToPlayer < 1);
    assert.ok(identity.minBet === null || (Number.isSafeInteger(identity.minBet) && identity.minBet > 0));
    const ids = machine.bands().flatMap(({ controls }) => controls.map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(machine.bands().some(({ controls }) => controls.some(({ kind }) => kind === "play")));
    assertMetersAgree(await machine.meters());
    await machine.close();
  });

  it("plays a game: lit, started, ended, in the meters, and stored for a server that missed it", async () => {
    const { machine, settle, press, request, moveIn } = await own();
    await moveIn(100_000);
    const before = await machine.meters();
    const events: string[] = [];
    machine.subscribe((event) => void events.push(event.type));
    assert.equal((await press("play")).accepted, true);
    assert.equal(await machine.lock(LOCK_MS), false);
    const refused = await machine.transferOut(request(null));
    assert.equal(refused.status, "refused");
    await settle();
    const meters = await machine.meters();
    assertMetersAgree(meters);
    const games = await machine.gamesSince(before.gamesPlayed);
    assert.ok(games.length >= 1);
    assert.equal(
      meters.credit,
      before.credit + games.reduce((sum, { win, bet, handPay }) => sum + win - handPay - bet, 0),
    );
    assert.deepEqual(events.filter((type) => type === "gameStart" || type === "gameEnd").slice(0, 2), [
      "gameStart",
      "gameEnd",
    ]);
    await machine.close();
  });

  it("refuses an unknown control, and play without credit", async () => {
    const { machine, press } = await own();
    assert.deepEqual(await press("no-such-control"), { accepted: false, reason: "unknownControl" });
    assert.deepEqual(await press("play"), { accepted: false, reason: "lowCredit" });
    await machine.close();
  });

  it("executes a press once, and none that is late", async () => {
    const { machine, settle, moveIn } = await own();
    await moveIn(100_000);
    const { gamesPlayed, coinIn } = await machine.meters();
    const [older, late, command] = [nextSequence(), nextSequence(), nextSequence()];
    const play = (sequence: number, ttlMs = LOCK_MS) => machine.press({ control: "play", sequence, ttlMs });
    assert.deepEqual(await play(late, 0), { accepted: false, reason: "expired" });
    assert.deepEqual(await play(late), { accepted: false, reason: "repeated" });
    assert.deepEqual(await play(older), { accepted: false, reason: "repeated" });
    assert.deepEqual(await machine.meters(), { ...(await machine.meters()), gamesPlayed, coinIn });
    assert.equal((await play(command)).accepted, true);
    await settle();
    const after = await machine.meters();
    assert.ok(after.gamesPlayed > gamesPlayed);
    assert.deepEqual(await play(command), { accepted: false, reason: "repeated" });
    assert.deepEqual(await machine.meters(), after);
    await machine.close();
  });
}

function testHello({ it, open, own }: Suite): void {
  it("is offline and takes no command before hello", async () => {
    const { machine } = await open();
    assert.equal(machine.state().online, false);
    const request = newTransfer(100);
    await assert.rejects(machine.lock(LOCK_MS), MachineUnreachable);
    await assert.rejects(machine.transferIn(request), MachineUnreachable);
    await assert.rejects(machine.interrogate(request), MachineUnreachable);
    await assert.rejects(numberedPress(machine)("play"), MachineUnreachable);
    await machine.close();
  });

  it("refuses the hello of a lower epoch, and goes on with the higher one", async () => {
    const { machine, again, epoch, moveIn } = await own();
    const other = await again();
    await assert.rejects(other.hello(epoch - 1), MachineFenced);
    await assert.rejects(machine.hello(epoch - 1), MachineFenced);
    assert.deepEqual([machine.state().online, other.state().online], [true, false]);
    await moveIn(500);
    assert.equal((await machine.meters()).credit, 500);
    await other.close();
    await machine.close();
  });

  it("takes a hello of the same epoch again, on the same connection and on a new one", async () => {
    const { machine, again, epoch, moveIn, request } = await own();
    await machine.hello(epoch);
    await moveIn(500);
    await machine.close();
    const other = await again();
    await other.hello(epoch);
    assert.equal(await other.lock(LOCK_MS), true);
    assert.equal((await other.transferOut(request(null))).status, "done");
    assert.equal((await other.meters()).credit, 0);
    await other.close();
  });
}

function testOlderOwners({ it, own }: Suite): void {
  const older: Record<string, (owned: Owned) => Promise<unknown>> = {
    press: ({ press }) => press("play"),
    transferIn: ({ machine, request }) => machine.transferIn(request(300)),
    transferOut: ({ machine, request }) => machine.transferOut(request(null)),
    interrogate: ({ machine, request }) => machine.interrogate(request(300)),
    lock: ({ machine }) => machine.lock(LOCK_MS),
  };
  for (const [name, command] of Object.entries(older)) {
    it(`refuses ${name} of an owner of a lower epoch, and moves nothing`, async () => {
      const owned = await own();
      const { machine, again, epoch, moveIn, request } = owned;
      await moveIn(100_000);
      if (name.startsWith("transfer")) await machine.lock(LOCK_MS);
      const events: string[] = [];
      machine.subscribe(({ type }) => void events.push(type));
      const other = await again();
      await other.hello(epoch + 1);
      const before = await other.meters();
      await assert.rejects(command(owned), MachineFenced);
      assert.equal(machine.state().online, false);
      assert.equal(events.filter((type) => type === "offline").length, 1);
      // Final: also a command that would change nothing.
      await assert.rejects(machine.lock(LOCK_MS), MachineFenced);
      assert.deepEqual(await other.meters(), before);
      assert.equal(await other.lock(LOCK_MS), true);
      assert.equal((await other.transferOut(request(null))).status, "done");
      await machine.close();
      await other.close();
    });
  }

  it("answers an older owner's question about a known transfer with nothing", async () => {
    const { machine, again, epoch, request } = await own();
    const transfer = request(500);
    await machine.lock(LOCK_MS);
    await machine.transferIn(transfer);
    const other = await again();
    await other.hello(epoch + 1);
    await assert.rejects(machine.interrogate(transfer), MachineFenced);
    assert.equal((await other.interrogate(transfer)).status, "done");
    await machine.close();
    await other.close();
  });
}
