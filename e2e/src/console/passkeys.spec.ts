/** Passkeys in a real browser with an authenticator of its own: added, refused, used to sign in, and removed. */
import type { Page } from "@playwright/test";
import { Authenticator } from "./authenticator.ts";
import { PASSWORD, expect, test } from "./fixtures.ts";
import { addSecondFactor } from "./secondFactor.ts";

const passkeys = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: "Passkeys" }) });
const problem = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const dialog = (page: Page) => page.getByRole("alertdialog");
async function askToAdd(page: Page, name: string): Promise<void> {
  await passkeys(page).getByRole("button", { name: "Add a passkey" }).click();
  await dialog(page).getByLabel("Name of the key").fill(name);
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
}
async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
}
async function givePassword(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
const isSignedIn = (page: Page) => expect(page.getByRole("navigation")).toBeVisible();

test("a passkey is added, signs in alone and after the password, and is removed; a question that was closed can be asked again", async ({
  testConsole: { house, url },
  member,
}) => {
  const { page, name } = await member("manager");
  const key = await Authenticator.of(page);

  await key.answers(false);
  await askToAdd(page, "Office computer");
  await expect(problem(page, "No passkey was added")).toBeVisible();
  expect(await key.credentials()).toBe(0);
  await key.answers(true);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(passkeys(page).getByRole("listitem")).toContainText("Office computer");
  await expect(passkeys(page).getByRole("listitem")).toContainText("Never used");
  // The same key again.
  await askToAdd(page, "Again");
  await expect(problem(page, "This passkey is in the list already")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  expect(await key.credentials()).toBe(1);

  // Alone, without name and password.
  await signOut(page);
  await key.answers(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(problem(page, "No passkey was given")).toBeVisible();
  await key.answers(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await isSignedIn(page);
  await page.goto(`${url}/account`);
  await expect(passkeys(page).getByRole("listitem")).toContainText("Last used");

  // After the password: nothing else is a second factor of this member.
  await signOut(page);
  await givePassword(page, name);
  await expect(page.getByText("This account also needs its passkey.")).toBeVisible();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await isSignedIn(page);

  await page.goto(`${url}/account`);
  await passkeys(page).getByRole("button", { name: "Remove: Office computer" }).click();
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(passkeys(page).getByText("You have no passkey yet.")).toBeVisible();
  await signOut(page);
  // The browser has the key still; the house does not know it any more.
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(problem(page, "passkey")).toBeVisible();
  await givePassword(page, name);
  await isSignedIn(page);
  const { stdout } = await house.cli("audit", "list", "--limit", "50");
  for (const act of ["staff.passkey.add", "staff.passkey.remove"]) expect(stdout).toContain(act);
});

test("who has an authenticator app and no passkey is not asked for one, and a device without one says so", async ({
  member,
}) => {
  const { page, name } = await member("viewer");
  const key = await Authenticator.of(page);
  await addSecondFactor(page);
  await expect(passkeys(page).getByText("You have no passkey yet.")).toBeVisible();
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(problem(page, "No passkey was given")).toBeVisible();
  await givePassword(page, name);
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  expect(await key.credentials()).toBe(0);
});
