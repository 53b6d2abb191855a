/** A player and the house's desk write to each other. */
import { expect, test } from "../fixtures.ts";

const DESK = "Destek masası";

test("a player writes to the desk and is answered while they look, and while they do not", async ({
  page,
  house,
  account,
  player,
}) => {
  const chat = page.getByRole("dialog", { name: "Sohbet" });
  const button = page.getByRole("banner").getByRole("button", { name: /^Sohbet/ });
  const messages = chat.getByRole("log").getByRole("listitem");
  await player.go("/lobby");
  await button.click();
  await chat.getByRole("button", { name: DESK }).click();
  await chat.getByRole("textbox", { name: `Mesajınız, alıcı: ${DESK}` }).fill("Bonusum gelmedi");
  await page.keyboard.press("Enter");
  await expect(messages).toHaveText([/Bonusum gelmedi\d\d:\d\d$/]);
  await expect
    .poll(async () => (await house.cli("chat", "read", account.username)).stdout)
    .toContain("Bonusum gelmedi");
  await house.cli("chat", "answer", account.username, "Hemen bakıyorum.");
  await expect(messages.last()).toContainText("Hemen bakıyorum.");

  // Closed: announced by a toast and on the button, which are both gone once it is read.
  await page.keyboard.press("Escape");
  await expect(chat).toBeHidden();
  await house.cli("chat", "answer", account.username, "Bonusunuz tanımlandı.");
  await expect(button).toHaveAccessibleName("Sohbet, 1 okunmamış mesaj");
  await page.getByRole("dialog", { name: DESK }).getByRole("button", { name: "Sohbeti aç" }).click();
  await expect(messages).toHaveText([/Bonusum gelmedi/, /Hemen bakıyorum/, /Bonusunuz tanımlandı/]);
  await expect(button).toHaveAccessibleName("Sohbet");
});
