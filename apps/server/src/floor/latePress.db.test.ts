/** Presses that come too late, at a seat of a real floor: none has an effect, whatever is pressed and wherever it has waited. */
import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codeOf, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

let stage: Stage;
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});
/** A press that was made so long ago. */
const madeBefore = (ms: number, at?: number) => ({ madeAt: performance.now() - ms, at });

describe.each([
  ["one process", false],
  ["two processes", true],
])("%s", (_, isApart) => {
  beforeEach(async () => {
    stage = await openStage(["royal-sevens"], ["anna"], isApart);
  });

  it("refuses every control, also autoplay's, that is older than the setting, and changes nothing", async () => {
    const seat = await stage.sit();
    await seat.cashIn({ amount: 50_000, clientTransferId: randomUUID() });
    await seat.autoplay({ games: 5, lossLimit: 50_000 });
    const before = stage.driver().state();
    const controls = seat.init.machine.bands.flatMap((band) => band.controls);
    expect(new Set(controls.map(({ kind }) => kind)).size).toBeGreaterThan(2);
    for (const { id } of [...controls, { id: "take" }, { id: "hold-1" }, { id: "gamble" }, { id: "red" }])
      expect([id, await codeOf(seat.press(id, undefined, false, madeBefore(2_001)))]).toEqual([
        id,
        ErrorCode.PressTooLate,
      ]);
    expect(await codeOf(seat.press("play", undefined, true, madeBefore(6_000)))).toBe(ErrorCode.PressTooLate);
    expect(stage.driver().state()).toEqual(before);
    expect(await stage.database.db.selectFrom("games").select("game_number").execute()).toEqual([]);
    // A slow line is no late press.
    expect(await codeOf(seat.press("play", undefined, false, madeBefore(1_700)))).toBeNull();
    await stage.rest();
  });

  it("takes the setting as it is at the press", async () => {
    const seat = await stage.sit();
    stage.testFloor.settings = { pressMaxAgeMs: 500 };
    expect(await codeOf(seat.press("bet-2", undefined, false, madeBefore(700)))).toBe(ErrorCode.PressTooLate);
    stage.testFloor.settings = { pressMaxAgeMs: 3_000 };
    expect(await codeOf(seat.press("bet-2", undefined, false, madeBefore(2_500)))).toBeNull();
  });

  it("names the last press that the machine took to a player who comes back, as far as it is known", async () => {
    const seat = await stage.sit();
    expect(seat.init.lastPress).toBeNull();
    await seat.press("bet-2", undefined, false, madeBefore(10, 1_111));
    expect(await codeOf(seat.press("bet-3", undefined, false, madeBefore(6_000, 2_222)))).toBe(ErrorCode.PressTooLate);
    expect((await stage.sit()).init.lastPress).toBe(1_111);
    const third = await stage.sit();
    await third.press("bet-2");
    expect((await stage.sit()).init).not.toHaveProperty("lastPress");
  });
});
