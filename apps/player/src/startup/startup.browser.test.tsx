/** What happens before the first screen: the browser, a link with a token, the settings, and a login that does not hold. */
import { ErrorCode } from "@reelcast/contract";
import { clock } from "@reelcast/contract/clock";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { changePassword } from "../auth/loginStore.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { LOGIN, TOKEN, tokenWith } from "../testing/answers.ts";
import { expectPath } from "@reelcast/testing/find";
import { followPageLoad, openApp } from "../testing/openApp.ts";
import { HANG, LOST, onCall, refuse, requestsOf, restoreCall } from "../testing/scriptedServer.ts";

const alert = () => page.getByRole("alert");
const toast = (words: string | RegExp) => page.getByText(words).first();
const storedToken = () => localStorage.getItem("access_token");
const machines = () => page.getByRole("main").getByRole("listitem");
/** Of another player. */
const OTHER = tokenWith({ sub: "2" });

describe("what keeps the app from starting", () => {
  const Real = globalThis.RTCPeerConnection;
  afterEach(() => {
    globalThis.RTCPeerConnection = Real;
  });

  it("a browser without WebRTC: hints, and the player may go on without video", async () => {
    Object.assign(globalThis, { RTCPeerConnection: undefined });
    await openApp("/lobby");
    await expect.element(alert()).toMatchTextContent("WebRTC");
    await expect.element(alert()).toMatchTextContent("VPN");
    await expectAccessible("no WebRTC");
    await page.getByRole("button", { name: "Görüntüsüz devam et" }).click();
    await expect.element(machines().first()).toBeVisible();
  });

  it("does not cost the link that led here", async () => {
    Object.assign(globalThis, { RTCPeerConnection: undefined });
    await openApp(`/?token=${TOKEN}`, { login: null });
    await expectPath(/^\/$/);
    await page.getByRole("button", { name: "Yeniden dene" }).click();
    await followPageLoad("/");
    await page.getByRole("button", { name: "Görüntüsüz devam et" }).click();
    await expectPath(/^\/lobby$/);
    await expect.element(toast("Ada Lovelace olarak giriş yaptınız")).toBeVisible();
    expect(sessionStorage.getItem("link_token")).toBeNull();
  });

  it("a country that may not play", async () => {
    onCall("check", { status: 0, code: 0, ip: "203.0.113.7", country: "DE" });
    await openApp("/lobby", { settings: { ipCheck: true, languageSelect: true } });
    await expect.element(alert()).toMatchTextContent("203.0.113.7");
    await expect.element(alert()).toMatchTextContent("Almanya");
    await expectAccessible("country");
    await page.getByLabelText("Dil").selectOptions("English");
    await expect.element(alert()).toMatchTextContent("Germany");
  });

  it("a check of the address without an answer that can be used", async () => {
    onCall("check", new Response("?", { status: 500 }));
    await openApp("/lobby", { settings: { ipCheck: true } });
    await expect.element(alert()).toMatchTextContent("Ağ bağlantısında hata oluştu");
    await expectAccessible("address not checked");
  });
});

it("a login that has expired by the clock alone stays: the server is asked", async () => {
  clock.sync(Date.UTC(2150, 0, 1), 0);
  await openApp("/lobby");
  await expect.element(machines().first()).toBeVisible();
  expect(requestsOf("validate")).toHaveLength(1);
  expect(storedToken()).toBe(TOKEN);
});

describe("another tab, while the server is asked about the login,", () => {
  it("logs out: nobody is logged in, and nothing of the login is stored again", async () => {
    onCall("validate", () => {
      localStorage.clear();
      return LOGIN;
    });
    await openApp("/lobby");
    await expectPath(/^\/login/);
    expect([storedToken(), localStorage.getItem("player")]).toEqual([null, null]);
  });

  it("logs somebody else in: the server is asked about that login, and it stays", async () => {
    onCall("validate", () => {
      localStorage.setItem("access_token", OTHER);
      onCall("validate", { ...LOGIN, token: OTHER });
      return LOGIN;
    });
    await openApp("/lobby");
    await expect.element(machines().first()).toBeVisible();
    expect(storedToken()).toBe(OTHER);
    expect(requestsOf("validate")).toHaveLength(2);
  });
});

