/** The rules: the house's own figures, an address for every chapter, and fit for paper. */
import { afterEach, expect, it } from "vitest";
import type { CDPSession } from "@vitest/browser-playwright";
import { cdp, page } from "vitest/browser";
import { expectCount, expectPath, screenIsThere } from "@reelcast/testing/find";
import { openApp } from "../testing/openApp.ts";

const contents = () => page.getByRole("navigation", { name: "İçindekiler" });
const browser: () => CDPSession = cdp;
const showAs = (media: string) => browser().send("Emulation.setEmulatedMedia", { media });
afterEach(() => showAs(""));

it("have the house's own figures, and every chapter has an address", async () => {
  await openApp("/rules", { settings: { maxAllIn: 12_300_000 } });
  await expect.element(page.getByText(/“Tümü” bir seferde en çok ₺123\.000 aktarır/)).toBeVisible();
  await contents().getByRole("link", { name: "Jackpotlar" }).click();
  await expectPath(/#jackpots$/);
  const chapter = page.getByRole("heading", { name: "Jackpotlar" });
  await expect.element(chapter).toHaveFocus();
  await expect.element(chapter).toBeInViewport();
});

it("on paper are without the frame of the app", async () => {
  await openApp("/rules");
  await screenIsThere();
  await expect.element(contents()).toBeVisible();
  await showAs("print");
  await expect.element(page.getByRole("article")).toBeVisible();
  // What is hidden has no role.
  await expectCount(contents(), 0);
  await expectCount(page.getByRole("banner"), 0);
});
