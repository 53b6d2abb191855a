/** A player looks after their account: password, PIN, limits, breaks; and reads what happened and what the rules are. */
import type { Locator, Page } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import { type Account, House } from "../house.ts";
import { DEMO_PASSWORD, PlayerPage } from "../player-page.ts";

// The live chat is the server's setting too: it decides what a page may load.
let house: House;
let account: Account;
test.beforeAll(async () => {
  house = await House.open(
    {},
    {
      support: { whatsapp: "+90 555 123 45 67", telegram: "@reelcast_destek", chat: true },
      liveChat: { enabled: true, provider: "tawk", id: "5f0c1a2b3c4d5e6f7a8b9c0d/default" },
      maxAllIn: 12_300_000,
    },
  );
});
test.beforeEach(async () => {
  account = await house.addPlayer();
});
test.afterAll(async () => {
  await house.close();
});

const part = (page: Page, id: string): Locator => page.locator(`section#${id}`);
const speak = (page: Page, language: string) =>
  page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
async function openProfile(page: Page): Promise<PlayerPage> {
  const user = new PlayerPage(page, house.url);
  await user.logIn(account);
  await user.go("/profile");
  return user;
}

test("a password is changed for the old one; every other login ends and this one stays", async ({ page }) => {
  const elsewhere = await PlayerClient.login(house.url, account.username);
  await openProfile(page);
  const form = part(page, "password");
  const old = form.getByLabel("Eski şifre");
  const fresh = form.getByLabel("Yeni şifre", { exact: true });
  const again = form.getByLabel("Yeni şifre (yeniden)");
  const send = async (values: [string, string, string]) => {
    await old.fill(values[0]);
    await fresh.fill(values[1]);
    await again.fill(values[2]);
    await form.getByRole("button", { name: "Şifreyi değiştir" }).click();
  };
  await send([DEMO_PASSWORD, "kısa", "kısa"]);
  await expect(form.getByText("En az 8 karakter olmalı")).toBeVisible();
  await expect(fresh).toBeFocused();
  await send([DEMO_PASSWORD, "lambalar yanarken", "lambalar sönerken"]);
  await expect(form.getByText("İki yeni şifre aynı değil")).toBeVisible();
  await send(["yanlis-sifre", "lambalar yanarken", "lambalar yanarken"]);
  await expect(form.getByText("Eski şifre hatalı.")).toBeVisible();
  await expect(old).toBeFocused();
  await expect(fresh).toHaveValue("lambalar yanarken");
  await send([DEMO_PASSWORD, "password1", "password1"]);
  await expect(form.getByText(/çok yaygın/)).toBeVisible();
  await expect(fresh).toBeFocused();
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
  await page.reload();
  await expect(part(page, "account").getByText(account.username, { exact: true })).toBeVisible();
  await page.goto(`${house.url}/logout`);
  await expect(page).toHaveURL(/\/login/);
  await PlayerClient.login(house.url, account.username, "lambalar yanarken");
});

test("a new PIN takes the place of the old one, for the right password alone", async ({ page }) => {
  await openProfile(page);
  const form = part(page, "pin");
  await expect(form.getByText(/0000/)).toBeVisible();
  const code = () => page.evaluate(() => localStorage.getItem("pin_code"));
  const before = await code();
  const fill = async (password: string, pin: string, repeated = pin) => {
    await form.getByLabel("Şifreniz").fill(password);
    await form.getByLabel("Yeni PIN", { exact: true }).fill(pin);
    await form.getByLabel("Yeni PIN (yeniden)").fill(repeated);
    await form.getByRole("button", { name: "PIN’i değiştir" }).click();
  };
  await fill(DEMO_PASSWORD, "12a4");
  await expect(form.getByText("PIN 4 ile 12 arası rakamdan oluşur")).toBeVisible();
  await fill("yanlis-sifre", "4711");
  await expect(form.getByText("Şifre hatalı.")).toBeVisible();
  await fill(DEMO_PASSWORD, "4711");
  await expect(page.getByText(/PIN’iniz değişti/)).toBeVisible();
  expect(await code()).toMatch(/^pbkdf2-sha256\$/);
  expect(await code()).not.toBe(before);
});

