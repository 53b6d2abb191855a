/** A password changed for good, and the way to support. What the profile's forms say is a matter of the component tests. */
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import { DEMO_PASSWORD } from "../playerPage.ts";

test("a password is changed for the old one; every other login ends and this one stays", async ({
  page,
  house,
  account,
  player,
}) => {
  const elsewhere = await PlayerClient.login(house.url, account.username);
  // Somebody else's profile is no page.
  await player.go("/profile/987654321");
  await expect(page).toHaveURL(/\/pages\/errors\/error-404$/);
  // Account, last logins and password stand on one page.
  await player.go("/profile");
  await expect(page.locator("section#account")).toContainText(account.username);
  await expect(page.locator("section#authentication")).toContainText("Son şifre değişikliği");
  const form = page.locator("section#password");
  const old = form.getByLabel("Eski şifre");
  const fresh = form.getByLabel("Yeni şifre", { exact: true });
  const again = form.getByLabel("Yeni şifre (yeniden)");
  const send = async (values: [string, string, string]) => {
    await old.fill(values[0]);
    await fresh.fill(values[1]);
    await again.fill(values[2]);
    await form.getByRole("button", { name: "Şifreyi değiştir" }).click();
  };
  await send(["yanlis-sifre", "lambalar yanarken", "lambalar yanarken"]);
  await expect(form.getByText("Eski şifre hatalı.")).toBeVisible();
  expect(await elsewhere.balance()).toBeGreaterThan(0);

  const reconnected = page
    .waitForEvent("websocket", (socket) => socket.url().includes("/ws/notifications"))
    .then((socket) => socket.waitForEvent("framereceived"));
  await send([DEMO_PASSWORD, "lambalar yanarken", "lambalar yanarken"]);
  await expect(page.getByText("Şifreniz değişti. Diğer cihazlardaki oturumlar kapatıldı.")).toBeVisible();
  await expect(old).toHaveValue("");
  await expect(elsewhere.balance()).rejects.toThrow(String(ErrorCode.TokenInvalid));
  // The socket with the old token is given up, and another one takes its place.
  await reconnected;
  await expect(page).toHaveURL(/\/profile/);
  await player.go("/profile");
  await page.reload();
  await expect(page.locator("section#account").getByText(account.username, { exact: true })).toBeVisible();
  await PlayerClient.login(house.url, account.username, "lambalar yanarken");
});
