/** Money at the machine: its buttons in the words of the house, and amounts as the player's language writes them. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { gameState } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { isConnected, onSocketRequest } from "../testing/scriptedSockets.ts";

async function sitDown(credit: number, visit: Visit = {}): Promise<void> {
  onSocketRequest("game", "init", () => gameState({ meters: { credit } }));
  await openApp("/game/1/lantern-street", { ...visit, settings: { webcam: false, ...visit.settings } });
  await expect.poll(() => isConnected("game")).toBe(true);
}
const button = (name: string) => page.getByRole("button", { name });

it.each([
  ["tr", "PARA YATIR", "PARA ÇEK"],
  ["en", "DEPOSIT", "WITHDRAW"],
  ["ar", "إيداع", "سحب"],
] as const)("the buttons for money are in the player's language: %s", async (language, deposit, withdraw) => {
  await sitDown(0, { language });
  await expect.element(button(deposit)).toBeVisible();
  await expect.element(button(withdraw)).toBeVisible();
});

it("a house gives them its own words: the same in every language, or some of its own", async () => {
  await sitDown(0, { language: "en", settings: { depositText: "LOAD", withdrawText: { tr: "BOZDUR" } } });
  await expect.element(button("LOAD")).toBeVisible();
  await expect.element(button("WITHDRAW")).toBeVisible();
});

it("an amount that can't be deposited is answered with both ends of what can", async () => {
  await sitDown(0);
  await button("PARA YATIR").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox").fill("0");
  await expect.element(sheet.getByText("₺0,01 ile ₺1.250 arasında bir tutar yazın.")).toBeVisible();
});

it("a withdrawal for which nothing was left moves nothing, and says so", async () => {
  await sitDown(5_000);
  onSocketRequest("game", "cashout", ({ transferId }) => ({
    transferId: transferId ?? "",
    amount: 0,
    credit: 0,
    balance: 1_000_000,
  }));
  await button("PARA ÇEK ₺50").click();
  await expect.element(page.getByText("Makinede çekilecek kredi kalmamıştı.").first()).toBeVisible();
  expect(page.getByText(/₺0 bakiyenize/).elements()).toEqual([]);
});
