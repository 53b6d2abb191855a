import type { GamePhase } from "@reelcast/machine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { reduce } from "./reducer.ts";
import { RULES, requestOf, facts, seated, session, transferOf } from "./testing/fixtures.ts";
import type { SeatEffect, SeatEvent, SeatState } from "./types.ts";

const fresh = (credit = 0, phase: GamePhase = "idle", connected = true) => seated({ credit, phase }, {}, connected);

/** Feeds events, and ticks every second up to a time; collects the effects with the second in which they came. */
function play(
  state: SeatState,
  until: number,
  events: SeatEvent[] = [],
): { state: SeatState; carriedOut: [number, SeatEffect][] } {
  const carriedOut: [number, SeatEffect][] = [];
  const feed = (event: SeatEvent) => {
    const next = reduce(state, event, RULES);
    state = next.state;
    for (const effect of next.effects) {
      carriedOut.push([event.now / 1000, effect]);
      if (effect.do === "storeEnding") feed({ type: "endingStored", now: event.now });
    }
  };
  const waiting = events.toSorted((a, b) => a.now - b.now);
  for (let now = 0; now <= until; now += 1000) {
    for (const event of waiting.filter((one) => one.now > now - 1000 && one.now <= now)) feed(event);
    feed({ type: "tick", now });
  }
  return { state, carriedOut };
}
const seconds = (carriedOut: [number, SeatEffect][], kind: SeatEffect["do"]) =>
  carriedOut.flatMap(([at, effect]) => (effect.do === kind && "seconds" in effect ? [[at, effect.seconds]] : []));
const named = ([at, effect]: [number, SeatEffect]) => [at, effect.do, "reason" in effect ? effect.reason : null];

