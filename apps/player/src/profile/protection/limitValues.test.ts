import { expect, it } from "vitest";
import { canConfirm, percentUsed } from "./limitValues.ts";

it("fills the bar no further than to its end", () => {
  expect(percentUsed(0, 100)).toBe(0);
  expect(percentUsed(-50, 100)).toBe(0);
  expect(percentUsed(33, 100)).toBe(33);
  expect(percentUsed(250, 100)).toBe(100);
});

it("a looser limit can be confirmed after its day, until it lapses", () => {
  const pending = { from: "2026-11-23T10:00:00.000Z", until: "2026-11-30T10:00:00.000Z" };
  const at = (moment: string) => canConfirm(pending, Date.parse(moment));
  expect(at("2026-11-23T09:59:59.999Z")).toBe(false);
  expect(at("2026-11-23T10:00:00.000Z")).toBe(true);
  expect(at("2026-11-30T10:00:00.000Z")).toBe(false);
});
