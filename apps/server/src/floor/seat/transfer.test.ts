import type { InterrogateAnswer } from "@reelcast/machine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MachineBalance, Transfer } from "../../wallet/index.ts";
import { newState, reduce } from "./reducer.ts";
import { RULES, applyAll, asks, facts, seated, transferOf } from "./testing.ts";
import { MANUAL_AFTER_MS, transferStep } from "./transfer.ts";
import type { MetersRead, OpenTransfer, SeatEffect, SeatEvent, SeatState } from "./types.ts";

const ASKER = 11;
const reserved = transferOf();
const sent = transferOf({ state: "sent" });
const unknown = transferOf({ state: "unknown" });
const manual = transferOf({ state: "manual" });
const outReserved = transferOf({ kind: "cashout", amount: null });
const outSent: Transfer = { ...outReserved, state: "sent" };
const outUnknown: Transfer = { ...outReserved, state: "unknown" };
const done = (of: Transfer, moved: number, creditAfter: number): Transfer => ({
  ...of,
  state: "done",
  moved,
  creditAfter,
});
const failed = (of: Transfer, code: number): Transfer => ({ ...of, state: "failed", code });

const asked = (part = {}): SeatEvent => ({ type: "transferAsked", asker: ASKER, request: asks(part), now: 0 });
const granted: SeatEvent = { type: "lockAnswered", answer: "granted", now: 0 };
const saysDone = (moved: number, credit = moved): InterrogateAnswer => ({
  status: "done",
  transferId: reserved.id,
  moved,
  credit,
  duplicate: false,
});
const PENDING: InterrogateAnswer = { status: "pending", transferId: reserved.id };
const NOT_FOUND: InterrogateAnswer = { status: "notFound", transferId: reserved.id };
/** Credit, in, out. */
const read = (credit: number, transferredIn = credit, transferredOut = 0): MetersRead => ({
  credit,
  transferredIn,
  transferredOut,
});
const EMPTY: MachineBalance = read(0);
const interrogated = (
  answer: InterrogateAnswer,
  meters: MetersRead,
  { ledger = EMPTY, expected = 0, now = 0 } = {},
): SeatEvent => ({ type: "interrogated", answer, meters, ledger, expected, now });

/** The events that bring a cash-in as far as the machine. */
const toTheMachine: SeatEvent[] = [
  asked(),
  { type: "reserved", transfer: reserved, fresh: true, now: 0 },
  granted,
  { type: "markedSent", transfer: sent, now: 0 },
];
const answerLost: SeatEvent[] = [
  ...toTheMachine,
  { type: "answerLost", now: 0 },
  { type: "notedUnknown", transfer: unknown, now: 0 },
];
const names = (effects: SeatEffect[]) => effects.map((effect) => effect.do);
const life = (events: SeatEvent[], from: SeatState = seated()) => {
  const { state, effects } = applyAll(from, events);
  return { state, steps: effects.map(names), last: effects.at(-1) ?? [] };
};
const after = (events: SeatEvent[], from?: SeatState) => life(events, from).state;

