/** Seats between processes when messages are lost, processes die and the bus is away: a model of a house, and its time. */
import { randomUUID } from "node:crypto";
import { AppError, CLOSE, ErrorCode, InfoCode } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SeatConnection } from "../types.ts";
import { MACHINE } from "./messages.ts";
import { GRACE_MS, MACHINE_ID, ModelHouse, closesOf, isOf, metersOf, passes, within } from "./testing/modelHouse.ts";
import type { ModelEdge, ModelFloor } from "./testing/modelHouse.ts";

let house: ModelHouse;
let floor: ModelFloor;
let edge: ModelEdge;
beforeEach(() => {
  vi.useFakeTimers();
  house = new ModelHouse();
  floor = house.openFloor();
  edge = house.openEdge();
});
afterEach(() => {
  house.close();
  vi.useRealTimers();
});

async function settled<T>(work: Promise<T>): Promise<T> {
  await passes(100);
  return work;
}
async function sitWith(amount: number, at = edge): Promise<SeatConnection> {
  const seat = await settled(house.sit(at));
  await settled(seat.cashIn({ amount, clientTransferId: randomUUID() }));
  return seat;
}
const codes = (seat: SeatConnection, at = edge) =>
  at.pushed.flatMap((push) =>
    push.topic === "push" && push.method === "info" && isOf(push, seat) ? [push.params["code"]] : [],
  );
const isConnected = () => floor.host.seat?.connected;

it("a player who stays without pressing reaches the process that runs the machine", async () => {
  const seat = await settled(house.sit(edge));
  await settled(seat.stay());
  expect((floor.host as unknown as { stays: number }).stays).toBe(1);
  await settled(house.sit(house.openEdge(), seat.sessionId));
  expect(await within(100, seat.stay())).toBe(ErrorCode.SeatTakenOver);
});

it("a seat is found by its session where its connection is", async () => {
  const seat = await settled(house.sit(edge));
  expect(edge.floor.epochOf(seat.sessionId)).toBe(seat.epoch);
  const other = house.openEdge();
  const again = await settled(house.sit(other, seat.sessionId));
  await passes(3_000);
  expect([edge, other].map((at) => at.floor.epochOf(seat.sessionId))).toEqual([null, again.epoch]);
  expect(again.epoch).toBeGreaterThan(seat.epoch);
});

describe("a press", () => {
  it("is carried out, and not after its time", async () => {
    const seat = await sitWith(100);
    expect(await within(50, seat.press("a"))).toHaveProperty("at");
    const sender = house.network.join("sender");
    const command = { connection: `${edge.id}:1`, lease: floor.host.epoch, control: "late", auto: false };
    const arrives = (k: number, by: number) =>
      within(100, sender.request(MACHINE, MACHINE_ID, "press", { ...command, k, by }, { withinMs: 1_000 }));
    expect(await arrives(50, performance.now())).toBe(ErrorCode.PressTooLate);
    // In time at the floor, too late at the machine.
    expect(await arrives(51, performance.now() + 2)).toBe(ErrorCode.PressTooLate);
    expect(await arrives(52, performance.now() + 50)).toHaveProperty("at");
    expect(house.records.pressed.map(({ control }) => control)).toEqual(["a", "late"]);
  });

  it("has a time of its own: what it waited before its edge, between the processes and before the machine adds up", async () => {
    const seat = await sitWith(100);
    await passes(2_000);
    const madeBefore = (ms: number) => ({ madeAt: performance.now() - ms });
    expect(await within(100, seat.press("old", undefined, false, madeBefore(2_001)))).toBe(ErrorCode.PressTooLate);
    // Each message takes 1 to 400 ms.
    house.network.setFaults({ delayMs: 400 });
    expect(await within(1_000, seat.press("slow", undefined, false, madeBefore(1_500)))).toHaveProperty("at");
    const outcomes: unknown[] = [];
    for (let n = 0; n < 20; n += 1) {
      const made = performance.now() - 1_800;
      const outcome = await within(1_000, seat.press(`${n}`, undefined, false, { madeAt: made }));
      outcomes.push(outcome);
      const carriedOut = house.records.pressed.find(({ control }) => control === `${n}`);
      expect(carriedOut ? carriedOut.at - made : 0).toBeLessThan(2_000);
    }
    expect(outcomes).toContain(ErrorCode.PressTooLate);
    expect(outcomes).toContainEqual({ at: expect.any(Number) });
  });

  it("that arrives twice is carried out once, with one answer; an older one not at all", async () => {
    const seat = await sitWith(100);
    house.network.setFaults({ duplicate: 1 });
    expect(await within(50, seat.press("a", 5))).toHaveProperty("at");
    expect(await within(50, seat.press("b", 5))).toBe(ErrorCode.PressRefused);
    expect(house.records.pressed.map(({ control }) => control)).toEqual(["a"]);
  });

  it("gets an answer at once while the bus is down, and so does one that is under way", async () => {
    const seat = await sitWith(100);
    house.network.block(floor.id, edge.id);
    const underWay = seat.press("a");
    underWay.catch(() => {});
    await passes(10);
    house.network.setUp(edge.id, false);
    expect(await within(0, underWay)).toBe(ErrorCode.ServiceUnavailable);
    expect(await within(0, seat.press("b"))).toBe(ErrorCode.ServiceUnavailable);
    expect(await within(0, seat.cashOut({}))).toBe(ErrorCode.ServiceUnavailable);
  });
});

