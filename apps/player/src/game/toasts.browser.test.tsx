/** Toasts over a game leave the way out, the signal and the options in reach. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { PHONE, openApp } from "../testing/openApp.ts";
import { isConnected, push } from "../testing/scriptedSockets.ts";

/** Whether a press in its middle is its own. */
function isFree(button: Element): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

it("a toast covers no button of the header, on a phone held either way", async () => {
  for (const size of [PHONE, { width: 360, height: 640 }, { width: 844, height: 390 }, { width: 667, height: 375 }]) {
    await openApp("/game/1/lantern-street", { size });
    await expect.poll(() => isConnected("game")).toBe(true);
    await expect.element(page.getByRole("button", { name: "Ayarlar" })).toBeVisible();
    push("game", "info", { action: "MACHINE_BACK", code: 0, params: {}, message: "" });
    const said = page.getByText("Makine yeniden bağlandı.").first();
    await expect.element(said).toBeVisible();
    const box = said.element().closest("[role=dialog], [role=alertdialog]");
    // At its place, and not on the way to it.
    await expect.poll(() => box?.getAnimations().length).toBe(0);
    const shown = [...document.querySelectorAll("main header button")];
    const buttons = shown.filter((button) => button.getClientRects().length > 0);
    expect(buttons.length).toBeGreaterThan(3);
    expect(
      buttons.filter((button) => !isFree(button)).map((button) => button.getAttribute("aria-label")),
      `${size.width}×${size.height}`,
    ).toEqual([]);
  }
});