describe("a cash-in", () => {
  it("is held, locked, marked, sent, settled and answered", () => {
    const { state, steps, last } = life([
      ...toTheMachine,
      { type: "answered", answer: saysDone(500), now: 0 },
      { type: "concluded", transfer: done(sent, 500, 500), now: 0 },
    ]);
    expect(steps).toEqual([
      ["tellPending", "reserve"],
      ["lock"],
      ["markSent"],
      ["send"],
      ["settle"],
      ["unlock", "refreshTotals", "tellTransfer", "answer"],
    ]);
    expect(last.at(-1)).toEqual({ do: "answer", asker: ASKER, transfer: done(sent, 500, 500) });
    expect(state.transfer).toBeNull();
  });

  it("is settled for what the machine moved", () => {
    const { last } = life([...toTheMachine, { type: "answered", answer: saysDone(120), now: 0 }]);
    expect(last).toEqual([{ do: "settle", transfer: sent, moved: 120, credit: 120 }]);
  });

  it("that the wallet refuses is refused with its code", () => {
    const { state, last } = life([asked(), { type: "notReserved", code: 60012, params: { balance: 5 }, now: 0 }]);
    expect(last).toEqual([
      { do: "tellRefused", request: asks(), code: 60012 },
      { do: "refuse", asker: ASKER, code: 60012, params: { balance: 5 } },
    ]);
    expect(state.transfer).toBeNull();
  });

  it.each([
    ["refused", 60009],
    ["lost", 60004],
  ] as const)("whose lock is %s is given up: the machine heard of no money", (answer, code) => {
    const { last, state } = life([...toTheMachine.slice(0, 2), { type: "lockAnswered", answer, now: 0 }]);
    expect(last).toMatchObject([{ do: "fail", transfer: reserved, code }]);
    const end = reduce(state, { type: "concluded", transfer: failed(reserved, code), now: 0 }, RULES);
    expect(names(end.effects)).toEqual(["unlock", "refreshTotals", "tellTransfer", "answer"]);
  });

  it.each([
    ["gameInProgress", 60009],
    ["tilt", 60013],
  ] as const)("that the machine refuses with %s fails", (reason, code) => {
    const answer: InterrogateAnswer = { status: "refused", transferId: sent.id, reason, credit: 0 };
    const { last } = life([...toTheMachine, { type: "answered", answer, now: 0 }]);
    expect(last).toEqual([{ do: "fail", transfer: sent, code, detail: reason }]);
  });

  it("that is known already gets the stored answer, and nothing is asked of the machine", () => {
    const stored = done(reserved, 500, 500);
    const { state, last } = life([asked(), { type: "reserved", transfer: stored, fresh: false, now: 0 }]);
    expect(last).toEqual([
      { do: "tellTransfer", transfer: stored },
      { do: "answer", asker: ASKER, transfer: stored },
    ]);
    expect(state.transfer).toBeNull();
  });

  it("that is known and in doubt is answered as it is, and asked for", () => {
    const { state, last } = life([asked(), { type: "reserved", transfer: sent, fresh: false, now: 0 }]);
    expect(names(last)).toEqual(["noteUnknown", "answer"]);
    expect(state.transfer).toMatchObject({ step: "noting" });
  });
});

describe("a cash-out", () => {
  const rich = seated({ credit: 800 });
  const events: SeatEvent[] = [
    asked({ kind: "cashout", amount: null }),
    { type: "reserved", transfer: outReserved, fresh: true, now: 0 },
    granted,
    { type: "markedSent", transfer: outSent, now: 0 },
  ];

  it("tells all credit as its amount, and ends with what the machine gave", () => {
    const { steps } = life(
      [
        ...events,
        { type: "answered", answer: saysDone(800, 0), now: 0 },
        { type: "concluded", transfer: done(outSent, 800, 0), now: 0 },
      ],
      rich,
    );
    expect(steps).toEqual([
      ["tellPending", "reserve"],
      ["lock"],
      ["markSent"],
      ["send"],
      ["settle"],
      ["unlock", "refreshTotals", "tellTransfer", "answer"],
    ]);
    expect(reduce(rich, asked({ kind: "cashout", amount: null }), RULES).effects[0]).toMatchObject({ amount: 800 });
  });

  it("of nothing is written down without asking the machine", () => {
    const nothing = done(outReserved, 0, 0);
    const { steps, state } = life([
      asked({ kind: "cashout", amount: null }),
      { type: "reserved", transfer: nothing, fresh: false, now: 0 },
    ]);
    expect(steps).toEqual([["recordNothing"], ["tellTransfer", "answer"]]);
    expect(state.transfer).toBeNull();
  });

  it("whose answer was lost is credited once, by the interrogation", () => {
    const { steps, last } = life(
      [
        ...events,
        { type: "answerLost", now: 0 },
        { type: "notedUnknown", transfer: outUnknown, now: 0 },
        interrogated(saysDone(800, 0), read(0, 800, 800), { ledger: read(800) }),
      ],
      rich,
    );
    expect(steps.slice(-3)).toEqual([["noteUnknown"], ["interrogate"], ["settle"]]);
    expect(last).toEqual([{ do: "settle", transfer: outUnknown, moved: 800, credit: 0 }]);
  });
});