test("the account's activity is listed in words, by kind and page by page", async ({ page }) => {
  for (let n = 0; n < 11; n += 1) await PlayerClient.login(house.url, account.username);
  await PlayerClient.login(house.url, account.username, "wrong-password").catch(() => undefined);
  await openProfile(page);
  const log = part(page, "activity");
  await expect(log.getByRole("listitem").filter({ hasText: "Giriş yapıldı" }).first()).toBeVisible();
  await expect(log.getByRole("listitem")).toHaveCount(10);
  await log.getByRole("button", { name: "Daha fazla göster" }).click();
  await expect.poll(() => log.getByRole("listitem").count()).toBeGreaterThan(10);
  await expect(log).not.toContainText(/LOGIN_|_SUCCESS/);
  await log.getByLabel("Göster").selectOption({ label: "Hatalı giriş denemesi" });
  await expect(log.getByRole("listitem")).toHaveCount(1);
  await expect(log.getByRole("listitem")).toContainText(
    /Hatalı giriş denemesi.*\d{2}\.\d{2}\.\d{4}.*127\.0\.0\.1|::1/s,
  );
  await log.getByLabel("Göster").selectOption({ label: "Oyundan men edildi" });
  await expect(log.getByText("Burada kayıt yok")).toBeVisible();
});

test("a tighter limit counts at once; a looser one waits a day, and can be taken back", async ({ page }) => {
  const user = await openProfile(page);
  await user.open(house.url, "/profile#protection");
  const protection = part(page, "protection");
  await expect(protection).toBeInViewport();
  await protection.getByRole("button", { name: "Para yatırma limiti, Günlük: limit koy" }).click();
  const dialog = page.getByRole("dialog", { name: "Para yatırma limiti, Günlük" });
  await dialog.getByRole("textbox").fill("1.500,50");
  await expect(dialog.getByText("Yeni limit hemen geçerli olur: ₺1.500,50.")).toBeVisible();
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(dialog).toBeHidden();
  const meter = protection.getByRole("meter", { name: "Para yatırma limiti, Günlük" });
  await expect(meter).toHaveAttribute("aria-valuetext", "₺0 / ₺1.500,50 kullanıldı");

  const change = protection.getByRole("button", { name: "Para yatırma limiti, Günlük: değiştir" });
  await change.click();
  await dialog.getByRole("textbox").fill("çok");
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(dialog.getByText(/Sıfırdan büyük bir tutar/)).toBeVisible();
  await dialog.getByRole("textbox").fill("5000");
  await expect(dialog.getByText(/24 saat sonra geçerli olur; o zamana/)).toBeVisible();
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(dialog).toBeHidden();
  await expect(protection.getByText(/itibarıyla ₺5\.000 olacak/)).toBeVisible();
  await expect(meter).toHaveAttribute("aria-valuetext", /₺1\.500,50/);
  await expect(change).toBeFocused();
  await protection.getByRole("button", { name: "Vazgeç, şimdiki limit kalsın" }).click();
  await expect(protection.getByText(/itibarıyla ₺5\.000 olacak/)).toBeHidden();
  await expect(part(page, "activity").getByText(/Para yatırma limiti, Günlük: ₺1\.500,50 → ₺5\.000/)).toBeVisible();

  await protection.getByRole("button", { name: "30 dk" }).click();
  await expect(protection.getByRole("button", { name: "30 dk" })).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(protection.getByRole("button", { name: "30 dk" })).toHaveAttribute("aria-pressed", "true");
});

test("a break logs out everywhere, and the login says until when, in the player's language", async ({ page }) => {
  const elsewhere = await PlayerClient.login(house.url, account.username);
  const user = await openProfile(page);
  const protection = part(page, "protection");
  await protection.getByRole("button", { name: "3 gün" }).click();
  await protection.getByRole("button", { name: "Mola ver" }).click();
  const dialog = page.getByRole("dialog", { name: "3 gün mola verilsin mi?" });
  await expect(dialog.getByText("Bütün cihazlarda çıkış yapılır.")).toBeVisible();
  await dialog.getByRole("button", { name: "Mola ver" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/Molanız başladı: \d{2}\.\d{2}\.\d{4}/)).toBeVisible();
  await expect(elsewhere.balance()).rejects.toThrow(/401/);
  await user.fillLogin(account.username, DEMO_PASSWORD);
  await user.submitLogin();
  await expect(page.getByText(/\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2} tarihine kadar moladasınız/)).toBeVisible();
  await speak(page, "en");
  await user.open(house.url, "/login");
  await user.fillLogin(account.username, DEMO_PASSWORD);
  await user.submitLogin();
  await expect(page.getByText(/You are taking a break until \d{2}\.\d{2}\.\d{4}/)).toBeVisible();
});