describe("a floor that hands the machine over", () => {
  /** A transfer is never in doubt for that: nothing of it was done, or it has its answer. */
  const deposit = async (seat: SeatConnection, delayMs: number, handsOverAfterMs: number) => {
    house.network.setFaults({ delayMs });
    const clientTransferId = randomUUID();
    const asked = seat.cashIn({ amount: 50, clientTransferId });
    asked.catch(() => {});
    await passes(handsOverAfterMs);
    void floor.handOver();
    const answer = await within(2_000, asked);
    return { answer, clientTransferId, isMoved: house.records.transfers.has(clientTransferId) };
  };

  it("answers a deposit that was on its way: nothing was done", async () => {
    const seat = await sitWith(100);
    const { answer, clientTransferId, isMoved } = await deposit(seat, 10, 0);
    expect([answer, isMoved]).toEqual([ErrorCode.ServiceUnavailable, false]);
    house.network.setFaults({});
    floor = house.openFloor();
    await passes(1_000);
    expect(await within(100, seat.cashIn({ amount: 50, clientTransferId }))).toMatchObject({ credit: 150 });
  });

  it("answers a deposit that it carries out before", async () => {
    const seat = await sitWith(100);
    const { answer, isMoved } = await deposit(seat, 0, 2);
    expect([answer, isMoved]).toEqual([expect.objectContaining({ credit: 150 }), true]);
  });

  it("answers one that takes longer than the next beat", async () => {
    const seat = await sitWith(100);
    const { host } = floor;
    const transfer = host.transfer.bind(host);
    host.transfer = async (request) => {
      // pause: by the test's own clock
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return transfer(request);
    };
    const asked = seat.cashIn({ amount: 50, clientTransferId: randomUUID() });
    await passes(100);
    void floor.handOver();
    expect(await within(2_000, asked)).toMatchObject({ credit: 150 });
  });

  it("answers it although the news of the handover comes first", async () => {
    const seat = await sitWith(100);
    const asked = seat.cashIn({ amount: 50, clientTransferId: randomUUID() });
    await passes(7);
    house.network.join("first").publish("node.changed", { node: floor.id, free: [MACHINE_ID] });
    expect(await within(100, asked)).toMatchObject({ credit: 150 });
  });

  it("leaves a player who leaves meanwhile to the next owner", async () => {
    const seat = await sitWith(100);
    const waiting = Promise.withResolvers<number>();
    const { host } = floor;
    host.end = () => waiting.promise;
    const stop = host.queue.stop.bind(host.queue);
    host.queue.stop = async () => {
      await stop();
      // Callers who still wait are answered before the lease is given back.
      waiting.reject(new AppError(ErrorCode.ServiceUnavailable));
      // pause: of the test's own clock, before the lease is given back
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const leaving = seat.leave();
    await passes(100);
    void floor.handOver();
    expect(await within(100, leaving)).toBe("open");
    floor = house.openFloor();
    expect(await within(1_000, leaving)).toEqual({ amount: 100 });
  });

  it("loses no seat that has found the next owner, however late the news of the handover is", async () => {
    const seat = await sitWith(100);
    const former = floor;
    await former.handOver();
    floor = house.openFloor();
    await passes(1_000);
    expect(await within(50, seat.press("a"))).toHaveProperty("at");
    house.network.setFaults({ delayMs: 20 });
    house.network.join("late").publish("node.changed", { node: former.id, free: [MACHINE_ID] });
    for (let ms = 0; ms < 50; ms += 1) {
      await passes(1);
      expect(edge.floor.relocating).toBe(0);
    }
  });

  it("has carried out each press that it accepted, and answers all of them", async () => {
    const seat = await sitWith(100);
    house.network.setFaults({ delayMs: 20 });
    const presses = Array.from({ length: 12 }, (_, n) => seat.press(`p${n}`, n + 1));
    const answers = Promise.allSettled(presses);
    await passes(10);
    void floor.handOver();
    await passes(2_000);
    expect(await within(0, answers)).not.toBe("open");
    const accepted = (await answers).flatMap(({ status }, n) => (status === "fulfilled" ? [`p${n}`] : []));
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.length).toBeLessThan(presses.length);
    expect(house.records.pressed.map(({ control }) => control)).toEqual(expect.arrayContaining(accepted));
  });
});

