/** The idle lock with the player's own PIN, in two tabs. What it lets nobody do is a matter of the component tests. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

test.use({ settings: { pinCheck: true, idleTimeoutMs: 2_500 } });

test("an idle screen locks in every tab, stays locked over a reload, and opens in every tab with the PIN", async ({
  page,
  context,
  player,
}) => {
  await player.go("/lobby");
  const other = await context.newPage();
  await new PlayerPage(other, player.url).go("/lobby");
  const lockOf = (tab: Page) => tab.getByRole("alertdialog", { name: "KİLİTLİ" });
  const lock = lockOf(page);
  await expect(lock).toBeVisible();
  await expect(lockOf(other)).toBeVisible();
  await page.reload();
  await expect(lock).toBeVisible();
  const pin = lock.getByLabel("PIN kodu");
  await expect(pin).toBeFocused();
  // Waited for from before: nobody is at the screens afterwards either, and they lock again soon.
  const opened = Promise.all([lock, lockOf(other)].map((each) => each.waitFor({ state: "hidden" })));
  await pin.pressSequentially("0000");
  await opened;
  await expect(page).toHaveURL(/lobby/);
});
