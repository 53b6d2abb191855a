/** What happens before the app: browser, WebRTC, token in the address, settings, and a login that does not hold. */
import type { Page } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../player-page.ts";

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("access_token"));
test("without WebRTC a notice gives hints, and the rest of the house stays open", async ({ page, house, account }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "RTCPeerConnection", { value: undefined });
  });
  const player = new PlayerPage(page);
  await player.open(house.url);
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("WebRTC");
  await expect(notice).toContainText("VPN");
  await page.getByRole("button", { name: "Görüntüsüz devam et" }).click();
  await expect(page.getByRole("button", { name: "Giriş yap" })).toBeVisible();
  // What stands in the way does not cost the link that led here.
  await player.open(house.url, `/?token=${account.token}`);
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Yeniden dene" }).click();
  await page.getByRole("button", { name: "Görüntüsüz devam et" }).click();
  await expect(page).toHaveURL(`${house.url}/lobby`);
  await expect(page.getByText(`Test ${account.username} olarak giriş yaptınız`).first()).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("link_token"))).toBeNull();
});

test("a token in the address logs in, and is gone from the address before anything is asked for", async ({
  page,
  house,
  account,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const player = new PlayerPage(page);
  const { token } = account;
  await player.open(house.url, `/?token=${token}`);
  await expect(page).toHaveURL(`${house.url}/lobby`);
  // The author of the link decides whose account it is: the app says whose.
  await expect(page.getByText(`Test ${account.username} olarak giriş yaptınız`).first()).toBeVisible();
  expect(requests.slice(1).filter((url) => url.includes(token))).toEqual([]);
  // A link can't put somebody else in the place of the player who is logged in.
  await player.open(house.url, `/callback?token=${(await house.addPlayer()).token}`);
  await expect(page).toHaveURL(`${house.url}/lobby`);
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  await expect(page.getByRole("dialog")).toContainText(account.username);
});

test("the landing of an outside sign-in leads to the lobby, or to the login with the reason", async ({
  page,
  house,
  account,
}) => {
  const player = new PlayerPage(page);
  await player.open(house.url, `/callback?token=${account.token}`);
  await expect(page).toHaveURL(`${house.url}/lobby`);
  await page.goto(`${house.url}/logout`);
  await expect(page).toHaveURL(/\/login/);
  await player.open(house.url, "/callback?token=eyJhbGciOiJIUzI1NiJ9.e30.c2ln");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("Oturumunuz artık geçerli değil").first()).toBeVisible();
  expect(await storedToken(page)).toBeNull();
});

test("a login whose time is over ends with its reason, without asking the server", async ({ page, player }) => {
  const claims = Buffer.from(JSON.stringify({ exp: 1_000_000_000 })).toString("base64url");
  await player.logIn({ token: `eyJhbGciOiJIUzI1NiJ9.${claims}.c2ln` });
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/validate") && asked.push(request.url()));
  await player.go("/profile");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("Oturumunuzun süresi doldu").first()).toBeVisible();
  expect(asked).toEqual([]);
  expect(await storedToken(page)).toBeNull();
});

test("a login that the server does not accept ends with its reason", async ({ page, house, account, player }) => {
  await fetch(`${house.url}/api/v1/player/logout`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.token}`, "content-type": "application/json" },
    body: "{}",
  });
  await player.go("/lobby");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("Oturumunuz artık geçerli değil").first()).toBeVisible();
});

test("a network that fails while the login is checked ends it with its reason", async ({ page, player }) => {
  await page.route("**/api/v1/validate", (route) => route.abort());
  await player.go("/lobby");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("lütfen bağlantınızı kontrol edin").first()).toBeVisible();
});

test("a server that has too much to do costs no login: the page offers to try again", async ({ page, player }) => {
  await page.route("**/api/v1/validate", (route) =>
    route.fulfill({
      status: 429,
      json: { ErrorMessage: "slower", code: ErrorCode.TooManyRequests, Params: { seconds: 7 } },
    }),
  );
  await player.go("/lobby");
  await expect(page.getByRole("alert")).toContainText("7 saniye");
  await page.unroute("**/api/v1/validate");
  await page.getByRole("button", { name: "Yeniden dene" }).click();
  await expect(page.getByRole("listitem").first()).toBeVisible();
});

test("a server that is not ready costs no login: the page says so, and goes on by itself", async ({ page, player }) => {
  let asked = 0;
  await page.route("**/api/v1/validate", (route) => {
    asked += 1;
    return route.fulfill({
      status: 503,
      headers: { "Retry-After": "1" },
      json: { ErrorMessage: "not ready", code: ErrorCode.ServiceUnavailable, Params: {} },
    });
  });
  await player.go("/lobby");
  await expect(page.getByRole("alert")).toContainText("Salonla bağlantı yeniden kuruluyor. Paranız güvende");
  await expect.poll(() => asked).toBeGreaterThan(2);
  expect(await storedToken(page)).not.toBeNull();
  await page.unroute("**/api/v1/validate");
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await expect(page).toHaveURL(`${player.url}/lobby`);
});

test("what can't be fetched at the start is said in every language, and can be tried again", async ({
  page,
  house,
}) => {
  for (const part of ["**/assets/shell-*.js", "**/assets/index-*.js"]) {
    await page.route(part, (route) => route.abort());
    await page.goto(`${house.url}/login`);
    const words = page.getByRole("alert");
    for (const each of ["Sayfa yüklenemedi", "could not be loaded", "تعذّر تحميل الصفحة"])
      await expect(words).toContainText(each);
    await page.unroute(part);
    await page.getByRole("link", { name: /Yeniden dene/ }).click();
    await expect(page.getByRole("button", { name: "Giriş yap" })).toBeVisible();
  }
});

test("settings that can't be read cost nothing but themselves, and old service workers go", async ({
  page,
  player,
}) => {
  await page.addInitScript(() => {
    const worker = { unregister: () => Promise.resolve(sessionStorage.setItem("unregistered", "1")) };
    Object.defineProperty(navigator, "serviceWorker", {
      value: { getRegistrations: () => Promise.resolve([worker]) },
    });
  });
  await page.route("**/Settings.json", (route) => route.fulfill({ status: 500, body: "no" }));
  const notes: string[] = [];
  page.on("console", (message) => notes.push(message.text()));
  await player.go("/lobby");
  expect(notes.join()).toContain("starting with defaults");
  expect(await page.evaluate(() => sessionStorage.getItem("unregistered"))).toBe("1");
});

test("an address that leads nowhere shows the page for that, and the game without a machine the lobby", async ({
  page,
  house,
  account,
}) => {
  const player = new PlayerPage(page, house.url);
  await player.go("/no/such/page");
  await expect(page).toHaveURL(`${house.url}/pages/errors/error-404`);
  await expect(page.getByRole("heading", { name: "Böyle bir sayfa yok" })).toBeVisible();
  await player.logIn(account);
  await page.goto(`${house.url}/game`);
  await expect(page).toHaveURL(`${house.url}/lobby`);
});

test.describe("where links are the way in", () => {
  test.use({ settings: { tokenLogin: true } });

  test("the form is replaced by a message", async ({ page, house, account }) => {
    const player = new PlayerPage(page, house.url);
    await player.go("/login");
    await expect(page.getByText(/GİRİŞ|izin verilmiyor|giriş yapılamıyor/i).first()).toBeVisible();
    await expect(page.getByLabel("Şifre", { exact: true })).toBeHidden();
    await player.go(`/?token=${account.token}`);
    await expect(page).toHaveURL(`${house.url}/lobby`);
  });
});
