import type { DisplayState } from "@reelcast/machine";
import { notesOf } from "@reelcast/machine/sound";
import type { ReelsView } from "@reelcast/machine/screen";
import { describe, expect, it } from "vitest";
import { STILL_PERIOD_MS, Stills } from "./stills.ts";
import { displayOf } from "./testing.ts";

const START = 1_800_000_000_000;

function open() {
  let now = START;
  const displays = new Map<number, DisplayState>();
  const drawn: ReelsView[] = [];
  let draw = async (): Promise<string | null> => `data:image/webp;base64,${drawn.length}`;
  const stills = new Stills({
    display: async (id) => displays.get(id) ?? null,
    draw: (view) => {
      drawn.push(view);
      return draw();
    },
    pause: () => Promise.resolve(),
    now: () => now,
  });
  return {
    stills,
    drawn,
    later: (ms: number) => (now += ms),
    show: (id: number, change: Partial<DisplayState> = {}) => displays.set(id, { ...displayOf(id), ...change }),
    spin: (id: number, ms = 60_000) => {
      const display = displayOf(id);
      const stopsAt = display.reels.stops.map(() => now + ms);
      displays.set(id, { ...display, reels: { ...display.reels, spin: { startedAt: now, stopsAt } } });
    },
    displayed: (id: number) => displays.get(id) ?? displayOf(id),
    free: (id: number) => displays.delete(id),
    drawWith: (next: typeof draw) => (draw = next),
  };
}
const want = (...ids: number[]) => ids.map((id) => ({ id, version: null }));

describe("stills", () => {
  it("are drawn once in each period for all who ask, and not while nobody asks", async () => {
    const { stills, drawn, later, spin } = open();
    spin(3);
    const [first] = await stills.read(want(3));
    expect(first).toMatchObject({ id: 3, image: "data:image/webp;base64,1" });
    await Promise.all(Array.from({ length: 50 }, () => stills.read(want(3))));
    later(STILL_PERIOD_MS / 2);
    await stills.read(want(3));
    expect(drawn).toHaveLength(1);
    later(STILL_PERIOD_MS / 2);
    await Promise.all([stills.read(want(3)), stills.read(want(3))]);
    expect(drawn).toHaveLength(2);
    later(600_000);
    expect(drawn).toHaveLength(2);
  });

  it("are drawn five times a second for a card that is held, within a bound for all such cards", async () => {
    const { stills, drawn, later, spin } = open();
    const living = (id: number) => stills.read([{ id, version: null, isLiving: true }]);
    spin(3);
    for (let n = 0; n < 10; n += 1) {
      await Promise.all([living(3), living(3)]);
      later(100);
    }
    expect(drawn).toHaveLength(5);
    // A list of machines has what the held card has caused, and causes no more.
    await stills.read(want(3));
    expect(drawn).toHaveLength(5);
    later(1_000);
    for (let id = 10; id < 70; id += 1) {
      spin(id);
      await living(id);
    }
    expect(drawn.length - 5).toBeLessThanOrEqual(35);
  });

  it("bring each note of a held machine once, and none to who wants none", async () => {
    const { stills, later, spin, displayed } = open();
    const living = async (notesUntil?: number) =>
      (await stills.read([{ id: 3, version: null, isLiving: true, notesUntil }]))[0]?.sound;
    spin(3);
    expect(await living()).toBeUndefined();
    let sound = await living(0);
    // What sounded before this card was held is over.
    expect(sound?.notes).toEqual([]);
    const from = sound?.until ?? 0;
    const times: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const now = later(200);
      sound = await living(sound?.until);
      times.push(...(sound?.notes.map(({ agoMs }) => now - agoMs) ?? []));
    }
    const all = notesOf(displayed(3), from, sound?.until ?? 0).map(({ at }) => Math.round(at));
    // A roll every 40 ms, and the melody.
    expect(all.length).toBeGreaterThan(50);
    const sorted = (numbers: number[]) => numbers.toSorted((one, other) => one - other);
    expect(sorted(times)).toEqual(sorted(all));
    const again = await living(sound?.until);
    expect(again?.notes).toEqual([]);
    // A client may not ask for what is long over, nor for what is to come.
    later(60_000);
    expect((await living(START))?.notes.every(({ agoMs }) => agoMs <= 1_500)).toBe(true);
    expect((await living(START + 1e9))?.notes).toEqual([]);
  });

  it("show the reels alone: nothing else is sent to be drawn", async () => {
    const { stills, drawn, show } = open();
    show(3, { meters: { ...displayOf(3).meters, credit: 777_777, win: 888_888 } });
    await stills.read(want(3));
    expect(Object.keys(drawn[0] ?? {}).toSorted()).toEqual(["cabinet", "reels", "theme"]);
    expect(JSON.stringify(drawn)).not.toMatch(/777777|888888/);
  });

  it("exist for machines in play only", async () => {
    const { stills, drawn, show, free } = open();
    show(3);
    expect((await stills.read(want(2, 3, 0, 999_999_999))).map(({ id }) => id)).toEqual([3]);
    free(3);
    expect(await stills.read(want(3))).toEqual([]);
    expect(drawn).toHaveLength(1);
  });

  it("are left out if the session ended while they were drawn", async () => {
    const { stills, show, free, drawWith } = open();
    show(3);
    drawWith(async () => {
      free(3);
      return "data:image/webp;base64,late";
    });
    expect(await stills.read(want(3))).toEqual([]);
  });

  it("of reels at rest are not drawn again, and not sent again to who has them", async () => {
    const { stills, drawn, later, show } = open();
    show(3);
    const [first] = await stills.read(want(3));
    later(STILL_PERIOD_MS);
    expect(await stills.read([{ id: 3, version: first?.version ?? 0 }])).toEqual([{ id: 3, version: first?.version }]);
    expect(await stills.read([{ id: 3, version: 1 }])).toEqual([first]);
    expect(drawn).toHaveLength(1);
    const { reels } = displayOf(3);
    show(3, { reels: { ...reels, stops: reels.stops.map((stop) => stop + 1) } });
    expect((await stills.read(want(3)))[0]?.version).toBeGreaterThan(first?.version ?? Infinity);
  });

  it("that can't be drawn are left out, and tried again in the next period", async () => {
    const { stills, drawn, later, show, drawWith } = open();
    show(3);
    drawWith(async () => null);
    expect(await stills.read(want(3))).toEqual([]);
    drawWith(async () => "data:image/webp;base64,again");
    expect(await stills.read(want(3))).toEqual([]);
    later(STILL_PERIOD_MS);
    expect(await stills.read(want(3))).toHaveLength(1);
    expect(drawn).toHaveLength(2);
  });

  it("do not wait for one that takes long: it belongs to the next request", async () => {
    const { stills, show, drawWith } = open();
    show(3);
    const slow = Promise.withResolvers<string>();
    drawWith(() => slow.promise);
    expect(await stills.read(want(3))).toEqual([]);
    slow.resolve("data:image/webp;base64,slow");
    expect(await stills.read(want(3))).toMatchObject([{ image: "data:image/webp;base64,slow" }]);
  });

  it("of many machines in sight have a limit for all, and each has its turn", async () => {
    const { stills, drawn, later, spin } = open();
    const ids = Array.from({ length: 40 }, (_, n) => n + 1);
    for (const id of ids) spin(id);
    expect(await stills.read(want(...ids))).toHaveLength(20);
    expect(drawn).toHaveLength(20);
    later(1_000);
    expect(await stills.read(want(...ids))).toHaveLength(40);
    expect(drawn).toHaveLength(40);
  });
});
