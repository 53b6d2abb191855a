/**
 * What a house holds after many joins, sockets and logins is what it held before: in its own process, in the media process,
 * in descriptors and threads. The bounds are generous: what leaks with each act goes far beyond them. (`npm run bench -- soak`
 * has the figures.)
 */
import { expect, test } from "@playwright/test";
import { withDatabase } from "../database.ts";
import { TestServer } from "../testServer.ts";
import { joinAndLeave, loginAndOut, openAndClose, sit, SOAK_ENVIRONMENT, times } from "../soak/acts.ts";
import { readUsage } from "../soak/usage.ts";
import type { Usage } from "../soak/usage.ts";

const WARM_UP = 20;
const JOINS = 60;
const SOCKETS = 500;
const LOGINS = 500;
const AT_ONCE = 4;

/** The first acts load what stays. A player watches by one viewer at a time. */
async function risesBy(
  house: TestServer,
  count: number,
  atOnce: number,
  act: () => Promise<void>,
): Promise<(name: string) => number> {
  return withDatabase(house, async (client) => {
    await times(WARM_UP, atOnce, act);
    const before: Usage = await readUsage(house, client);
    await times(count - WARM_UP, atOnce, act);
    // What goes away by itself goes away within moments.
    const gone = (name: string, usage: Usage) => (usage[name] ?? 0) <= (before[name] ?? 0) + 5;
    await expect
      .poll(async () => {
        const usage = await readUsage(house, client);
        return ["server: descriptors", "media: descriptors", "server: threads", "media: threads"].filter(
          (name) => !gone(name, usage),
        );
      })
      .toEqual([]);
    const after = await readUsage(house, client);
    return (name) => (after[name] ?? Infinity) - (before[name] ?? 0);
  });
}

let house: TestServer;
test.beforeAll(async () => {
  house = await TestServer.open(SOAK_ENVIRONMENT);
});
test.afterAll(async () => {
  await house.close();
});

test("viewers who join and leave leave nothing in the media process", async () => {
  const seated = await sit(house, "demo1", 5, 1_000);
  const rise = await risesBy(house, JOINS, 1, () => joinAndLeave(house, seated.player, seated.videoPath));

  seated.game.close();
  // 1.5 MiB for each of the 40; what leaked was 7.
  expect(rise("media: resident MiB")).toBeLessThan(60);
  expect(rise("server: resident MiB")).toBeLessThan(60);
});

test("sockets that open and close leave nothing in the server", async () => {
  const seated = await sit(house, "demo2", 6, 0);
  const rise = await risesBy(house, SOCKETS, AT_ONCE, () => openAndClose(house, seated.player));
  seated.game.close();
  expect(rise("server: resident MiB")).toBeLessThan(80);
  expect(rise("database: connections")).toBeLessThan(8);
});

test("logins and logouts leave nothing in the server", async () => {
  test.setTimeout(180_000);
  let next = 0;
  const rise = await risesBy(house, LOGINS, AT_ONCE, () => {
    next += 1;
    // Two who have made no calls yet: each player has so many in a minute.
    return loginAndOut(house, `demo${3 + (next % 2)}`);
  });
  expect(rise("server: resident MiB")).toBeLessThan(80);
  expect(rise("database: connections")).toBeLessThan(8);
  expect(rise("PostgreSQL: processes")).toBeLessThan(8);
});
