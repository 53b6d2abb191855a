/** What may be moved to a machine: the least amount, amounts as people write them, and coins that are out of reach. */
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import { expect, test } from "../fixtures.ts";

const MACHINE = 2;

test("less than the machine's smallest bet is refused by the app and by the server; a pasted ₺1.000 is a thousand", async ({
  house,
  page,
  player,
  client,
}) => {
  await player.sit(MACHINE);
  const before = await client.balance();
  await page.getByRole("button", { name: /PARA YATIR/ }).click();
  const sheet = page.getByRole("dialog", { name: /^Makineye para aktar/ });
  const amount = sheet.getByRole("textbox");
  const move = sheet.getByRole("button", { name: /^PARA YATIR|^Yatır|^Aktar/ });
  await expect(sheet).toContainText(/en az ₺0,50/i);
  await amount.fill("0,01");
  await expect(move).toBeDisabled();
  await amount.fill("₺1.000");
  await expect(move).toBeEnabled();
  await move.click();
  await expect.poll(() => player.creditMinor()).toBe(1_000_00);
  expect(await client.balance()).toBe(before - 1_000_00);

  // Whatever a client sends.
  const other = PlayerClient.of(house.url, await house.addPlayer());
  const game = await other.game();
  await game.init(MACHINE + 1);
  const wallet = await other.balance();
  const code = await game.cashIn(1).catch((error: unknown) => (error instanceof Refused ? error.code : error));
  expect(code).toBe(ErrorCode.DepositTooSmall);
  expect(await other.balance()).toBe(wallet);
  game.close();
});

test("coins above what the wallet has are shown, can't be pressed, and it is said why", async ({ page, player }) => {
  await player.sit(MACHINE);
  await page.getByRole("button", { name: /PARA YATIR/ }).click();
  const sheet = page.getByRole("dialog", { name: /^Makineye para aktar/ });
  // The wallet has ten thousand.
  for (const [name, isInReach] of [
    ["₺500", true],
    ["₺5.000", true],
    ["₺50.000", false],
    ["₺100.000", false],
  ] as const) {
    const coin = sheet.getByRole("button", { name, exact: true });
    await expect(coin).toBeVisible();
    await expect(coin).toBeEnabled({ enabled: isInReach });
    if (!isInReach) await expect(coin).toHaveAccessibleDescription("Gri jetonlar bakiyenizden fazla.");
  }
  await expect(sheet.getByText("Gri jetonlar bakiyenizden fazla.")).toBeVisible();
});