describe("a link with a token", () => {
  it("logs in and says whose account it is, and is gone from the address before anything is asked for", async () => {
    performance.clearResourceTimings();
    await openApp(`/lobby?token=${TOKEN}`, { login: null });
    await expectPath(/^\/lobby$/);
    await expect.element(toast("Ada Lovelace olarak giriş yaptınız")).toBeVisible();
    expect(performance.getEntriesByType("resource").filter(({ name }) => name.includes(TOKEN))).toEqual([]);
    expect(storedToken()).toBe(TOKEN);
  });

  it("puts nobody in the place of the player who is logged in", async () => {
    await openApp(`/callback?token=${OTHER}`);
    await expectPath(/^\/lobby$/);
    expect(requestsOf("validate")).toHaveLength(1);
    expect(storedToken()).toBe(TOKEN);
  });

  it("that the server does not accept leads from the landing to the login, with the reason", async () => {
    onCall("validate", refuse(ErrorCode.TokenInvalid));
    await openApp(`/callback?token=${OTHER}`, { login: null });
    await expectPath(/^\/login$/);
    await expect.element(toast("Oturumunuz artık geçerli değil")).toBeVisible();
    expect(storedToken()).toBeNull();
  });

  it("is the only way in where the settings say so: the form is none, and a link takes the place of a login", async () => {
    const settings = { tokenLogin: true };
    await openApp("/login", { login: null, settings });
    await expect.element(page.getByText(/Giriş yapılamıyor/).first()).toBeVisible();
    await expect.element(page.getByLabelText("Şifre", { exact: true })).not.toBeVisible();
    onCall("validate", { ...LOGIN, token: OTHER });
    await openApp(`/callback?token=${OTHER}`, { settings });
    await expectPath(/^\/lobby$/);
    expect(storedToken()).toBe(OTHER);
  });
});

describe("a sign-in link", () => {
  const LINK = "link.Yw7-some-random-text_of-43-letters-and-digits";
  const refused = refuse(ErrorCode.SignInLinkInvalid);

  it("is exchanged for a login, and is neither stored nor left in the address", async () => {
    onCall("followLink", { ...LOGIN, token: OTHER });
    performance.clearResourceTimings();
    await openApp(`/callback?token=${LINK}`, { login: null });
    await expectPath(/^\/lobby$/);
    await expect.element(toast("Ada Lovelace olarak giriş yaptınız")).toBeVisible();
    expect(requestsOf("followLink").map(({ body }) => body)).toEqual([
      { token: LINK, requestId: expect.stringMatching(/^[\w-]{36}$/) },
    ]);
    expect(requestsOf("validate")).toEqual([]);
    expect(storedToken()).toBe(OTHER);
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(LINK);
    expect(performance.getEntriesByType("resource").filter(({ name }) => name.includes(LINK))).toEqual([]);
  });

  it("that was used says so on the login page, and costs no login that there is", async () => {
    onCall("followLink", refused);
    await openApp(`/callback?token=${LINK}`, { login: null });
    await expectPath(/^\/login$/);
    await expect.element(toast("Bu giriş bağlantısı kullanılmış ya da süresi dolmuş")).toBeVisible();
    await openApp(`/callback?token=${LINK}`, { settings: { tokenLogin: true } });
    await expectPath(/^\/lobby$/);
    await expect.element(toast("Bu giriş bağlantısı kullanılmış")).toBeVisible();
    expect(storedToken()).toBe(TOKEN);
  });

  it("puts nobody in the place of the player who is logged in, and is then not used up", async () => {
    await openApp(`/callback?token=${LINK}`);
    await expectPath(/^\/lobby$/);
    expect(requestsOf("followLink")).toEqual([]);
    expect(storedToken()).toBe(TOKEN);
  });

  it("whose answer is lost is asked for again as the same exchange, also after the page was loaded anew", async () => {
    let lost = 3;
    onCall("followLink", () => (lost-- > 0 ? LOST : refuse(ErrorCode.TooManyRequests, { seconds: 7 })));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: false });
    const opened = openApp(`/callback?token=${LINK}`, { login: null });
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(500);
        return requestsOf("followLink").length;
      })
      .toBe(3);
    await opened;
    vi.useRealTimers();
    await page.getByRole("button", { name: "Yeniden dene" }).click();
    await followPageLoad("/callback");
    await expect.element(alert()).toMatchTextContent("7 saniye");
    onCall("followLink", { ...LOGIN, token: OTHER });
    await page.getByRole("button", { name: "Yeniden dene" }).click();
    await followPageLoad("/callback");
    await expectPath(/^\/lobby$/);
    const asked = requestsOf("followLink").map(({ body }) => (body as { requestId?: string }).requestId);
    expect(asked).toHaveLength(5);
    expect(new Set(asked)).toEqual(new Set([expect.stringMatching(/^[\w-]{36}$/)]));
    expect(sessionStorage.getItem("link_request")).toBeNull();
  });

  it("is not lost to a server that is not ready", async () => {
    onCall("followLink", refuse(ErrorCode.TooManyRequests, { seconds: 7 }));
    await openApp(`/callback?token=${LINK}`, { login: null });
    await expect.element(alert()).toMatchTextContent("7 saniye");
    onCall("followLink", { ...LOGIN, token: OTHER });
    await page.getByRole("button", { name: "Yeniden dene" }).click();
    await followPageLoad("/callback");
    await expectPath(/^\/lobby$/);
    expect(storedToken()).toBe(OTHER);
  });
});

