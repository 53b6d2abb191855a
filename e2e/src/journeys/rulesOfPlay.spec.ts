/** What a player reads of a machine before, during and after play: its rules and odds, own results, and what a session came to. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../fixtures.ts";

const MACHINE = 3;

test("the rules at the bet that is chosen, the own results, and the end of the session with its best game", async ({
  page,
  player,
  client,
}) => {
  // Before play, from the card.
  await player.go("/lobby");
  await page
    .getByRole("button", { name: /^Kurallar: / })
    .nth(MACHINE - 1)
    .click();
  const rules = page.getByRole("dialog", { name: "Oyun kuralları" });
  // A new house computes the figures of its games behind all else that it does.
  await expect(rules.getByRole("region", { name: "Olasılıklar" })).toContainText("%95,17", { timeout: 60_000 });
  await expect(rules.getByRole("region", { name: "Bedava spinler" })).toContainText("150 oyunda bir");
  await expect(rules.getByRole("img", { name: /^20\. çizgi/ })).toBeVisible();
  await expect(rules.getByText("Bu makinede henüz oyun oynamadınız")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/lobby$/);

  await player.sit(MACHINE, "100");
  await player.play.click();
  await player.rest();
  await page.getByRole("button", { name: "Oyun kuralları" }).click();
  await expect(rules.getByRole("status")).toContainText("oyun başına");
  await expect(rules.getByRole("region", { name: "Sizin sonuçlarınız" })).toContainText("1 oyunda");
  await expect(rules.getByRole("region", { name: "Kayıtlara göre bu makine" })).toContainText(
    /kayıtlı son \d+ oyunu: Bunların %[\d,]+ kadarı bir şey ödedi\. En uzun kazançsız dizi: \d+ oyun/,
    { timeout: 60_000 },
  );
  await page.keyboard.press("Escape");

  await player.leave.click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Çıkış ve parayı al/ })
    .click();
  await expect(page).toHaveURL(/\/lobby/, { timeout: 90_000 });
  const card = page.getByRole("listitem").filter({ hasText: "Oturumunuz bitti" });
  await expect(card).toContainText("Makineye yatırdığınız₺100,00");
  await expect(card).toContainText(/mal oldu|artıyla kalktınız|yatırdığınız kadarını/i);
  await expect(card.getByRole("link")).toHaveCount(0);
  await card.getByRole("button", { name: "Tamam" }).click();
  await expect(card).toBeHidden();
  expect(await client.balance()).toBeGreaterThan(0);
});

test("what the operator enters is shown: a text as it is written, a PDF as a file to save, nothing that runs", async ({
  house,
  player,
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "reelcast-rules-"));
  try {
    const file = join(folder, "rules");
    await writeFile(file, "Üç yedi: 50 kat <b>kalın değil</b>");
    expect((await house.cli("machine", "rules", String(MACHINE), file)).code).toBe(0);
    await player.go("/lobby");
    const open = page.getByRole("button", { name: /^Kurallar: / }).nth(MACHINE - 1);
    await open.click();
    const rules = page.getByRole("dialog", { name: "Oyun kuralları" });
    await expect(rules.getByText("Üç yedi: 50 kat <b>kalın değil</b>")).toBeVisible();

    await writeFile(file, "%PDF-1.4\ntrailer\n<<>>\n%%EOF\n");
    expect((await house.cli("machine", "rules", String(MACHINE), file)).code).toBe(0);
    await page.reload();
    await open.click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      rules.getByRole("button", { name: /^PDF’yi kaydet/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`machine-${MACHINE}-rules.pdf`);
  } finally {
    await house.cli("machine", "rules", String(MACHINE), "--none");
    await rm(folder, { recursive: true });
  }
});