describe("a seat", () => {
  it("waits 60 s for funds, counts the last ten seconds, and is given back", () => {
    const { carriedOut } = play(fresh(), 60_000);
    expect(seconds(carriedOut, "notifyDepositCountdown")).toEqual(
      Array.from({ length: 10 }, (_, n) => [50 + n, 10 - n]),
    );
    expect(carriedOut.slice(-3).map(named)).toEqual([
      [60, "notifyEnding", "deposit"],
      [60, "storeEnding", "deposit"],
      [60, "close", "deposit"],
    ]);
  });

  it("gives the time for funds once more to one who comes back, and no third time", () => {
    const comesBack = (now: number): SeatEvent => ({ type: "connected", session: session(), now });
    const { carriedOut } = play(fresh(), 120_000, [comesBack(40_000), comesBack(80_000), comesBack(90_000)]);
    expect(carriedOut.filter(([, effect]) => effect.do === "notifyEnding").map(named)).toEqual([
      [100, "notifyEnding", "deposit"],
    ]);
  });

  it("waits longer for funds while an amount is being typed, and three minutes longer at most", () => {
    const types = (from: number, to: number): SeatEvent[] =>
      Array.from({ length: (to - from) / 5_000 + 1 }, (_, n) => ({ type: "stay", now: from + n * 5_000 }));
    const ends = (carriedOut: [number, SeatEffect][]) =>
      carriedOut.filter(([, effect]) => effect.do === "notifyEnding").map(named);
    expect(ends(play(fresh(), 400_000, types(30_000, 55_000)).carriedOut)).toEqual([[115, "notifyEnding", "deposit"]]);
    const bounded = play(fresh(), 400_000, types(30_000, 390_000));
    expect(ends(bounded.carriedOut)).toEqual([[240, "notifyEnding", "deposit"]]);
    // A countdown that runs is called off at once, where the time allows it.
    const late = play(fresh(), 60_000, [{ type: "stay", now: 55_000 }]);
    expect(late.carriedOut.filter(([, effect]) => effect.do === "notifyCountdownCancelled")).toHaveLength(1);
    expect(ends(late.carriedOut)).toEqual([]);
  });

  it("goes on for a player who says so at the idle countdown, and ten minutes without a press at most", () => {
    const again = Array.from({ length: 8 }, (_, n): SeatEvent => ({ type: "stay", now: (n + 1) * 121_000 }));
    const { carriedOut } = play(fresh(500), 1_000_000, again);
    const kinds = carriedOut.filter(
      ([, { do: what }]) => what === "notifyCountdownCancelled" || what === "notifyEnding",
    );
    expect(kinds.at(0)).toEqual([121, { do: "notifyCountdownCancelled" }]);
    expect(kinds.at(-1)).toEqual([730, { do: "notifyEnding", reason: "idle" }]);
  });

  it("is kept once funds came", () => {
    const { state } = play(fresh(), 61_000, [{ type: "machine", facts: facts({ credit: 500 }), now: 30_000 }]);
    expect(state.seat?.ending).toBeNull();
  });

  it("counts ten seconds after 120 s without a press, then pays the credit", () => {
    const { carriedOut } = play(fresh(500), 131_000);
    expect(seconds(carriedOut, "notifyIdleCountdown").map(([at]) => at)).toEqual(
      Array.from({ length: 10 }, (_, n) => 120 + n),
    );
    expect(carriedOut.filter(([, effect]) => effect.do === "notifyEnding")).toEqual([
      [130, { do: "notifyEnding", reason: "idle" }],
    ]);
    expect(carriedOut.at(-1)?.[1]).toEqual({
      do: "reserve",
      request: { clientTransferId: null, kind: "cashout", amount: null, ip: "127.0.0.1" },
    });
  });

  it("takes a press during the countdown as going on", () => {
    const { state, carriedOut } = play(fresh(500), 140_000, [{ type: "press", now: 125_000 }]);
    expect(carriedOut.some(([, effect]) => effect.do === "notifyCountdownCancelled")).toBe(true);
    expect(state.seat?.ending).toBeNull();
  });

  it("finishes a game, takes the win, pays, and only then closes", () => {
    let state = fresh(500, "spinning");
    const feed = (event: SeatEvent) => {
      const next = reduce(state, event, RULES);
      state = next.state;
      return next.effects.map((effect) => effect.do);
    };
    const cashOut = transferOf({ kind: "cashout", amount: null });
    expect(feed({ type: "end", reason: "leave", now: 1 })).toEqual(["storeEnding"]);
    expect(feed({ type: "endingStored", now: 1 })).toEqual([]);
    expect(feed({ type: "machine", facts: facts({ phase: "winToTake", credit: 500 }), now: 2 })).toEqual(["takeWin"]);
    expect(feed({ type: "machine", facts: facts({ credit: 800 }), now: 3 })).toEqual(["notifyPending", "reserve"]);
    expect(feed({ type: "reserved", transfer: cashOut, fresh: true, now: 4 })).toEqual(["lock"]);
    expect(feed({ type: "lockAnswered", answer: "granted", now: 4 })).toEqual(["markSent"]);
    expect(feed({ type: "markedSent", transfer: { ...cashOut, state: "sent" }, now: 4 })).toEqual(["send"]);
    expect(feed({ type: "machine", facts: facts(), now: 5 })).toEqual([]);
    expect(
      feed({
        type: "answered",
        answer: { status: "done", transferId: cashOut.id, moved: 800, credit: 0, duplicate: false },
        now: 6,
      }),
    ).toEqual(["settle"]);
    const done = { ...cashOut, state: "done" as const, moved: 800, creditAfter: 0 };
    expect(feed({ type: "concluded", transfer: done, now: 6 })).toEqual([
      "unlock",
      "refreshTotals",
      "notifyTransfer",
      "close",
    ]);
    const { seat } = state;
    expect(reduce(state, { type: "closed", paid: 800, now: 7 }, RULES).effects).toEqual([
      { do: "notifyClosed", seat, reason: "leave", amount: 800 },
    ]);
  });

  it("keeps a lost connection's seat for the grace time, and longer while a bonus runs", () => {
    const lost: SeatEvent[] = [{ type: "disconnected", now: 1_000 }];
    expect(play(fresh(500), 180_000, lost).state.seat?.ending).toBeNull();
    expect(play(fresh(500), 182_000, lost).state.seat?.ending).toBe("held");
    expect(play(fresh(500, "bonus"), 300_000, lost).state.seat?.ending).toBeNull();
    const back = play(fresh(500), 250_000, [
      ...lost,
      { type: "connected", session: session({ epoch: 2 }), now: 170_000 },
    ]);
    expect(back.state.seat?.ending).toBeNull();
    expect(back.state.seat?.session.epoch).toBe(2);
  });

  it("reminds once of a win that waits", () => {
    const { carriedOut } = play(fresh(500), 20_000, [
      { type: "machine", facts: facts({ phase: "winToTake", credit: 500 }), now: 2_000 },
    ]);
    expect(carriedOut.filter(([, effect]) => effect.do === "notifyWinWaits").map(([at]) => at)).toEqual([7]);
  });

  it("counts nothing down while a transfer is under way", () => {
    const { state, carriedOut } = play(fresh(), 300_000, [
      { type: "transferRequested", caller: 1, request: requestOf(), now: 1_000 },
    ]);
    expect(state.seat?.ending).toBeNull();
    expect(carriedOut.map(([, effect]) => effect.do)).toEqual(["notifyPending", "reserve"]);
  });

  it("gives the time to answer a countdown after a transfer that took long", () => {
    const open = { step: "concluding", caller: null, transfer: transferOf({ state: "unknown" }) } as const;
    const concluded: SeatEvent = {
      type: "concluded",
      transfer: transferOf({ state: "failed", code: ErrorCode.TransferRefused }),
      now: 400_000,
    };
    for (const credit of [0, 500]) {
      const { state } = reduce({ ...fresh(credit), transfer: open }, concluded, RULES);
      expect(state.seat?.ending).toBeNull();
      expect(reduce(state, { type: "tick", now: 401_000 }, RULES).state.seat?.ending).toBeNull();
    }
  });
});

