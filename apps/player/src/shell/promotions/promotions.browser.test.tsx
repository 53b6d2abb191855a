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
const sheet = () => page.getByRole("dialog", { name: "Promosyonlar" });
/** The button of the bar opens the sheet, with what it is; there it is claimed. */
async function claim(name: string): Promise<void> {
  if (sheet().elements().length === 0) await button(name).click();
  await sheet()
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^${name}`) })
    .getByRole("button")
    .click();
}
async function visit(more: Visit = {}): Promise<void> {
  await openApp("/rules", { size: { width: 1440, height: 900 }, ...more });
  await screenIsThere();
}

it("the bonus is claimed by a press, then the browser knows by itself when it can be had again, for this player", async () => {
  onCall("bonus", granted(50_000));
  await visit();
  await button("Bonus").click();
  expect(requestsOf("bonus")).toEqual([]);
  await expect.element(sheet()).toMatchTextContent("Yatırdığınız tutarın üzerine eklenir");
  await claim("Bonus");
  await said("₺500 bakiyenize eklendi");
  await claim("Bonus");
  await said(/30 saniyede bir.* \d+ saniye sonra hazır/);
  expect(requestsOf("bonus")).toHaveLength(1);
  // Another player of the same browser has times of their own.
  const { [STORAGE.token]: _, [STORAGE.player]: __, ...stored } = keptHere();
  await visit({ login: { ...LOGIN, user: { ...LOGIN.user, id: 2 } }, stored });
  await claim("Bonus");
  await said("bakiyenize eklendi");
  expect(requestsOf("bonus")).toHaveLength(2);
});

it("one that another tab has claimed is refused in the server's words", async () => {
  onCall("bonus", refuse(ErrorCode.PromotionCooldown, { seconds: 30, remaining: 18 }));
  await visit();
  await claim("Bonus");
  await said(/30 saniyede bir.* 18 saniye sonra hazır/);
});

it("the discount is refused while the balance is not low, with the amount; the weekly bonus asks the server", async () => {
  onCall("weeklyBonus", refuse(ErrorCode.NothingToClaim));
  await visit();
  await claim("İndirim");
  await said(/₺100/);
  expect(requestsOf("discount")).toEqual([]);
  await claim("Haftalık bonus");
  await said("Şu an");
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
  await expectCount(sheet().getByRole("listitem"), 3);
  await claim("Bonus");
  await said("bakiyenize eklendi");
  const wait = sheet().getByRole("listitem").getByText("sonra hazır");
  await expect.element(wait).toBeVisible();
  const seconds = () => Number.parseInt(wait.element().textContent ?? "");
  const first = seconds();
  await expect.poll(seconds).toBeLessThan(first);
});