describe("a seat that is looked for although its floor still has it", () => {
  const lookFor = () => house.network.join("news").publish("node.changed", { node: floor.id, free: [MACHINE_ID] });

  it("gets the answers to what it asked before", async () => {
    const seat = await sitWith(100);
    const { host } = floor;
    const end = host.end.bind(host);
    host.end = async (...of) => {
      // pause: of the test's own clock, longer than the edge waits for late answers
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return end(...of);
    };
    const leaving = seat.leave();
    await passes(100);
    lookFor();
    expect(await within(1_000, leaving)).toBe("open");
    expect(await within(1_000, leaving)).toEqual({ amount: 100 });
  });

  it("stays connected, however long the machine is busy", async () => {
    const seat = await sitWith(100);
    // pause: of the test's own clock, longer than a floor waits for a connection that is not named
    void floor.host.queue.enqueue(() => new Promise((resolve) => setTimeout(resolve, 8_000)));
    lookFor();
    await passes(12_000);
    expect(isConnected()).toBe(true);
    expect(await within(50, seat.press("a"))).toHaveProperty("at");
    await passes(GRACE_MS);
    expect(house.records.session).not.toBeNull();
  });
});

describe("a floor that dies", () => {
  it("leaves its seats to the next owner: same session, meters go on, a deposit is answered by its id", async () => {
    const seat = await sitWith(100);
    const clientTransferId = randomUUID();
    const deposit = seat.cashIn({ amount: 50, clientTransferId });
    deposit.catch(() => {});
    await passes(7);
    house.network.kill(floor.id);
    // It has moved the money, and its answer is lost.
    expect(await within(3_000, deposit)).toBe(ErrorCode.TransferInDoubt);
    expect(await within(0, seat.press("a"))).toBe(ErrorCode.ServiceUnavailable);
    expect(await within(0, seat.cashIn({ amount: 50, clientTransferId }))).toBe(ErrorCode.ServiceUnavailable);
    expect(edge.floor.relocating).toBe(1);
    floor = house.openFloor();
    await passes(1_000);
    expect(edge.floor.relocating).toBe(0);
    expect(isConnected()).toBe(true);
    expect(await within(100, seat.cashIn({ amount: 50, clientTransferId }))).toMatchObject({ credit: 150 });
    expect(await within(100, seat.press("b"))).toHaveProperty("at");
    expect(metersOf(edge, seat)).toMatchObject({ credit: 149 });
    expect(house.records.transfers.size).toBe(2);
    expect(closesOf(edge, seat)).toEqual([]);
  });

  it("ends autoplay, which the next owner does not know", async () => {
    const seat = await sitWith(100);
    await settled(seat.autoplay({ games: 10, lossLimit: 50 }));
    house.network.kill(floor.id);
    await passes(2_500);
    floor = house.openFloor();
    await passes(1_000);
    const ends = edge.pushed.filter((push) => push.topic === "push" && push.method === "autoplay");
    expect(ends).toMatchObject([{ params: { remaining: 0, ended: "rules" } }]);
    expect(ends.every((push) => isOf(push, seat))).toBe(true);
  });

  it("answers a player who leaves meanwhile by the next owner, or by the session's end", async () => {
    const seat = await sitWith(100);
    house.network.kill(floor.id);
    const leaving = seat.leave();
    await passes(3_000);
    floor = house.openFloor();
    expect(await within(1_000, leaving)).toEqual({ amount: 100 });
    const again = await sitWith(30);
    house.network.block(floor.id, edge.id);
    const unseen = again.leave();
    await passes(5_000);
    expect(house.records.session).toBeNull();
    house.network.block(floor.id, edge.id, false);
    expect(await within(5_000, unseen)).toEqual({ amount: 30 });
    expect(closesOf(edge, again)).toEqual([]);
  });

  it("closes its sockets for another try if nobody takes the machine", async () => {
    const seat = await sitWith(100);
    house.network.kill(floor.id);
    await passes(60_000);
    expect(closesOf(edge, seat)).toEqual([CLOSE.restart]);
    expect(await within(0, seat.press("a"))).toBe(ErrorCode.ServiceUnavailable);
  });

  it("that was only cut off does nothing more for the seat when it is back", async () => {
    const seat = await sitWith(100);
    const former = floor;
    house.network.block(edge.id, former.id);
    house.network.block(former.id, edge.id);
    const pressed = within(0, seat.press("a"));
    floor = house.openFloor();
    await passes(5_000);
    await pressed;
    house.network.block(edge.id, former.id, false);
    house.network.block(former.id, edge.id, false);
    former.lose();
    expect(await within(3_000, seat.press("b"))).toHaveProperty("at");
    expect(house.records.pressed.map(({ control }) => control)).not.toContain("a");
    expect(isConnected()).toBe(true);
  });
});

