/** Signing in, the one-time link, and the lock over a session that ended. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { expectPath } from "@reelcast/testing/find";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { PASSWORD, meAs } from "../testing/answers.ts";
import { openAt } from "../testing/openConsole.ts";
import { onCall, refuse, requestsOf, restoreCall } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected } from "../testing/scriptedSockets.ts";
import { session } from "../session/store.ts";

const LATER = "2099-01-01T00:00:00Z";
const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("signing in", () => {
  it("asks for the second factor where the member has one, and leads to where somebody wanted to go", async () => {
    await openAt("/account", { signedIn: false });
    await expectPath("/sign-in?to=%2Faccount");
    await expect.element(field("Name")).toHaveFocus();
    await expectAccessible("sign in");
    onCall("signIn", refuse(ErrorCode.WrongCredentials));
    await field("Name").fill("ayşe");
    await field("Password").fill("wrong");
    await button("Sign in").click();
    await expect.element(field("Password")).toHaveAccessibleDescription(/wrong/);
    onCall("signIn", { step: "secondFactor", token: "step", methods: ["totp", "recoveryCode"] });
    await field("Password").fill(PASSWORD);
    await button("Sign in").click();
    await expect.element(field("Code")).toHaveFocus();
    onCall("secondFactor", refuse(ConsoleErrorCode.CodeNotAccepted));
    await field("Code").fill("123456");
    await button("Confirm").click();
    await expect.element(field("Code")).toHaveAccessibleDescription(/not accepted/);
    await expectAccessible("code refused");
    onCall("secondFactor", { step: "done", token: "the-token", expiresAt: LATER });
    await field("Code").fill("654321");
    await button("Confirm").click();
    await expect.element(page.getByRole("heading", { level: 1, name: "My account and security" })).toBeVisible();
    await expectPath("/account");
    expect(requestsOf("secondFactor").at(-1)?.body).toEqual({ token: "step", code: "654321" });
  });

  it("leads to no other site", async () => {
    // Without a role there is only the own account.
    onCall("me", meAs());
    await openAt("/sign-in?to=//elsewhere.example/x", { signedIn: false });
    await field("Name").fill("ayşe");
    await field("Password").fill(PASSWORD);
    await button("Sign in").click();
    await expectPath("/account");
  });
});

describe("a one-time link", () => {
  it("makes the first manager, with a name and a password", async () => {
    onCall("link", { purpose: "first", name: null, expiresAt: LATER });
    await openAt("/link#link.abc", { signedIn: false });
    await expect.element(page.getByRole("heading", { name: "The first manager" })).toBeVisible();
    await expectAccessible("first link");
    await field("Name").fill("Ayşe");
    await field("New password").fill(PASSWORD);
    await field("New password (again)").fill("something else");
    await button("Save and sign in").click();
    await expect.element(page.getByText("The two passwords differ")).toBeVisible();
    expect(requestsOf("openLink")).toEqual([]);
    await field("New password (again)").fill(PASSWORD);
    onCall("openLink", refuse(ErrorCode.PasswordTooCommon));
    await button("Save and sign in").click();
    await expect.element(field("New password")).toHaveAccessibleDescription(/easy to guess/);
    onCall("openLink", { step: "done", token: "the-token", expiresAt: LATER });
    await field("New password").fill(`${PASSWORD}!`);
    await field("New password (again)").fill(`${PASSWORD}!`);
    await button("Save and sign in").click();
    await expectPath("/account");
    const body = { token: "link.abc", name: "Ayşe", password: `${PASSWORD}!` };
    expect(requestsOf("openLink").at(-1)?.body).toEqual(body);
  });

  it("that was used says so", async () => {
    onCall("link", refuse(ErrorCode.SignInLinkInvalid));
    await openAt("/link#link.abc", { signedIn: false });
    await expect.element(page.getByText(/has been used or has expired/)).toBeVisible();
    await expectAccessible("used link");
    await page.getByRole("link", { name: "Go to sign in" }).click();
    await expectPath("/sign-in");
  });
});

it("a session that ends locks the page and keeps what was typed, also in an open dialog", async () => {
  await openAt("/staff");
  await expect.poll(() => isConnected("console")).toBe(true);
  await expect.element(page.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();
  await userEvent.keyboard("n");
  await field("Name").fill("Yasemin");
  onCall("socketTicket", refuse(ErrorCode.TokenInvalid));
  closeSockets("console", 4401);
  const lock = page.getByRole("dialog", { name: "Session locked" });
  await expect.element(lock.getByLabelText("Password", { exact: true })).toHaveFocus();
  expect(session.token()).toBeNull();
  await expectAccessible("lock", "dialog[open]");
  await userEvent.keyboard("{Escape}{Escape}");
  // A press next to everything takes the focus out of the dialog.
  lock.getByLabelText("Password", { exact: true }).element().blur();
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(lock).toBeVisible();
  // As browsers do that close a dialog at the second Escape.
  (lock.element() as HTMLDialogElement).close();
  await expect.element(lock).toHaveAttribute("open");
  restoreCall("socketTicket");
  await lock.getByLabelText("Password", { exact: true }).fill(PASSWORD);
  await lock.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.element(lock).not.toBeInTheDocument();
  await expect.element(page.getByRole("alertdialog").getByLabelText("Name", { exact: true })).toHaveValue("Yasemin");
});

it("a session that begins on the lock is kept while the server can't say whose it is", async () => {
  await openAt("/staff");
  await expect.element(page.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();
  await expect.poll(() => isConnected("console")).toBe(true);
  onCall("socketTicket", refuse(ErrorCode.TokenInvalid));
  closeSockets("console", 4401);
  const lock = page.getByRole("dialog", { name: "Session locked" });
  await lock.getByLabelText("Password", { exact: true }).fill(PASSWORD);
  restoreCall("socketTicket");
  onCall("me", refuse(ErrorCode.ServiceUnavailable));
  await lock.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.element(lock.getByRole("alert")).toBeVisible();
  await expectAccessible("lock, not known whose session", "dialog[open]");
  restoreCall("me");
  await lock.getByRole("button", { name: "Try again" }).click();
  await expect.element(lock).not.toBeInTheDocument();
  expect(requestsOf("signIn")).toHaveLength(1);
  expect(session.token()).not.toBeNull();
});
