/** The login, the lock and the forms of the profile: what they say of what was typed, and of what the server answers. */
import { ErrorCode } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { PASSWORD } from "../testing/answers.ts";
import { expectPath } from "../testing/find.ts";
import { openApp } from "../testing/openApp.ts";
import { onCall, refuse, requestsOf, restoreCall } from "../testing/scriptedServer.ts";

const name = () => page.getByLabelText("Kullanıcı adı veya e-posta");
const password = () => page.getByLabelText("Şifre", { exact: true });
const submit = () => page.getByRole("button", { name: "Giriş yap" });
async function logIn(username = "demo1", typed = PASSWORD): Promise<void> {
  await name().fill(username);
  await password().fill(typed);
  await submit().click();
}

describe("the login", () => {
  it("is sound, empty and with what is wrong", async () => {
    await openApp("/login", { login: null });
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible("login");
    onCall("login", refuse(ErrorCode.WrongCredentials));
    await logIn();
    await expect.element(password()).toHaveAttribute("aria-invalid", "true");
    await expectAccessible("login, refused");
  });

  it("can be sent only when both fields are long enough, and says why", async () => {
    await openApp("/login", { login: null });
    await expect.element(submit()).toBeDisabled();
    await name().fill("dem");
    await password().fill(PASSWORD);
    await userEvent.keyboard("{Tab}");
    await expect.element(submit()).toBeDisabled();
    await expect.element(page.getByText(/en az 4/i).first()).toBeVisible();
    await name().fill("demo1");
    await expect.element(submit()).toBeEnabled();
  });

  it("says at the password how many tries are left, empties it, and asks for it again", async () => {
    await openApp("/login", { login: null });
    for (const remaining of [4, 3, 2, 1]) {
      onCall("login", refuse(ErrorCode.WrongCredentialsAttemptsLeft, { remaining, minutes: 15 }));
      await logIn("demo1", "wrong-password");
      await expect.element(password()).toHaveAccessibleDescription(new RegExp(`\\b${remaining}\\b`));
      await expect.element(password()).toHaveAttribute("aria-invalid", "true");
      await expect.element(password()).toHaveFocus();
      await expect.element(password()).toHaveValue("");
    }
    onCall("login", refuse(ErrorCode.AccountProtected, { minutes: 15 }));
    await logIn();
    await expect.element(page.getByRole("alert").filter({ hasText: /koru/i })).toBeVisible();
    await expectPath(/^\/login/);
  });

  it("says at the name what the server finds wrong with it, until the next answer", async () => {
    await openApp("/login", { login: null });
    onCall("login", refuse(ErrorCode.InvalidRequest, { field: "username" }));
    await logIn("demo1?");
    await expect.element(name()).toHaveAttribute("aria-invalid", "true");
    await expect.element(name()).toHaveAccessibleDescription(/Geçersiz istek/);
    await expect.element(name()).toHaveFocus();
    restoreCall("login");
    await logIn();
    await expectPath(/^\/lobby/);
  });

  it.each([
    [ErrorCode.PlayerBanned, {}],
    [ErrorCode.AddressNotPermitted, {}],
    [ErrorCode.PasswordLoginNotAllowed, {}],
    [ErrorCode.TooManyRequests, { seconds: 9 }],
    [ErrorCode.ServiceUnavailable, {}],
    [ErrorCode.OnBreak, { until: "2099-01-02T03:04:05.000Z" }],
    [ErrorCode.SelfExcluded, { until: "2099-01-02T03:04:05.000Z" }],
  ])("says over its button what concerns no field (%i), and keeps what was typed", async (code, params) => {
    await openApp("/login", { login: null });
    onCall("login", refuse(code, params));
    await logIn();
    const alert = page.getByRole("main").getByRole("alert").filter({ hasText: /\S/ });
    await expect.element(alert).toBeVisible();
    if ("until" in params) await expect.element(alert).toMatchTextContent(/02\.01\.2099/);
    await expect.element(password()).toHaveValue(PASSWORD);
    await expect.element(password()).not.toHaveAttribute("aria-invalid", "true");
  });

  it("leads back to where the player wanted to go, and only within the site", async () => {
    await openApp("/transactions", { login: null });
    await expectPath(/^\/login\?redirect=/);
    await logIn();
    await expectPath(/^\/transactions$/);
    await openApp("/login?redirect=//evil.example/x", { login: null });
    await logIn();
    await expectPath(/^\/lobby$/);
  });

  it("remembers the name where that is wished", async () => {
    await openApp("/login", { login: null });
    await page.getByRole("checkbox", { name: "Beni hatırla" }).click();
    await logIn("demo4");
    await expectPath(/^\/lobby/);
    const stored = { remember_me: "true", remembered_username: localStorage.getItem("remembered_username") ?? "" };
    await openApp("/login", { login: null, stored });
    await expect.element(name()).toHaveValue("demo4");
    await page.getByRole("checkbox", { name: "Beni hatırla" }).click();
    await logIn("demo4");
    await expectPath(/^\/lobby/);
    expect(localStorage.getItem("remembered_username")).toBeNull();
  });
});

