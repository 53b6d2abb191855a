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

test("the login works before the app has come: a wrong password and a lost network are said, and it waits for the rest", async ({
  page,
  context,
  house,
  account,
}) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/base-*.js", async (route) => {
    await released;
    await route.continue();
  });
  const player = new PlayerPage(page, house.url);
  const password = page.getByLabel("Şifre", { exact: true });
  await player.go("/game/2/x");
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await player.fillLogin(account.username, "wrong-password");
  await player.submitLogin();
  await expect(password).toHaveAccessibleDescription(/kaldı|hatalı|yanlış/i);

  await context.setOffline(true);
  await password.fill(account.password);
  await player.submitLogin();
  await expect(page.getByRole("alert").filter({ hasText: /bağlant/i })).toBeVisible();
  await expect(password).toHaveValue(account.password);
  await context.setOffline(false);

  const answer = page.waitForResponse("**/api/v1/login");
  await player.submitLogin();
  expect((await answer).status()).toBe(200);
  await expect(page.getByRole("button", { name: "Giriş yap" })).toHaveAttribute("aria-busy", "true");
  release();
  await player.seeLiveVideo();
  await expect(page).toHaveURL(/\/game\/2\//);
  await expect(page.getByLabel("Kullanıcı adı veya e-posta")).toBeHidden();
});

test("on a slow line the waiting screen after the login shows nothing of the login's fields", async ({
  page,
  house,
  account,
}) => {
  const player = new PlayerPage(page, house.url);
  await page.setViewportSize({ width: 390, height: 844 });
  let arrive = () => {};
  const line = new Promise<void>((resolve) => (arrive = resolve));
  // What the lobby needs is on its way, however long.
  await page.route(/\/assets\/frame-[^/]+\.js$/, async (route) => {
    await line;
    await route.continue();
  });
  await page.goto(`${house.url}/login`);
  await player.fillLogin(account.username, account.password);
  await player.submitLogin();
  await expect(page.locator("#root .splash")).toBeVisible();
  for (const name of ["username", "password", "remember"]) await expect(page.locator(`[name=${name}]`)).toBeHidden();
  arrive();
  await expect(page.locator(".machine-item").first()).toBeVisible();
  await expect(page.locator("#login")).toBeHidden();
});
