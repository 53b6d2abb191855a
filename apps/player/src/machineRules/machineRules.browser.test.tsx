/** The rules of a machine, from its card and from the game: at the present bet, and as the operator entered them. */
import { ErrorCode } from "@reelcast/contract";
import type { MachineResults, MachineRules } from "@reelcast/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { screenIsThere } from "@reelcast/testing/find";
import { expectAccessible } from "../testing/accessibility.ts";
import { gameState } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import { onCall, onRequest, refuse, requestsOf } from "../testing/scriptedServer.ts";
import { onSocketRequest } from "../testing/scriptedSockets.ts";
import { RULES } from "./testing/rules.ts";

const dialog = page.getByRole("dialog", { name: "Oyun kuralları" });
const RESULTS: MachineResults = {
  games: 1_240,
  isLimited: false,
  since: "2026-01-05T10:00:00.000Z",
  bet: 310_000,
  win: 268_000,
  hits: 400,
  longestDryRun: 14,
  machine: { games: 4_210, hits: 1_263, longestDryRun: 31 },
  expectation: {
    returnToPlayer: 0.9517,
    hitRate: 0.3409,
    net: -14_980,
    band: { low: -77_900, high: 47_900 },
    dryRun: 15,
  },
};
const NO_RESULTS: MachineResults = {
  ...RESULTS,
  games: 0,
  since: null,
  bet: 0,
  win: 0,
  hits: 0,
  longestDryRun: 0,
  machine: { games: 0, hits: 0, longestDryRun: 0 },
  expectation: null,
};
beforeEach(() => onCall("machineResults", NO_RESULTS));

async function openFromCard(rules: Partial<MachineRules> = {}): Promise<void> {
  onCall("machineRules", { ...RULES, ...rules });
  await openApp("/lobby");
  await screenIsThere();
  await page.getByRole("button", { name: "Kurallar: Lantern Street" }).click();
  await expect.element(dialog).toBeVisible();
}
const part = (name: string) => dialog.getByRole("region", { name });

it("opens from a machine's card, without opening the machine: pay table, lines, features and odds", async () => {
  await openFromCard();
  expect(requestsOf("machineRules").at(-1)).toMatchObject({ params: { id: "1" } });
  expect(location.pathname).toBe("/lobby");
  // All lines at the smallest bet.
  await expect.element(dialog.getByRole("status")).toMatchTextContent(/3 çizgi × ₺0,25 = oyun başına ₺0,75 bahis/);
  const table = part("Ödeme tablosu");
  await expect.element(table.getByRole("listitem").first()).toMatchTextContent(/taç.*5×.*₺750,00.*3×.*₺37,50/);
  // A scatter pays on the total bet.
  await expect.element(table.getByRole("listitem").nth(2)).toMatchTextContent(/₺3,75.*çizgiye bakılmaz/);
  await expect.element(table).toMatchTextContent(/Joker: .*Bulunduğu makaralar: 2, 3, 4/);
  await expect
    .element(part("Çizgiler").getByRole("img", { name: "3. çizgi, soldan sağa sıralar: 1 2 3 2 1" }))
    .toBeVisible();
  await expect
    .element(part("Bedava spinler"))
    .toMatchTextContent(/3 bonus 10 bedava spin başlatır.*2 katıyla.*50 spin.*150 oyunda bir/);
  await expect.element(part("Makara tutma")).toMatchTextContent(/96 tanesinden birinde.*%1,17 artırır/);
  await expect.element(part("Katlama")).toMatchTextContent(/5 kez üst üste, en çok ₺50.000/);
  const odds = part("Olasılıklar");
  await expect
    .element(odds)
    .toMatchTextContent(/%95,17.*her ₺100 için ₺95,17 geri gelir.*hiç tutmadan %94.*%1,5 kadarı jackpotlara/);
  await expect.element(odds).toMatchTextContent(/%34,09.*2,9 oyunda biri.*5,6 oyunda birdir/);
  await expect.element(odds).toMatchTextContent(/Düşük.*3,66 bahis.*₺277,50.*370 katı.*17.937,2 katı/);
  await expectAccessible("rules of a machine", "[role=dialog]");

  await dialog.getByLabelText("Çizgi başına bahis").selectOptions("100");
  await dialog.getByLabelText("Çizgi sayısı").selectOptions("1");
  await expect.element(table.getByRole("listitem").first()).toMatchTextContent(/₺3\.000,00/);
  await expect.element(odds).toMatchTextContent(/Yüksek.*10,5 bahis.*₺6\.000,00/);
  await expect
    .element(part("Çizgiler").getByRole("img", { name: "3. çizgi (oynanmıyor), soldan sağa sıralar: 1 2 3 2 1" }))
    .toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Kurallar: Lantern Street" })).toHaveFocus();
});

