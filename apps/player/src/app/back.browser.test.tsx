/** The browser's back button closes what lies over the page, and only then leaves the page. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectPath, screenIsThere } from "@reelcast/testing/find";
import { PHONE, openApp } from "../testing/openApp.ts";

const dialog = () => page.getByRole("dialog");
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Opens the rules, and from there the limits. */
async function openSecondPage(): Promise<void> {
  await openApp("/rules", { size: PHONE });
  await screenIsThere();
  await button("Menüyü aç").click();
  await dialog().getByRole("link", { name: "Limitlerim" }).click();
  await expectPath("/profile/limits");
  await expect.element(dialog()).not.toBeInTheDocument();
}

describe("the browser's back button", () => {
  it("closes the menu, then leads back", async () => {
    await openSecondPage();
    await button("Menüyü aç").click();
    await expect.element(dialog()).toBeVisible();
    history.back();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expectPath("/profile/limits");
    await expect.element(button("Menüyü aç")).toHaveFocus();
    history.back();
    await expectPath("/rules");
  });

  it("closes a dialog and leaves the way forward as it was", async () => {
    await openSecondPage();
    history.back();
    await expectPath("/rules");
    history.forward();
    await expectPath("/profile/limits");
    await page.getByRole("button", { name: "Kayıp limiti, Günlük: limit koy" }).click();
    await expect.element(dialog()).toBeVisible();
    history.back();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expectPath("/profile/limits");
    history.back();
    await expectPath("/rules");
    history.forward();
    await expectPath("/profile/limits");
  });

  it("leads back while a panel is open next to the page, and leaves the panel open", async () => {
    await openApp("/rules");
    await screenIsThere();
    await page.getByRole("link", { name: "Profil" }).first().click();
    await expectPath("/profile");
    await page.getByRole("group", { name: "Araçlar" }).getByRole("button", { name: "Sohbet" }).click();
    await expect.element(dialog()).toBeVisible();
    history.back();
    await expectPath("/rules");
    await expect.element(dialog()).toBeVisible();
  });
});