describe("a request", () => {
  const refused = (from: SeatState) => reduce(from, asked(), RULES).effects;
  it("is refused while another transfer is under way, whichever step it is at", () => {
    for (let length = 1; length <= answerLost.length; length += 1) {
      const from = after(answerLost.slice(0, length));
      const step = reduce(from, asked({ clientTransferId: "other" }), RULES);
      expect(step.effects).toEqual([{ do: "refuse", asker: ASKER, code: 60010, params: {} }]);
      expect(step.state.transfer).toBe(from.transfer);
    }
  });
  it("is refused while a game runs", () => {
    for (const phase of ["spinning", "winToTake", "gamble", "bonus", "handPay"] as const)
      expect(refused(seated({ phase }))).toEqual([{ do: "refuse", asker: ASKER, code: 60009, params: {} }]);
  });
  it("is refused without a seat", () => {
    expect(refused(newState(facts(), false))).toEqual([{ do: "refuse", asker: ASKER, code: 50100, params: {} }]);
  });
});

describe("a lost answer", () => {
  it("is noted durably before the machine is asked", () => {
    expect(life(answerLost).steps.slice(-2)).toEqual([["noteUnknown"], ["interrogate"]]);
  });

  it("that was a yes is settled once the meters agree", () => {
    const { state, last } = life([...answerLost, interrogated(saysDone(500), read(500))]);
    expect(last).toEqual([{ do: "settle", transfer: unknown, moved: 500, credit: 500 }]);
    const end = reduce(state, { type: "concluded", transfer: done(unknown, 500, 500), now: 0 }, RULES);
    expect(end.effects.at(-1)).toMatchObject({ do: "answer", asker: ASKER });
  });

  it("to what never arrived fails, once the meters agree", () => {
    const { last } = life([...answerLost, interrogated(NOT_FOUND, read(0))]);
    expect(last).toMatchObject([{ do: "fail", transfer: unknown, code: 60013 }]);
  });

  it.each([
    ["done", saysDone(500), read(0)],
    ["not found", NOT_FOUND, read(500)],
  ])("that contradicts the meters (%s) becomes manual, with both sides as evidence", (_name, answer, meters) => {
    const { last } = life([...answerLost, interrogated(answer, meters)]);
    expect(last).toMatchObject([
      { do: "makeManual", transfer: unknown, evidence: { asked: unknown.id, answered: answer, meters, ledger: EMPTY } },
    ]);
  });

  it("that is not known yet is answered as not settled, and asked for again every 250 ms", () => {
    const { state, last } = life([...answerLost, interrogated(PENDING, read(0))]);
    expect(last).toEqual([{ do: "answer", asker: ASKER, transfer: unknown }]);
    expect(reduce(state, { type: "tick", now: 249 }, RULES).effects).toEqual([]);
    const again = reduce(state, { type: "tick", now: 250 }, RULES);
    expect(again.effects).toEqual([{ do: "interrogate", transfer: unknown }]);
    // One question at a time.
    expect(reduce(again.state, { type: "tick", now: 10_000 }, RULES).effects).toEqual([]);
    const settled = reduce(again.state, interrogated(saysDone(500), read(500), { now: 300 }), RULES);
    expect(names(settled.effects)).toEqual(["settle"]);
  });

  it.each([
    ["more than was asked for", saysDone(501)],
    ["less than nothing", saysDone(-1)],
  ])("or one that can't be (%s) is interrogated and ends as manual", (_name, answer) => {
    const { steps, state } = life([
      ...toTheMachine,
      { type: "answered", answer, now: 0 },
      { type: "notedUnknown", transfer: unknown, now: 0 },
      interrogated(answer, read(501)),
    ]);
    expect(steps.slice(-3)).toEqual([["noteUnknown"], ["interrogate"], ["makeManual"]]);
    expect(state.transfer).toMatchObject({ step: "concluding" });
  });

  it("or a pending one to the command itself is noted and asked for", () => {
    const { last } = life([...toTheMachine, { type: "answered", answer: PENDING, now: 0 }]);
    expect(last).toEqual([{ do: "noteUnknown", transfer: sent, evidence: { answered: PENDING } }]);
  });
});

