import { AppError, ErrorCode } from "@reelcast/contract";
import { expect, it } from "vitest";
import { createLimit } from "./limit.ts";

it("counts per key and minute, and says how long to wait", () => {
  let time = 90_000;
  const count = createLimit(2, { now: () => time });
  count(1);
  count(1);
  count(2);
  expect(() => count(1)).toThrow(new AppError(ErrorCode.TooManyRequests, { seconds: 30 }));
  time = 120_000;
  expect(() => count(1)).not.toThrow();
});

it("keeps so many keys and no more: those that come later share one count", () => {
  const count = createLimit(2, { now: () => 0, maxKeys: 3 });
  for (const key of ["a", "b", "c"]) count(key);
  count("d");
  count("e");
  expect(() => count("f")).toThrow(AppError);
  // Those that were there before have their own still.
  expect(() => count("a")).not.toThrow();
  expect(() => count("a")).toThrow(AppError);
});
