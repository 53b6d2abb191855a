/** The other buttons on a line that holds all bytes back: what they would have done is not done, and is still there to be done. */
import type { Locator, Page } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";
import { createTcpProxy } from "../tcpProxy.ts";
import type { TcpProxy } from "../tcpProxy.ts";

const FRUIT = 4;
const CLASSIC = 2;
const HELD_BACK_MS = 6_000;
const LATE = "Basışınız zamanında ulaşmadı; hiçbir şey harcanmadı";
let proxy: TcpProxy;
test.beforeEach(async ({ house }) => {
  proxy = await createTcpProxy(house.port);
});
test.afterEach(() => proxy.close());

/** Presses that button while nothing comes through, and waits until the player reads that it was too late. */
async function pressLate(page: Page, press: () => Promise<void>): Promise<void> {
  // What an earlier press has said is over.
  await expect(page.getByText(LATE)).toHaveCount(0, { timeout: 30_000 });
  proxy.hold();
  await press();
  await page.waitForTimeout(HELD_BACK_MS);
  proxy.restore();
  await expect(page.getByText(LATE).first()).toBeVisible({ timeout: 20_000 });
}
/** Plays until that button can be pressed. */
async function playUntil(player: PlayerPage, button: Locator): Promise<void> {
  const idle = player.page.getByRole("button", { name: /^Oyna\b/ }).first();
  await expect(async () => {
    // Its lamp may come a moment after the win is seen.
    const isLit = await expect(button)
      .toBeEnabled({ timeout: 1_000 })
      .then(
        () => true,
        () => false,
      );
    if (isLit) return;
    if (await player.takeWin.isVisible()) await player.takeWin.click({ timeout: 500 }).catch(() => undefined);
    else await idle.click({ timeout: 500 }).catch(() => undefined);
    expect(isLit).toBe(true);
  }).toPass({ timeout: 240_000, intervals: [100] });
}

test.describe.configure({ timeout: 300_000 });

test("a win that is gambled or taken too late still waits, whole, and is taken once", async ({ page, account }) => {
  const player = new PlayerPage(page, proxy.url);
  await player.logIn(account);
  await player.sit(FRUIT, "300");
  const gamble = page.getByRole("button", { name: "KATLA" });
  const win = page.getByRole("status", { name: "Kazanç" });
  await playUntil(player, gamble);
  const [before, won] = [await player.creditMinor(), await win.textContent()];
  await pressLate(page, () => gamble.click());
  await expect(win).toHaveText(won ?? "");
  await pressLate(page, () => player.takeWin.click());
  await expect(win).toHaveText(won ?? "");
  expect(await player.creditMinor()).toBe(before);
  await player.takeWin.click();
  await expect.poll(() => player.creditMinor()).toBeGreaterThan(before);
  const after = await player.creditMinor();
  await player.rest();
  expect(await player.creditMinor()).toBe(after);
});

test("whatever button it was: what was held back is too late before anything else is asked", async ({ house }) => {
  for (const [machine, buttons] of [
    [CLASSIC, ["hold-1", "take", "bet-2", "play"]],
    [FRUIT, ["gamble", "red", "take", "play"]],
  ] as const) {
    const client = PlayerClient.of(proxy.url, await house.addPlayer());
    const game = await client.game();
    await game.init(machine);
    await game.cashIn(100_00);
    // The server learns how long the way takes.
    for (let n = 0; n < 3; n += 1) await game.press("bet-1");
    proxy.block("toServer");
    const codes = buttons.map((button) =>
      game.press(button).then(
        () => "pressed",
        (error: unknown) => (error instanceof Refused ? error.code : error),
      ),
    );
    // pause: longer than a press may take
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    proxy.restore();
    expect(await Promise.all(codes)).toEqual(buttons.map(() => ErrorCode.PressTooLate));
    await game.request("leave", {});
    game.close();
  }
});

test("autoplay's own press on a line that is held back begins no game: what was spent is what was played", async ({
  page,
  account,
  client,
}) => {
  const spent = async () => (await client.sessions()).items.reduce((sum, { spins }) => sum + spins, 0);
  const player = new PlayerPage(page, proxy.url);
  await player.logIn(account);
  await player.sit(CLASSIC, "300");
  await page.getByRole("button", { name: "Otomatik oyun" }).click();
  const choices = page.getByRole("dialog", { name: "Otomatik oyun" });
  await choices.getByRole("textbox", { name: "Kayıp sınırı" }).fill("300");
  await choices.getByRole("button", { name: "10 oyunu başlat" }).click();
  await expect.poll(spent).toBeGreaterThan(0);
  proxy.hold();
  // A game that was under way ends meanwhile.
  await page.waitForTimeout(HELD_BACK_MS);
  const before = await spent();
  await page.waitForTimeout(HELD_BACK_MS);
  expect(await spent()).toBe(before);
  proxy.restore();
  await expect(
    page
      .getByText(LATE)
      .or(page.getByText(/Otomatik oyun durdu/))
      .first(),
  ).toBeVisible({ timeout: 20_000 });
});
