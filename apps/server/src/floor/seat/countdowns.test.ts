import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TAKE_WIN_MS, WARN_MS, newSeat, step } from "./seat.ts";
import type { Seat, SeatEffect, SeatEvent, SeatRules } from "./seat.ts";

const RULES: SeatRules = {
  depositMs: 60_000,
  idleMs: 120_000,
  warnMs: WARN_MS,
  graceMs: 180_000,
  takeWinMs: TAKE_WIN_MS,
};
const fresh = (credit = 0, phase: Seat["phase"] = "idle", connected = true) =>
  newSeat({ now: 0, connected, credit, phase }, RULES);

/** Feeds events, and ticks every second up to a time; collects the effects with the second in which they came. */
function play(seat: Seat, until: number, events: SeatEvent[] = []): { seat: Seat; told: [number, SeatEffect][] } {
  const told: [number, SeatEffect][] = [];
  const feed = (event: SeatEvent) => {
    const next = step(seat, event, RULES);
    seat = next.seat;
    for (const effect of next.effects) told.push([event.now / 1000, effect]);
  };
  const waiting = events.toSorted((a, b) => a.now - b.now);
  for (let now = 0; now <= until; now += 1000) {
    for (const event of waiting.filter((one) => one.now > now - 1000 && one.now <= now)) feed(event);
    feed({ type: "tick", now });
  }
  return { seat, told };
}
const seconds = (told: [number, SeatEffect][], kind: SeatEffect["do"]) =>
  told.flatMap(([at, effect]) => (effect.do === kind && "seconds" in effect ? [[at, effect.seconds]] : []));

describe("a seat", () => {
  it("waits 60 s for funds, counts the last ten seconds, and is given back", () => {
    const { told } = play(fresh(), 60_000);
    expect(seconds(told, "tellDeposit")).toEqual(Array.from({ length: 10 }, (_, n) => [50 + n, 10 - n]));
    expect(told.at(-1)).toEqual([60, { do: "close", reason: "deposit" }]);
  });

  it("is kept once funds came", () => {
    const { seat } = play(fresh(), 61_000, [{ type: "machine", phase: "idle", credit: 500, now: 30_000 }]);
    expect(seat.ending).toBeNull();
  });

  it("counts ten seconds after 120 s without a press, then pays the credit", () => {
    const { told } = play(fresh(500), 131_000);
    expect(seconds(told, "tellIdle").map(([at]) => at)).toEqual(Array.from({ length: 10 }, (_, n) => 120 + n));
    expect(told.filter(([, effect]) => effect.do === "tellEnding")).toEqual([
      [130, { do: "tellEnding", reason: "idle" }],
    ]);
    expect(told.at(-1)?.[1]).toEqual({ do: "cashOut" });
  });

  it("takes a press during the countdown as going on", () => {
    const { seat, told } = play(fresh(500), 140_000, [{ type: "press", now: 125_000 }]);
    expect(told.some(([, effect]) => effect.do === "tellGoesOn")).toBe(true);
    expect(seat.ending).toBeNull();
  });

  it("finishes a game, takes the win, pays, and only then closes", () => {
    let seat = fresh(500, "spinning");
    const feed = (event: SeatEvent) => {
      const next = step(seat, event, RULES);
      seat = next.seat;
      return next.effects.map((effect) => effect.do);
    };
    expect(feed({ type: "end", reason: "leave", now: 1 })).toEqual([]);
    expect(feed({ type: "machine", phase: "winToTake", credit: 500, now: 2 })).toEqual(["takeWin"]);
    expect(feed({ type: "machine", phase: "idle", credit: 800, now: 3 })).toEqual(["cashOut"]);
    expect(feed({ type: "transfer", underWay: true, now: 4 })).toEqual([]);
    expect(feed({ type: "machine", phase: "idle", credit: 0, now: 5 })).toEqual([]);
    expect(feed({ type: "transfer", underWay: false, now: 6 })).toEqual(["close"]);
  });

  it("keeps a lost connection's seat for the grace time, and longer while a bonus runs", () => {
    const lost: SeatEvent[] = [{ type: "disconnected", now: 1_000 }];
    expect(play(fresh(500), 180_000, lost).seat.ending).toBeNull();
    expect(play(fresh(500), 182_000, lost).seat.ending).toBe("held");
    expect(play(fresh(500, "bonus"), 300_000, lost).seat.ending).toBeNull();
    const back = play(fresh(500), 250_000, [...lost, { type: "connected", now: 170_000 }]);
    expect(back.seat.ending).toBeNull();
  });

  it("speaks once of a win that waits", () => {
    const { told } = play(fresh(500), 20_000, [{ type: "machine", phase: "winToTake", credit: 500, now: 2_000 }]);
    expect(told.filter(([, effect]) => effect.do === "tellWinWaits").map(([at]) => at)).toEqual([7]);
  });
});

describe("whatever happens", () => {
  const event = fc.oneof(
    fc.record({ type: fc.constant("tick" as const), wait: fc.nat(200_000) }),
    fc.record({
      type: fc.constantFrom("press" as const, "connected" as const, "disconnected" as const),
      wait: fc.nat(5_000),
    }),
    fc.record({
      type: fc.constant("machine" as const),
      phase: fc.constantFrom(
        "idle" as const,
        "spinning" as const,
        "winToTake" as const,
        "gamble" as const,
        "bonus" as const,
        "handPay" as const,
      ),
      credit: fc.nat(10_000),
      wait: fc.nat(5_000),
    }),
    fc.record({ type: fc.constant("transfer" as const), underWay: fc.boolean(), wait: fc.nat(100) }),
    fc.record({
      type: fc.constant("end" as const),
      reason: fc.constantFrom("leave" as const, "kick" as const, "banned" as const),
      wait: fc.nat(100),
    }),
  );

  it("a seat closes only empty, at rest and with no transfer under way; an ending is never taken back", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let seat = fresh(100);
        let now = 0;
        for (const { wait, ...rest } of events) {
          now += wait;
          const before = seat.ending;
          const next = step(seat, { ...rest, now }, RULES);
          seat = next.seat;
          if (before !== null) expect(seat.ending).toBe(before);
          for (const effect of next.effects) {
            if (effect.do === "close") expect([seat.credit, seat.phase, seat.transferring]).toEqual([0, "idle", false]);
            if (effect.do === "cashOut") expect([seat.phase, seat.transferring]).toEqual(["idle", false]);
            if (effect.do === "close" || effect.do === "cashOut") expect(seat.ending).not.toBeNull();
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