test("self-exclusion takes two steps, the password and a clear yes", async ({ page }) => {
  const user = await openProfile(page);
  await part(page, "protection").getByRole("button", { name: "Kendimi men et" }).click();
  const dialog = page.getByRole("dialog", { name: /men$|Son onay/ });
  await expect(dialog.getByText("Bunu ne siz ne de destek geri alabilir.")).toBeVisible();
  await dialog.getByRole("button", { name: "Anladım, devam et" }).click();
  const password = dialog.getByLabel("Şifreniz");
  await expect(password).toBeFocused();
  const confirm = dialog.getByRole("button", { name: "Kendimi 6 ay men et" });
  await expect(confirm).toBeDisabled();
  await password.fill("yanlis-sifre");
  await dialog.getByRole("checkbox").check();
  await confirm.click();
  await expect(dialog.getByText("Şifre hatalı.")).toBeVisible();
  await password.fill(DEMO_PASSWORD);
  await confirm.click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/Kendinizi \d{2}\.\d{2}\.\d{4}.* tarihine kadar oyundan men ettiniz/)).toBeVisible();
  await user.fillLogin(account.username, DEMO_PASSWORD);
  await user.submitLogin();
  await expect(page.getByText(/tarihine kadar kendinizi oyundan men ettiniz/)).toBeVisible();
});

test("there is a profile for one's own id alone", async ({ page }) => {
  await openProfile(page);
  const own = account.id;
  await page.goto(`${house.url}/profile/${own}#password`);
  await expect(part(page, "password").getByRole("heading")).toBeFocused();
  for (const foreign of [String(own + 1), "0", "abc"]) {
    await page.goto(`${house.url}/profile/${foreign}`);
    await expect(page.getByText(/404|Böyle bir sayfa yok/).first()).toBeVisible();
    await expect(part(page, "account")).toHaveCount(0);
  }
});

test("a profile that does not come can be asked for again, and keeps what was typed", async ({ page }) => {
  await page.route("**/player/profile", (route) =>
    route.fulfill({ status: 403, json: { code: ErrorCode.NotPermitted, ErrorMessage: "no" } }),
  );
  await openProfile(page);
  const section = part(page, "account");
  await expect(section.getByRole("alert")).toContainText("Profil yüklenemedi");
  await part(page, "password").getByLabel("Eski şifre").fill("yarım kalan");
  await page.unroute("**/player/profile");
  await section.getByRole("button", { name: "Yeniden dene" }).click();
  await expect(section.getByText(`${account.username}@example.com`)).toBeVisible();
  await expect(part(page, "password").getByLabel("Eski şifre")).toHaveValue("yarım kalan");
});

test("the rules have the house's own figures, and every chapter has an address", async ({ page }) => {
  const user = new PlayerPage(page, house.url);
  await user.logIn(account);
  await user.go("/rules");
  await expect(page.getByText(/“Tümü” bir seferde en çok ₺123\.000 aktarır/)).toBeVisible();
  await page.getByRole("navigation", { name: "İçindekiler" }).getByRole("link", { name: "Jackpotlar" }).click();
  await expect(page).toHaveURL(/#jackpots$/);
  await expect(page.getByRole("heading", { name: "Jackpotlar" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Jackpotlar" })).toBeInViewport();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("navigation", { name: "İçindekiler" })).toBeHidden();
});

test("support can be reached from the login, and a chat loads nothing before it is agreed to", async ({ page }) => {
  const asked: string[] = [];
  await page.route("https://embed.tawk.to/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      body: "document.body.dataset.chat = 'open'; window.Tawk_API.onLoad();",
    });
  });
  const user = new PlayerPage(page);
  await user.open(house.url, "/login");
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
  expect(asked).toEqual(["https://embed.tawk.to/5f0c1a2b3c4d5e6f7a8b9c0d/default"]);
});
