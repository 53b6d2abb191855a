/** The quick panel: the day, what the house has noted, and switches that last. */
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { screenIsThere } from "@reelcast/testing/find";
import { openApp } from "../../testing/openApp.ts";
import { prefer, preferences } from "../preferences.ts";

it("says the day, notes and events in the house's format, and keeps its switches in the browser", async () => {
  await openApp("/rules");
  await screenIsThere();
  const quick = page.getByRole("dialog", { name: "Hızlı panel" });
  await page.getByRole("button", { name: "Hızlı panel" }).click();
  const weekday = new Date().toLocaleDateString("tr", { weekday: "long" });
  await expect.element(quick.getByText(weekday, { exact: true })).toBeVisible();
  await expect.element(quick.getByRole("region", { name: "Notlar" })).toMatchTextContent("Turnuva akşamı");
  const event = quick.getByRole("listitem").filter({ hasText: "Yılbaşı gecesi" });
  const at = new Date("2099-12-31T21:00:00.000Z");
  const two = (number: number) => String(number).padStart(2, "0");
  await expect
    .element(event.getByRole("time"))
    .toHaveTextContent(
      `${two(at.getDate())}.${two(at.getMonth() + 1)}.${at.getFullYear()} ${two(at.getHours())}:${two(at.getMinutes())}:00`,
    );
  const { muted } = preferences();
  const sound = quick.getByRole("switch", { name: "Makine sesi" });
  await sound.click();
  expect(localStorage.getItem("muted")).toBe(String(!muted));
  await userEvent.keyboard("{Escape}");
  await expect.element(quick).not.toBeInTheDocument();
  prefer({ muted });
});

it("shows what the house has written in the player's language, else as it was written first", async () => {
  await openApp("/rules", { language: "en" });
  await screenIsThere();
  await page.getByRole("button", { name: "Quick panel" }).click();
  const quick = page.getByRole("dialog", { name: "Quick panel" });
  await expect.element(quick.getByRole("region", { name: "Notes" })).toMatchTextContent("Tournament night");
  await expect.element(quick.getByRole("region", { name: "Events" })).toMatchTextContent("Yılbaşı gecesi");
});
