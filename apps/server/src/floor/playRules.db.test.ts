/** The rules of play at a seat of a real floor: what the host counts, refuses and says. */
import { randomUUID } from "node:crypto";
import { ErrorCode, PLAY_PROFILES } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SeatConnection } from "./index.ts";
import { TestFloor } from "./testing/floor.ts";
import { codeOf, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

let stage: Stage;
let seat: SeatConnection;
beforeEach(async () => {
  stage = await openStage(["royal-sevens", "royal-sevens"], ["anna"]);
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

async function sit(playRules: (typeof stage.testFloor.settings)["playRules"] = "none", machine = 0): Promise<void> {
  stage.testFloor.settings = { playRules };
  seat = await stage.sit(0, machine);
  await seat.cashIn({ amount: 50_000, clientTransferId: randomUUID() });
}
const press = (auto = false) => codeOf(seat.press("play", undefined, auto));
const games = () => stage.database.db.selectFrom("games").select("game_number").execute();
const pushes = () =>
  stage.testFloor.published.flatMap(({ message }) =>
    "method" in message && message.method === "autoplay" ? [message.params] : [],
  );

it("rules that the operator changes are pushed to the seat, once, and are those of the next reconnection", async () => {
  const rules = () =>
    stage.testFloor.published.flatMap(({ message }) =>
      "method" in message && message.method === "playRules" ? [message.params] : [],
    );
  await sit();
  expect(rules()).toEqual([]);
  stage.testFloor.settings = { playRules: "ukgc" };
  await vi.waitFor(() => expect(rules()).toEqual([PLAY_PROFILES.ukgc]));
  expect((await stage.sit()).init.playRules).toEqual(PLAY_PROFILES.ukgc);
  stage.testFloor.settings = { playRules: "none" };
  await vi.waitFor(() => expect(rules()).toEqual([PLAY_PROFILES.ukgc, PLAY_PROFILES.none]));
});

describe("autoplay", () => {
  it("plays the games that were declared and no more; other presses are the player's own", async () => {
    await sit();
    expect(await press(true)).toBe(ErrorCode.AutoplayNotDeclared);
    expect(await seat.autoplay({ games: 2, lossLimit: 50_000 })).toEqual({
      autoplay: { games: 2, lossLimit: 50_000 },
    });
    expect(await codeOf(seat.press("bet-max", undefined, true))).toBe(ErrorCode.PressRefused);
    expect(await press(true)).toBeNull();
    await stage.rest();
    expect(await press(true)).toBeNull();
    await stage.rest();
    expect(await press(true)).toBe(ErrorCode.AutoplayNotDeclared);
    expect(await press()).toBeNull();
    await stage.rest();
    expect(pushes()).toEqual([{ remaining: 1 }, { remaining: 0, ended: "games" }]);
    await vi.waitFor(async () => expect(await games()).toHaveLength(3));
  });

  it("ends before a game that could pass its loss limit, and with its connection", async () => {
    await sit();
    const { nextBet } = stage.driver().state();
    await seat.autoplay({ games: 10, lossLimit: nextBet - 1 });
    await expect(seat.press("play", undefined, true)).rejects.toMatchObject({
      code: ErrorCode.AutoplayLossLimit,
      params: { amount: nextBet - 1 },
    });
    expect(pushes()).toEqual([{ remaining: 10, ended: "lossLimit" }]);
    await seat.autoplay({ games: 10, lossLimit: 50_000 });
    const former = seat;
    seat = await stage.sit();
    expect(await press(true)).toBe(ErrorCode.AutoplayNotDeclared);
    expect(await codeOf(former.autoplay({ games: 10, lossLimit: 50_000 }))).toBe(ErrorCode.SeatTakenOver);
    expect(await press(true)).toBe(ErrorCode.AutoplayNotDeclared);
    expect(await games()).toEqual([]);
  });

  it("does not exist where the house has switched it off, from the next press on", async () => {
    await sit({ autoplay: false });
    expect(await seat.autoplay({ games: 10, lossLimit: 50_000 })).toEqual({ autoplay: null });
    expect(await press(true)).toBe(ErrorCode.AutoplayNotAllowed);
    stage.testFloor.settings = { playRules: "none" };
    await seat.autoplay({ games: 10, lossLimit: 50_000 });
    stage.testFloor.settings = { playRules: "ukgc" };
    expect(await press(true)).toBe(ErrorCode.AutoplayNotAllowed);
    expect(pushes()).toEqual([{ remaining: 10, ended: "rules" }]);
  });
});

describe("the profile ukgc", () => {
  it("is part of the first answer, and its times hold for who comes back as well", async () => {
    // So long that it is not over before the test says so.
    await sit({ profile: "ukgc", minGameSeconds: 60 });
    expect(seat.init.playRules).toEqual({ ...PLAY_PROFILES.ukgc, minGameSeconds: 60 });
    expect(await press()).toBeNull();
    // The reels turn, or stand already: no press stops them, and none begins the next game.
    expect([ErrorCode.StopNotAllowed, ErrorCode.GameTooSoon]).toContain(await press());
    await stage.rest();
    await expect(seat.press("play")).rejects.toMatchObject({ code: ErrorCode.GameTooSoon });
    seat = await stage.sit();
    await expect(seat.press("play")).rejects.toMatchObject({ code: ErrorCode.GameTooSoon });
    stage.testFloor.settings = { playRules: "ukgc" };
    await vi.waitFor(async () => expect(await press()).toBeNull());
    await stage.rest();
    await vi.waitFor(async () => expect(await games()).toHaveLength(2));
  });
});

describe("the time between two games", () => {
  const rules = { profile: "ukgc", minGameSeconds: 60 } as const;
  const replaceFloor = async () => {
    await stage.testFloor.stop();
    stage.testFloor = new TestFloor(stage.database);
    stage.testFloor.settings = { playRules: rules };
    await stage.testFloor.start();
  };

  it("runs on when the player leaves and sits down again, here or elsewhere, and after a restart", async () => {
    await sit(rules);
    expect(await press()).toBeNull();
    await stage.rest();
    await seat.leave();
    for (const machine of [1, 0]) {
      await sit(rules, machine);
      expect(await press()).toBe(ErrorCode.GameTooSoon);
      await seat.leave();
    }
    await replaceFloor();
    await sit(rules, 1);
    expect(await press()).toBe(ErrorCode.GameTooSoon);
    expect(await games()).toHaveLength(1);
  });

  it("runs on in a session that another server finds, from games that the first one could not record", async () => {
    await sit(rules);
    const record = vi.spyOn(stage.testFloor.wallet, "recordGame").mockRejectedValue(new Error("no answer"));
    expect(await press()).toBeNull();
    await stage.rest();
    expect(await games()).toEqual([]);
    await replaceFloor();
    record.mockRestore();
    seat = await stage.sit();
    expect(seat.init.session.resumed).toBe(true);
    expect(await press()).toBe(ErrorCode.GameTooSoon);
    expect(await games()).toHaveLength(1);
  });

  it("runs on in the next session also where the game was not recorded in time to be read", async () => {
    await sit(rules);
    vi.spyOn(stage.testFloor.wallet, "lastPaidStart").mockResolvedValue(null);
    expect(await press()).toBeNull();
    await stage.rest();
    await seat.leave();
    await sit(rules, 1);
    expect(await press()).toBe(ErrorCode.GameTooSoon);
  });
});
