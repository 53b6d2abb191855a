/** What the built app makes of large wins and free spins, which the test announces in place of the machine: chance decides when one comes. */
import type { Page, WebSocketRoute } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

declare global {
  interface Window {
    /** Each text that the card over the picture has had. */
    cards: Set<string>;
  }
}

/** Lets the game's socket through, and returns what announces meters on it. */
async function announcer(page: Page): Promise<(meters: Record<string, unknown>) => void> {
  let seat: WebSocketRoute | null = null;
  await page.routeWebSocket(/\/ws\/game/, (near) => {
    const far = near.connectToServer();
    near.onMessage((message) => far.send(message));
    far.onMessage((message) => near.send(message));
    seat = near;
  });
  // Later than all that the machine itself has said.
  let seq = 900_000_000;
  return (meters) => {
    seq += 1;
    seat?.send(JSON.stringify({ jsonrpc: "2.0", method: "meters", params: { seq, ...meters } }));
  };
}

test("a large win is counted over the picture, Play counts free spins, and a card sums them up", async ({
  page,
  house,
  account,
}) => {
  const player = new PlayerPage(page, house.url);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await player.logIn(account);
  await page.setViewportSize({ width: 390, height: 844 });
  const announce = await announcer(page);
  await player.sit(3, "500");
  await page.evaluate(() => {
    globalThis.window.cards = new Set();
    const note = () => {
      const text = document.querySelector("[data-part=winCard]")?.textContent;
      if (text) globalThis.window.cards.add(text);
    };
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  const cards = () => page.evaluate(() => [...globalThis.window.cards]);
  const play = page.getByRole("button", { name: /^Oyna/ }).first();

  announce({ phase: "spinning", bet: 200, win: 0 });
  announce({ phase: "idle", win: 5_400 });
  await expect.poll(cards).toContain("Harika kazanç! Bahsin 27 katı₺54,00");
  expect((await cards()).length, "it is counted").toBeGreaterThan(3);
  await expect(page.locator("[data-part=winCard]")).toHaveCount(0);

  announce({ phase: "spinning", bet: 200, win: 0 });
  announce({ phase: "bonus", bet: 0, freeSpins: 10 });
  await expect.poll(cards).toContain("10 bedava oyun kazandınız!");
  announce({ freeSpins: 6, win: 1_240 });
  await expect(play).toContainText("4/10 · ₺12,40");
  announce({ freeSpins: 0, win: 1_240 });
  await expect.poll(cards).toContain("Bedava oyunlar bitti₺12,4010 oyun · bahsin 6 katı");
  announce({ phase: "idle", bet: 200 });
  await expect(play).toHaveText("Oyna");
});