describe("whatever happens", () => {
  const wait = fc.nat(5_000);
  const event = fc.oneof(
    fc.record({ type: fc.constant("tick" as const), wait: fc.nat(200_000) }),
    fc.record({ type: fc.constantFrom("press" as const, "disconnected" as const), wait }),
    fc.record({ type: fc.constant("connected" as const), session: fc.constant(session({ epoch: 2 })), wait }),
    fc.record({
      type: fc.constant("machine" as const),
      facts: fc.record({
        online: fc.boolean(),
        phase: fc.constantFrom<GamePhase>("idle", "spinning", "winToTake", "gamble", "bonus", "handPay"),
        credit: fc.oneof(fc.constant(0), fc.nat(10_000)),
      }),
      wait,
    }),
    fc.record({
      type: fc.constant("transferRequested" as const),
      caller: fc.constant(null),
      request: fc.constant(requestOf()),
      wait: fc.nat(100),
    }),
    fc.record({
      type: fc.constant("notReserved" as const),
      code: fc.constant(ErrorCode.InsufficientBalance),
      params: fc.constant({}),
      wait: fc.nat(100),
    }),
    fc.record({
      type: fc.constant("end" as const),
      reason: fc.constantFrom("leave" as const, "kick" as const, "banned" as const),
      wait: fc.nat(100),
    }),
    fc.record({ type: fc.constant("endingStored" as const), wait: fc.nat(100) }),
  );

  it("a seat closes only empty, at rest and with no transfer under way; an ending is never taken back", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state = fresh(100);
        let now = 0;
        for (const { wait: waited, ...rest } of events) {
          now += waited;
          const before = state;
          // It is stored because it was requested, never before.
          if (rest.type === "endingStored" && before.seat?.ending === null) continue;
          const next = reduce(state, { ...rest, now }, RULES);
          state = next.state;
          if (before.seat && before.seat.ending !== null) expect(state.seat?.ending).toBe(before.seat.ending);
          for (const effect of next.effects) {
            if (effect.do === "close") {
              expect(state.machine).toMatchObject({ credit: 0, phase: "idle" });
              expect(state.transfer).toBeNull();
            }
            if (effect.do === "reserve")
              expect([state.machine.phase, before.transfer?.step !== "locking"]).toEqual(["idle", true]);
            const byTheHouse = effect.do === "reserve" && effect.request.clientTransferId === null;
            if (effect.do === "close" || effect.do === "takeWin" || byTheHouse) {
              expect(state.seat?.ending).not.toBeNull();
              expect(state.seat?.endingStored).toBe(true);
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
