import { describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import type { Transfer } from "../../wallet/index.ts";
import { reduce } from "./reducer.ts";
import {
  CALLER,
  EMPTY,
  NOT_FOUND,
  PENDING,
  RULES,
  after,
  answerLost,
  done,
  interrogated,
  life,
  manual,
  names,
  outUnknown,
  read,
  saysDone,
  seated,
  sent,
  toTheMachine,
  unknown,
} from "./testing/fixtures.ts";
import { MANUAL_AFTER_MS } from "./transfer.ts";
import type { SeatEvent, SeatState } from "./types.ts";

describe("a lost answer", () => {
  it("is stored before the machine is interrogated", () => {
    expect(life(answerLost).steps.slice(-2)).toEqual([["markUnknown"], ["interrogate"]]);
  });

  it("that was a yes is settled once the meters agree", () => {
    const { state, last } = life([...answerLost, interrogated(saysDone(500), read(500))]);
    expect(last).toEqual([{ do: "settle", transfer: unknown, moved: 500, credit: 500 }]);
    const end = reduce(state, { type: "concluded", transfer: done(unknown, 500, 500), now: 0 }, RULES);
    expect(end.effects.at(-1)).toMatchObject({ do: "answer", caller: CALLER });
  });

  it("to what never arrived fails, once the meters agree", () => {
    const { last } = life([...answerLost, interrogated(NOT_FOUND, read(0))]);
    expect(last).toMatchObject([{ do: "fail", transfer: unknown, code: ErrorCode.TransferRefused }]);
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

  it("that is not known yet is answered as not settled, and interrogated every 250 ms", () => {
    const { state, last } = life([...answerLost, interrogated(PENDING, read(0))]);
    expect(last).toEqual([{ do: "answer", caller: CALLER, transfer: unknown }]);
    expect(reduce(state, { type: "tick", now: 249 }, RULES).effects).toEqual([]);
    const again = reduce(state, { type: "tick", now: 250 }, RULES);
    expect(again.effects).toEqual([{ do: "interrogate", transfer: unknown }]);
    // One question at a time.
    expect(reduce(again.state, { type: "tick", now: 10_000 }, RULES).effects).toEqual([]);
    const settled = reduce(again.state, interrogated(saysDone(500), read(500), { now: 300 }), RULES);
    expect(names(settled.effects)).toEqual(["settle"]);
  });

  it.each([
    ["more than was requested", saysDone(501)],
    ["less than nothing", saysDone(-1)],
  ])("or one that can't be (%s) is interrogated and ends as manual", (_name, answer) => {
    const { steps, state } = life([
      ...toTheMachine,
      { type: "answered", answer, now: 0 },
      { type: "markedUnknown", transfer: unknown, now: 0 },
      interrogated(answer, read(501)),
    ]);
    expect(steps.slice(-3)).toEqual([["markUnknown"], ["interrogate"], ["makeManual"]]);
    expect(state.transfer).toMatchObject({ step: "concluding" });
  });

  it("or a pending one to the command itself is stored and interrogated", () => {
    const { last } = life([...toTheMachine, { type: "answered", answer: PENDING, now: 0 }]);
    expect(last).toEqual([{ do: "markUnknown", transfer: sent, evidence: { answered: PENDING } }]);
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
    expect(steps.at(-1)).toEqual(["notifyClosed", "unlock", "notifyTransfer", "answer"]);
    expect(state).toMatchObject({ seat: null, outOfPlay: true, transfer: { step: "manual" } });
  });

  it("ends the session also where only the answer to that was lost", () => {
    const inDoubt = [...answerLost, interrogated(NOT_FOUND, read(0), { ledger: read(300) })];
    const { state, last } = life([
      ...inDoubt,
      { type: "transferLost", now: 0 },
      { type: "transferFound", transfer: manual, now: 250 },
    ]);
    expect(last).toMatchObject([{ do: "notifyClosed", reason: "checking", amount: 800 }]);
    expect(state).toMatchObject({ seat: null, outOfPlay: true, transfer: { step: "manual" } });
  });

  it("notifies its player of all money in suspense: what was held, and the ledger's credit of the machine", () => {
    const closed = (events: SeatEvent[], from?: SeatState) =>
      life(events, from).last.find((effect) => effect.do === "notifyClosed");
    const cashIn = [
      ...answerLost,
      interrogated(NOT_FOUND, read(0), { ledger: read(300) }),
      { type: "madeManual", transfer: manual, now: 0 } as const,
    ];
    expect(closed(cashIn)).toMatchObject({ reason: "checking", amount: 800 });
    const from: SeatState = {
      ...seated({ credit: 800 }),
      transfer: { step: "interrogating", caller: CALLER, transfer: outUnknown },
    };
    const cashOut: SeatEvent[] = [
      interrogated(NOT_FOUND, read(0, 800, 800), { ledger: read(800) }),
      { type: "madeManual", transfer: { ...outUnknown, state: "manual" }, now: 0 },
    ];
    expect(closed(cashOut, from)).toMatchObject({ reason: "checking", amount: 800 });
  });
});

describe("a manual transfer", () => {
  const from = after([
    ...answerLost,
    interrogated(NOT_FOUND, read(500)),
    { type: "madeManual", transfer: manual, now: 0 },
  ]);
  /** A question at this time, and its answer. */
  const interrogate = (event: SeatEvent) =>
    reduce(reduce(from, { type: "tick", now: event.now }, RULES).state, event, RULES);

  it("is interrogated every 5 s, for ever", () => {
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
    const step = interrogate(interrogated(answer, meters, { now: 10 }));
    expect(step.effects).toEqual([{ do: "resolveManual", transfer: manual, state, moved }]);
    const end = reduce(step.state, { type: "concluded", transfer: { ...manual, state }, now: 20 }, RULES);
    expect(names(end.effects)).toEqual(["unlock", "putBackIntoPlay", "refreshTotals", "notifyTransfer"]);
    expect(end.state.transfer).toBeNull();
  });

  it.each([
    ["done, but the credit is not there", saysDone(500), read(0), 0],
    ["done, but its meter stood still", saysDone(500), read(500, 0), 0],
    ["not found, but the credit is there", NOT_FOUND, read(500), 0],
    ["done of too much", saysDone(501), read(501), 0],
    ["pending", PENDING, read(0), 0],
    ["not found, but what is in suspense is not on the machine", NOT_FOUND, read(0), 300],
  ])("stays manual if the machine answers: %s", (_name, answer, meters, expected) => {
    const { state, effects } = interrogate(interrogated(answer, meters, { now: 10, expected }));
    expect(effects).toEqual([]);
    expect(state.transfer).toMatchObject({ step: "manual", interrogateAfter: 5_010 });
  });

  it("counts the credit that waits in suspense as the machine's", () => {
    const step = interrogate(interrogated(saysDone(500, 800), read(800, 500), { now: 10, expected: 300 }));
    expect(names(step.effects)).toEqual(["resolveManual"]);
  });

  it("that an operator settled is over; one of another id changes nothing", () => {
    const settled = (transfer: Transfer) => reduce(from, { type: "settledElsewhere", transfer, now: 10 }, RULES);
    expect(settled(done(manual, 500, 0)).state.transfer).toBeNull();
    expect(settled({ ...done(manual, 500, 0), id: "other" }).state.transfer).toBe(from.transfer);
  });
});
