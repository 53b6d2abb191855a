import { expect, describe, it } from "vitest";
import type { MachineEvent } from "../driver.ts";
import { evaluate } from "../engine.ts";
import { SKINS, gameOf, skinOf } from "../games/index.ts";
import { seededRandom } from "../random.ts";
import { newTransfer } from "../testing/commands.ts";
import { testMachineDriver } from "../testing/conformance.ts";
import { openMachine, openOwned, scriptedRandom } from "./testing/machine.ts";

describe.each(["royal-sevens", "polar-fire", "orchard-gold"])("%s keeps to the driver interface", (skin) => {
  testMachineDriver({ it, open: () => openMachine(skin) });
});

describe("the fruit game", () => {
  // A stop of each reel that brings three equal symbols on the middle line.
  async function withWin(...then: number[]) {
    const stops = gameOf("fruit").strips.base.map(
      (strip) => (strip.indexOf("high1") - 1 + strip.length) % strip.length,
    );
    const game = await openOwned("orchard-gold", { random: scriptedRandom(...stops, ...then) });
    await game.fund(100_000);
    await game.press("play");
    await game.clock.advance(5_000);
    return game;
  }

  it("holds a win until it is taken, and then pays it", async () => {
    const { machine, press } = await withWin();
    const { win, credit, phase } = machine.state();
    expect(phase).toBe("winToTake");
    expect(win).toBeGreaterThan(0);
    expect((await press("play")).accepted).toBe(false);
    await press("take");
    expect(machine.state()).toMatchObject({ phase: "idle", credit: credit + win });
  });

  it("doubles a win on the right colour, and ends the game on the wrong one", async () => {
    const { machine, press, clock } = await withWin(0, 40);
    const { win, credit } = machine.state();
    await press("gamble");
    await press("red");
    await clock.advance(2_000);
    expect(machine.state()).toMatchObject({ phase: "gamble", win: win * 2 });
    await press("red");
    await clock.advance(2_000);
    expect(machine.state()).toMatchObject({ phase: "idle", credit });
  });

  it("keeps the drawn card after a restart, although it was not shown yet", async () => {
    const { machine, press, memory } = await withWin(40);
    const { credit } = machine.state();
    await press("gamble");
    await press("red");
    await machine.close();
    const again = await openOwned("orchard-gold", { random: scriptedRandom(0, 0, 0), memory });
    await again.clock.advance(12_000);
    expect(again.machine.state()).toMatchObject({ phase: "idle", credit });
  });
});

describe("the video slot", () => {
  it("plays its free spins automatically, without a bet, and returns to idle", async () => {
    const stops = gameOf("video").strips.base.map((strip) => strip.indexOf("scatter"));
    const game = await openOwned("polar-fire", { random: scriptedRandom(...stops) });
    await game.fund(100_000);
    const events: MachineEvent[] = [];
    game.machine.subscribe((event) => void events.push(event));
    await game.press("play");
    await game.settle();
    const games = events.flatMap((event) => (event.type === "gameEnd" ? [event.result] : []));
    expect(games.filter(({ free }) => free).length).toBeGreaterThanOrEqual(10);
    expect(games.filter(({ free }) => !free)).toHaveLength(1);
    expect(games.every(({ free, bet }) => (free ? bet === 0 : bet > 0))).toBe(true);
    expect(events.map(({ type }) => type)).toContain("bonusEnd");
    expect(game.machine.state().phase).toBe("idle");
  });
});

describe("the classic", () => {
  it("holds reels only when offered, and only for the same bet", async () => {
    // A lost game: the first three values are the stops, the next makes the offer.
    const losing = Array.from({ length: 24 }, (_, stop) => [stop, 0, 0]).find(
      (stops) => evaluate(gameOf("classic"), "base", stops, 5).lines.length === 0,
    );
    const game = await openOwned("royal-sevens", { random: scriptedRandom(...(losing ?? []), 0) });
    await game.fund(100_000);
    expect((await game.press("hold-1")).accepted).toBe(false);
    await game.press("play");
    await game.clock.advance(5_000);
    expect((await game.press("hold-1")).accepted).toBe(true);
    await game.press("bet-10");
    expect(game.machine.state().controls["hold-1"]).toBe(false);
  });
});