describe("lost pushes", () => {
  it("are noticed within a second or two, and the client gets the whole state", async () => {
    const seat = await sitWith(100);
    house.network.block(floor.id, edge.id);
    house.records.credit = 70;
    (floor.host as unknown as { show(): void }).show();
    house.network.block(floor.id, edge.id, false);
    expect(metersOf(edge, seat)).toMatchObject({ credit: 100 });
    await passes(2_000);
    expect(metersOf(edge, seat)).toMatchObject({ credit: 70 });
  });

  it("of a transfer's end are made up for: the client learns how it ended", async () => {
    const seat = await sitWith(100);
    const states = () =>
      edge.pushed.flatMap((push) =>
        push.topic === "push" && push.method === "transfer" ? [[push.params["state"], push.params["amount"]]] : [],
      );
    const before = [
      ["pending", 100],
      ["done", 100],
    ];
    expect(states()).toEqual(before);
    const deposit = seat.cashIn({ amount: 50, clientTransferId: randomUUID() });
    deposit.catch(() => {});
    for (let at = 0; states().length === before.length && at < 100; at += 1) await passes(1);
    house.network.block(floor.id, edge.id);
    await passes(50);
    expect(states()).toEqual([...before, ["pending", 50]]);
    house.network.block(floor.id, edge.id, false);
    await passes(3_000);
    expect(states()).toEqual([...before, ["pending", 50], ["done", 50]]);
  });

  it("of the session's end are made up for: the client learns why, and the socket closes", async () => {
    const seat = await sitWith(100);
    house.network.block(floor.id, edge.id);
    void floor.host.end(1, "held");
    await passes(200);
    house.network.block(floor.id, edge.id, false);
    await passes(3_000);
    expect(codes(seat)).toEqual([InfoCode.SessionClosing]);
    expect(closesOf(edge, seat)).toEqual([1000]);
  });
});

