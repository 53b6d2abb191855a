/** The idle lock: when it comes, what it lets nobody do, and how it opens or ends. */
import { ErrorCode } from "@reelcast/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { LOGIN, PIN_0000 } from "../testing/answers.ts";
import { expectCount, expectPath, screenIsThere } from "@reelcast/testing/find";
import { followPageLoad, goTo, openApp, reloadApp } from "../testing/openApp.ts";
import { onCall, refuse, requestsOf } from "../testing/scriptedServer.ts";
import { isConnected, push } from "../testing/scriptedSockets.ts";

const IDLE_MS = 2_000;
const login = { ...LOGIN, pin_code: PIN_0000 };
const settings = { pinCheck: true, languageSelect: true, toastAutoCloseMs: 600_000 };
const visit = { login, settings };
const locked = { ...visit, stored: { user_lock: "true", pin_code: PIN_0000 } };
const lock = () => page.getByRole("alertdialog", { name: "KİLİTLİ" });
const pin = () => page.getByLabelText("PIN kodu");
const send = () => page.getByRole("button", { name: "Kilidi aç" }).click();
const kept = (key: string) => localStorage.getItem(key);
/** As another tab of this browser does. */
function lockElsewhere(): void {
  localStorage.setItem("user_lock", "true");
  globalThis.dispatchEvent(new StorageEvent("storage", { key: "user_lock", newValue: "true" }));
}
/** The keyboard reaches nothing but the lock. */
async function expectKeysInside(): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    await userEvent.keyboard(n < 6 ? "{Tab}" : "{Shift>}{Tab}{/Shift}");
    // Beyond its last field the browser's own controls come, and nothing of the page.
    const { activeElement: at } = document;
    expect(at === document.body || lock().element().contains(at)).toBe(true);
  }
}

beforeEach(() => {
  onCall("pin", undefined);
});

it("comes when nobody has done anything for the time that the house has set, and not while somebody is there", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] });
  await openApp("/rules", { login, settings: { ...settings, idleTimeoutMs: IDLE_MS } });
  // By then the player is known, and the time runs.
  await expect.poll(() => isConnected("notifications")).toBe(true);
  for (let n = 0; n < 6; n += 1) {
    globalThis.dispatchEvent(new PointerEvent("pointermove"));
    await vi.advanceTimersByTimeAsync(IDLE_MS / 2);
  }
  // Kept at once, though the cover itself may be drawn later.
  expect(kept("user_lock")).toBeNull();
  await expect.element(lock()).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  await expect.element(lock()).toBeVisible();
});

it("stays over Escape and a reload, and opens with the PIN as it is typed", async () => {
  await openApp("/lobby", visit);
  await screenIsThere();
  lockElsewhere();
  await expect.element(lock()).toBeVisible();
  await expect.element(pin()).toHaveFocus();
  await userEvent.keyboard("{Escape}{Escape}");
  // A press next to everything takes the focus out of the dialog.
  pin().element().blur();
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(lock()).toBeVisible();
  // As browsers do that close a dialog at the second Escape.
  (lock().element() as HTMLDialogElement).close();
  await expect.element(lock()).toHaveAttribute("open");
  await reloadApp();
  await expect.element(lock()).toBeVisible();
  await expectAccessible("lock");
  await page.getByLabelText("Dil").selectOptions("English");
  await expect.element(page.getByRole("alertdialog", { name: "LOCKED" })).toBeVisible();
  await page.getByLabelText("Language").selectOptions("Türkçe");
  await pin().click();
  await userEvent.keyboard("0000");
  await expect.element(lock()).not.toBeInTheDocument();
  await expectPath(/^\/lobby$/);
  expect(kept("pin_tries")).toBeNull();
  await expect.poll(() => requestsOf("pin").map(({ body }) => body)).toEqual([{ pin: "0000" }]);
});

