import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";

let house: House;
test.beforeAll(async () => {
  house = await House.open();
});
test.afterAll(async () => {
  await house.close();
});

test("the form can be sent only when both fields are long enough, and says why", async ({ page }) => {
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

test("wrong passwords count down, then block the account, and the right password waits too", async ({ page }) => {
  const player = new PlayerPage(page);
  await player.open(house.url, "/login");
  for (const remaining of [4, 3, 2, 1]) {
    await player.fillLogin("demo2", "wrong-password");
    await player.submitLogin();
    // Said at the field, which is to be filled in again.
    const field = page.getByLabel("Şifre", { exact: true });
    await expect(field).toHaveAccessibleDescription(new RegExp(`\\b${remaining}\\b`));
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
  }
  await player.fillLogin("demo2", "wrong-password");
  await player.submitLogin();
  await expect(page.getByText(/koru|engellen|bloke/i).first()).toBeVisible();
  await player.fillLogin("demo2", "play1234");
  await player.submitLogin();
  await expect(page.getByText(/koru|engellen|bloke/i).first()).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test("what the server finds wrong with a name is said at the name", async ({ page }) => {
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
  await player.fillLogin("demo1", "play1234");
  await player.submitLogin();
  await expect(page).toHaveURL(/\/lobby/);
});

test("an unauthenticated visitor comes back to where he wanted to go, and only within the site", async ({ page }) => {
  const player = new PlayerPage(page);
  await player.open(house.url, "/lobby");
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.goto(`${house.url}/login?redirect=//evil.example/x`);
  await player.fillLogin("demo1", "play1234");
  await player.submitLogin();
  await expect(page).toHaveURL(`${house.url}/lobby`);
});

test("logging out ends the token at the server", async ({ page }) => {
  const player = new PlayerPage(page);
  await player.login(house.url, "demo3");
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
}) => {
  const player = new PlayerPage(page);
  await player.login(house.url, "demo4");
  const other = await context.newPage();
  await new PlayerPage(other).open(house.url, "/transactions");
  const balance = (tab: typeof page) => tab.getByRole("banner").getByText("₺");
  await expect(balance(other)).toHaveText(await balance(page).innerText());
  await house.cli("player", "credit", "demo4", "123.45", "--why", "deposit");
  await expect(balance(page)).toContainText("123,45");
  await expect(balance(other)).toContainText("123,45");
  await page.goto(`${house.url}/logout`);
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText("Başka bir sekmede çıkış yaptınız").first()).toBeVisible();
});

test("the name is remembered where that is wished, and forgotten where it is not", async ({ page }) => {
  const player = new PlayerPage(page);
  await player.open(house.url, "/login");
  await page.getByRole("checkbox", { name: "Beni hatırla" }).click();
  await player.fillLogin("demo4", "play1234");
  await player.submitLogin();
  await expect(page).toHaveURL(/\/lobby/);
  await page.goto(`${house.url}/logout`);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel("Kullanıcı adı veya e-posta")).toHaveValue("demo4");
  await page.getByRole("checkbox", { name: "Beni hatırla" }).click();
  await player.fillLogin("demo4", "play1234");
  await player.submitLogin();
  await expect(page).toHaveURL(/\/lobby/);
  await page.goto(`${house.url}/logout`);
  await expect(page.getByLabel("Kullanıcı adı veya e-posta")).toHaveValue("");
});
