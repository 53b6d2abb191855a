/**
 * Seats between processes under any order of faults: messages are lost, doubled and late, floors and edges die or are cut
 * off, the bus goes away, and a second window takes the seat. The client behaves as the app does: it repeats money by its
 * id, and connects again where its socket was closed for that.
 */
import { randomUUID } from "node:crypto";
import { AppError, CLOSE, ErrorCode } from "@reelcast/contract";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import type { SeatConnection } from "../types.ts";
import { ModelHouse, PLAYER_ID, closesOf, isOf, metersOf, passes } from "./testing/modelHouse.ts";
import type { ModelEdge, ModelFloor } from "./testing/modelHouse.ts";

const SIMPLE = [
  "killFloor",
  "handOver",
  "cutFloor",
  "fenceFloor",
  "killEdge",
  "takeOver",
  "leave",
  "busDown",
  "busUp",
  "noFaults",
] as const;
type Action =
  | { do: "wait"; ms: number }
  | { do: "press" }
  | { do: "cashIn"; amount: number }
  | { do: "cashOut" }
  | { do: "faults"; drop: number; duplicate: number; delayMs: number }
  | { do: (typeof SIMPLE)[number] };

const actions = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat({ max: 1_500 }) }) },
  { weight: 8, arbitrary: fc.constant<Action>({ do: "press" }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("cashIn" as const), amount: fc.integer({ min: 1, max: 500 }) }) },
  { weight: 1, arbitrary: fc.constant<Action>({ do: "cashOut" }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("faults" as const),
      drop: fc.constantFrom(0, 0.1, 0.4),
      duplicate: fc.constantFrom(0, 0.3),
      delayMs: fc.constantFrom(0, 30, 900, 2_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Action>(...SIMPLE.map((name) => ({ do: name }))),
  },
);

interface Press {
  control: string;
  sentAt: number;
  answers: (number | "accepted")[];
}
interface Leave {
  sessionId: string;
  /** The amount, or the code of the refusal. */
  answer: { amount: number } | number | null;
}
interface Money {
  clientTransferId: string;
  kind: "cashin" | "cashout";
  amount: number;
  answer: number | { credit: number } | null;
}

class Simulation {
  readonly #house: ModelHouse;
  #floor: ModelFloor;
  #edge: ModelEdge;
  #seat: SeatConnection | null = null;
  #sessionId: string | undefined;
  readonly #presses: Press[] = [];
  readonly #moneys: Money[] = [];
  readonly #leaves: Leave[] = [];
  /** Seats of former windows: how many pushes each had when its last one was allowed. */
  readonly #former: { edge: ModelEdge; seat: SeatConnection }[] = [];
  #up = true;
  #ended = false;

  constructor(seed: number) {
    this.#house = new ModelHouse({ seed });
    this.#floor = this.#house.openFloor();
    this.#edge = this.#house.openEdge();
  }

  async #sit(): Promise<void> {
    const edge = this.#edge;
    const seat = await this.#house.sit(edge, this.#sessionId).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      // As the app: the session is over, and the next one begins.
      if (error.code === ErrorCode.SessionTerminated) this.#sessionId = undefined;
      return null;
    });
    if (!seat) return;
    if (edge !== this.#edge) return seat.disconnected();
    this.#seat = seat;
    this.#sessionId = seat.sessionId;
  }
  /** Connects again where the socket was closed for that. */
  async #stay(): Promise<void> {
    if (this.#seat && closesOf(this.#edge, this.#seat).length > 0) {
      const codes = closesOf(this.#edge, this.#seat);
      if (codes.includes(1000)) this.#sessionId = undefined;
      this.#leaveSeat();
    }
    if (!this.#seat && !this.#ended) await this.#sit();
  }
  #leaveSeat(): void {
    if (this.#seat) this.#former.push({ edge: this.#edge, seat: this.#seat });
    this.#seat?.disconnected();
    this.#seat = null;
  }
  #press(): void {
    if (!this.#seat) return;
    const press: Press = { control: `p${this.#presses.length}`, sentAt: performance.now(), answers: [] };
    this.#presses.push(press);
    this.#seat.press(press.control, this.#presses.length).then(
      () => press.answers.push("accepted"),
      (error: unknown) => press.answers.push(error instanceof AppError ? error.code : -1),
    );
  }
  /** One at a time, as in the app; repeated by its id until there is an answer. */
  async #settleMoney(): Promise<void> {
    const seat = this.#seat;
    const money = this.#moneys.find(({ answer }) => answer === null);
    if (!seat || !money) return;
    const { clientTransferId, amount, kind } = money;
    const request = kind === "cashin" ? seat.cashIn({ amount, clientTransferId }) : seat.cashOut({ clientTransferId });
    await request.then(
      ({ credit }) => (money.answer = { credit }),
      (error: unknown) => {
        const code = error instanceof AppError ? error.code : -1;
        const isOpen = code === ErrorCode.ServiceUnavailable || code === ErrorCode.TransferInDoubt;
        const isOfFormer = code === ErrorCode.NotSeated || code === ErrorCode.SeatTakenOver;
        if (!isOpen && !isOfFormer) money.answer = code;
      },
    );
  }
  #settling: Promise<void> | null = null;
  async #step(): Promise<void> {
    this.#settling ??= this.#stay()
      .then(() => this.#settleMoney())
      .finally(() => (this.#settling = null));
    await Promise.race([this.#settling, Promise.resolve()]);
  }

  #leave(): void {
    const seat = this.#seat;
    if (!seat) return;
    const leave: Leave = { sessionId: seat.sessionId, answer: null };
    this.#leaves.push(leave);
    seat.leave().then(
      (answer) => {
        leave.answer = answer;
        if (this.#seat !== seat) return;
        this.#sessionId = undefined;
        this.#leaveSeat();
      },
      (error: unknown) => (leave.answer = error instanceof AppError ? error.code : -1),
    );
  }

  async #replaceFloor(): Promise<void> {
    await passes(700);
    this.#floor = this.#house.openFloor();
  }
  async act(action: Action): Promise<void> {
    const { network } = this.#house;
    switch (action.do) {
      case "wait":
        for (let ms = 0; ms < action.ms; ms += 250) {
          await this.#step();
          await passes(250);
        }
        return;
      case "press":
        this.#press();
        return passes(5).then(() => {});
      case "cashIn":
      case "cashOut": {
        const kind = action.do === "cashIn" ? "cashin" : "cashout";
        const amount = action.do === "cashIn" ? action.amount : 0;
        this.#moneys.push({ clientTransferId: randomUUID(), kind, amount, answer: null });
        return this.#step();
      }
      case "faults":
        return network.setFaults(action);
      case "noFaults":
        return network.setFaults({});
      case "killFloor":
        network.kill(this.#floor.id);
        return this.#replaceFloor();
      case "handOver":
        void this.#floor.handOver();
        return this.#replaceFloor();
      case "cutFloor": {
        // It goes on for a while, and does not know that another one has the machine.
        const former = this.#floor;
        network.block(former.id, "*");
        await this.#replaceFloor();
        // pause: by the test's own clock
        setTimeout(() => {
          network.block(former.id, "*", false);
          former.lose();
        }, 2_000);
        return;
      }
      case "fenceFloor": {
        // It can't reach the database any more, and the others still can.
        const former = this.#floor;
        former.node.isCutOff = true;
        await this.#replaceFloor();
        // pause: by the test's own clock
        setTimeout(() => former.lose(), 9_000);
        return;
      }
      case "leave":
        this.#leave();
        return passes(5).then(() => {});
      case "killEdge":
        network.kill(this.#edge.id);
        this.#leaveSeat();
        this.#edge = this.#house.openEdge();
        return this.#step();
      case "takeOver": {
        if (this.#seat) this.#former.push({ edge: this.#edge, seat: this.#seat });
        this.#seat = null;
        this.#edge = this.#house.openEdge();
        return this.#step();
      }
      case "busDown":
      case "busUp":
        this.#up = action.do === "busUp";
        for (const node of [this.#floor.id, this.#edge.id]) network.setUp(node, this.#up);
        return;
    }
  }
  /** No more faults, and time for everything to be settled. */
  async rest(): Promise<void> {
    const { network } = this.#house;
    network.setFaults({});
    for (const node of [this.#floor.id, this.#edge.id]) network.setUp(node, true);
    for (let round = 0; round < 200; round += 1) {
      await this.#step();
      await passes(250);
      const waiting = [...this.#moneys, ...this.#leaves].filter(({ answer }) => answer === null);
      if (round > 40 && this.#seat && waiting.length === 0) break;
    }
    // Whatever is under way has its time.
    await passes(30_000);
  }
  check(): void {
    const { records } = this.#house;
    const carriedOut = Map.groupBy(records.pressed, ({ control }) => control);
    for (const { control, sentAt, answers } of this.#presses) {
      expect(answers, `answers of ${control}`).toHaveLength(1);
      const times = carriedOut.get(control) ?? [];
      expect(times.length, `${control} was carried out once at most`).toBeLessThanOrEqual(1);
      for (const { at } of times) expect(at - sentAt, control).toBeLessThanOrEqual(1_000);
      if (answers[0] === "accepted") expect(times, `${control} was accepted`).toHaveLength(1);
      if (answers[0] === ErrorCode.PressRefused) expect(times, `${control} was refused`).toHaveLength(0);
    }
    for (const { answer, clientTransferId, kind, amount } of this.#moneys) {
      expect(answer, "each gets an answer").not.toBeNull();
      const moved = records.transfers.get(clientTransferId);
      if (typeof answer === "number") expect(moved).toBeUndefined();
      else expect(moved).toMatchObject({ kind, ...(kind === "cashin" ? { moved: amount } : {}) });
    }
    for (const { sessionId, answer } of this.#leaves) {
      expect(answer, "each gets an answer").not.toBeNull();
      if (answer !== null && typeof answer === "object")
        expect(records.closed.get(sessionId)?.paid_out).toBe(answer.amount);
    }
    const seat = this.#seat;
    expect(seat).not.toBeNull();
    if (!seat) return;
    expect(this.#floor.host.seat).toMatchObject({
      connected: true,
      session: { epoch: seat.epoch, player_id: PLAYER_ID },
    });
    expect(metersOf(this.#edge, seat)).toMatchObject({ credit: records.credit });
    expect(closesOf(this.#edge, seat)).toEqual([]);
    for (const former of this.#former) this.#checkFormer(former);
  }
  /** After its close nothing comes any more. */
  #checkFormer({ edge, seat }: { edge: ModelEdge; seat: SeatConnection }): void {
    const own = edge.pushed.filter((push) => isOf(push, seat));
    const closed = own.findIndex((push) => push.topic === "close");
    if (closed !== -1) expect(own.slice(closed + 1)).toEqual([]);
    const codes = closesOf(edge, seat);
    expect([[], [1000], [CLOSE.takenOver], [CLOSE.restart]]).toContainEqual(codes);
  }
  close(): void {
    this.#ended = true;
    this.#house.close();
  }
}

afterEach(() => {
  vi.useRealTimers();
});

it("each press has one answer and one effect at most, in time; money moves once; the client ends with the machine's meters", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.array(actions, { maxLength: 40 }), async (seed, plan) => {
      vi.useFakeTimers();
      const simulation = new Simulation(seed);
      try {
        await simulation.act({ do: "wait", ms: 250 });
        await simulation.act({ do: "cashIn", amount: 500 });
        for (const action of plan) await simulation.act(action);
        await simulation.rest();
        simulation.check();
      } finally {
        simulation.close();
        vi.useRealTimers();
      }
    }),
    { numRuns: Number(process.env["SIMULATION_RUNS"] ?? 40) },
  );
}, 60_000);
