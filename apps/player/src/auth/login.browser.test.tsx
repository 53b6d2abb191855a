/** The login: what it says of what was typed, and of what the server answers. */
import { ErrorCode } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { PASSWORD } from "../testing/answers.ts";
import { expectPath } from "@reelcast/testing/find";
import { keptHere, openApp } from "../testing/openApp.ts";
import { HANG, onCall, refuse, requestsOf, restoreCall } from "../testing/scriptedServer.ts";

const name = () => page.getByLabelText("Kullanıcı adı veya e-posta");
const password = () => page.getByLabelText("Şifre", { exact: true });
const submit = () => page.getByRole("button", { name: "Giriş yap" });
async function logIn(username = "demo1", typed = PASSWORD): Promise<void> {
  await name().fill(username);
  await password().fill(typed);
  await submit().click();
}

describe("the login", () => {
  it("has no accessibility violations, empty and with what is wrong", async () => {
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

  it("is sent once, however often it is asked for", async () => {
    onCall("login", HANG);
    await openApp("/login", { login: null });
    await logIn();
    await expect.element(submit()).toHaveAttribute("aria-busy", "true");
    await password().click();
    await userEvent.keyboard("{Enter}{Enter}");
    expect(requestsOf("login")).toHaveLength(1);
  });

  it("speaks the language that is chosen, in what it has said already too, and at the next visit", async () => {
    const settings = { languageSelect: true };
    await openApp("/login", { login: null, settings });
    onCall("login", refuse(ErrorCode.WrongCredentials));
    await logIn();
    await expect.element(password()).toHaveAccessibleDescription(/hatalı|yanlış/i);
    await page.getByLabelText("Dil").selectOptions("English");
    const english = page.getByLabelText("Password", { exact: true });
    await expect.element(english).toHaveAccessibleDescription(/wrong/i);
    await expect.element(page.getByRole("button", { name: "Log in" })).toBeVisible();
    await openApp("/login", { login: null, settings, stored: keptHere() });
    await expect.element(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await openApp("/login", { login: null });
    await expect.element(page.getByLabelText("Dil")).not.toBeVisible();
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

  it("remembers the name if the player asks for it", async () => {
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
