/** The login form, the way back from it, and the end of a login. */
import { ErrorCode } from "@reelcast/contract";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../player-page.ts";

test("the form can be sent only when both fields are long enough, and says why", async ({ page, house }) => {
  const player = new PlayerPage(page);
  await player.open(house.url, "/login");
  const submit = page.getByRole("button", { name: "Giriş yap" });
  await expect(submit).toBeDisabled();
  await player.fillLogin("dem", "play1234");
  await page.getByLabel("Şifre", { exact: true }).blur();
  await expect(submit).toBeDisabled();
  await expect(page.getByText(/en az 4/i).first()).toBeVisible();
  await player.fillLogin("demo1", "play1234");
  await expect(submit).toBeEnabled();
});

test("wrong passwords count down, then block the account, and the right password waits too", async ({
  page,
  house,
  account,
}) => {
  const player = new PlayerPage(page);
  await player.open(house.url, "/login");
  for (const remaining of [4, 3, 2, 1]) {
    await player.fillLogin(account.username, "wrong-password");
    await player.submitLogin();
    // Said at the field, which is to be filled in again.
    const field = page.getByLabel("Şifre", { exact: true });
    await expect(field).toHaveAccessibleDescription(new RegExp(`\\b${remaining}\\b`));
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
  }
  await player.fillLogin(account.username, "wrong-password");
  await player.submitLogin();
  await expect(page.getByText(/koru|engellen|bloke/i).first()).toBeVisible();
  await player.fillLogin(account.username, account.password);
  await player.submitLogin();
  await expect(page.getByText(/koru|engellen|bloke/i).first()).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test("what the server finds wrong with a name is said at the name", async ({ page, house, account }) => {
  const player = new PlayerPage(page);
  await player.open(house.url, "/login");
  await page.route("**/api/v1/login", (route) =>
    route.fulfill({
      status: 400,
      json: { ErrorMessage: "no", code: ErrorCode.InvalidRequest, Params: { field: "username" } },
    }),
  );
  await player.fillLogin("demo1?", "play1234");
  await player.submitLogin();
  const name = page.getByLabel("Kullanıcı adı veya e-posta");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(/Geçersiz istek/);
  await expect(name).toBeFocused();
  await page.unroute("**/api/v1/login");
  await player.fillLogin(account.username, account.password);
  await player.submitLogin();
  await expect(page).toHaveURL(/\/lobby/);
});

test("a visitor without a login comes back to the page that was asked for, and only within the site", async ({
  page,
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

  await page.goto(`${house.url}/logout`);
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${house.url}/login?redirect=//evil.example/x`);
  await player.fillLogin(account.username, account.password);
  await player.submitLogin();
  await expect(page).toHaveURL(`${house.url}/lobby`);
});

test("the pages of a player are refused to an account that may not play", async ({ page, house }) => {
  const player = new PlayerPage(page, house.url);
  await player.logIn(await house.addPlayer({ permissions: [] }));
  for (const path of ["/lobby", "/game/4/x", "/profile", "/transactions"]) {
    await player.go(path);
    await expect(page.getByText("Bu sayfayı açma yetkiniz yok."), path).toBeVisible();
    await expect(page.getByRole("link", { name: /Orchard Gold/ })).toHaveCount(0);
    await expect(player.video).toHaveCount(0);
  }
});

test("logging out ends the token at the server", async ({ page, house, player }) => {
  await player.go("/lobby");
  const token = await page.evaluate(
    () => Object.values(localStorage).find((value) => value.split(".").length === 3) ?? "",
  );
  await page.goto(`${house.url}/logout`);
  await expect(page).toHaveURL(/\/login/);
  const answer = await fetch(`${house.url}/api/v1/player/balance`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
});

test("two tabs stay in step: what one moves the other shows, and a logout in one is a logout in both", async ({
  page,
  context,
  house,
  account,
  player,
}) => {
  await player.go("/lobby");
  const other = await context.newPage();
  await new PlayerPage(other, house.url).go("/transactions");
  const balance = (tab: typeof page) => tab.getByRole("banner").getByText("₺");
  await expect(balance(other)).toHaveText(await balance(page).innerText());
  await house.cli("player", "credit", account.username, "123.45", "--why", "deposit");
  await expect(balance(page)).toContainText("123,45");
  await expect(balance(other)).toContainText("123,45");
  await page.goto(`${house.url}/logout`);
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText("Başka bir sekmede çıkış yaptınız").first()).toBeVisible();
});

test("the name is remembered where that is wished, and forgotten where it is not", async ({ page, house, account }) => {
  const player = new PlayerPage(page);
  await player.open(house.url, "/login");
  await page.getByRole("checkbox", { name: "Beni hatırla" }).click();
  await player.fillLogin(account.username, account.password);
  await player.submitLogin();
  await expect(page).toHaveURL(/\/lobby/);
  await page.goto(`${house.url}/logout`);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel("Kullanıcı adı veya e-posta")).toHaveValue(account.username);
  await page.getByRole("checkbox", { name: "Beni hatırla" }).click();
  await player.fillLogin(account.username, account.password);
  await player.submitLogin();
  await expect(page).toHaveURL(/\/lobby/);
  await page.goto(`${house.url}/logout`);
  await expect(page.getByLabel("Kullanıcı adı veya e-posta")).toHaveValue("");
});
