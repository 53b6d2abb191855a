/** Attacks on the rules of play: a client that plays more often, quicker or by itself more than the rules permit. */
import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import type { GameClient } from "../client.ts";
import { withDatabase } from "../database.ts";
import { TestServer } from "../testServer.ts";

let house: TestServer;
test.beforeAll(async () => {
  house = await TestServer.open({}, { playRules: { minGameSeconds: 2.5 } });
});
test.afterAll(() => house?.close());

/** 0: the press was carried out. */
const outcome = (press: Promise<unknown>): Promise<number> =>
  press.then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Refused) return error.code;
      throw error;
    },
  );
const auto = (game: GameClient) => outcome(game.request("press", { control: "play", auto: true }));

test("presses that come too quickly, stop the reels, or are of an autoplay that nobody declared begin no game", async () => {
  const account = await house.addPlayer();
  const game = await PlayerClient.of(house.url, account).game();
  await game.init(1);
  await game.cashIn(50_000);
  expect(await auto(game)).toBe(ErrorCode.AutoplayNotDeclared);
  expect(await game.request("autoplay", { games: 1, lossLimit: 50_000 })).toMatchObject({ autoplay: { games: 1 } });
  // All at once: one of them is the game that was declared.
  const burst = await Promise.all(Array.from({ length: 8 }, () => auto(game)));
  expect(burst.filter((code) => code === 0)).toHaveLength(1);

  // By hand, as quickly as the server answers, for as long as three games take.
  const refused = new Set<number>();
  for (let begun = 0; begun < 2;) {
    const code = await outcome(game.press("play"));
    if (code === 0) begun += 1;
    else refused.add(code);
    if (code === ErrorCode.PressRefused) await outcome(game.press("take"));
    // pause: below the rate of requests, which would refuse all of them
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  expect([...refused]).toEqual(expect.arrayContaining([ErrorCode.StopNotAllowed, ErrorCode.GameTooSoon]));
  expect(await auto(game)).toBe(ErrorCode.AutoplayNotDeclared);
  await game.request("leave", {});
  game.close();

  const starts = await withDatabase(house, async (client) => {
    const { rows } = await client.query<{ at: Date }>(
      "select started_at as at from games where player_id = $1 and not free order by started_at",
      [account.id],
    );
    return rows.map(({ at }) => at.getTime());
  });
  expect(starts).toHaveLength(3);
  const gaps = starts.slice(1).map((at, n) => at - (starts[n] ?? 0));
  // The server's own rule, by the machine's clock, which counts whole milliseconds.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_499);
});
