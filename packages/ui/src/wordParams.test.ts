import { expect, it } from "vitest";
import { wordParams } from "./wordParams.ts";

it("words amounts and moments that are there, and leaves everything else as it came", () => {
  const words = {
    amounts: ["amount", "maximum"],
    money: (minor: number) => `${minor / 100} TRY`,
    moments: ["until"],
    moment: (at: string) => at.slice(0, 10),
  };
  const params = { amount: 5_000, count: 7, until: "2026-11-23T10:00:00.000Z", person: "Maria" };
  expect(wordParams(params, words)).toEqual({ amount: "50 TRY", count: 7, until: "2026-11-23", person: "Maria" });
  expect(params.amount).toBe(5_000);
  expect(wordParams({ amount: "unknown", until: null }, words)).toEqual({ amount: "unknown", until: null });
});
