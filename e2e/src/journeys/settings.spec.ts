/** What the operator changes while pages are open: it reaches them without a reload. */
import { expect, test } from "../fixtures.ts";
import { TestServer } from "../testServer.ts";
import { PlayerPage } from "../playerPage.ts";

test("new settings reach open pages by a push, and the login by its next call; nothing that was typed is lost", async ({
  browser,
}) => {
  const house = await TestServer.open({}, { support: { whatsapp: "", telegram: "", chat: false } });
  try {
    const set = (key: string, value: unknown) => house.cli("settings", "set", key, JSON.stringify(value));
    const context = await browser.newContext({ baseURL: house.url, locale: "tr-TR" });
    const rules = new PlayerPage(await context.newPage(), house.url);
    await rules.logIn(await house.addPlayer());
    await rules.go("/rules");
    const elsewhere = await browser.newContext({ baseURL: house.url, locale: "tr-TR" });
    const guest = new PlayerPage(await elsewhere.newPage(), house.url);
    await guest.go("/login");
    await expect(guest.page.getByRole("link", { name: "WhatsApp" })).toBeHidden();
    // A page load would lose it.
    for (const { page } of [rules, guest]) await page.evaluate(() => Object.assign(globalThis, { isSame: true }));

    await set("menuTitle", "Fener");
    await set("support", { whatsapp: "+905551234567", telegram: "", chat: false });
    await expect(rules.page.getByRole("link", { name: /Fener/ }).first()).toBeVisible();
    await set("templateMenu", true);
    await rules.page.getByRole("button", { name: "Menüyü aç" }).first().click();
    await expect(rules.page.getByRole("dialog").getByRole("link", { name: "Belgeler" })).toBeVisible();
    await rules.page.keyboard.press("Escape");

    // A guest has no socket: the answer to the next call names the version.
    await guest.fillLogin("nobody", "wrong-password");
    await guest.submitLogin();
    await expect(guest.page.getByRole("link", { name: "WhatsApp" })).toBeVisible();
    await expect(guest.page.getByText("Fener").first()).toBeVisible();
    await expect(guest.page.getByLabel("Kullanıcı adı veya e-posta")).toHaveValue("nobody");
    await set("tokenLogin", true);
    await guest.fillLogin("nobody", "wrong-password");
    await guest.submitLogin();
    await expect(guest.page.getByText("Giriş yapılamıyor", { exact: false }).first()).toBeVisible();
    await expect(guest.page.getByLabel("Kullanıcı adı veya e-posta")).toBeHidden();
    for (const { page } of [rules, guest])
      expect(await page.evaluate(() => "isSame" in globalThis), "the page was not loaded again").toBe(true);
    // In the game, without losing the seat.
    await set("tokenLogin", false);
    await rules.sit(2, "100");
    await set("depositText", "PARA KOY");
    await expect(rules.page.getByRole("button", { name: /PARA KOY/ }).first()).toBeVisible();
    expect(await rules.creditMinor()).toBe(100_00);
    await context.close();
    await elsewhere.close();
  } finally {
    await house.close();
  }
});
