/** The list of players with scripted answers: search and filters. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { openAt } from "../../testing/openConsole.ts";
import { pageOf } from "../../testing/records.ts";
import { onCall, requestsOf } from "../../testing/scriptedServer.ts";

it("players are searched by the server, and the search is in the address", async () => {
  onCall("players", pageOf());
  await openAt("/players");
  await page.getByRole("searchbox").fill("anna");
  await expect.poll(() => requestsOf("players").at(-1)?.query).toMatchObject({ search: "anna" });
  expect(location.search).toContain("anna");
  await expect.element(page.getByText("No players")).toBeVisible();
});

describe("a player's age", () => {
  it("that nobody has verified is a filter of the list", async () => {
    onCall("players", pageOf());
    await openAt("/players");
    await page.getByRole("button", { name: "Age not verified" }).click();
    await expect.poll(() => requestsOf("players").at(-1)?.query).toMatchObject({ state: "unverified" });
  });
});