describe("the lock", () => {
  const locked = { settings: { pinCheck: true }, stored: { user_lock: "true", pin_code: "x" } };
  const pin = () => page.getByLabelText("PIN kodu");
  const lock = () => page.getByRole("alertdialog", { name: "KİLİTLİ" });

  it("says how many tries are left, and opens with the PIN that the server knows", async () => {
    await openApp("/lobby", locked);
    await expect.element(pin()).toHaveFocus();
    onCall("pin", refuse(ErrorCode.WrongPin, { remaining: 4 }));
    await pin().fill("1234");
    await page.getByRole("button", { name: "Kilidi aç" }).click();
    await expect.element(lock().getByRole("alert")).toMatchTextContent("4");
    onCall("pin", undefined);
    await pin().fill("0000");
    await page.getByRole("button", { name: "Kilidi aç" }).click();
    await expect.element(lock()).not.toBeInTheDocument();
    expect(requestsOf("pin").map(({ body }) => body)).toEqual([{ pin: "1234" }, { pin: "0000" }]);
  });
});

describe("the forms of the profile say at the field what the server refuses", () => {
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  async function changePassword(old: string, fresh: string, again = fresh): Promise<void> {
    await field("Eski şifre").fill(old);
    await field("Yeni şifre").fill(fresh);
    await field("Yeni şifre (yeniden)").fill(again);
    await page.getByRole("button", { name: "Şifreyi değiştir" }).click();
  }

  it("a new password", async () => {
    await openApp("/profile");
    await changePassword(PASSWORD, "kısa");
    await expect.element(page.getByText("En az 8 karakter olmalı")).toBeVisible();
    await expect.element(field("Yeni şifre")).toHaveFocus();
    await changePassword(PASSWORD, "lambalar yanarken", "lambalar sönerken");
    await expect.element(page.getByText("İki yeni şifre aynı değil")).toBeVisible();
    expect(requestsOf("password")).toEqual([]);
    let fresh = "lambalar yanarken";
    for (const [code, at, words] of [
      [ErrorCode.WrongOldPassword, "Eski şifre", /Eski şifre hatalı/],
      [ErrorCode.PasswordTooCommon, "Yeni şifre", /çok yaygın/],
      [ErrorCode.PasswordTooShort, "Yeni şifre", /8/],
    ] as const) {
      onCall("password", refuse(code, { minimum: 8 }));
      // A field keeps what the server said of it until something else is typed there.
      fresh += "!";
      await changePassword(`${PASSWORD}${fresh.length}`, fresh);
      await expect.element(field(at)).toHaveAccessibleDescription(words);
      await expect.element(field(at)).toHaveFocus();
      await expect.element(field("Yeni şifre")).toHaveValue(fresh);
    }
    await expectAccessible("profile, refused");
    onCall("password", { token: "fresh" });
    await changePassword(PASSWORD, "lambalar yanarken");
    await expect.element(page.getByText(/^Şifreniz değişti\./).first()).toBeVisible();
    await expect.element(field("Eski şifre")).toHaveValue("");
    expect(localStorage.getItem("access_token")).toBe("fresh");
  });

  it("a new PIN", async () => {
    await openApp("/profile");
    const change = async (typed: string, old = PASSWORD) => {
      await field("Şifreniz").fill(old);
      await field("Yeni PIN").fill(typed);
      await field("Yeni PIN (yeniden)").fill(typed);
      await page.getByRole("button", { name: "PIN’i değiştir" }).click();
    };
    await change("12a4");
    await expect.element(page.getByText("PIN 4 ile 12 arası rakamdan oluşur")).toBeVisible();
    onCall("changePin", refuse(ErrorCode.WrongOldPassword));
    await change("4711", "yanlis-sifre");
    await expect.element(field("Şifreniz")).toHaveAccessibleDescription(/Şifre hatalı/);
    await expect.element(field("Şifreniz")).toHaveFocus();
    onCall("changePin", { pin_code: "pbkdf2-sha256$1000$YQ$Yg" });
    await change("4711");
    await expect.element(page.getByText(/PIN’iniz değişti/).first()).toBeVisible();
    expect(localStorage.getItem("pin_code")).toBe("pbkdf2-sha256$1000$YQ$Yg");
  });

  it("a limit, which stays open with what was typed", async () => {
    await openApp("/profile");
    await page.getByRole("button", { name: "Kayıp limiti, Günlük: limit koy" }).click();
    const dialog = page.getByRole("dialog", { name: "Kayıp limiti, Günlük" });
    const amount = dialog.getByRole("textbox");
    await expectAccessible("limit", "[role=dialog]");
    await amount.fill("çok");
    await dialog.getByRole("button", { name: "Kaydet" }).click();
    await expect.element(dialog.getByText(/Sıfırdan büyük bir tutar/)).toBeVisible();
    expect(requestsOf("setLimit")).toEqual([]);
    onCall("setLimit", refuse(ErrorCode.InvalidRequest, { field: "value" }));
    await amount.fill("1.500,50");
    await expect.element(dialog.getByText("Yeni limit hemen geçerli olur: ₺1.500,50.")).toBeVisible();
    await dialog.getByRole("button", { name: "Kaydet" }).click();
    await expect.element(amount).toHaveAttribute("aria-invalid", "true");
    await expect.element(amount).toHaveValue("1.500,50");
    restoreCall("setLimit");
    await amount.fill("1.600");
    await dialog.getByRole("button", { name: "Kaydet" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(requestsOf("setLimit").at(-1)?.body).toEqual({ kind: "loss", period: "day", value: 160_000 });
  });

  it("a break", async () => {
    await openApp("/profile");
    await page.getByRole("button", { name: "3 gün" }).click();
    await page.getByRole("button", { name: "Mola ver" }).click();
    const dialog = page.getByRole("dialog", { name: "3 gün mola verilsin mi?" });
    await expect.element(dialog.getByText("Bütün cihazlarda çıkış yapılır.")).toBeVisible();
    await expectAccessible("break", "[role=dialog]");
  });

  it("self-exclusion, in two steps", async () => {
    await openApp("/profile");
    await page.getByRole("button", { name: "Kendimi men et" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText("Bunu ne siz ne de destek geri alabilir.")).toBeVisible();
    await expectAccessible("exclusion", "[role=dialog]");
    await dialog.getByRole("button", { name: "Anladım, devam et" }).click();
    await expect.element(dialog.getByLabelText("Şifreniz")).toHaveFocus();
    const confirm = dialog.getByRole("button", { name: "Kendimi 6 ay men et" });
    await expect.element(confirm).toBeDisabled();
    await dialog.getByLabelText("Şifreniz").fill("yanlis-sifre");
    await dialog.getByRole("checkbox").click();
    await expectAccessible("exclusion, second step", "[role=dialog]");
    onCall("selfExclude", refuse(ErrorCode.WrongOldPassword));
    await confirm.click();
    await expect.element(dialog.getByText("Şifre hatalı.")).toBeVisible();
    expect(requestsOf("selfExclude").map(({ body }) => body)).toEqual([{ months: 6, password: "yanlis-sifre" }]);
  });
});
