/** The wall mode on a running house: what a screen in the hall shows for hours, and what nobody reaches from it. */
import { PlayerClient } from "../client.ts";
import { PASSWORD, expect, test } from "./fixtures.ts";

test("a screen in the hall shows the wall without its member's session, and can be ended from elsewhere", async ({
  browser,
  testConsole: { house, url },
  member,
}) => {
  const account = await house.addPlayer();
  const { page, name } = await member("attendant");
  await page.getByRole("navigation").getByRole("link", { name: "Floor wall" }).click();
  const own = await page.evaluate(() => sessionStorage.getItem("console.token"));
  await page.getByRole("button", { name: "Wall mode" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("12 hours");
  await question.getByRole("button", { name: "Start wall mode" }).click();
  await expect(page).toHaveURL(/\/wall$/);
  const tiles = page.getByRole("list", { name: "Machines" });
  await expect(tiles.getByRole("listitem").first()).toBeVisible();

  const ask = (path: string, token: string | null, method = "GET") =>
    page.evaluate(
      async (asked) => {
        const headers = { authorization: `Bearer ${asked.token}`, "content-type": "application/json" };
        const body = asked.method === "POST" ? { body: "{}" } : {};
        return (await fetch(`/api/v1${asked.path}`, { method: asked.method, headers, ...body })).status;
      },
      { path, token, method },
    );
  const token = await page.evaluate(() => sessionStorage.getItem("console.token"));
  // The member's own session is over, and the wall's reads the floor alone.
  expect(await ask("/floor", own)).toBe(401);
  expect(await ask("/floor", token)).toBe(200);
  for (const path of ["/machines/2", "/queue", "/players", "/sessions", "/audit"])
    expect(await ask(path, token)).toBe(403);
  for (const path of ["/machines/2/close", "/machines/2/whep", "/active", "/wall"])
    expect(await ask(path, token, "POST")).toBe(403);

  await page.goto(`${url}/machine/2`);
  await expect(page).toHaveURL(/\/wall$/);
  await expect(tiles.getByRole("listitem").first()).toBeVisible();
  // It follows what happens.
  const game = await PlayerClient.of(house.url, account).game();
  await game.init(2);
  await expect(tiles).toContainText(account.username);
  game.close();
  const { stdout } = await house.cli("audit", "list");
  expect(stdout).toContain("staff.wall");

  const elsewhere = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await elsewhere.goto(`${url}/account`);
  await elsewhere.getByLabel("Name", { exact: true }).fill(name);
  await elsewhere.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
  const session = elsewhere.getByRole("listitem").filter({ hasText: "Wall mode" });
  await expect(session).toContainText("Until");
  await session.getByRole("button", { name: "End" }).click();
  await elsewhere.getByRole("alertdialog").getByRole("button", { name: "End" }).click();
  await expect(page.getByRole("dialog", { name: "The wall mode is over" })).toContainText("It was ended elsewhere");
  await elsewhere.context().close();
});