it("opens in the game at the bet that is chosen there, and the keys of the deck press nothing meanwhile", async () => {
  onCall("machineRules", RULES);
  onSocketRequest(
    "game",
    "init",
    gameState({ meters: { selects: { lines: "lines-1", denomination: "denom-50", bet: "bet-2" } } }),
  );
  await openApp("/game/1/lantern-street");
  await page.getByRole("button", { name: "Oyun kuralları" }).click();
  await expect.element(dialog.getByRole("status")).toMatchTextContent(/1 çizgi × ₺1,00 = oyun başına ₺1,00 bahis/);
  await expectAccessible("rules in the game", "[role=dialog]");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("main")).toHaveFocus();
});

it("draws the lines from left to right in Arabic as well", async () => {
  onCall("machineRules", RULES);
  await openApp("/lobby", { language: "ar" });
  await page.getByRole("button", { name: "القواعد: Lantern Street" }).click();
  const lines = page.getByRole("dialog").getByRole("region", { name: "الخطوط" }).getByRole("list");
  await expect.element(lines).toHaveAttribute("dir", "ltr");
  const boxes = lines.getByRole("listitem");
  const [first, second] = [boxes.nth(0).element(), boxes.nth(1).element()].map(
    (item) => item.getBoundingClientRect().left,
  );
  expect(first).toBeLessThan(second ?? 0);
});

it("shows what the operator entered for another machine: a text as it is written, a PDF to save", async () => {
  await openFromCard({
    game: null,
    document: { kind: "text", text: "Üç yedi: 50 kat\n<b>Kural</b>", at: "2026-02-03T10:00:00.000Z" },
  });
  const operator = part("İşletmenin girdiği kurallar");
  await expect.element(operator).toMatchTextContent(/Üç yedi: 50 kat\s<b>Kural<\/b>/);
  await expectAccessible("rules of the operator", "[role=dialog]");
});

it("a PDF is saved as a file, and a failure is said", async () => {
  await openFromCard({ game: null, document: { kind: "pdf", bytes: 204_800, at: "2026-02-03T10:00:00.000Z" } });
  let failed = false;
  onRequest(/\/machine\/1\/rules\.pdf$/, () => {
    if (failed) return new Response("%PDF-1.7 %%EOF", { headers: { "Content-Type": "application/pdf" } });
    failed = true;
    return Response.json({ code: ErrorCode.NotFound, Params: {}, ErrorMessage: "" }, { status: 404 });
  });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const save = dialog.getByRole("button", { name: "PDF’yi kaydet (200 KB)" });
  await save.click();
  await expect.element(dialog.getByRole("alert")).toBeVisible();
  await save.click();
  await expect.poll(() => saved).toEqual(["machine-1-rules.pdf"]);
});

it("says that the operator has not entered the rules, and what could not be read", async () => {
  await openFromCard({ game: null, document: null });
  await expect.element(dialog.getByText("İşletme kuralları girmemiş")).toBeVisible();
  await expectAccessible("no rules", "[role=dialog]");
  await userEvent.keyboard("{Escape}");
  onCall("machineRules", refuse(ErrorCode.InternalError));
  await page.getByRole("button", { name: "Kurallar: Golden Harbour" }).click();
  await expect.element(dialog.getByText("Kurallar getirilemedi")).toBeVisible();
  await expectAccessible("rules that can't be read", "[role=dialog]");
});

