/** The live chat of an outside provider, under the security policy that the server sends. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

const CHAT = { enabled: true, provider: "tawk", id: "5f0c1a2b3c4d5e6f7a8b9c0d/default" };

test("support can be reached from the login, and a chat loads nothing before it is agreed to", async ({
  page,
  house,
}) => {
  const set = (value: object) => house.cli("settings", "set", "liveChat", JSON.stringify(value));
  const shown = async () => (await (await fetch(`${house.url}/Settings.json`)).json()) as { liveChat: object };
  const { liveChat: before } = await shown();
  // The chat is the server's setting, too: it decides what a page may load.
  await set(CHAT);
  await expect.poll(async () => (await shown()).liveChat).toEqual(CHAT);
  try {
    const asked: string[] = [];
    await page.route("https://embed.tawk.to/**", (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: "text/javascript",
        body: "document.body.dataset.chat = 'open'; window.Tawk_API.onLoad();",
      });
    });
    await new PlayerPage(page).open(house.url, "/login");
    const whatsapp = page.getByRole("link", { name: "7/24 WhatsApp hattı" });
    await expect(whatsapp).toHaveAttribute("href", "https://wa.me/905551234567");
    await expect(whatsapp).toHaveAttribute("rel", /noopener/);
    await expect(page.getByRole("link", { name: "7/24 Telegram hattı" })).toHaveAttribute(
      "href",
      "https://t.me/reelcast_destek",
    );
    await page.getByRole("button", { name: "7/24 canlı destek" }).click();
    const consent = page.getByRole("dialog", { name: "Canlı destek" });
    await expect(consent).toContainText("tawk.to");
    expect(asked).toEqual([]);
    await consent.getByRole("button", { name: "Kabul et ve sohbeti aç" }).click();
    await expect(page.locator('body[data-chat="open"]')).toBeAttached();
    expect(asked).toEqual([`https://embed.tawk.to/${CHAT.id}`]);
  } finally {
    await set(before);
  }
});
