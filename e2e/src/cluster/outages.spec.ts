/** Long outages while somebody plays. */
import { expect, test } from "../fixtures.ts";

const SILENT_MS = 20_000;

test("the database is silent for 20 seconds while somebody plays: nobody is logged out, nothing is lost, play goes on", async ({
  page,
  house,
  player,
}) => {
  await player.sit(6, "200");
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await player.play.click();
  await expect.poll(() => player.creditMinor()).toBeLessThan(200_00);
  const silent = await house.databasePids();
  for (const pid of silent) process.kill(pid, "SIGSTOP");
  try {
    const until = Date.now() + SILENT_MS;
    await expect(async () => {
      if (await player.play.isEnabled()) await player.play.click({ timeout: 500 }).catch(() => undefined);
      expect(Date.now()).toBeGreaterThan(until);
    }).toPass({ timeout: 2 * SILENT_MS, intervals: [1_000] });
  } finally {
    for (const pid of silent) process.kill(pid, "SIGCONT");
  }
  await expect(page).toHaveURL(/\/game\/6/);
  await player.rest();
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  const before = await player.creditMinor();
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(before);
  await player.rest();
  await page.getByRole("button", { name: /WITHDRAW/ }).click();
  await expect.poll(() => player.creditMinor()).toBe(0);
  const check = await house.cli("ledger", "check");
  expect(check.code, check.stdout).toBe(0);
});
