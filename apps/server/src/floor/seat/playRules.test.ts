import { AppError, ErrorCode, PLAY_PROFILES } from "@reelcast/contract";
import type { PlayRules } from "@reelcast/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SeatPlay } from "./playRules.ts";
import type { PlayPress } from "./playRules.ts";

const { none, ukgc } = PLAY_PROFILES;
const press = (change: Partial<PlayPress> = {}): PlayPress => ({
  auto: false,
  epoch: 1,
  phase: "idle",
  bet: 100,
  isUnder25: false,
  ...change,
});
const refusal = (work: () => void): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, ...error.params };
    throw error;
  }
};
/** Presses, and says that the machine took it. */
function play(seat: SeatPlay, what: PlayPress, rules: PlayRules = none, now = 0): unknown {
  return refusal(() => {
    seat.permit(what, rules, now);
    seat.answered(what, "accepted", now);
  });
}

describe("the time between two games", () => {
  it("is at least that of the rule, from start to start, by whatever press", () => {
    const seat = new SeatPlay();
    expect(play(seat, press(), ukgc, 1_000)).toBeNull();
    expect(play(seat, press(), ukgc, 3_400.2)).toEqual({ code: ErrorCode.GameTooSoon, milliseconds: 100 });
    expect(play(seat, press(), ukgc, 3_500)).toBeNull();
    seat.started(4_000);
    expect(play(seat, press(), ukgc, 6_499)).toMatchObject({ code: ErrorCode.GameTooSoon });
    expect(play(seat, press(), none, 6_499)).toBeNull();
  });

  it("runs also after a press whose answer was lost, and not after one that the machine refused", () => {
    const seat = new SeatPlay();
    seat.permit(press(), ukgc, 0);
    seat.answered(press(), "refused", 0);
    expect(play(new SeatPlay(), press(), ukgc, 1)).toBeNull();
    seat.permit(press(), ukgc, 1);
    seat.answered(press(), "unknown", 1);
    expect(play(seat, press(), ukgc, 2_000)).toMatchObject({ code: ErrorCode.GameTooSoon });
  });
});

it("reels are stopped by a press only where the rules permit it", () => {
  expect(play(new SeatPlay(), press({ phase: "spinning" }), ukgc)).toEqual({ code: ErrorCode.StopNotAllowed });
  expect(play(new SeatPlay(), press({ phase: "spinning" }), none)).toBeNull();
});

