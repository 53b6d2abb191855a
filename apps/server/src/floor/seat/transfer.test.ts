import type { InterrogateAnswer } from "@reelcast/machine";
import { describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import type { Transfer } from "../../wallet/index.ts";
import { newState, reduce } from "./reducer.ts";
import {
  CALLER,
  RULES,
  after,
  answerLost,
  applyAll,
  requested,
  requestOf,
  done,
  facts,
  failed,
  granted,
  interrogated,
  life,
  manual,
  names,
  outReserved,
  outSent,
  outUnknown,
  read,
  reserved,
  saysDone,
  seated,
  sent,
  toTheMachine,
  transferOf,
  unknown,
} from "./testing/fixtures.ts";
import type { SeatEvent, SeatState } from "./types.ts";

describe("a cash-in", () => {
  it("is held, locked, marked, sent, settled and answered", () => {
    const { state, steps, last } = life([
      ...toTheMachine,
      { type: "answered", answer: saysDone(500), now: 0 },
      { type: "concluded", transfer: done(sent, 500, 500), now: 0 },
    ]);
    expect(steps).toEqual([
      ["notifyPending", "reserve"],
      ["lock"],
      ["markSent"],
      ["send"],
      ["settle"],
      ["unlock", "refreshTotals", "notifyTransfer", "answer"],
    ]);
    expect(last.at(-1)).toEqual({ do: "answer", caller: CALLER, transfer: done(sent, 500, 500) });
    expect(state.transfer).toBeNull();
  });

  it("is settled for what the machine moved", () => {
    const { last } = life([...toTheMachine, { type: "answered", answer: saysDone(120), now: 0 }]);
    expect(last).toEqual([{ do: "settle", transfer: sent, moved: 120, credit: 120 }]);
  });

  it("that the wallet refuses is refused with its code", () => {
    const { state, last } = life([
      requested(),
      { type: "notReserved", code: ErrorCode.InsufficientBalance, params: { balance: 5 }, now: 0 },
    ]);
    expect(last).toEqual([
      { do: "notifyRefused", request: requestOf(), code: ErrorCode.InsufficientBalance },
      { do: "refuse", caller: CALLER, code: ErrorCode.InsufficientBalance, params: { balance: 5 } },
    ]);
    expect(state.transfer).toBeNull();
  });

  it.each([
    ["refused", ErrorCode.GameInProgress],
    ["lost", ErrorCode.MachineOffline],
  ] as const)("whose lock is %s fails: the machine has no command about money", (answer, code) => {
    const { last, state } = life([...toTheMachine.slice(0, 2), { type: "lockAnswered", answer, now: 0 }]);
    expect(last).toMatchObject([{ do: "fail", transfer: reserved, code }]);
    const end = reduce(state, { type: "concluded", transfer: failed(reserved, code), now: 0 }, RULES);
    expect(names(end.effects)).toEqual(["unlock", "refreshTotals", "notifyTransfer", "answer"]);
  });

  it.each([
    ["gameInProgress", ErrorCode.GameInProgress],
    ["tilt", ErrorCode.TransferRefused],
  ] as const)("that the machine refuses with %s fails", (reason, code) => {
    const answer: InterrogateAnswer = { status: "refused", transferId: sent.id, reason, credit: 0 };
    const { last } = life([...toTheMachine, { type: "answered", answer, now: 0 }]);
    expect(last).toEqual([{ do: "fail", transfer: sent, code, detail: reason }]);
  });

  it("that is known already gets the stored answer, without a command to the machine", () => {
    const stored = done(reserved, 500, 500);
    const { state, last } = life([requested(), { type: "reserved", transfer: stored, fresh: false, now: 0 }]);
    expect(last).toEqual([
      { do: "notifyTransfer", transfer: stored },
      { do: "answer", caller: CALLER, transfer: stored },
    ]);
    expect(state.transfer).toBeNull();
  });

  it("that is known and in doubt is answered as it is, and interrogated", () => {
    const { state, last } = life([requested(), { type: "reserved", transfer: sent, fresh: false, now: 0 }]);
    expect(names(last)).toEqual(["markUnknown", "answer"]);
    expect(state.transfer).toMatchObject({ step: "markingUnknown" });
  });
});

describe("a cash-out", () => {
  const rich = seated({ credit: 800 });
  const events: SeatEvent[] = [
    requested({ kind: "cashout", amount: null }),
    { type: "reserved", transfer: outReserved, fresh: true, now: 0 },
    granted,
    { type: "markedSent", transfer: outSent, now: 0 },
  ];

  it("notifies all credit as its amount, and ends with what the machine moved", () => {
    const { steps } = life(
      [
        ...events,
        { type: "answered", answer: saysDone(800, 0), now: 0 },
        { type: "concluded", transfer: done(outSent, 800, 0), now: 0 },
      ],
      rich,
    );
    expect(steps).toEqual([
      ["notifyPending", "reserve"],
      ["lock"],
      ["markSent"],
      ["send"],
      ["settle"],
      ["unlock", "refreshTotals", "notifyTransfer", "answer"],
    ]);
    expect(reduce(rich, requested({ kind: "cashout", amount: null }), RULES).effects[0]).toMatchObject({ amount: 800 });
  });

  it("of nothing is stored without a command to the machine", () => {
    const nothing = done(outReserved, 0, 0);
    const { steps, state } = life([
      requested({ kind: "cashout", amount: null }),
      { type: "reserved", transfer: nothing, fresh: false, now: 0 },
    ]);
    expect(steps).toEqual([["recordNothing"], ["notifyTransfer", "answer"]]);
    expect(state.transfer).toBeNull();
  });

  it("whose answer was lost is credited once, by the interrogation", () => {
    const { steps, last } = life(
      [
        ...events,
        { type: "answerLost", now: 0 },
        { type: "markedUnknown", transfer: outUnknown, now: 0 },
        interrogated(saysDone(800, 0), read(0, 800, 800), { ledger: read(800) }),
      ],
      rich,
    );
    expect(steps.slice(-3)).toEqual([["markUnknown"], ["interrogate"], ["settle"]]);
    expect(last).toEqual([{ do: "settle", transfer: outUnknown, moved: 800, credit: 0 }]);
  });
});

describe("a request", () => {
  const refused = (from: SeatState) => reduce(from, requested(), RULES).effects;
  it("is refused while another transfer is under way, whichever step it is at", () => {
    for (let length = 1; length <= answerLost.length; length += 1) {
      const from = after(answerLost.slice(0, length));
      const step = reduce(from, requested({ clientTransferId: "other" }), RULES);
      expect(step.effects).toEqual([
        { do: "refuse", caller: CALLER, code: ErrorCode.EarlierTransferPending, params: {} },
      ]);
      expect(step.state.transfer).toBe(from.transfer);
    }
  });
  it("is refused while a game runs", () => {
    for (const phase of ["spinning", "winToTake", "gamble", "bonus", "handPay"] as const)
      expect(refused(seated({ phase }))).toEqual([
        { do: "refuse", caller: CALLER, code: ErrorCode.GameInProgress, params: {} },
      ]);
  });
  it("is refused without a seat", () => {
    expect(refused(newState(facts(), false))).toEqual([
      { do: "refuse", caller: CALLER, code: ErrorCode.SessionTerminated, params: {} },
    ]);
  });
});

describe("a step that fails for an unknown reason", () => {
  it("answers that the transfer is not settled, and leaves the rest to the next reading of the ledger", () => {
    for (let length = 1; length <= answerLost.length; length += 1) {
      const { state, last } = life([...answerLost.slice(0, length), { type: "transferLost", now: 0 }]);
      expect(last).toEqual([{ do: "refuse", caller: CALLER, code: ErrorCode.TransferInDoubt, params: {} }]);
      expect(state.transfer).toEqual({ step: "lost", since: 0 });
      expect(reduce(state, { type: "transferFound", transfer: sent, now: 200 }, RULES).state.transfer?.step).toBe(
        "markingUnknown",
      );
      expect(reduce(state, { type: "tick", now: 249 }, RULES).state.transfer?.step).toBe("lost");
      expect(reduce(state, { type: "tick", now: 250 }, RULES).state.transfer).toBeNull();
    }
  });

  it("does not close a session that is ending before the ledger was read again", () => {
    const state: SeatState = { ...seated(), transfer: { step: "markingUnknown", caller: null, transfer: sent } };
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
      { type: "transferRequested", caller: CALLER, request: requestOf(), now: 6 },
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
    };
    const over = reduce(state, { type: "suspended", suspension, now: 8 }, RULES);
    expect(over.effects).toMatchObject([{ do: "notifyClosed", reason: "checking", amount: 500 }]);
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
    [sent, ["markUnknown"]],
    [unknown, []],
    [manual, ["notifyClosed"]],
    [done(reserved, 500, 500), []],
    [failed(reserved, ErrorCode.GameInProgress), []],
  ])("is taken up by its state ($state)", (transfer, effects) => {
    expect(names(found(transfer).effects)).toEqual(effects);
  });
  it("is interrogated at the next tick if it is unknown or manual", () => {
    for (const transfer of [unknown, manual])
      expect(names(reduce(found(transfer).state, { type: "tick", now: 0 }, RULES).effects)).toEqual(["interrogate"]);
  });
});
