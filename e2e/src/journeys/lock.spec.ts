/** The idle lock: nobody at the screen, then the PIN or a logout. */
import { expect, test } from "@playwright/test";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";

const IDLE_MS = 2_500;
let house: House;
test.beforeAll(async () => {
  house = await House.open({}, { pinCheck: true, idleTimeoutMs: IDLE_MS });
});
test.afterAll(async () => {
  await house.close();
});

const LOCKED = { name: "KİLİTLİ" };

test("an idle screen locks in every tab, stays locked over a reload, and opens with the PIN as it is typed", async ({
  page,
  context,
}) => {
  const player = new PlayerPage(page);
  await player.login(house.url, "demo1");
  const other = await context.newPage();
  await new PlayerPage(other).open(house.url, "/lobby");
  const lock = page.getByRole("alertdialog", LOCKED);
  await expect(lock).toBeVisible();
  await expect(other.getByRole("alertdialog", LOCKED)).toBeVisible();
  await page.reload();
  await expect(lock).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lock).toBeVisible();
  const pin = lock.getByLabel("PIN kodu");
  await expect(pin).toBeFocused();
  await pin.pressSequentially("0000");
  await expect(lock).toBeHidden();
  await expect(other.getByRole("alertdialog", LOCKED)).toBeHidden();
  await expect(page).toHaveURL(/lobby/);
});

test("five wrong PINs are a logout, counted over a reload, and at the server", async ({ page }) => {
  const player = new PlayerPage(page);
  await player.login(house.url, "demo2");
  const token = await page.evaluate(() => localStorage.getItem("access_token") ?? "");
  const lock = page.getByRole("alertdialog", LOCKED);
  await expect(lock).toBeVisible();
  for (const left of [4, 3, 2, 1]) {
    if (left === 2) await page.reload();
    await lock.getByLabel("PIN kodu").fill("1234");
    await lock.getByRole("button", { name: "Kilidi aç" }).click();
    await expect(lock.getByRole("alert")).toContainText(String(left));
  }
  await lock.getByLabel("PIN kodu").fill("1234");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("PIN beş kez yanlış girildi").first()).toBeVisible();
  const answer = await fetch(`${house.url}/api/v1/player/balance`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
  expect(await page.evaluate(() => localStorage.getItem("pin_code"))).toBeNull();
});

test("logging out from the lock clears the lock", async ({ page }) => {
  const player = new PlayerPage(page);
  await player.login(house.url, "demo3");
  const lock = page.getByRole("alertdialog", LOCKED);
  await expect(lock).toBeVisible();
  await lock.getByRole("button", { name: "Çıkış yap" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("user_lock"))).toBeNull();
  await player.fillLogin("demo3", "play1234");
  await player.submitLogin();
  await expect(page).toHaveURL(/lobby/);
  await expect(lock).toBeHidden();
});

test("whoever moves is not locked out", async ({ page }) => {
  const player = new PlayerPage(page);
  await player.login(house.url, "demo4");
  for (let n = 0; n < 8; n++) {
    await page.mouse.move(100 + n * 10, 300);
    await page.waitForTimeout(IDLE_MS / 4);
  }
  await expect(page.getByRole("alertdialog", LOCKED)).toBeHidden();
});
