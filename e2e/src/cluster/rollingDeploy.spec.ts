/** Every process is replaced under play, one after the other, behind the example of deploy/haproxy. */
import { type Browser, expect, test } from "@playwright/test";
import { PlayerPage } from "../playerPage.ts";
import { PlayerClient } from "../client.ts";
import { SharedHouse } from "../faults/sharedHouse.ts";
import { recordFrames } from "../frames.ts";
import { checkOut, releaseBefore } from "../processes/release.ts";

/** The order of docs/operating.md. */
const ORDER = ["floor-1", "floor-2", "media-1", "media-2", "edge-1", "edge-2"] as const;
/** Machine and login of the player with a browser, who only looks. */
const WATCHED = 2;
const WATCHER = "demo4";

/** @param root of the version that is replaced; the present one by default */
async function deployUnderPlay(browser: Browser, root?: string): Promise<void> {
  const house = await SharedHouse.open({ edges: 2, floors: 2, media: 2, drawn: WATCHED, players: 3, root });
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = new PlayerPage(await context.newPage(), house.url);
    await page.logIn(await PlayerClient.login(house.url, WATCHER));
    await page.sit(WATCHED);
    const frames = await recordFrames(page.video);
    await house.underPlay(async (allPlay) => {
      for (const name of ORDER) {
        await allPlay();
        const server = house.server(name);
        const began = performance.now();
        await server.terminate(60_000);
        const endedAfter = Math.round(performance.now() - began);
        expect(server.output, `${name} ended by itself`).not.toContain("took too long");
        await server.start();
        await server.until("active", 60_000);
        const playable = await allPlay();
        await frames.seen();
        console.log(
          `${name}: ended after ${endedAfter} ms, all play again ${playable} ms after its successor was ready,`,
          `longest time without a new picture ${await frames.longestGap()} ms`,
        );
      }
    });
    expect(await house.violations()).toEqual([]);
    expect(house.inDoubt()).toBe(0);
    const { sessions } = (await house.evidence()).database;
    expect(sessions.map(({ endedAt }) => endedAt)).toEqual([...house.players, page].map(() => null));
    const presses = house.players.flatMap((player) => player.presses);
    const count = (type: string) => presses.filter(({ outcome }) => outcome.type === type).length;
    console.log(
      `${count("accepted")} presses accepted, ${count("refused")} refused, ${count("lost")} with a closed socket`,
    );
  } finally {
    await context.close();
    await house.close();
  }
}

test.describe.configure({ timeout: 300_000 });

test("a deploy replaces every process: no session ends, no transfer is in doubt, and every press has an answer", ({
  browser,
}) => deployUnderPlay(browser));

// The history may have no release, and then there is no such test.
const release = releaseBefore();
if (release !== null)
  test(`the same from ${release}`, async ({ browser }) => {
    const before = await checkOut(release);
    try {
      await deployUnderPlay(browser, before.root);
    } finally {
      await before.remove();
    }
  });
