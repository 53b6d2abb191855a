/** The idle lock: nobody at the screen, then the PIN or a logout. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../player-page.ts";

const IDLE_MS = 2_500;
test.use({ settings: { pinCheck: true, idleTimeoutMs: IDLE_MS, toastAutoCloseMs: 60_000 } });

const LOCKED = { name: "KİLİTLİ" };

test("an idle screen locks in every tab, stays locked over a reload, and opens with the PIN as it is typed", async ({
  page,
  context,
  player,
}) => {
  await player.go("/lobby");
  const other = await context.newPage();
  await new PlayerPage(other, player.url).go("/lobby");
  const lock = page.getByRole("alertdialog", LOCKED);
  await expect(lock).toBeVisible();
  await expect(other.getByRole("alertdialog", LOCKED)).toBeVisible();
  await page.reload();
  await expect(lock).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lock).toBeVisible();
  const pin = lock.getByLabel("PIN kodu");
  await expect(pin).toBeFocused();
  // Waited for from before: nobody is at the screens afterwards either, and they lock again soon.
  const opened = Promise.all(
    [lock, other.getByRole("alertdialog", LOCKED)].map((each) => each.waitFor({ state: "hidden", timeout: 15_000 })),
  );
  await pin.pressSequentially("0000");
  await opened;
  await expect(page).toHaveURL(/lobby/);
  await other.close();

  // What the house has to say to the player stands over no lock, and nothing else of the page can be reached.
  await page.goto(`${player.url}/lobby/999/gone`);
  const word = page.getByText("Bu lobi artık yok").first();
  await expect(async () => {
    // However slow the machine is, somebody is there until the word is.
    await page.mouse.move(10 + Math.random() * 90, 300);
    await expect(word).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  await expect(lock).toBeVisible();
  await expect(word).toHaveCount(0);
  await expect(pin).toBeFocused();
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press(n < 6 ? "Tab" : "Shift+Tab");
    // Beyond its last field the browser's own controls come, and nothing of the page.
    expect(
      await lock.evaluate(
        (dialog) => document.activeElement === document.body || dialog.contains(document.activeElement),
      ),
    ).toBe(true);
  }
  await pin.fill("0000");
  await expect(lock).toBeHidden();
  await expect(word).toBeVisible();
});

test("five wrong PINs are a logout, counted over a reload, and at the server", async ({ page, house, player }) => {
  await player.go("/lobby");
  const token = await page.evaluate(() => localStorage.getItem("access_token") ?? "");
  const lock = page.getByRole("alertdialog", LOCKED);
  await expect(lock).toBeVisible();
  const pin = lock.getByLabel("PIN kodu");
  const left = lock.getByRole("alert");
  await pin.fill("1234");
  await lock.getByRole("button", { name: "Kilidi aç" }).click();
  await expect(left).toContainText("4");
  // Each is tried as it is typed: sent or not, it was a guess. Digits typed on behind it are none.
  await pin.pressSequentially("123456");
  await pin.press("Backspace");
  await expect(left).toContainText("3");
  await pin.fill("4321");
  await page.reload();
  await pin.fill("1111");
  await pin.fill("");
  await expect(left).toContainText("1");
  await pin.fill("1234");
  await pin.press("Backspace");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("PIN beş kez yanlış girildi").first()).toBeVisible();
  const answer = await fetch(`${house.url}/api/v1/player/balance`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
  expect(await page.evaluate(() => localStorage.getItem("pin_code"))).toBeNull();
});

test("a PIN that was changed elsewhere opens, too, and logging out from the lock clears the lock", async ({
  page,
  house,
  account,
  player,
}) => {
  await player.go("/lobby");
  const lock = page.getByRole("alertdialog", LOCKED);
  await expect(lock).toBeVisible();
  // What this browser compares with is of another PIN; the server knows better.
  const old = "pbkdf2-sha256$1000$YQ$YQ";
  await page.evaluate((code) => localStorage.setItem("pin_code", code), old);
  await lock.getByLabel("PIN kodu").fill("0000");
  await page.keyboard.press("Enter");
  await expect(lock).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("pin_code"))).not.toBe(old);
  expect(await page.evaluate(() => localStorage.getItem("pin_tries"))).toBeNull();
  await expect(lock).toBeVisible();
  await lock.getByRole("button", { name: "Çıkış yap" }).click();
  // A fresh page: that of before would have kept the way back.
  await expect(page).toHaveURL(`${house.url}/login`);
  expect(await page.evaluate(() => localStorage.getItem("user_lock"))).toBeNull();
  await player.fillLogin(account.username, account.password);
  await player.submitLogin();
  await expect(page).toHaveURL(/lobby/);
  await expect(lock).toBeHidden();
});

test("a player who moves the pointer is not locked out", async ({ page, player }) => {
  await page.clock.install();
  await player.go("/lobby");
  for (let n = 0; n < 8; n++) {
    await page.mouse.move(100 + n * 10, 300);
    await page.clock.runFor(IDLE_MS / 2);
  }
  await expect(page.getByRole("alertdialog", LOCKED)).toBeHidden();
  await page.clock.runFor(IDLE_MS * 2);
  await expect(page.getByRole("alertdialog", LOCKED)).toBeVisible();
});

test("no page of a player is without the lock, and nothing can be done over it", async ({
  page,
  house,
  player,
  client,
}) => {
  const lock = page.getByRole("alertdialog", LOCKED);
  await player.go("/pages/coming-soon");
  await expect(lock).toBeVisible();
  await page.goto(`${house.url}/pages/auth/login`);
  await expect(lock).toBeVisible();
  // The page of the lock asks for the PIN itself.
  await page.goto(`${house.url}/pages/auth/lock`);
  await expect(page.getByLabel("PIN kodu")).toBeVisible();
  await expect(lock).toBeHidden();

  // A session left open is offered after the PIN, not before.
  const game = await client.game();
  await game.init(1);
  await game.cashIn(100_00);
  game.close();
  const offered = page
    .waitForEvent("websocket", (socket) => socket.url().includes("/ws/notifications"))
    .then((socket) => socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"session"')));
  await page.goto(`${house.url}/lobby`);
  await expect(lock).toBeVisible();
  await offered;
  // Beneath the lock the offer would have to be in the page by now.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await lock.getByLabel("PIN kodu").pressSequentially("0000");
  await expect(lock).toBeHidden();
  await page.mouse.move(300, 300);
  await page.getByRole("dialog").getByRole("button", { name: "Paramı çek", exact: true }).click();
  await expect(page.getByText("₺100,00").first()).toBeVisible();
});
