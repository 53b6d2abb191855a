import { winCountMs } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import {
  EMPTY_WIN_PRESENTATION,
  displayedWin,
  isCounted,
  nextWinPresentation,
  resumedWinPresentation,
  winAt,
} from "./winPresentation.ts";
import type { WinPresentation } from "./winPresentation.ts";

type Meters = Parameters<typeof resumedWinPresentation>[1];
const RULES = { celebrateLosses: false };
const AT_REST: Meters = { phase: "idle", win: 0, bet: 100, freeSpins: 0 };
const SPINNING: Meters = { ...AT_REST, phase: "spinning" };

/** Goes through the states of a machine, beginning at rest. The result is what holds after each. */
function follow(...states: Partial<Meters>[]): WinPresentation[] {
  let meters = AT_REST;
  let winPresentation = resumedWinPresentation(EMPTY_WIN_PRESENTATION, meters);
  return states.map((change) => {
    const before = meters;
    meters = { ...meters, ...change };
    return (winPresentation = nextWinPresentation(winPresentation, before, meters, RULES));
  });
}
const last = (...states: Partial<Meters>[]): WinPresentation => follow(...states).at(-1) ?? EMPTY_WIN_PRESENTATION;
const game = (win: number, phase: Meters["phase"] = "idle") => last(SPINNING, { phase, win });

describe("a win", () => {
  it.each([
    [999, null],
    [1_000, { tier: 1, times: 10 }],
    [2_499, { tier: 1, times: 24 }],
    [2_500, { tier: 2, times: 25 }],
    [4_999, { tier: 2, times: 49 }],
    [5_000, { tier: 3, times: 50 }],
  ])("of %d at a bet of 100 is celebrated by its multiple", (win, expected) => {
    const { celebration } = game(win);
    if (expected === null) expect(celebration).toBeNull();
    else expect(celebration).toMatchObject({ kind: "win", ...expected });
    expect(game(win, "winToTake").celebration).toEqual(celebration);
  });

  it("counts up over the machine's time once the reels stand, and not while they turn", () => {
    const [turning, stopped] = follow(SPINNING, { phase: "idle", win: 300 });
    expect(turning?.rise).toBeNull();
    expect(stopped?.rise).toMatchObject({ from: 0, to: 300, ms: winCountMs(0, 300) });
    // A machine that shows its win early: it waits for the reels.
    expect(displayedWin({ phase: "spinning", win: 300 })).toBe(0);
    const [, early, then] = follow(SPINNING, { win: 300 }, { phase: "idle" });
    expect(early?.rise).toBeNull();
    expect(then?.rise).toMatchObject({ from: 0, to: 300 });
  });

  it("that is not above the stake neither counts up nor is it celebrated, unless the house wants it to count", () => {
    for (const win of [40, 100]) {
      expect(game(win)).toMatchObject({ rise: { to: win, ms: 0 }, celebration: null });
      expect(isCounted(win, 100, RULES)).toBe(false);
    }
    expect(isCounted(101, 100, RULES)).toBe(true);
    const allowed = { celebrateLosses: true };
    const turning = nextWinPresentation(EMPTY_WIN_PRESENTATION, AT_REST, SPINNING, allowed);
    const counted = nextWinPresentation(turning, SPINNING, { ...AT_REST, win: 40 }, allowed);
    expect(counted).toMatchObject({ rise: { to: 40, ms: winCountMs(0, 40) }, celebration: null });
    expect(isCounted(0, 100, allowed)).toBe(false);
  });

  it("belongs to the bet of its game, whatever is chosen afterwards", () => {
    expect(last(SPINNING, { phase: "idle", win: 500, bet: 10 })).toMatchObject({ stake: 100, celebration: null });
  });

  it("is over with the next game, and its count with taking it", () => {
    expect(last(SPINNING, { phase: "idle", win: 5_000 }, { phase: "spinning", win: 0 })).toMatchObject({
      rise: null,
      celebration: null,
    });
    expect(last(SPINNING, { phase: "winToTake", win: 300 }, { phase: "idle" }).rise).toBeNull();
    expect(last(SPINNING, { phase: "winToTake", win: 300 }, { phase: "gamble" }, { win: 600 }).rise).toBeNull();
  });

  it("that the attendant pays is one", () => {
    expect(game(900_000, "handPay")).toMatchObject({
      celebration: { kind: "win", tier: 3, times: 9_000 },
      rise: { from: 0, to: 900_000 },
    });
  });

  it("is neither celebrated nor counted after a reconnection, nor twice", () => {
    const before = game(5_000);
    const resumed = resumedWinPresentation(before, { ...AT_REST, win: 5_000 });
    expect(resumed).toMatchObject({ rise: null, celebration: null, stake: 100 });
    const [, won, selected] = follow(SPINNING, { phase: "idle", win: 5_000 }, { bet: 200 });
    expect(selected?.celebration).toBe(won?.celebration);
    expect(selected?.rise).toBe(won?.rise);
    const again = last(
      SPINNING,
      { phase: "idle", win: 5_000 },
      { phase: "spinning", win: 0 },
      { phase: "idle", win: 5_000 },
    );
    expect(again.celebration?.id).not.toBe(won?.celebration?.id);
  });
});