it("stands over everything: messages wait, and nothing else of the page can be reached", async () => {
  await openApp("/lobby/999/gone", visit);
  const word = page.getByText("Bu lobi artık yok").first();
  await expect.element(word).toBeVisible();
  const opener = page.getByRole("button", { name: "Menüyü aç" }).element() as HTMLElement;
  opener.click();
  await expect.element(page.getByRole("dialog", { name: "Ada Lovelace" })).toBeVisible();
  lockElsewhere();
  await expect.element(lock()).toBeVisible();
  await expect.element(word).not.toBeInTheDocument();
  await expect.element(pin()).toHaveFocus();
  opener.focus();
  expect(document.activeElement).toBe(pin().element());
  await expectKeysInside();
  await pin().fill("0000");
  await expect.element(lock()).not.toBeInTheDocument();
  await expect.element(word).toBeVisible();
});

it("is opened by the digits of an Arabic keyboard, too", async () => {
  await openApp("/lobby", locked);
  await pin().fill("۰٠٠۰");
  await expect.element(lock()).not.toBeInTheDocument();
  await expect.poll(() => requestsOf("pin").map(({ body }) => body)).toEqual([{ pin: "0000" }]);
});

describe("a wrong PIN", () => {
  it("leaves so many tries as the server says, and the PIN that the server knows opens", async () => {
    await openApp("/lobby", locked);
    onCall("pin", refuse(ErrorCode.WrongPin, { remaining: 4 }));
    await pin().fill("1234");
    await send();
    await expect.element(lock().getByRole("alert")).toMatchTextContent("4");
    // It was changed elsewhere: what this browser compares with is of the one before.
    onCall("pin", undefined);
    onCall("validate", { ...LOGIN, pin_code: "pbkdf2-sha256$1000$YQ$Yg" });
    await pin().fill("4711");
    await send();
    await expect.element(lock()).not.toBeInTheDocument();
    expect(requestsOf("pin").map(({ body }) => body)).toEqual([{ pin: "1234" }, { pin: "4711" }]);
    await expect.poll(() => kept("pin_code")).toBe("pbkdf2-sha256$1000$YQ$Yg");
    expect(kept("pin_tries")).toBeNull();
  });

  it("is a logout at the fifth, counted over a reload, whether sent, erased or left", async () => {
    await openApp("/lobby", locked);
    const left = lock().getByRole("alert");
    let remaining = 5;
    onCall("pin", () => refuse(ErrorCode.WrongPin, { remaining: (remaining -= 1) }));
    await pin().fill("1234");
    await send();
    await expect.element(left).toMatchTextContent("4");
    // Each is tried as it is typed: sent or not, it was a guess. Digits typed on behind it are none.
    await pin().click();
    await userEvent.keyboard("123456{Backspace}");
    await expect.element(left).toMatchTextContent("3");
    await pin().fill("4321");
    await reloadApp();
    await pin().fill("1111");
    await pin().fill("");
    await expect.element(left).toMatchTextContent("1");
    await pin().fill("1234");
    await userEvent.keyboard("{Backspace}");
    await followPageLoad("/login");
    await expect.element(page.getByText("PIN beş kez yanlış girildi").first()).toBeVisible();
    expect(requestsOf("logout")).toHaveLength(1);
    expect([kept("access_token"), kept("pin_code"), kept("user_lock")]).toEqual([null, null, null]);
  });
});

