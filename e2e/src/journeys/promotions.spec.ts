/** Promotions: offered when the balance is low, granted once. */
import { ErrorCode } from "@reelcast/contract";
import { Refused } from "../client.ts";
import { expect, test } from "../fixtures.ts";

// Words stay long enough to be read by a slow machine.
test.use({ settings: { toastAutoCloseMs: 20_000 }, viewport: { width: 1440, height: 900 } });

test("a low balance brings an offer, which a press claims, once", async ({ page, house, player, client }) => {
  const balance = await client.balance();
  const game = await client.game();
  await game.init(1);
  // All but 50 lira on the machine: the wallet is low.
  await game.cashIn(balance - 5_000);
  await player.go("/lobby");
  await expect(page.getByText(/bonus sizi bekliyor/).first()).toBeVisible();
  expect(await client.balance()).toBe(5_000);
  await page.getByRole("button", { name: "Al", exact: true }).first().click();
  await expect(page.getByText("bakiyenize eklendi").first()).toBeVisible();
  const granted = await client.balance();
  expect(granted).toBeGreaterThan(5_000);
  // From other tabs, at once: the house knows the rule as well.
  const again = await Promise.allSettled([client.claimBonus(), client.claimBonus()]);
  expect(
    again.map((one) => (one.status === "rejected" && one.reason instanceof Refused ? one.reason.code : one)),
  ).toEqual([ErrorCode.PromotionCooldown, ErrorCode.PromotionCooldown]);
  expect(await client.balance()).toBe(granted);
  await game.request("leave", {});
  game.close();
  expect((await house.cli("ledger", "check")).stdout).toContain("Every invariant holds");
});