describe("a transfer in doubt", () => {
  /** Puts the question again each second, with an answer for each; answers the second in which it became manual. */
  function secondsToManual(answers: (second: number) => SeatEvent["type"], most: number): number | null {
    let state = after([...answerLost, interrogated(PENDING, read(0))]);
    for (let second = 1; second <= most; second += 1) {
      const now = second * 1_000;
      const tick = reduce(state, { type: "tick", now }, RULES);
      expect(names(tick.effects)).toEqual(["interrogate"]);
      const event: SeatEvent =
        answers(second) === "interrogated"
          ? interrogated(PENDING, read(0), { now })
          : { type: "interrogationLost", now };
      const next = reduce(tick.state, event, RULES);
      ({ state } = next);
      if (names(next.effects).includes("makeManual")) return second;
    }
    return null;
  }

  it("becomes manual after 60 s in which the machine answers", () => {
    expect(secondsToManual(() => "interrogated", 100)).toBe(MANUAL_AFTER_MS / 1_000);
  });
  it("never becomes manual while the machine does not answer", () => {
    expect(secondsToManual(() => "interrogationLost", 1_000)).toBeNull();
  });
  it("counts only the time in which it answers", () => {
    // Ten seconds of answers, ten of silence, and so on.
    const answers = (second: number) => (Math.floor(second / 10) % 2 === 0 ? "interrogated" : "interrogationLost");
    expect(secondsToManual(answers, 1_000)).toBeGreaterThan(100);
  });
  it("counts no gap in which the process or the database stood still", () => {
    let state = after([...answerLost, interrogated(PENDING, read(0))]);
    for (let minute = 1; minute <= 50; minute += 1) {
      const now = minute * 60_000;
      state = reduce(state, { type: "tick", now }, RULES).state;
      const next = reduce(state, interrogated(PENDING, read(0), { now }), RULES);
      expect(names(next.effects)).toEqual([]);
      ({ state } = next);
    }
  });

  const becameManual = [...answerLost, interrogated(NOT_FOUND, read(500))];
  it("that becomes manual ends the session, unlocks the machine and answers", () => {
    const { state, steps } = life([...becameManual, { type: "madeManual", transfer: manual, now: 0 }]);
    expect(steps.at(-1)).toEqual(["tellClosed", "unlock", "tellTransfer", "answer"]);
    expect(state).toMatchObject({ seat: null, outOfPlay: true, transfer: { step: "manual" } });
  });

  it("ends the session also where only the answer to that was lost", () => {
    const inDoubt = [...answerLost, interrogated(NOT_FOUND, read(0), { ledger: read(300) })];
    const { state, last } = life([
      ...inDoubt,
      { type: "transferLost", now: 0 },
      { type: "transferFound", transfer: manual, now: 250 },
    ]);
    expect(last).toMatchObject([{ do: "tellClosed", reason: "checking", amount: 800 }]);
    expect(state).toMatchObject({ seat: null, outOfPlay: true, transfer: { step: "manual" } });
  });

  it("tells its player all that waits in suspense: what was held, and what the ledger has on the machine", () => {
    const told = (events: SeatEvent[], from?: SeatState) =>
      life(events, from).last.find((effect) => effect.do === "tellClosed");
    const cashIn = [
      ...answerLost,
      interrogated(NOT_FOUND, read(0), { ledger: read(300) }),
      { type: "madeManual", transfer: manual, now: 0 } as const,
    ];
    expect(told(cashIn)).toMatchObject({ reason: "checking", amount: 800 });
    const from: SeatState = {
      ...seated({ credit: 800 }),
      transfer: { step: "asking", asker: ASKER, transfer: outUnknown },
    };
    const cashOut: SeatEvent[] = [
      interrogated(NOT_FOUND, read(0, 800, 800), { ledger: read(800) }),
      { type: "madeManual", transfer: { ...outUnknown, state: "manual" }, now: 0 },
    ];
    expect(told(cashOut, from)).toMatchObject({ reason: "checking", amount: 800 });
  });
});