describe("a login", () => {
  it("whose time is over by what the server says ends with its reason", async () => {
    onCall("validate", refuse(ErrorCode.TokenInvalid, { reason: "expired" }));
    await openApp("/profile");
    await expectPath(/^\/login/);
    await expect.element(toast("Oturumunuzun süresi doldu")).toBeVisible();
    expect(storedToken()).toBeNull();
  });

  it("whose time is over does not wait for a change of password that an earlier login has begun", async () => {
    onCall("password", HANG);
    await openApp("/profile");
    void changePassword({ oldPassword: "eski-sifrem-12", newPassword: "yeni-sifrem-12" }).catch(() => undefined);
    await expect.poll(() => requestsOf("password").length).toBe(1);
    onCall("validate", refuse(ErrorCode.TokenInvalid, { reason: "expired" }));
    await openApp("/profile");
    await expectPath(/^\/login/);
    expect(storedToken()).toBeNull();
  });

  it("ends with the specified reasons in English", async () => {
    onCall("validate", refuse(ErrorCode.TokenInvalid, { reason: "expired" }));
    await openApp("/profile", { language: "en" });
    await expect.element(page.getByText("access_token expired", { exact: true }).first()).toBeVisible();
    onCall("validate", refuse(ErrorCode.TokenInvalid));
    await openApp("/profile", { language: "en" });
    await expect.element(page.getByText("Invalid access_token", { exact: true }).first()).toBeVisible();
  });

  it("that the server does not accept ends with its reason", async () => {
    onCall("validate", refuse(ErrorCode.TokenInvalid));
    await openApp("/lobby");
    await expectPath(/^\/login/);
    await expect.element(toast("Oturumunuz artık geçerli değil")).toBeVisible();
    expect(storedToken()).toBeNull();
  });

  it("is not lost to a server that has too much to do: the page offers to try again", async () => {
    onCall("validate", refuse(ErrorCode.TooManyRequests, { seconds: 7 }));
    await openApp("/lobby");
    await expect.element(alert()).toMatchTextContent("7 saniye");
    restoreCall("validate");
    await page.getByRole("button", { name: "Yeniden dene" }).click();
    await followPageLoad("/lobby");
    await expect.element(machines().first()).toBeVisible();
  });

  describe("on a fake clock", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: false });
    });
    /** Lets time go by until the server has been asked so often. */
    const expectAsked = (times: number) =>
      expect
        .poll(async () => {
          await vi.advanceTimersByTimeAsync(500);
          return requestsOf("validate").length;
        })
        .toBeGreaterThanOrEqual(times);

    it("is asked about again where the network fails for a moment", async () => {
      let failures = 2;
      onCall("validate", () => (failures-- > 0 ? LOST : LOGIN));
      const opened = openApp("/lobby");
      await expectAsked(3);
      await opened;
      await expect.element(machines().first()).toBeVisible();
    });

    it("ends with its reason where the network goes on failing", async () => {
      onCall("validate", LOST);
      const opened = openApp("/lobby");
      await expectAsked(3);
      await opened;
      await expectPath(/^\/login/);
      await expect.element(toast("lütfen bağlantınızı kontrol edin")).toBeVisible();
    });

    it("is not lost to a server that is not ready: the page says so, and goes on by itself", async () => {
      onCall("validate", refuse(ErrorCode.ServiceUnavailable));
      await openApp("/lobby");
      await expect.element(alert()).toMatchTextContent("Salonla bağlantı yeniden kuruluyor. Paranız güvende");
      await expectAsked(3);
      expect(storedToken()).toBe(TOKEN);
      restoreCall("validate");
      await expectAsked(4);
      await expect.element(machines().first()).toBeVisible();
      await expectPath(/^\/lobby$/);
    });
  });
});

it("settings that can't be read cost nothing but themselves, and old service workers go", async () => {
  const unregister = vi.fn(() => Promise.resolve(true));
  const workers = [{ unregister }] as unknown as ServiceWorkerRegistration[];
  vi.spyOn(navigator.serviceWorker, "getRegistrations").mockResolvedValue(workers);
  const notes = vi.spyOn(console, "info").mockReturnValue();
  onCall("settings", new Response("no", { status: 500 }));
  await openApp("/lobby");
  await expect.element(machines().first()).toBeVisible();
  expect(notes.mock.calls.flat().join()).toContain("starting with defaults");
  expect(unregister).toHaveBeenCalledOnce();
});

it("an address that leads nowhere shows the page for that, and the game without a machine the lobby", async () => {
  await openApp("/no/such/page", { login: null });
  await expectPath(/^\/pages\/errors\/error-404$/);
  await expect.element(page.getByRole("heading", { name: "Böyle bir sayfa yok" })).toBeVisible();
  await openApp("/game");
  await expectPath(/^\/lobby$/);
});

it("the page of an address that leads nowhere offers the lobby, and a player a search over the pages", async () => {
  await openApp("/no/such/page");
  await expect.element(page.getByRole("link", { name: "Lobiye dön" })).toHaveAttribute("href", "/lobby");
  await page.getByRole("button", { name: "Sayfalarda ara" }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("kural");
  await page.getByRole("dialog").getByRole("option", { name: "Kurallar" }).first().click();
  await expectPath(/^\/rules$/);
});
