/** The lobby of a running house: others sit down, the operator reserves and repairs, jackpots grow. */
import { PlayerClient } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import { PlayerPage, minorUnits } from "../playerPage.ts";
import { TestServer } from "../testServer.ts";

const TAKEN = 1;
const RESERVED = 3;
const BROKEN = 4;

test.use({ settings: { lobbyRefreshSeconds: 2 } });

test("what others and the operator do is seen at once, and the jackpots of a brand grow while others play", async ({
  page,
  house,
  player,
}) => {
  const other = PlayerClient.of(house.url, await house.addPlayer());
  const names = new Map((await other.machines()).map(({ id, name }) => [id, name]));
  const card = (id: number) => page.getByRole("listitem").filter({ hasText: names.get(id) ?? "" });
  await player.go("/lobby");
  await expect(card(TAKEN).getByRole("link")).toHaveCount(1);

  const game = await other.game();
  const { machine } = await game.init(TAKEN);
  await expect(card(TAKEN)).toContainText("Başka bir oyuncu");
  await expect(card(TAKEN).getByRole("link")).toHaveCount(0);
  await house.cli("machine", "out-of-order", String(BROKEN), "being cleaned");
  await expect(card(BROKEN)).toContainText("Arızalı");
  await house.cli("machine", "back", String(BROKEN));
  await expect(card(BROKEN)).toContainText("Boş");
  const reserved = await house.cli("machine", "reserve", String(RESERVED), "demo2", "--hours", "1");
  expect(reserved.code, reserved.stdout).toBe(0);
  // The house hides what is kept for others.
  await expect(card(RESERVED)).toHaveCount(0);

  const brand = page.getByRole("navigation", { name: "Markalar" }).getByRole("link").first();
  await brand.click();
  await expect(page).toHaveURL(/\/lobby\/\d+\/lodestar$/);
  const value = page.getByRole("region", { name: "Jackpotlar" }).getByRole("definition").first();
  await expect(value).toBeVisible();
  const before = minorUnits(await value.innerText());
  await game.cashIn(100_000);
  const control = (kind: string) =>
    machine.bands.flatMap(({ controls }) => controls).find((one) => one.kind === kind)?.id ?? kind;
  await game.press(control("maxBet"));
  await game.press(control("play"));
  await expect.poll(async () => minorUnits(await value.innerText())).toBeGreaterThan(before);
  game.close();

  // An address leads to no machine that is kept for somebody else.
  await page.goto(`${house.url}/game/${RESERVED}/x`);
  await expect(page).toHaveURL(/\/lobby/);
  await expect(page.getByText(/başka bir oyuncu/).first()).toBeVisible();
  await house.cli("machine", "release", String(RESERVED));
});

test("with `hideReserved` a machine that is kept for one player is in nobody else's lobby, strip, search or lists", async ({
  browser,
}) => {
  const house = await TestServer.open({}, { hideReserved: true });
  try {
    const [owner, other] = [await house.addPlayer(), await house.addPlayer()];
    const open = async (account: typeof owner) => {
      const context = await browser.newContext({
        baseURL: house.url,
        locale: "tr-TR",
        viewport: { width: 1440, height: 2_400 },
      });
      const player = new PlayerPage(await context.newPage(), house.url);
      await player.logIn(account);
      await player.go("/lobby");
      const { page } = player;
      await expect(page.locator(".machine-item").first()).toBeVisible();
      return { context, page };
    };
    const mine = await open(owner);
    const theirs = await open(other);
    const named = ({ page }: typeof theirs) => page.getByRole("link", { name: /Royal Sevens/ });
    // Marked while it was free: it stands in the strip, too.
    await theirs.page.getByRole("button", { name: "Favori: Royal Sevens" }).click();
    await expect(named(theirs)).toHaveCount(2);
    expect((await house.cli("machine", "reserve", "2", owner.username, "--hours", "1")).code).toBe(0);
    await expect(named(theirs)).toHaveCount(0);
    await expect(theirs.page.getByText("Royal Sevens")).toHaveCount(0);
    await theirs.page.getByRole("searchbox").first().fill("Royal");
    await expect(theirs.page.getByText("Royal Sevens")).toHaveCount(0);
    await expect(named(mine).first()).toBeVisible();
    const listOf = async (account: typeof owner) =>
      (await PlayerClient.of(house.url, account).machines()).map(({ id }) => id);
    expect(await listOf(other)).not.toContain(2);
    expect(await listOf(owner)).toContain(2);
    for (const { context } of [mine, theirs]) await context.close();
  } finally {
    await house.close();
  }
});
