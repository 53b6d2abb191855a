/** The end of a seat that nobody plays: more time while money is typed, and what was paid out stays on a card. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";
import { TestServer } from "../testServer.ts";

test("who types an amount keeps the seat; an idle end pays out, and the lobby keeps saying so until it is dismissed", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const house = await TestServer.open({ DEPOSIT_SECONDS: "15", IDLE_SECONDS: "15" });
  try {
    const player = new PlayerPage(page, house.url);
    await player.logIn(await house.addPlayer());
    await player.sit(2);
    await page
      .getByRole("button", { name: /PARA YATIR/ })
      .first()
      .click();
    const sheet = page.getByRole("dialog", { name: /^Makineye para aktar/ });
    for (const typed of ["5", "50", "5", "50", "5"]) {
      await sheet.getByRole("textbox").fill(typed);
      await page.waitForTimeout(5_000);
    }
    await expect(sheet.getByRole("timer")).toContainText("Para yatırmak için", { timeout: 20_000 });
    await sheet.getByRole("textbox").fill("₺1.000");
    await sheet.getByRole("button", { name: "Aktar ₺1.000" }).click();
    await expect.poll(() => player.creditMinor()).toBe(1_000_00);

    await expect(page.getByText("Yoksa yeriniz bırakılır, krediniz bakiyenize döner.").first()).toBeVisible({
      timeout: 40_000,
    });
    await page.getByRole("button", { name: "Devam et" }).click();
    await expect(page.getByText(/Devam etmek için/)).toHaveCount(0);
    expect(await player.creditMinor()).toBe(1_000_00);

    await expect(page).toHaveURL(/\/lobby/, { timeout: 60_000 });
    const card = page.getByRole("list", { name: "Oturumunuz bitti" }).getByRole("listitem");
    await expect(card).toContainText("₺1.000 bakiyenize aktarıldı.");
    await page.reload();
    await expect(card).toContainText("₺1.000 bakiyenize aktarıldı.");
    await card.getByRole("button", { name: "Tamam" }).click();
    await expect(card).toHaveCount(0);
  } finally {
    await house.close();
  }
});
