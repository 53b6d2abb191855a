/** Money at the machine: its buttons in the words of the house, and amounts as the player's language writes them. */
import { ErrorCode, InfoCode } from "@reelcast/contract";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { settled } from "@reelcast/testing/accessibility";
import { gameState } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { HANG, onCall, refuse, setOnline } from "../testing/scriptedServer.ts";
import {
  UNANSWERED,
  closeSockets,
  isConnected,
  onSocketRequest,
  push,
  socketRequestsOf,
} from "../testing/scriptedSockets.ts";
import { info, meters, said } from "./testing/play.ts";

async function sitDown(credit: number, visit: Visit = {}, limits: { leastDeposit?: number } = {}): Promise<void> {
  const state = gameState({ meters: { credit } });
  onSocketRequest("game", "init", { ...state, limits: { ...state.limits, ...limits } });
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

it("while the house takes no new games the machine says so, a press is refused with the reason, and money goes out", async () => {
  onSocketRequest("notifications", "init", () => ({ session: null, newPlay: false }));
  onSocketRequest("game", "press", refuse(ErrorCode.NewPlayPaused));
  onSocketRequest("game", "cashout", () => ({ amount: 5_000, credit: 0, balance: 5_000 }));
  await sitDown(5_000);
  await expect.element(page.getByText("Şu anda yeni oyun açılamıyor. Paranızı çekebilirsiniz.")).toBeVisible();
  await button("OYNA").first().click();
  await expect.element(page.getByText("başlayan oyun sürer, paranızı çekebilirsiniz").first()).toBeVisible();
  await button("PARA ÇEK").click();
  await expect.poll(() => socketRequestsOf("game", "cashout")).toHaveLength(1);
  push("notifications", "house", { newPlay: true });
  await expect.element(page.getByText("Şu anda yeni oyun açılamıyor.")).not.toBeInTheDocument();
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

it.each([
  [667, 375],
  [844, 390],
  [360, 640],
])(
  "in a window of %i×%i the least deposit, the amount and the button are in sight, with the countdown",
  async (width, height) => {
    await sitDown(0, { size: { width, height } }, { leastDeposit: 250 });
    await button("PARA YATIR").click();
    const sheet = page.getByRole("dialog");
    await expect.element(sheet.getByText("Bu makineye en az ₺2,50 aktarılır.")).toBeVisible();
    info("SESSION_CLOSE_WARNING", InfoCode.DepositCountdown, { count: 20 });
    await expect.element(sheet.getByRole("timer")).toBeVisible();
    await settled();
    const seen = [
      sheet.getByRole("timer"),
      sheet.getByText("en az ₺2,50"),
      sheet.getByRole("button", { name: "Aktar" }),
    ];
    for (const part of seen) {
      const { top, bottom, left } = part.element().getBoundingClientRect();
      expect(top, part.selector).toBeGreaterThanOrEqual(0);
      expect(bottom, part.selector).toBeLessThanOrEqual(height);
      expect(part.element().contains(document.elementFromPoint(left + 5, (top + bottom) / 2)), part.selector).toBe(
        true,
      );
    }
    // What is typed can be brought into sight, as the browser does it: nothing lies over its field then.
    const field = sheet.getByRole("textbox").element();
    field.scrollIntoView({ block: "nearest" });
    const { left, top, bottom } = field.getBoundingClientRect();
    expect(document.elementFromPoint(left + 5, (top + bottom) / 2)).toBe(field);
  },
);

it("the least deposit of the machine is said before, and nothing below it can be moved", async () => {
  await sitDown(0, {}, { leastDeposit: 250 });
  await button("PARA YATIR").click();
  const sheet = page.getByRole("dialog");
  await expect.element(sheet.getByText("Bu makineye en az ₺2,50 aktarılır.")).toBeVisible();
  await sheet.getByRole("textbox").fill("0,01");
  await expect.element(sheet.getByText("₺2,50 ile ₺1.250 arasında bir tutar yazın.")).toBeVisible();
  await expect.element(sheet.getByRole("button", { name: "Aktar", exact: true })).toBeDisabled();
  await sheet.getByRole("textbox").fill("2,50");
  await expect.element(sheet.getByRole("button", { name: "Aktar ₺2,50" })).toBeEnabled();
});

it.each(["₺1.000", "1.000,00 TL", "₺ 1,000.00"])("a pasted %s is understood, and shown as it is", async (pasted) => {
  await sitDown(0);
  await button("PARA YATIR").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox").fill(pasted);
  await expect.element(sheet.getByRole("textbox")).toHaveAccessibleDescription("₺1.000,00");
  await expect.element(sheet.getByRole("button", { name: "Aktar ₺1.000" })).toBeEnabled();
});

it("a balance that is not known yet is not said to be empty: the server decides about a deposit", async () => {
  onCall("balance", HANG);
  onSocketRequest("game", "cashin", ({ transferId, amount }) => ({ transferId, credit: amount, balance: 0 }));
  await sitDown(0);
  await expect.element(page.getByTitle("Bakiye")).toMatchTextContent("–");
  await button("PARA YATIR").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox").fill("50");
  await expect.element(sheet).not.toMatchTextContent("₺0");
  await sheet.getByRole("button", { name: "Aktar ₺50" }).click();
  await expect.poll(() => socketRequestsOf("game", "cashin")).toMatchObject([{ amount: 5_000 }]);
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

it("a hand pay is named in the question before leaving, and said to be in the balance once the server says so", async () => {
  await sitDown(49_900);
  meters({ phase: "handPay", win: 30_000 });
  await button("Çıkış").click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toMatchTextContent(/₺499 kredi bakiyenize .* Elden ödenen ₺300 de bakiyenize geçer/);
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  meters({ phase: "idle" });
  await expect.element(page.getByText(/elden ödendi/)).not.toBeInTheDocument();
  info("HAND_PAID", ErrorCode.Success, { amount: 30_000 });
  await said("₺300 elden ödendi: bakiyenizde.");
  await button("Çıkış").click();
  await expect.element(question).toMatchTextContent(/₺499 kredi bakiyenize/);
  await expect.element(question).not.toMatchTextContent(/Elden/);
});

it("a connection that is lost while money moves says what becomes of it", async () => {
  await sitDown(5_000);
  onSocketRequest("game", "cashout", UNANSWERED);
  await button("PARA ÇEK ₺50").click();
  setOnline(false);
  closeSockets("game");
  await said(/sonucunu bağlantı gelince görürsünüz; para iki kez aktarılmaz/);
  onSocketRequest("game", "cashout", ({ transferId }) => ({
    transferId: transferId ?? "",
    amount: 5_000,
    credit: 0,
    balance: 1_000_000,
  }));
  setOnline(true);
  await said("₺50 bakiyenize aktarıldı.");
});
