import { AppError } from "@reelcast/contract";
import { expect, it } from "vitest";
import { createLimit } from "./limit.ts";

it("counts per key and minute, and says how long to wait", () => {
  let time = 90_000;
  const count = createLimit(2, () => time);
  count(1);
  count(1);
  count(2);
  expect(() => count(1)).toThrow(new AppError(42900, { seconds: 30 }));
  time = 120_000;
  expect(() => count(1)).not.toThrow();
});
