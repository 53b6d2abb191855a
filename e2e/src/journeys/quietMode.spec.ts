/** The quiet mode on the real machine, and what a house says to a page of a site that it does not serve. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

const MACHINE = 2;
const LEAST_MS = 5_000;

test("in the quiet mode five seconds lie between two games, and a ring shows what is left of the own limit", async ({
  page,
  player,
  account,
  house,
}) => {
  const answer = await fetch(`${house.url}/api/v1/player/protection/limit`, {
    method: "PUT",
    headers: { authorization: `Bearer ${account.token}`, "content-type": "application/json" },
    body: JSON.stringify({ kind: "loss", period: "day", value: 100_00 }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
  await player.sit(MACHINE, "100");
  const ring = page.getByRole("img", { name: /limitinizden kalan/ });
  await expect(ring).toHaveCount(0);
  await page.getByRole("button", { name: "Ayarlar" }).click();
  await page.getByRole("switch", { name: "Sakin mod" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Kapat", exact: true }).click();
  await expect(ring).toHaveAccessibleName("Kayıp limitinizden kalan: ₺100");
  const starts: number[] = [];
  const idle = page.getByRole("button", { name: "Oyna", exact: true });
  while (starts.length < 3) {
    await expect(idle).toBeEnabled();
    await idle.click();
    starts.push(Date.now());
    // A game is under way, or its win waits: Play is not there.
    await expect(idle.and(page.locator(":enabled"))).toHaveCount(0);
    await expect(async () => {
      if (await player.takeWin.isVisible()) await player.takeWin.click({ timeout: 500 }).catch(() => undefined);
      await expect(idle).toBeEnabled({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
  }
  const between = starts.slice(1).map((at, n) => at - (starts[n] ?? 0));
  for (const ms of between) expect(ms).toBeGreaterThanOrEqual(LEAST_MS - 200);
});

test.describe("a page of another site", () => {
  test.use({ settings: { siteId: 4_711 } });
  test("reads that it is not served here, and its player stays at the login", async ({ page, house, account }) => {
    const guest = new PlayerPage(page, house.url);
    await guest.open(house.url, "/login");
    await guest.fillLogin(account.username, "play1234");
    await guest.submitLogin();
    await expect(page.getByText("Bu site burada hizmet vermiyor.").first()).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
});