describe("a manual transfer", () => {
  const from = after([
    ...answerLost,
    interrogated(NOT_FOUND, read(500)),
    { type: "madeManual", transfer: manual, now: 0 },
  ]);
  /** A question at this time, and its answer. */
  const asking = (event: SeatEvent) =>
    reduce(reduce(from, { type: "tick", now: event.now }, RULES).state, event, RULES);

  it("is asked for every 5 s, for ever", () => {
    let state = from;
    let questions = 0;
    for (let now = 250; now <= 600_000; now += 250) {
      const tick = reduce(state, { type: "tick", now }, RULES);
      ({ state } = tick);
      if (!names(tick.effects).includes("interrogate")) continue;
      questions += 1;
      const answer =
        questions % 3 === 0 ? interrogated(PENDING, read(0), { now }) : interrogated(NOT_FOUND, read(500), { now });
      const next = reduce(state, questions % 4 === 0 ? { type: "interrogationLost", now } : answer, RULES);
      expect(next.effects).toEqual([]);
      ({ state } = next);
    }
    expect(questions).toBe(120);
    expect(state.transfer?.step).toBe("manual");
  });

  it.each([
    ["done", saysDone(500), read(500), 500],
    ["failed", NOT_FOUND, read(0), 0],
  ] as const)("settles itself as %s by a clear answer with agreeing meters", (state, answer, meters, moved) => {
    const step = asking(interrogated(answer, meters, { now: 10 }));
    expect(step.effects).toEqual([{ do: "resolveManual", transfer: manual, state, moved }]);
    const end = reduce(step.state, { type: "concluded", transfer: { ...manual, state }, now: 20 }, RULES);
    expect(names(end.effects)).toEqual(["unlock", "healMachine", "refreshTotals", "tellTransfer"]);
    expect(end.state.transfer).toBeNull();
  });

  it.each([
    ["done, but the credit is not there", saysDone(500), read(0), 0],
    ["done, but its meter stood still", saysDone(500), read(500, 0), 0],
    ["not found, but the credit is there", NOT_FOUND, read(500), 0],
    ["done of too much", saysDone(501), read(501), 0],
    ["pending", PENDING, read(0), 0],
    ["not found, but what is in suspense is not on the machine", NOT_FOUND, read(0), 300],
  ])("stays manual where the machine says: %s", (_name, answer, meters, expected) => {
    const { state, effects } = asking(interrogated(answer, meters, { now: 10, expected }));
    expect(effects).toEqual([]);
    expect(state.transfer).toMatchObject({ step: "manual", askAfter: 5_010 });
  });

  it("counts the credit that waits in suspense as the machine's", () => {
    const step = asking(interrogated(saysDone(500, 800), read(800, 500), { now: 10, expected: 300 }));
    expect(names(step.effects)).toEqual(["resolveManual"]);
  });

  it("that an operator settled is over; of another one nothing is heard", () => {
    const settled = (transfer: Transfer) => reduce(from, { type: "settledElsewhere", transfer, now: 10 }, RULES);
    expect(settled(done(manual, 500, 0)).state.transfer).toBeNull();
    expect(settled({ ...done(manual, 500, 0), id: "other" }).state.transfer).toBe(from.transfer);
  });
});

describe("a step that fails for an unknown reason", () => {
  it("answers that the transfer is not settled, and leaves the rest to the next look at the ledger", () => {
    for (let length = 1; length <= answerLost.length; length += 1) {
      const { state, last } = life([...answerLost.slice(0, length), { type: "transferLost", now: 0 }]);
      expect(last).toEqual([{ do: "refuse", asker: ASKER, code: 60014, params: {} }]);
      expect(state.transfer).toEqual({ step: "lost", since: 0 });
      expect(reduce(state, { type: "transferFound", transfer: sent, now: 200 }, RULES).state.transfer?.step).toBe(
        "noting",
      );
      expect(reduce(state, { type: "tick", now: 249 }, RULES).state.transfer?.step).toBe("lost");
      expect(reduce(state, { type: "tick", now: 250 }, RULES).state.transfer).toBeNull();
    }
  });

  it("does not close a session that is ending before the ledger was read again", () => {
    const state: SeatState = { ...seated(), transfer: { step: "noting", asker: null, transfer: sent } };
    const { effects } = applyAll(state, [
      { type: "transferLost", now: 0 },
      { type: "end", reason: "leave", now: 50 },
      { type: "endingStored", now: 50 },
      { type: "machine", facts: facts(), now: 100 },
      { type: "tick", now: 250 },
    ]);
    expect(effects.map(names)).toEqual([[], ["storeEnding"], [], [], ["close"]]);
  });
});

