/** Promotions: claimed by a press, refused with the reason, offered when the balance is low. */
import { ErrorCode, PROMOTIONS } from "@reelcast/contract";
import type { PromotionState } from "@reelcast/contract";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { STORAGE } from "../../api/index.ts";
import { LOGIN } from "../../testing/answers.ts";
import { expectCount, screenIsThere } from "@reelcast/testing/find";
import { PHONE, keptHere, openApp } from "../../testing/openApp.ts";
import type { Visit } from "../../testing/openApp.ts";
import { onCall, refuse, requestsOf } from "../../testing/scriptedServer.ts";

const button = (name: string) => page.getByRole("banner").getByRole("button", { name, exact: true });
const said = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const granted = (amount: number) => ({ status: 1, code: 0, Params: { amount }, ErrorMessage: "" });
const states = (bonus: Partial<PromotionState> = {}): PromotionState[] =>
  PROMOTIONS.map((kind) => ({
    kind,
    eligible: kind === "bonus",
    amount: kind === "bonus" ? 10_000 : null,
    waitSeconds: 0,
    ...(kind === "bonus" && bonus),
  }));
async function visit(more: Visit = {}): Promise<void> {
  await openApp("/rules", { size: { width: 1440, height: 900 }, ...more });
  await screenIsThere();
}

it("the bonus is claimed by a press, then the browser knows by itself when it can be had again, for this player", async () => {
  onCall("bonus", granted(50_000));
  await visit();
  await button("Bonus").click();
  await said("₺500 bakiyenize eklendi");
  await expect.element(button("Bonus")).toBeEnabled();
  await button("Bonus").click();
  await said("30 saniyede bir");
  expect(requestsOf("bonus")).toHaveLength(1);
  await expect.element(button("Bonus")).toBeEnabled();
  // Another player of the same browser has times of their own.
  const { [STORAGE.token]: _, [STORAGE.player]: __, ...stored } = keptHere();
  await visit({ login: { ...LOGIN, user: { ...LOGIN.user, id: 2 } }, stored });
  await button("Bonus").click();
  await said("bakiyenize eklendi");
  expect(requestsOf("bonus")).toHaveLength(2);
});

it("one that another tab has claimed is refused in the server's words", async () => {
  onCall("bonus", refuse(ErrorCode.PromotionCooldown, { seconds: 30 }));
  await visit();
  await button("Bonus").click();
  await said("30 saniyede bir");
  await expect.element(button("Bonus")).toBeEnabled();
});

it("the discount is refused while the balance is not low, with the amount; the weekly bonus asks the server", async () => {
  onCall("weeklyBonus", refuse(ErrorCode.NothingToClaim));
  await visit();
  await button("İndirim").click();
  await said(/₺100/);
  expect(requestsOf("discount")).toEqual([]);
  await button("Haftalık bonus").click();
  await said("Şu an");
  await expect.element(button("Haftalık bonus")).toBeEnabled();
  expect(requestsOf("weeklyBonus")).toHaveLength(1);
});

it("a low balance brings an offer, which is claimed only by a press", async () => {
  onCall("balance", { balance: 5_000, checking: 0 });
  onCall("bonus", granted(10_000));
  await visit();
  await said("₺100 bonus sizi bekliyor");
  expect(requestsOf("bonus")).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Al", exact: true }).first().click();
  await said("bakiyenize eklendi");
  expect(requestsOf("bonus")).toHaveLength(1);
});

it("on a phone one button opens them all, and the time until the next one counts down by itself", async () => {
  onCall("promotions", () => states());
  onCall("bonus", () => {
    onCall("promotions", () =>
      states({ eligible: false, amount: null, waitSeconds: 30, code: ErrorCode.PromotionCooldown }),
    );
    return granted(10_000);
  });
  await visit({ size: PHONE });
  await page.getByRole("button", { name: /^Promosyonlar/ }).click();
  const sheet = page.getByRole("dialog", { name: "Promosyonlar" });
  await expectCount(sheet.getByRole("listitem"), 3);
  await sheet.getByRole("button", { name: /^Bonus/ }).click();
  await said("bakiyenize eklendi");
  const wait = sheet.getByText("sonra hazır");
  await expect.element(wait).toBeVisible();
  const seconds = () => Number.parseInt(wait.element().textContent ?? "");
  const first = seconds();
  await expect.poll(seconds).toBeLessThan(first);
});
