/** Games of the house with scripted answers: from their list to one of them. */
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { openAt } from "../../testing/openConsole.ts";
import { GAME, gameRow, pageOf } from "../../testing/records.ts";
import { onCall, requestsOf } from "../../testing/scriptedServer.ts";

beforeEach(() => onCall("game", GAME));

it("the highest win of the day is two steps away", async () => {
  onCall("games", pageOf(gameRow(1042, { win: 90_000 })));
  await openAt("/games");
  await page.getByRole("combobox", { name: "Order" }).selectOptions("Highest wins");
  await expect.poll(() => requestsOf("games").at(-1)?.query).toMatchObject({ order: "win", from: expect.any(String) });
  await page.getByRole("link", { name: "3-1042" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Game 3-1042" })).toBeVisible();
});