describe("the machine", () => {
  it("counts a win up only where it is more than the bet", async () => {
    const { machine, press, clock, fund } = await openOwned("royal-sevens", { random: seededRandom(5) });
    await fund(100_000);
    const picture = machine.video();
    if (picture.kind !== "drawn") throw new Error("a simulated machine is drawn");
    const seen = new Set<string>();
    for (let n = 0; n < 60; n += 1) {
      await press("play");
      await clock.advance(5_000);
      const { win, bet, count } = picture.display().meters;
      expect(count.endsAt > count.startedAt, `${win} at ${bet}`).toBe(win > bet);
      seen.add(win === 0 ? "none" : win > bet ? "more" : "less");
    }
    expect([...seen].toSorted()).toEqual(["less", "more", "none"]);
  });

  it("refuses a press whose memory could not be written, and moves no credit for it", async () => {
    const { machine, press, memory, fund } = await openOwned("royal-sevens");
    await fund(100_000);
    memory.fault = "lost";
    await expect(press("play")).rejects.toThrow();
    expect(machine.state()).toMatchObject({ phase: "idle", credit: 100_000 });
    memory.fault = null;
    expect((await press("play")).accepted).toBe(true);
  });

  it("stops sooner when play is pressed in mid-spin, with the outcome that was drawn", async () => {
    const { machine, press, clock, fund } = await openOwned("royal-sevens", { random: seededRandom(3) });
    await fund(100_000);
    await press("play");
    await clock.advance(200);
    await press("play");
    await clock.advance(300);
    expect(machine.state().phase).toBe("idle");
  });

  it("refuses presses while tilted or locked, with the reason", async () => {
    const { machine, press, fund } = await openOwned("royal-sevens");
    await fund(100_000);
    await machine.faults.tilt("reel 2 stalled");
    expect(await press("play")).toEqual({ accepted: false, reason: "tilt" });
    await machine.faults.tilt(null);
    await machine.lock(1_000);
    expect(await press("play")).toEqual({ accepted: false, reason: "locked" });
  });

  it("releases a lock after its timeout", async () => {
    const { machine, clock } = await openOwned("royal-sevens");
    await machine.lock(1_000);
    await clock.advance(1_100);
    expect(machine.state().locked).toBe(false);
  });

  it("shows its meters on the glass", async () => {
    const { machine, press, fund } = await openOwned("polar-fire");
    await fund(12_300);
    const source = machine.video();
    if (source.kind !== "drawn") throw new Error("a drawn machine");
    const seen: number[] = [];
    source.subscribe((display) => void seen.push(display.presses));
    expect(source.display().meters.credit).toBe(12_300);
    await press("bet-2");
    expect(seen).toEqual([1]);
    expect(source.display()).toMatchObject({ presses: 1, selects: { bet: "bet-2" }, lastPress: { control: "bet-2" } });
  });

  it("restarts the timeout of a lock that is taken again", async () => {
    const { machine, clock } = await openOwned("royal-sevens");
    await machine.lock(1_000);
    await clock.advance(900);
    await machine.lock(1_000);
    await clock.advance(900);
    expect(machine.state().locked).toBe(true);
  });

  it("continues its game and calls the other listeners when one throws", async () => {
    const { machine, press, clock, fund, listenerErrors } = await openOwned("royal-sevens", {
      random: seededRandom(3),
    });
    await fund(100_000);
    machine.subscribe(() => {
      throw new Error("a bad listener");
    });
    const events: string[] = [];
    machine.subscribe(({ type }) => void events.push(type));
    expect((await press("play")).accepted).toBe(true);
    await clock.advance(5_000);
    expect(machine.state().phase).toBe("idle");
    expect(events).toContain("gameEnd");
    expect(listenerErrors.length).toBeGreaterThan(0);
  });

  it("requires an amount for a transfer in: null is for transfers out only", async () => {
    const { machine, fund } = await openOwned("royal-sevens");
    await fund(500);
    await machine.lock(1_000);
    expect(await machine.transferIn(newTransfer(null))).toMatchObject({ reason: "badAmount" });
    expect((await machine.meters()).credit).toBe(500);
  });

  it.each(SKINS.map(({ key }) => key))("has a different letter on every control of %s", async (skin) => {
    const { machine } = await openOwned(skin);
    const keys = machine.bands().flatMap(({ controls }) => controls.map(({ key }) => key));
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(keys.length);
    for (const ofTheApp of ["d", "w", "f", "?", " "]) expect(keys).not.toContain(ofTheApp);
  });

  it("reports its smallest bet: that of the smallest choice in every band", async () => {
    for (const { key } of SKINS) {
      const { machine, press, fund } = await openOwned(key);
      await fund(1_000_000);
      for (const kind of ["denomination", "lines", "bet"]) {
        const controls = machine.bands().flatMap((band) => band.controls.filter((control) => control.kind === kind));
        const sizes = controls.map(({ id }) => ({ id, size: Number(id.split("-")[1]) }));
        const [smallest] = sizes.toSorted((a, b) => a.size - b.size);
        if (smallest) await press(smallest.id);
      }
      expect((await machine.identify()).minBet).toBe(machine.state().nextBet);
    }
  });

  it("reports whether its game has free spins", async () => {
    for (const { key, game } of SKINS)
      expect((await (await openOwned(key)).machine.identify()).hasFreeSpins, key).toBe(game === "video");
  });

  it("reports the areas of the reels and of the glass in the picture", async () => {
    for (const { key, videoType } of SKINS) {
      const { machine } = await openOwned(key, { videoType });
      const { crop, glass = crop } = (await machine.identify()).video;
      const within = (inner: typeof crop, outer: typeof crop) =>
        inner.x > outer.x &&
        inner.y > outer.y &&
        inner.x + inner.width < outer.x + outer.width &&
        inner.y + inner.height < outer.y + outer.height;
      expect(within(crop, glass), key).toBe(true);
      // A backdrop or a cabinet is around the glass.
      expect(glass.x).toBeGreaterThan(0);
      expect(glass.x + glass.width).toBeLessThan(1);
    }
  });
});