describe("the player's own results", () => {
  const own = part("Sizin sonuçlarınız");
  it("stand next to what is usual, in words: within the band, above it and below it", async () => {
    onCall("machineResults", RESULTS);
    await openFromCard();
    expect(requestsOf("machineResults").at(-1)).toMatchObject({ params: { id: "1" } });
    await expect
      .element(own)
      .toMatchTextContent(/1\.240 oyunda ₺3\.100,00 oynadınız, ₺2\.680,00 kazandınız: ₺420,00 eksidesiniz/);
    await expect.element(own).toMatchTextContent(/₺3\.100 oynayan biri ortalama ₺149,80 kaybeder/);
    await expect.element(own).toMatchTextContent(/20 kişiden yaklaşık 19’unun sonucu −₺779 ile ₺479 arasındadır/);
    await expect.element(own).toMatchTextContent(/bu aralıkta: olağan/);
    await expect.element(own).toMatchTextContent(/400 oyun bir şey ödedi \(%32,26\)\. Beklenen: %34,09/);
    await expect.element(own).toMatchTextContent(/kazançsız diziniz: 14 oyun\. Bu kadar oyunda 15 dolayında/);
    await expectAccessible("own results", "[role=dialog]");

    for (const [win, said] of [
      [400_000, "olağandan şanslıydınız"],
      [200_000, "olağandan şanssızdınız"],
    ] as const) {
      await userEvent.keyboard("{Escape}");
      onCall("machineResults", { ...RESULTS, win });
      await page.getByRole("button", { name: "Kurallar: Lantern Street" }).click();
      await expect.element(own).toMatchTextContent(new RegExp(said));
    }
  });
  it("come after the record of the machine, of all players; one without games has none", async () => {
    const record = part("Kayıtlara göre bu makine");
    onCall("machineResults", RESULTS);
    await openFromCard();
    await expect
      .element(record)
      .toMatchTextContent(
        /kayıtlı son 4\.210 oyunu: Bunların %30(,00)? kadarı bir şey ödedi\. En uzun kazançsız dizi: 31 oyun/,
      );
    await userEvent.keyboard("{Escape}");
    onCall("machineResults", NO_RESULTS);
    await page.getByRole("button", { name: "Kurallar: Lantern Street" }).click();
    await expect.element(own).toMatchTextContent(/henüz oyun oynamadınız/);
    await expect.element(record).not.toBeInTheDocument();
  });
  it("say when there are none, when there are few, and when the machine's maths are not known", async () => {
    await openFromCard();
    await expect.element(own).toMatchTextContent(/henüz oyun oynamadınız/);
    const { expectation } = RESULTS;
    await userEvent.keyboard("{Escape}");
    onCall("machineResults", { ...RESULTS, games: 20, expectation: expectation && { ...expectation, band: null } });
    await page.getByRole("button", { name: "Kurallar: Lantern Street" }).click();
    await expect.element(own).toMatchTextContent(/en az 100 oyun gerekir/);
    await expect.element(own).not.toMatchTextContent(/dolayında bir dizi/);
    await userEvent.keyboard("{Escape}");
    onCall("machineResults", { ...RESULTS, isLimited: true, expectation: null });
    await page.getByRole("button", { name: "Kurallar: Lantern Street" }).click();
    await expect.element(own).toMatchTextContent(/son 20\.000 oyununuz/);
    await expect.element(own).not.toMatchTextContent(/ortalama/);
  });
  it("are hidden with the rest of the player's money", async () => {
    onCall("machineResults", RESULTS);
    onCall("machineRules", RULES);
    await openApp("/lobby", { stored: { hide_balance: "true" } });
    await page.getByRole("button", { name: "Kurallar: Lantern Street" }).click();
    await expect.element(own).toMatchTextContent(/1\.240 oyunda/);
    await expect.element(own).not.toMatchTextContent(/₺/);
  });
});