describe("autoplay", () => {
  const auto = press({ auto: true });

  it("is refused undeclared, on another connection, while a game runs, and after its end", () => {
    const seat = new SeatPlay();
    expect(play(seat, auto)).toEqual({ code: ErrorCode.AutoplayNotDeclared });
    expect(seat.declare({ games: 10, lossLimit: 1_000 }, 1, none)).toEqual({ games: 10, lossLimit: 1_000 });
    expect(play(seat, { ...auto, epoch: 2 })).toEqual({ code: ErrorCode.AutoplayNotDeclared });
    expect(play(seat, { ...auto, phase: "spinning" })).toEqual({ code: ErrorCode.PressRefused });
    expect(play(seat, auto)).toBeNull();
    expect(seat.declare(null, 1, none)).toBeNull();
    expect(play(seat, auto)).toEqual({ code: ErrorCode.AutoplayNotDeclared });
  });

  it("has the games that were declared, and says how many are left", () => {
    const seat = new SeatPlay();
    seat.declare({ games: 2, lossLimit: 1_000 }, 1, none);
    expect(play(seat, auto)).toBeNull();
    expect(seat.takePush()).toEqual({ remaining: 1 });
    expect(seat.takePush()).toBeNull();
    expect(play(seat, auto)).toBeNull();
    expect(seat.takePush()).toEqual({ remaining: 0, ended: "games" });
    expect(play(seat, auto)).toEqual({ code: ErrorCode.AutoplayNotDeclared });
  });

  it("counts no press that the machine refused", () => {
    const seat = new SeatPlay();
    seat.declare({ games: 1, lossLimit: 100 }, 1, none);
    seat.permit(auto, none, 0);
    seat.answered(auto, "refused", 0);
    expect(seat.takePush()).toBeNull();
    expect(play(seat, auto)).toBeNull();
  });

  it("counts no game of the player before its own first one, which a machine may have refused once", () => {
    const seat = new SeatPlay();
    seat.declare({ games: 10, lossLimit: 100 }, 1, none);
    seat.permit(auto, none, 0);
    seat.answered(auto, "refused", 0);
    play(seat, press({}));
    seat.ended({ gameNumber: 1, bet: 100, win: 200 });
    // The win is not of autoplay, and leaves no more to lose.
    expect(play(seat, press({ auto: true, bet: 150 }))).toEqual({ code: ErrorCode.AutoplayLossLimit, amount: 100 });
  });

  it("ends at its loss limit: also where only the next bet could pass it", () => {
    const seat = new SeatPlay();
    seat.declare({ games: 10, lossLimit: 250 }, 1, none);
    play(seat, auto);
    seat.ended({ gameNumber: 1, bet: 100, win: 0 });
    play(seat, auto);
    seat.ended({ gameNumber: 2, bet: 100, win: 20 });
    seat.takePush();
    expect(play(seat, auto)).toEqual({ code: ErrorCode.AutoplayLossLimit, amount: 70 });
    expect(seat.takePush()).toEqual({ remaining: 8, ended: "lossLimit" });
    seat.declare({ games: 10, lossLimit: 100 }, 1, none);
    play(seat, auto);
    seat.takePush();
    seat.ended({ gameNumber: 3, bet: 100, win: 0 });
    expect(seat.takePush()).toEqual({ remaining: 9, ended: "lossLimit" });
  });

  it("does not count the game that ran when it was declared", () => {
    const seat = new SeatPlay();
    seat.declare({ games: 10, lossLimit: 100 }, 1, none);
    seat.ended({ gameNumber: 1, bet: 100, win: 0 });
    expect(play(seat, auto)).toBeNull();
  });

  it("does not exist where the rules have none, and ends when they change", () => {
    const seat = new SeatPlay();
    expect(seat.declare({ games: 10, lossLimit: 100 }, 1, ukgc)).toBeNull();
    seat.declare({ games: 10, lossLimit: 1_000 }, 1, none);
    expect(play(seat, auto, { ...none, autoplay: false })).toEqual({ code: ErrorCode.AutoplayNotAllowed });
    expect(seat.takePush()).toEqual({ remaining: 10, ended: "rules" });
    expect(play(seat, auto, none)).toEqual({ code: ErrorCode.AutoplayNotDeclared });
  });

  it("never starts more games than declared, loses more than its limit, or starts a game too soon: whatever happens", () => {
    const step = fc.record({
      auto: fc.boolean(),
      bet: fc.integer({ min: 1, max: 300 }),
      win: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
      wait: fc.integer({ min: 0, max: 4_000 }),
      outcome: fc.constantFrom("accepted" as const, "accepted" as const, "refused" as const, "unknown" as const),
      endsFirst: fc.boolean(),
      twice: fc.boolean(),
    });
    const options = fc.record({
      games: fc.integer({ min: 1, max: 100 }),
      lossLimit: fc.integer({ min: 1, max: 1_000 }),
    });
    const rules = { ...none, minGameSeconds: 2.5, skillStop: false };
    fc.assert(
      fc.property(options, fc.array(step, { maxLength: 60 }), ({ games, lossLimit }, steps) => {
        const seat = new SeatPlay();
        seat.declare({ games, lossLimit }, 1, rules);
        let [now, game, startedAt, started, lostByAuto] = [0, 0, -Infinity, 0, 0];
        for (const { auto: isAuto, bet, win, wait, outcome, endsFirst, twice } of steps) {
          now += wait;
          const one = press({ auto: isAuto, bet });
          if (refusal(() => seat.permit(one, rules, now)) !== null) continue;
          // A lost answer: here the machine has carried it out.
          const begins = outcome !== "refused";
          if (!begins) {
            seat.answered(one, outcome, now);
            continue;
          }
          expect(now - startedAt).toBeGreaterThanOrEqual(2_500);
          startedAt = now;
          game += 1;
          const over = { gameNumber: game, bet, win };
          if (endsFirst) seat.ended(over);
          seat.answered(one, outcome, now);
          if (!endsFirst || twice) seat.ended(over);
          if (isAuto) started += 1;
          // The player's own games between them count as well.
          if (started > 0) lostByAuto += bet - win;
          if (isAuto) expect(lostByAuto).toBeLessThanOrEqual(lossLimit);
          expect(started).toBeLessThanOrEqual(games);
        }
      }),
    );
  });
});

describe("the highest stake", () => {
  const seat = () => new SeatPlay();
  it("refuses a higher bet, and a lower one of the young", () => {
    expect(play(seat(), press({ bet: 500 }), ukgc)).toBeNull();
    expect(play(seat(), press({ bet: 501 }), ukgc)).toEqual({ code: ErrorCode.StakeTooHigh, amount: 500 });
    expect(play(seat(), press({ bet: 200, isUnder25: true }), ukgc)).toBeNull();
    expect(play(seat(), press({ bet: 201, isUnder25: true }), ukgc)).toEqual({
      code: ErrorCode.StakeTooHigh,
      amount: 200,
    });
    expect(play(seat(), press({ bet: 1_000_000, isUnder25: true }), none)).toBeNull();
  });
  it("holds for autoplay, and for a stop that could begin the next game", () => {
    const rules = { ...none, maxStake: 100 };
    const auto = seat();
    auto.declare({ games: 10, lossLimit: 10_000 }, 1, rules);
    expect(play(auto, press({ auto: true, bet: 150 }), rules)).toMatchObject({ code: ErrorCode.StakeTooHigh });
    expect(play(seat(), press({ phase: "spinning", bet: 150 }), rules)).toEqual({ code: ErrorCode.PressRefused });
    expect(play(seat(), press({ phase: "bonus", bet: 150 }), rules)).toBeNull();
  });
});