it("records the symbols that were shown, and the cells that won", async () => {
  const { strips } = gameOf("fruit");
  const stops = strips.base.map((strip) => (strip.indexOf("high1") - 1 + strip.length) % strip.length);
  const game = await openOwned("orchard-gold", { random: scriptedRandom(...stops) });
  await game.fund(100_000);
  await game.press("play");
  await game.settle();
  await game.press("take");
  const [result] = await game.machine.gamesSince(0);
  const glyph = skinOf("orchard-gold").theme.glyphs.high1;
  const { symbols, wins } = (result?.detail ?? {}) as {
    symbols: string[][];
    wins: { symbol: string; rows: number[] }[];
  };
  expect(symbols).toHaveLength(strips.base.length);
  expect(symbols.map((reel) => reel[1])).toEqual(symbols.map(() => glyph));
  expect(wins[0]).toMatchObject({ symbol: "high1", rows: symbols.map(() => 1) });
  expect(result?.detail).toMatchObject({ skin: "orchard-gold", stops });
});

it("reports what stands on the reels, and nothing while they turn or the gamble covers them", async () => {
  const stops = gameOf("fruit").strips.base.map((strip) => (strip.indexOf("high1") - 1 + strip.length) % strip.length);
  const game = await openOwned("orchard-gold", { random: scriptedRandom(...stops) });
  await game.fund(100_000);
  const { machine } = game;
  expect(machine.state().symbols?.map((reel) => reel.length)).toEqual([3, 3, 3]);
  await game.press("play");
  expect(machine.state()).toMatchObject({ phase: "spinning", symbols: null });
  await game.clock.advance(5_000);
  const glyph = skinOf("orchard-gold").theme.glyphs.high1;
  expect(machine.state().phase).toBe("winToTake");
  expect(machine.state().symbols?.map((reel) => reel[1])).toEqual([glyph, glyph, glyph]);
  await game.press("gamble");
  expect(machine.state().symbols).toBeNull();
});

