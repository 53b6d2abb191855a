/**
 * What journeys begin with. A worker opens one house and keeps it for all of its tests; a test that needs variables of its
 * own, or ends the server, opens another one. Each test has a player of its own, whose seats are given back afterwards.
 */
import { test as base } from "@playwright/test";
import { PlayerClient } from "./client.ts";
import { type Account, TestServer } from "./testServer.ts";
import { PlayerPage } from "./playerPage.ts";

interface Options {
  /** What the app finds in Settings.json in addition to the house's own. For settings that the app alone reads. */
  settings: Record<string, unknown>;
}
interface Fixtures {
  /** With 10,000.00 in the wallet, logged in nowhere. */
  account: Account;
  /** The test's page, with the login of `account` in its browser. Nothing is open yet. */
  player: PlayerPage;
  /** `account` without a browser. */
  client: PlayerClient;
}
interface WorkerFixtures {
  house: TestServer;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const house = await TestServer.open(
        { DEMO_REGISTRATION: "1", HAND_PAY_SECONDS: "0" },
        {
          languageSelect: true,
          templateMenu: true,
          support: { whatsapp: "+905551234567", telegram: "@reelcast_destek", chat: true },
        },
      );
      await use(house);
      await house.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  settings: [{}, { option: true }],
  context: async ({ context, settings }, use) => {
    if (Object.keys(settings).length > 0)
      await context.route("**/Settings.json", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), ...settings } });
      });
    await use(context);
  },
  account: async ({ house }, use) => {
    const account = await house.addPlayer();
    await use(account);
    await house.freeSeats();
  },
  player: async ({ house, account, page }, use) => {
    const player = new PlayerPage(page, house.url);
    await player.logIn(account);
    await use(player);
    // A page that is open would sit down again while its seat is given back.
    await page.context().close();
  },
  client: async ({ house, account }, use) => {
    await use(PlayerClient.of(house.url, account));
  },
});
export { expect } from "@playwright/test";
