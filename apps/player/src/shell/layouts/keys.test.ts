import { expect, it } from "vitest";
import { keyAction, nextIndex } from "./keys.ts";

it("walks along the row and opens downwards", () => {
  const row = { row: true, rtl: false };
  expect(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"].map((key) => keyAction(key, row))).toEqual([
    "next",
    "previous",
    "open",
    null,
  ]);
});
it("walks down a list, opens towards the end of the line and closes towards its start", () => {
  const list = { row: false, rtl: false };
  expect(["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"].map((key) => keyAction(key, list))).toEqual([
    "next",
    "previous",
    "open",
    "close",
  ]);
});
it("turns with the direction of reading", () => {
  expect(keyAction("ArrowLeft", { row: true, rtl: true })).toBe("next");
  expect(keyAction("ArrowLeft", { row: false, rtl: true })).toBe("open");
  expect(keyAction("ArrowRight", { row: false, rtl: true })).toBe("close");
});
it("closes with Escape anywhere, and leaves all other keys alone", () => {
  for (const row of [true, false]) {
    expect(keyAction("Escape", { row, rtl: false })).toBe("close");
    for (const key of ["Enter", " ", "Tab", "a"]) expect(keyAction(key, { row, rtl: false })).toBeNull();
  }
});
it("goes round at both ends", () => {
  expect(nextIndex("next", 2, 3)).toBe(0);
  expect(nextIndex("previous", 0, 3)).toBe(2);
  expect(nextIndex("first", 2, 3)).toBe(0);
  expect(nextIndex("last", 0, 3)).toBe(2);
});
