import { beforeEach, expect, it, vi } from "vitest";
import { STORAGE } from "../../api/index.ts";
import { noteUse, usedAt } from "./used.ts";

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

it("keeps the times of two players of one browser apart, and both", () => {
  noteUse("discount", 1, 1_000);
  expect([usedAt("discount", 1), usedAt("discount", 2), usedAt("bonus", 1)]).toEqual([1_000, null, null]);
  noteUse("discount", 2, 2_000);
  noteUse("bonus", 2, 3_000);
  expect([usedAt("discount", 1), usedAt("discount", 2), usedAt("bonus", 2)]).toEqual([1_000, 2_000, 3_000]);
  noteUse("discount", 1, 4_000);
  expect([usedAt("discount", 1), usedAt("discount", 2)]).toEqual([4_000, 2_000]);
});

it("knows no time of the weekly bonus", () => {
  noteUse("weekly", 1, 1_000);
  expect(usedAt("weekly", 1)).toBeNull();
  expect(stored.size).toBe(0);
});

it("forgets those of twenty players who used it the longest ago", () => {
  for (let player = 1; player <= 25; player += 1) noteUse("bonus", player, player);
  expect([1, 5, 6, 25].map((player) => usedAt("bonus", player))).toEqual([null, null, 6, 25]);
});

it.each(["1700000000000", "null", "[", '{"1":"soon"}'])("takes %s, which is no such record, for nothing", (text) => {
  stored.set(STORAGE.discountUsed, text);
  expect(usedAt("discount", 1)).toBeNull();
  noteUse("discount", 1, 5);
  expect(usedAt("discount", 1)).toBe(5);
});