describe("a difference at rest", () => {
  const differs = (now: number): SeatEvent => ({
    type: "compared",
    meters: read(0),
    ledger: read(500),
    certain: false,
    now,
  });
  it("counts when it is seen twice, and ends play until the suspension is known to be done", () => {
    const { state, effects } = applyAll(seated({ credit: 500 }), [
      differs(0),
      { type: "compared", meters: read(500), ledger: read(500), certain: false, now: 1 },
      differs(2),
      differs(3),
      differs(4),
      { type: "end", reason: "leave", now: 5 },
      { type: "transferAsked", asker: ASKER, request: asks(), now: 6 },
      { type: "tick", now: 7 },
    ]);
    expect(effects.map(names)).toEqual([[], [], [], ["suspend"], [], [], ["refuse"], ["suspend"]]);
    expect(effects[7]).toMatchObject([
      { reason: "the meters show credit 0, 0 in, 0 out; the ledger says credit 500, 500 in, 0 out" },
    ]);
    const suspension = {
      id: "suspension-1",
      machineId: 3,
      playerId: 7,
      sessionId: "session-1",
      transferId: null,
      held: 0,
      credit: 500,
      remaining: 500,
      reason: "",
      openedAt: new Date(0),
      resolvedBy: null,
    };
    const over = reduce(state, { type: "suspended", suspension, now: 8 }, RULES);
    expect(over.effects).toMatchObject([{ do: "tellClosed", reason: "checking", amount: 500 }]);
    expect(over.state).toMatchObject({ seat: null, outOfPlay: true, suspected: null });
  });
  it("takes a machine without a player out of play, once", () => {
    const { effects } = applyAll(newState(facts(), false), [differs(0), differs(1), differs(2), differs(3)]);
    expect(effects.map(names)).toEqual([[], ["quarantine"], [], []]);
  });
});

describe("a transfer that an owner before this one left", () => {
  const found = (transfer: Transfer) => reduce(seated(), { type: "transferFound", transfer, now: 0 }, RULES);
  it.each([
    [transferOf({ state: "created" }), ["fail"]],
    [reserved, ["fail"]],
    [sent, ["noteUnknown"]],
    [unknown, []],
    [manual, ["tellClosed"]],
    [done(reserved, 500, 500), []],
    [failed(reserved, 60009), []],
  ])("is taken up by its state ($state)", (transfer, effects) => {
    expect(names(found(transfer).effects)).toEqual(effects);
  });
  it("is asked for at the next tick where it is unknown or manual", () => {
    for (const transfer of [unknown, manual])
      expect(names(reduce(found(transfer).state, { type: "tick", now: 0 }, RULES).effects)).toEqual(["interrogate"]);
  });
});