describe("the default PIN", () => {
  const choice = () => page.getByRole("dialog", { name: "Kendi PIN’inizi seçin" });
  const fieldOf = (name: string) => choice().getByLabelText(name, { exact: true });
  /** Of 4711. */
  const PIN_4711 = "pbkdf2-sha256$1000$c2FsdA$nBM3QglxuvnUesewjymJQ0JQ4Ih0_QRlfWkpC4FG5CQ";

  it("is shown at the lock, and a player who opens it with that is asked for another, which then opens it", async () => {
    onCall("choosePin", { pin_code: PIN_4711 });
    await openApp("/rules", locked);
    await expect.element(lock()).toMatchTextContent("0000");
    await pin().fill("0000");
    await expect.element(choice()).toBeVisible();
    await expectAccessible("choice of a PIN", "[role=dialog]");
    const save = choice().getByRole("button", { name: "PIN’imi kaydet" });
    await fieldOf("Yeni PIN").fill("0000");
    await fieldOf("Yeni PIN (yeniden)").fill("0000");
    await save.click();
    await expect.element(fieldOf("Yeni PIN")).toHaveAccessibleDescription(/0000 dışında bir PIN seçin/);
    await fieldOf("Yeni PIN").fill("4711");
    await fieldOf("Yeni PIN (yeniden)").fill("4712");
    await save.click();
    await expect.element(fieldOf("Yeni PIN (yeniden)")).toHaveAccessibleDescription(/aynı değil/);
    await fieldOf("Yeni PIN (yeniden)").fill("4711");
    await save.click();
    await expect.element(choice()).not.toBeInTheDocument();
    expect(requestsOf("choosePin").map(({ body }) => body)).toEqual([{ pin: "4711" }]);
    expect(kept("pin_code")).toBe(PIN_4711);
    lockElsewhere();
    await expect.element(pin()).toBeVisible();
    await expect.element(lock()).not.toMatchTextContent("0000");
    await pin().fill("4711");
    await expect.element(lock()).not.toBeInTheDocument();
    await expectCount(choice(), 0);
  });

  it("may stay until later, and is no more where another one was chosen elsewhere", async () => {
    await openApp("/rules", locked);
    await pin().fill("0000");
    await choice().getByRole("button", { name: "Sonra" }).click();
    await expect.element(choice()).not.toBeInTheDocument();
    lockElsewhere();
    await pin().fill("0000");
    onCall("choosePin", refuse(ErrorCode.Conflict));
    onCall("validate", { ...LOGIN, pin_code: PIN_4711 });
    await fieldOf("Yeni PIN").fill("9999");
    await fieldOf("Yeni PIN (yeniden)").fill("9999");
    await choice().getByRole("button", { name: "PIN’imi kaydet" }).click();
    await expect.element(choice()).not.toBeInTheDocument();
    expect(kept("pin_code")).toBe(PIN_4711);
  });
});

it("fits a phone that is held across, up to the button that opens it", async () => {
  await openApp("/lobby", { ...locked, size: { width: 844, height: 390 } });
  await expect.element(lock()).toBeVisible();
  onCall("pin", refuse(ErrorCode.WrongPin, { remaining: 4 }));
  await pin().fill("9999");
  await send();
  await expect.element(page.getByText(/4 hakkınız kaldı/)).toBeVisible();
  const { bottom } = page.getByRole("button", { name: "Kilidi aç" }).element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(390);
});

it("is left by logging out, which clears it", async () => {
  await openApp("/lobby", locked);
  await lock().getByRole("button", { name: "Çıkış yap" }).click();
  await followPageLoad("/login");
  await expectPath(/^\/login$/);
  expect(requestsOf("logout")).toHaveLength(1);
  expect([kept("access_token"), kept("user_lock")]).toEqual([null, null]);
});

it("stands over every page of a player but the one that asks for the PIN itself", async () => {
  await openApp("/pages/coming-soon", locked);
  await expect.element(lock()).toBeVisible();
  goTo("/pages/auth/login");
  await expectPath(/login$/);
  await expect.element(lock()).toBeVisible();
  goTo("/pages/auth/lock");
  await expect.element(lock()).not.toBeInTheDocument();
  onCall("pin", refuse(ErrorCode.WrongPin, { remaining: 4 }));
  await pin().fill("1234");
  await send();
  await expect.element(page.getByRole("alert").filter({ hasText: "PIN" }).first()).toMatchTextContent("4");
  onCall("pin", undefined);
  await pin().fill("0000");
  await expectPath(/^\/lobby$/);
  await expectCount(lock(), 0);
});

it("comes before a session that was left open is offered", async () => {
  await openApp("/rules", locked);
  await expect.element(lock()).toBeVisible();
  await expect.poll(() => isConnected("notifications")).toBe(true);
  push("notifications", "session", { status: "show", id: 3, name: "Orchard Gold", machine_status: "waiting" });
  // Answered behind the push: by then the offer would be there.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await expectCount(page.getByRole("dialog"), 0);
  await pin().fill("0000");
  await expect.element(page.getByRole("dialog").getByRole("button", { name: "Paramı çek", exact: true })).toBeVisible();
});
