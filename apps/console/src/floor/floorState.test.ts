/** The floor in the browser: changes over a reading, gaps, and two processes that speak of one floor. */
import type { FloorChanges, FloorSnapshot, MachineTile } from "@reelcast/contract/console";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FloorState } from "./floorState.ts";

const tile = (id: number, more: Partial<MachineTile> = {}): MachineTile => ({
  id,
  name: `M${id}`,
  brand: 1,
  image: null,
  video: "screen",
  state: "free",
  need: null,
  player: null,
  credit: 0,
  closed: false,
  lastGame: null,
  online: true,
  node: null,
  ...more,
});
const snapshot = (version: number, tiles: MachineTile[], board = "a"): FloorSnapshot => ({
  board,
  version,
  at: 0,
  currency: "TRY",
  brands: [{ id: 1, name: "Lodestar" }],
  tiles,
});
const changes = (version: number, more: Partial<FloorChanges> = {}): FloorChanges => ({
  key: "floor",
  board: "a",
  version,
  changed: [],
  gone: [],
  ...more,
});

let state: FloorState;
const credits = () => state.floor?.tiles.map(({ id, credit }) => [id, credit]);
beforeEach(() => {
  state = new FloorState();
});

it("an older reading of the same process changes nothing", () => {
  state.load(snapshot(3, [tile(1)]));
  state.apply(changes(4, { changed: [{ id: 1, credit: 50 }] }));
  state.load(snapshot(3, [tile(1)]));
  expect(credits()).toEqual([[1, 50]]);
  state.load(snapshot(4, [tile(1, { credit: 60 })]));
  expect(credits()).toEqual([[1, 60]]);
});

describe("changes", () => {
  it("go over the reading, in order, and leave the other tiles as they are", () => {
    state.load(snapshot(3, [tile(1), tile(2)]));
    const [, second] = state.floor?.tiles ?? [];
    const onChange = vi.fn();
    state.subscribe(onChange);
    expect(state.apply(changes(4, { changed: [{ id: 1, credit: 50 }] }))).toBe(true);
    expect(credits()).toEqual([
      [1, 50],
      [2, 0],
    ]);
    expect(state.floor?.tiles[1]).toBe(second);
    expect(onChange).toHaveBeenCalledOnce();
    // Older than the reading: it has them.
    expect(state.apply(changes(2, { changed: [{ id: 1, credit: 9 }] }))).toBe(true);
    expect(credits()?.[0]).toEqual([1, 50]);
  });

  it("add and remove machines", () => {
    state.load(snapshot(1, [tile(1), tile(2)]));
    expect(state.apply(changes(2, { changed: [tile(3)], gone: [1] }))).toBe(true);
    expect(credits()?.map(([id]) => id)).toEqual([2, 3]);
  });

  it("after a gap are shown, and the floor must be read again", () => {
    state.load(snapshot(1, [tile(1)]));
    expect(state.apply(changes(4, { changed: [{ id: 1, credit: 7 }] }))).toBe(false);
    expect(credits()).toEqual([[1, 7]]);
    expect(state.apply(changes(5, { gone: [2] }))).toBe(true);
    state.load(snapshot(5, [tile(1, { credit: 7 })]));
    expect(state.apply(changes(6, { gone: [3] }))).toBe(true);
  });

  it("of another process than the one that was read: one more reading, and then they go on", () => {
    state.load(snapshot(1, [tile(1)], "edge-1"));
    expect(state.apply(changes(40, { board: "edge-2", changed: [{ id: 1, credit: 5 }] }))).toBe(false);
    state.load(snapshot(2, [tile(1, { credit: 5 })], "edge-1"));
    expect(state.apply(changes(41, { board: "edge-2", changed: [{ id: 1, credit: 6 }] }))).toBe(true);
    expect(state.apply(changes(42, { board: "edge-2", gone: [2] }))).toBe(true);
    expect(state.apply(changes(44, { board: "edge-2", gone: [3] }))).toBe(false);
    expect(credits()).toEqual([[1, 6]]);
  });

  it("that came before the first reading ask for another one, if it is older or another process's", () => {
    expect(state.apply(changes(4, { changed: [{ id: 1, credit: 50 }] }))).toBe(true);
    expect(state.load(snapshot(3, [tile(1)]))).toBe(false);
    expect(state.load(snapshot(4, [tile(1, { credit: 50 })]))).toBe(true);
    state.forget();
    state.apply(changes(4));
    expect(state.load(snapshot(9, [tile(1)], "edge-2"))).toBe(false);
    expect(state.load(snapshot(9, [tile(1)], "edge-2"))).toBe(true);
    state.forget();
    state.apply(changes(4));
    expect(state.load(snapshot(5, [tile(1)]))).toBe(true);
  });

  it("are missing where the newest version is said to be another one than the reading's", () => {
    state.load(snapshot(3, [tile(1)]));
    expect(state.apply(changes(3))).toBe(true);
    expect(state.apply(changes(4))).toBe(false);
    expect(state.load(snapshot(4, [tile(1, { credit: 8 })]))).toBe(true);
    expect(credits()).toEqual([[1, 8]]);
  });
});