describe("whatever comes", () => {
  const waited = { askAfter: 1_000, askedAt: 0, answeredMs: 0 };
  const open: Record<OpenTransfer["step"], OpenTransfer> = {
    reserving: { step: "reserving", asker: ASKER, request: asks() },
    locking: { step: "locking", asker: ASKER, transfer: reserved },
    marking: { step: "marking", asker: ASKER, transfer: reserved },
    sending: { step: "sending", asker: ASKER, transfer: sent },
    noting: { step: "noting", asker: ASKER, transfer: sent },
    asking: { step: "asking", asker: ASKER, transfer: unknown },
    concluding: { step: "concluding", asker: ASKER, transfer: unknown },
    waiting: { step: "waiting", transfer: unknown, ...waited },
    manual: { step: "manual", transfer: manual, ...waited },
    lost: { step: "lost", since: 0 },
  };
  /** What each step waits for. Asking, finding and losing a transfer, and its end by an operator, concern every step. */
  const awaited: Record<OpenTransfer["step"], SeatEvent["type"][]> = {
    reserving: ["reserved", "notReserved"],
    locking: ["lockAnswered"],
    marking: ["markedSent"],
    sending: ["answered", "answerLost"],
    noting: ["notedUnknown"],
    asking: ["interrogated", "interrogationLost"],
    concluding: ["concluded", "madeManual"],
    waiting: ["tick", "interrogated", "interrogationLost"],
    manual: ["tick", "interrogated", "interrogationLost"],
    lost: ["tick"],
  };
  const answer = fc.constantFrom<InterrogateAnswer>(saysDone(500), saysDone(501), PENDING, NOT_FOUND, {
    status: "refused",
    transferId: reserved.id,
    reason: "busy",
    credit: 0,
  });
  const meters = fc.constantFrom(read(0), read(500));
  const stored = fc.constantFrom(reserved, sent, unknown, manual, done(sent, 500, 500), failed(sent, 60009));
  const later = fc.nat(2_000);
  const of = <T extends SeatEvent["type"]>(type: T) => fc.constant(type);
  const step: fc.Arbitrary<SeatEvent> = fc.oneof(
    fc.record({ type: of("reserved"), transfer: stored, fresh: fc.boolean(), now: later }),
    fc.record({ type: of("notReserved"), code: fc.constant(60012 as const), params: fc.constant({}), now: later }),
    fc.record({
      type: of("lockAnswered"),
      answer: fc.constantFrom("granted" as const, "refused" as const, "lost" as const),
      now: later,
    }),
    fc.record({
      type: fc.constantFrom(
        "markedSent" as const,
        "notedUnknown" as const,
        "concluded" as const,
        "madeManual" as const,
      ),
      transfer: stored,
      now: later,
    }),
    fc.record({ type: of("answered"), answer, now: later }),
    fc.record({
      type: fc.constantFrom("answerLost" as const, "interrogationLost" as const, "tick" as const),
      now: later,
    }),
    fc.record({
      type: of("interrogated"),
      answer,
      meters,
      ledger: fc.constant(EMPTY),
      expected: fc.constant(0),
      now: later,
    }),
  );

  it("an event that another step waits for changes nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(open)), step, (transfer, event) => {
        fc.pre(!awaited[transfer.step].includes(event.type));
        const state: SeatState = { ...seated(), transfer };
        const next = transferStep(state, event);
        expect(next.effects).toEqual([]);
        expect(next.transfer).toBe(transfer);
        // Nor does it end the session.
        expect(reduce(state, event, RULES).state.seat).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it("without a transfer they change nothing at all", () => {
    fc.assert(
      fc.property(step, (event) => {
        expect(transferStep(seated(), event)).toEqual({ transfer: null, effects: [] });
      }),
    );
  });

  const anything: fc.Arbitrary<SeatEvent> = fc.oneof(
    { weight: 6, arbitrary: step },
    {
      weight: 2,
      arbitrary: fc.record({
        type: of("transferAsked"),
        asker: fc.constant(0),
        request: fc.constantFrom(asks(), asks({ kind: "cashout", amount: null })),
        now: later,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constantFrom("transferFound" as const, "settledElsewhere" as const),
        transfer: stored,
        now: later,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: of("machine"),
        facts: fc.record({
          online: fc.constant(true),
          phase: fc.constantFrom("idle" as const, "spinning" as const),
          credit: fc.constantFrom(0, 500),
        }),
        now: later,
      }),
    },
  );
  it("each asker gets exactly one reply, once what it waits for has come", () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 60 }), (events) => {
        let state = seated({ credit: 500 });
        const replies = new Map<number, number>();
        let asker = 0;
        let now = 0;
        for (const event of events) {
          now += event.now;
          if (event.type === "transferAsked") {
            asker += 1;
            replies.set(asker, 0);
          }
          const next = reduce(state, { ...event, ...(event.type === "transferAsked" && { asker }), now }, RULES);
          ({ state } = next);
          for (const effect of next.effects)
            if (effect.do === "answer" || effect.do === "refuse")
              replies.set(effect.asker, (replies.get(effect.asker) ?? 0) + 1);
        }
        const waiting = state.transfer && "asker" in state.transfer ? state.transfer.asker : null;
        for (const [id, count] of replies) expect([id, count]).toEqual([id, id === waiting ? 0 : 1]);
      }),
      { numRuns: 1_000 },
    );
  });
});
