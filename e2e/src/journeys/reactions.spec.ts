/** How soon presses are answered and shown, as the player's own browser measures it. */
import { expect, test } from "../fixtures.ts";

test("the connection's sheet has no times before the first press, and both after some games", async ({
  page,
  player,
}) => {
  await player.sit(6, "100");
  const open = async () => {
    await page.getByRole("button", { name: /^Bağlantı/ }).click();
    return page.getByRole("dialog", { name: "Bağlantı" });
  };
  const value = (sheet: Awaited<ReturnType<typeof open>>, name: string) =>
    sheet.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd[1]");
  let sheet = await open();
  await expect(value(sheet, "Basıştan resme")).toHaveText("henüz ölçülmedi");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  for (let n = 0; n < 3; n += 1) {
    await player.playOnce();
    await player.rest();
  }
  sheet = await open();
  const times = /^(\d+) ms \(ortanca (\d+)\)$/;
  await expect(value(sheet, "Basıştan yanıta")).toHaveText(times);
  await expect(value(sheet, "Basıştan resme")).toHaveText(times);
  const msOf = async (name: string) => Number(times.exec(await value(sheet, name).innerText())?.[2]);
  expect(await msOf("Basıştan yanıta")).toBeGreaterThan(0);
  expect(await msOf("Basıştan resme")).toBeGreaterThanOrEqual((await msOf("Basıştan yanıta")) / 2);
  expect(await msOf("Basıştan resme")).toBeLessThan(3_000);
});