describe("an edge from which nothing is received", () => {
  it("loses its seats for the grace time, and has them again when it is back", async () => {
    const seat = await sitWith(100);
    house.network.block(edge.id, floor.id);
    await passes(5_000);
    expect(isConnected()).toBe(false);
    house.network.block(edge.id, floor.id, false);
    await passes(3_000);
    expect(isConnected()).toBe(true);
    expect(seat.epoch).toBe(floor.host.seat?.session.epoch);
    expect(await within(100, seat.press("a"))).toHaveProperty("at");
    house.network.kill(edge.id);
    await passes(GRACE_MS + 6_000);
    expect(house.records.session).toBeNull();
  });

  it("begins no grace while the bus is down for all", async () => {
    const seat = await sitWith(100);
    for (const node of [edge.id, floor.id]) house.network.setUp(node, false);
    await passes(60_000);
    expect(isConnected()).toBe(true);
    for (const node of [edge.id, floor.id]) house.network.setUp(node, true);
    await passes(1_000);
    expect(await within(100, seat.press("a"))).toHaveProperty("at");
  });

  it("gives a seat back at once if its client left, also while it sat down", async () => {
    const seat = await sitWith(100);
    seat.disconnected();
    await passes(50);
    expect(isConnected()).toBe(false);
    house.network.block(floor.id, edge.id);
    const sitting = within(11_000, house.sit(edge, seat.sessionId));
    expect(await sitting).toBe(ErrorCode.ServiceUnavailable);
    await passes(5_000);
    expect(isConnected()).toBe(false);
  });
});

describe("a floor that can't reach the database", () => {
  it("holds no seat meanwhile, and goes on with it if no other floor has taken the machine", async () => {
    const seat = await sitWith(100);
    floor.node.isCutOff = true;
    await passes(10_000);
    expect(await within(0, seat.press("a"))).toBe(ErrorCode.ServiceUnavailable);
    expect(isConnected()).toBe(true);
    floor.node.isCutOff = false;
    await passes(3_000);
    expect(isConnected()).toBe(true);
    expect(await within(100, seat.press("b"))).toHaveProperty("at");
    expect(house.records.pressed.map(({ control }) => control)).toEqual(["b"]);
  });
});

describe("a player who leaves when the bus breaks", () => {
  it("is answered once it is back: the floor may have carried it out", async () => {
    const seat = await sitWith(100);
    house.network.block(floor.id, edge.id);
    const leaving = seat.leave();
    await passes(100);
    house.network.setUp(edge.id, false);
    expect(await within(2_000, leaving)).toBe("open");
    house.network.block(floor.id, edge.id, false);
    house.network.setUp(edge.id, true);
    expect(await within(5_000, leaving)).toEqual({ amount: 100 });
  });
});

describe("a player who could not leave", () => {
  it("is notified of the session's end like any other", async () => {
    const seat = await sitWith(100);
    house.network.setUp(edge.id, false);
    expect(await within(0, seat.leave())).toBe(ErrorCode.ServiceUnavailable);
    void floor.host.end(1, "held");
    await passes(200);
    house.network.setUp(edge.id, true);
    await passes(3_000);
    expect(codes(seat)).toEqual([InfoCode.SessionClosing]);
    expect(closesOf(edge, seat)).toEqual([1000]);
  });
});

describe("a second edge", () => {
  it.each([
    ["notifies the first at once", false],
    ["notifies the first late where its message was lost", true],
  ])("takes the seat over and %s", async (_, isLost) => {
    const first = await sitWith(100);
    const other = house.openEdge();
    if (isLost) house.network.block(floor.id, edge.id);
    const second = await settled(house.sit(other));
    house.network.block(floor.id, edge.id, false);
    if (isLost) await passes(3_000);
    expect(codes(first)).toEqual([ErrorCode.SeatTakenOver]);
    expect(closesOf(edge, first)).toEqual([CLOSE.takenOver]);
    expect(await within(3_000, first.press("a"))).toBe(ErrorCode.SeatTakenOver);
    const before = edge.pushed.length;
    expect(await within(100, second.press("b"))).toHaveProperty("at");
    expect(metersOf(other, second)).toMatchObject({ credit: 99 });
    expect(edge.pushed).toHaveLength(before);
    expect(house.records.pressed.map(({ control }) => control)).toEqual(["b"]);
  });
});
