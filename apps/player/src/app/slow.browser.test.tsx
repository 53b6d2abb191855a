/** Requests that hang, on a fake clock: said after a second, and after ten there is an offer to ask anew. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import type { Locator } from "vitest/browser";
import { expectNoViolations } from "@reelcast/testing/accessibility";
import { PASSWORD } from "../testing/answers.ts";
import { expectPath } from "@reelcast/testing/find";
import { openApp } from "../testing/openApp.ts";
import { HANG, onCall, requestsOf, restoreCall } from "../testing/scriptedServer.ts";
import type { ScriptedCall } from "../testing/scriptedCalls.ts";

const slowly = () => page.getByText("Yükleniyor, biraz uzun sürdü").first();
const again = () => page.getByRole("button", { name: "Yeniden dene" }).first();
const rowsOf = (name: string) => page.getByRole("table", { name, exact: true }).getByRole("row").nth(1);
const asked = (call: ScriptedCall) => requestsOf(call).length;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: false,
  });
});
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** What the screen shows while it waits is there, and React has run its effects: the time runs. */
async function isWaiting(): Promise<void> {
  await expect.poll(() => document.querySelector("main [aria-busy=true]")).not.toBeNull();
  for (let turn = 0; turn < 10; turn += 1) {
    // Behind the messages by which React runs what it has scheduled.
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.addEventListener("message", resolve, { once: true });
      port1.start();
      port2.postMessage(null);
    });
  }
}

describe("a screen whose data hangs", () => {
  it.each<[string, ScriptedCall, () => Locator]>([
    ["/lobby", "machines", () => page.getByRole("main").getByRole("listitem").getByRole("link").first()],
    ["/transactions", "transactions", () => rowsOf("İşlemler")],
    ["/slot-sessions", "summary", () => page.getByRole("slider", { name: /gün gün/ })],
    ["/slot-sessions", "sessions", () => rowsOf("Oyun Oturumları")],
    ["/profile", "profile", () => page.getByText("ada@example.com")],
    [
      "/pages/search/classic?q=Lantern",
      "machines",
      () => page.getByRole("main").getByRole("link", { name: /Lantern/ }),
    ],
  ])("%s says so after a second, and after ten asks for %s anew", async (path, call, there) => {
    onCall(call, HANG);
    await openApp(path);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeInTheDocument();
    await expect.poll(() => asked(call)).toBeGreaterThan(0);
    await isWaiting();
    await wait(900);
    await expect.element(slowly()).not.toBeInTheDocument();
    await wait(200);
    await expect.element(slowly()).toBeVisible();
    await expect.element(again()).not.toBeInTheDocument();
    await wait(9_000);
    await expect.element(again()).toBeVisible();
    // Axe has timers of its own.
    vi.useRealTimers();
    await expectNoViolations(`${path}, stuck`);
    const before = asked(call);
    restoreCall(call);
    await again().click();
    await expect.element(there()).toBeVisible();
    expect(asked(call)).toBe(before + 1);
    await expect.element(slowly()).not.toBeInTheDocument();
  });
});

it("a form that hangs says so, and is never sent twice: the page is loaded anew to look", async () => {
  onCall("password", HANG);
  await openApp("/profile");
  await page.getByLabelText("Eski şifre").fill(PASSWORD);
  await page.getByLabelText("Yeni şifre", { exact: true }).fill("lambalar yanarken");
  await page.getByLabelText("Yeni şifre (yeniden)").fill("lambalar yanarken");
  await page.getByRole("button", { name: "Şifreyi değiştir" }).click();
  await wait(1_100);
  await expect.element(page.getByText("İşleminiz yapılıyor")).toBeVisible();
  await wait(9_000);
  await expect.element(page.getByRole("button", { name: "Sayfayı yenile" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Şifreyi değiştir" })).toHaveAttribute("aria-disabled", "true");
  expect(asked("password")).toBe(1);
});

it("a login that hangs says so, and a second try cancels the first", async () => {
  onCall("login", HANG);
  await openApp("/login", { login: null });
  await page.getByLabelText("Kullanıcı adı veya e-posta").fill("demo1");
  await page.getByLabelText("Şifre", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Giriş yap" }).click();
  await wait(1_100);
  await expect.element(page.getByText("Giriş yapılıyor")).toBeVisible();
  // A second press while the first is under way does nothing.
  await page.getByRole("button", { name: "Giriş yap" }).click({ force: true });
  expect(asked("login")).toBe(1);
  await wait(9_000);
  vi.useRealTimers();
  await expectNoViolations("login, stuck");
  restoreCall("login");
  await again().click();
  await expectPath(/^\/lobby/);
  expect(asked("login")).toBe(2);
});
