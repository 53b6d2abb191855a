/** The template's pages where the server matters: a registration that makes a player, a PIN that opens the lock. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { House } from "../house.ts";

async function register(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/pages/auth/register`);
  await page.getByLabel("Display name").fill("Ada L");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a long green sentence");
  await page.getByLabel("Password (again)").fill("a long green sentence");
  await page.getByRole("checkbox").click();
  await page.getByRole("button", { name: "Create the account" }).click();
}

test("where the house allows it a registration makes a player who can log in, and a taken e-mail is said at its field", async ({
  page,
  house,
}) => {
  await page.addInitScript(() => localStorage.setItem("language", "en"));
  const email = `ada-${Date.now()}@example.com`;
  await register(page, house.url, email);
  await expect(page.getByRole("heading", { name: "Your account is ready" })).toBeFocused();
  await register(page, house.url, email);
  await expect(page.getByText("There is an account with this e-mail already")).toBeVisible();
  await page.goto(`${house.url}/pages/auth/login-2`);
  await page.getByLabel("Username or e-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a long green sentence");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(/\/lobby/);
});

test("the page of the lock opens by the PIN alone", async ({ page, player }) => {
  await page.addInitScript(() => localStorage.setItem("language", "en"));
  await player.go("/pages/auth/lock");
  await page.getByLabel("PIN").fill("1234");
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The PIN is wrong" })).toBeVisible();
  await page.getByLabel("PIN").fill("0000");
  await expect(page).toHaveURL(/\/lobby/);
});

test("a house that wants none of it makes no players", async () => {
  const plain = await House.open({ DEMO_REGISTRATION: "0" });
  try {
    const answer = await fetch(`${plain.url}/api/auth/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ displayName: "Ada", email: "ada@example.com", password: "a long green sentence" }),
    });
    expect(await answer.json()).toEqual({ created: false });
  } finally {
    await plain.close();
  }
});
