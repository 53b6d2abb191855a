/** A login from its form to its end, in two tabs. What the form says is a matter of the component tests. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

test("a player who logs in comes to the page that was asked for; two tabs stay in step, and a logout ends both and the token", async ({
  page,
  context,
  house,
  account,
}) => {
  const player = new PlayerPage(page, house.url);
  await player.go("/transactions?type=cashout");
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await player.fillLogin(account.username, account.password);
  await player.submitLogin();
  await expect(page).toHaveURL(`${house.url}/transactions?type=cashout`);
  await expect(page.getByRole("heading", { level: 1, name: "İşlemler" })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("access_token") ?? "");
  const other = await context.newPage();
  await new PlayerPage(other, house.url).go("/lobby");
  const balance = (tab: typeof page) => tab.getByRole("banner").getByText("₺");
  await expect(balance(other)).toHaveText(await balance(page).innerText());
  await house.cli("player", "credit", account.username, "123.45", "--why", "deposit");
  await expect(balance(page)).toContainText("123,45");
  await expect(balance(other)).toContainText("123,45");

  await page.goto(`${house.url}/logout`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText("Başka bir sekmede çıkış yaptınız").first()).toBeVisible();
  const answer = await fetch(`${house.url}/api/v1/player/balance`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
});
