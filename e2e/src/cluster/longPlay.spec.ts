/** Many games in a row, as somebody plays who stays. */
import { expect, test } from "../fixtures.ts";

const GAMES = 20;

test("a player plays 20 games on live video, cashes out, and the ledger agrees", async ({ house, player, client }) => {
  test.setTimeout(240_000);
  await player.sit(4, "500");
  for (let game = 0; game < GAMES; game += 1) await player.playOnce();
  await player.rest();
  const credit = await player.creditMinor();
  await player.page.getByRole("button", { name: /PARA ÇEK/ }).click();
  await expect.poll(() => player.creditMinor()).toBe(0);
  expect(await client.balance()).toBe(10_000_00 - 500_00 + credit);
  const check = await house.cli("ledger", "check", "--json");
  expect(check.code, check.stdout + check.stderr).toBe(0);
});
