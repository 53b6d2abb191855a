import type { InterrogateAnswer } from "@reelcast/machine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { reduce } from "./reducer.ts";
import {
  CALLER,
  EMPTY,
  NOT_FOUND,
  PENDING,
  RULES,
  requestOf,
  done,
  failed,
  manual,
  read,
  reserved,
  saysDone,
  seated,
  sent,
  unknown,
} from "./testing/fixtures.ts";
import { transferStep } from "./transfer.ts";
import type { OpenTransfer, SeatEvent, SeatState } from "./types.ts";

describe("whatever comes", () => {
  const waited = { interrogateAfter: 1_000, interrogatedAt: 0, answeredMs: 0 };
  const open: Record<OpenTransfer["step"], OpenTransfer> = {
    reserving: { step: "reserving", caller: CALLER, request: requestOf() },
    locking: { step: "locking", caller: CALLER, transfer: reserved },
    markingSent: { step: "markingSent", caller: CALLER, transfer: reserved },
    sending: { step: "sending", caller: CALLER, transfer: sent },
    markingUnknown: { step: "markingUnknown", caller: CALLER, transfer: sent },
    interrogating: { step: "interrogating", caller: CALLER, transfer: unknown },
    concluding: { step: "concluding", caller: CALLER, transfer: unknown },
    waiting: { step: "waiting", transfer: unknown, ...waited },
    manual: { step: "manual", transfer: manual, ...waited },
    lost: { step: "lost", since: 0 },
  };
  /**
   * What each step waits for. Requesting, finding and losing a transfer, and its end by an operator, concern every
   * step.
   */
  const awaited: Record<OpenTransfer["step"], SeatEvent["type"][]> = {
    reserving: ["reserved", "notReserved"],
    locking: ["lockAnswered"],
    markingSent: ["markedSent"],
    sending: ["answered", "answerLost"],
    markingUnknown: ["markedUnknown"],
    interrogating: ["interrogated", "interrogationLost"],
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
  const stored = fc.constantFrom(
    reserved,
    sent,
    unknown,
    manual,
    done(sent, 500, 500),
    failed(sent, ErrorCode.GameInProgress),
  );
  const later = fc.nat(2_000);
  const of = <T extends SeatEvent["type"]>(type: T) => fc.constant(type);
  const step: fc.Arbitrary<SeatEvent> = fc.oneof(
    fc.record({ type: of("reserved"), transfer: stored, fresh: fc.boolean(), now: later }),
    fc.record({
      type: of("notReserved"),
      code: fc.constant(ErrorCode.InsufficientBalance),
      params: fc.constant({}),
      now: later,
    }),
    fc.record({
      type: of("lockAnswered"),
      answer: fc.constantFrom("granted" as const, "refused" as const, "lost" as const),
      now: later,
    }),
    fc.record({
      type: fc.constantFrom(
        "markedSent" as const,
        "markedUnknown" as const,
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
        type: of("transferRequested"),
        caller: fc.constant(0),
        request: fc.constantFrom(requestOf(), requestOf({ kind: "cashout", amount: null })),
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
  it("each caller gets exactly one reply, once what it waits for has come", () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 60 }), (events) => {
        let state = seated({ credit: 500 });
        const replies = new Map<number, number>();
        let caller = 0;
        let now = 0;
        for (const event of events) {
          now += event.now;
          if (event.type === "transferRequested") {
            caller += 1;
            replies.set(caller, 0);
          }
          const next = reduce(state, { ...event, ...(event.type === "transferRequested" && { caller }), now }, RULES);
          ({ state } = next);
          for (const effect of next.effects)
            if (effect.do === "answer" || effect.do === "refuse")
              replies.set(effect.caller, (replies.get(effect.caller) ?? 0) + 1);
        }
        const waiting = state.transfer && "caller" in state.transfer ? state.transfer.caller : null;
        for (const [id, count] of replies) expect([id, count]).toEqual([id, id === waiting ? 0 : 1]);
      }),
      { numRuns: 1_000 },
    );
  });
});
