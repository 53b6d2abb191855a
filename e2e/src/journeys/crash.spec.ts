import { expect, test } from "@playwright/test";
import { crash } from "../crash.ts";

test("killed 20 times in the middle of moving money: nothing is lost, doubled or left open", async () => {
  test.setTimeout(300_000);
  const report = await crash(20);
  expect(report.faults).toEqual([]);
  expect(report.acknowledged + report.cutOff).toBe(20);
});