describe("hand pay", () => {
  const scatters = gameOf("video").strips.base.map((strip) => strip.indexOf("scatter"));

  it("calls the attendant from the limit on, and does not pay to the credit meter", async () => {
    const { machine, press, clock, fund } = await openOwned("polar-fire", {
      random: scriptedRandom(...scatters),
      handPayFrom: 1_000,
    });
    await fund(100_000);
    const { nextBet } = machine.state();
    await press("play");
    await clock.advance(5_000);
    const { phase, win } = machine.state();
    expect(phase).toBe("handPay");
    expect((await press("play")).accepted).toBe(false);
    await machine.resetHandPay();
    expect(await machine.meters()).toMatchObject({ handPaid: win, coinOut: win, credit: 100_000 - nextBet });
    expect((await machine.gamesSince(0))[0]).toMatchObject({ win, handPay: win });
  });

  it("plays the free spins that the same game started, after it", async () => {
    const game = await openOwned("polar-fire", { random: scriptedRandom(...scatters), handPayFrom: 1_000 });
    await game.fund(100_000);
    await game.press("play");
    await game.clock.advance(5_000);
    await game.machine.resetHandPay();
    expect(game.machine.state()).toMatchObject({ phase: "bonus", freeSpins: 10, win: 0 });
    await game.settle();
    const free = (await game.machine.gamesSince(0)).filter((result) => result.free);
    expect(free.length).toBeGreaterThanOrEqual(10);
  });

  it("stops the free spins for a win among them, and goes on with the rest", async () => {
    // Ten free spins from the second game on: every reel at the stop that brings wilds or scatters in view.
    const wins = gameOf("video").strips.bonus.map((strip) => strip.indexOf("top"));
    const game = await openOwned("polar-fire", { random: scriptedRandom(...scatters, ...wins), handPayFrom: 60_000 });
    await game.fund(100_000);
    await game.press("play");
    const phases: string[] = [];
    game.machine.subscribe((event) => event.type === "state" && void phases.push(event.state.phase));
    await game.settle();
    const results = await game.machine.gamesSince(0);
    const paid = results.filter(({ free, handPay }) => free && handPay > 0);
    expect(paid.length).toBeGreaterThan(0);
    expect(phases.join()).toContain("bonus,handPay,bonus");
    expect(results.filter(({ free }) => free).length % 10).toBe(0);
  });

  it("calls the attendant for a win that doubling raised above the limit", async () => {
    const stops = gameOf("fruit").strips.base.map(
      (strip) => (strip.indexOf("high1") - 1 + strip.length) % strip.length,
    );
    const game = await openOwned("orchard-gold", { random: scriptedRandom(...stops, 0), handPayFrom: 10_000 });
    await game.fund(100_000);
    await game.press("play");
    await game.clock.advance(5_000);
    const { win, phase } = game.machine.state();
    expect(phase).toBe("winToTake");
    await game.press("gamble");
    await game.press("red");
    await game.clock.advance(2_000);
    await game.press("take");
    expect(game.machine.state()).toMatchObject({ phase: "handPay", win: win * 2 });
    await game.machine.resetHandPay();
    expect((await game.machine.gamesSince(0))[0]).toMatchObject({ win: win * 2, handPay: win * 2 });
  });
});
