/** The one entry to support: wherever it stands, it lists every way that the house has. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { expectCount, screenIsThere } from "@reelcast/testing/find";
import { PHONE, openApp } from "../testing/openApp.ts";

const ALL = {
  support: { whatsapp: "+905551234567", telegram: "@reelcast", chat: true },
  liveChat: { enabled: true, provider: "tawk", id: "5f0c1a2b3c4d5e6f/default" },
} as const;
const entry = () => page.getByRole("button", { name: "Destek", exact: true });
const dialog = () => page.getByRole("dialog", { name: "Destek", exact: true });

describe("support", () => {
  it("is one entry of the menu, with all ways behind it, and the desk's chat among them", async () => {
    await openApp("/rules", { settings: ALL, size: PHONE });
    await screenIsThere();
    await page.getByRole("button", { name: "Menüyü aç" }).click();
    await expectCount(page.getByRole("dialog").getByRole("link", { name: /hattı/ }), 0);
    await entry().first().click();
    await expect
      .element(dialog().getByRole("link", { name: "7/24 WhatsApp hattı" }))
      .toHaveAttribute("href", "https://wa.me/905551234567");
    await expect
      .element(dialog().getByRole("link", { name: "7/24 Telegram hattı" }))
      .toHaveAttribute("href", "https://t.me/reelcast");
    await expect.element(dialog().getByRole("button", { name: "7/24 canlı destek" })).toBeVisible();
    await expectAccessible("support", "[role=dialog]");
    await dialog().getByRole("button", { name: "Destek masasına yaz" }).click();
    await expect.element(page.getByRole("log")).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it("takes the place of the menu that it was opened from, and gives the focus back to the menu's button", async () => {
    await openApp("/rules", { settings: ALL, size: PHONE });
    await screenIsThere();
    await page.getByRole("button", { name: "Menüyü aç" }).click();
    await entry().first().click();
    await expect.element(dialog()).toBeVisible();
    // The menu does not stay behind it.
    await expect.poll(() => document.querySelectorAll("[role=dialog]").length).toBe(1);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Menüyü aç" })).toHaveFocus();
  });

  it("stands in the bar of a wide window, closes by Escape, and gives the focus back", async () => {
    await openApp("/rules", { settings: ALL });
    await screenIsThere();
    await entry().click();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(entry()).toHaveFocus();
  });

  it("offers the house's own desk where nothing else is set up", async () => {
    await openApp("/rules");
    await screenIsThere();
    await entry().click();
    await expect.element(dialog().getByRole("button", { name: "Destek masasına yaz" })).toBeVisible();
    await expectCount(dialog().getByRole("link"), 0);
  });
});