describe("free spins", () => {
  const bonus = (freeSpins: number, win: number): Partial<Meters> => ({ phase: "bonus", bet: 0, freeSpins, win });

  it("have an opening, a count, and a summary with the amount", () => {
    const states = follow(SPINNING, bonus(10, 0), bonus(9, 0), bonus(8, 250), bonus(7, 250));
    expect(states.map(({ freeSpins }) => freeSpins)).toEqual([
      null,
      { played: 0, total: 10 },
      { played: 1, total: 10 },
      { played: 2, total: 10 },
      { played: 3, total: 10 },
    ]);
    expect(states[1]?.celebration).toMatchObject({ kind: "freeSpinsStart", spins: 10 });
    expect(states[3]?.rise).toMatchObject({ from: 0, to: 250 });
    const end = last(SPINNING, bonus(2, 0), bonus(1, 1_200), bonus(0, 1_200));
    expect(end).toMatchObject({
      freeSpins: null,
      celebration: { kind: "freeSpinsEnd", amount: 1_200, tier: 1, times: 12, spins: 2 },
    });
    // The machine comes to rest with the same win: nothing new.
    expect(last(SPINNING, bonus(1, 1_200), bonus(0, 1_200), { phase: "idle", bet: 100 }).celebration?.id).toBe(
      last(SPINNING, bonus(1, 1_200), bonus(0, 1_200)).celebration?.id,
    );
  });

  it("that won no more than the stake end with a statement alone", () => {
    expect(last(SPINNING, bonus(1, 0), bonus(0, 100)).celebration).toMatchObject({ amount: 100, tier: 0 });
  });

  it("that win others count them", () => {
    expect(last(SPINNING, bonus(10, 0), bonus(9, 0), bonus(18, 0)).freeSpins).toEqual({ played: 2, total: 20 });
    expect(last(SPINNING, bonus(2, 0), bonus(1, 0), bonus(10, 0)).freeSpins).toEqual({ played: 2, total: 12 });
  });

  it("celebrate a single spin by what it added", () => {
    expect(last(SPINNING, bonus(3, 0), bonus(2, 900), bonus(1, 3_400)).celebration).toMatchObject({
      kind: "win",
      tier: 2,
      times: 25,
    });
    expect(last(SPINNING, bonus(3, 0), bonus(2, 900)).celebration).toMatchObject({ kind: "freeSpinsStart" });
  });

  it("go on through a hand pay and a reconnection; of those that began elsewhere only the end is known", () => {
    const paid = last(SPINNING, bonus(3, 0), { phase: "handPay", win: 900_000 }, bonus(2, 900_000));
    expect(paid.freeSpins).toEqual({ played: 1, total: 3 });
    const resumed = resumedWinPresentation(paid, { phase: "bonus", win: 0, bet: 0, freeSpins: 1 });
    expect(resumed.freeSpins).toEqual({ played: 2, total: 3 });
    expect(
      resumedWinPresentation(EMPTY_WIN_PRESENTATION, { phase: "bonus", win: 0, bet: 200, freeSpins: 1 }).stake,
    ).toBe(200);
    const unknown = resumedWinPresentation(EMPTY_WIN_PRESENTATION, { phase: "bonus", win: 300, bet: 0, freeSpins: 4 });
    const states = { phase: "bonus", win: 300, bet: 0 } as const;
    const next = nextWinPresentation(unknown, { ...states, freeSpins: 4 }, { ...states, freeSpins: 3 }, RULES);
    expect(next).toMatchObject({ freeSpins: null, celebration: null });
    expect(
      nextWinPresentation(next, { ...states, freeSpins: 1 }, { ...states, freeSpins: 0 }, RULES).celebration,
    ).toMatchObject({
      kind: "freeSpinsEnd",
      amount: 300,
      tier: 0,
    });
  });
});

it("the number stands before its start, rises evenly, and stands at its end", () => {
  const rise = { id: 1, from: 100, to: 1_100, ms: 500 };
  expect([-1, 0, 250, 499, 500, 9_999].map((ms) => winAt(rise, ms))).toEqual([100, 100, 600, 1_098, 1_100, 1_100]);
  expect(winAt({ ...rise, ms: 0 }, 0)).toBe(1_100);
});
