/** Where a machine's controls are in its picture: an operator draws it, and a player plays by touching it there. */
import { PlayerClient } from "../client.ts";
import { PlayerPage } from "../playerPage.ts";
import { expect, test } from "./fixtures.ts";

/** A cabinet at which no other journey of the console plays. */
const MACHINE = 12;

test("a tap begins a game where an operator has drawn Play, and does nothing where it was before", async ({
  page,
  testConsole: { house },
  member,
}) => {
  const { page: desk } = await member("attendant", { width: 1280, height: 900 });
  await desk.getByRole("navigation").getByRole("link", { name: "Floor wall" }).click();
  const account = await house.addPlayer();
  const client = PlayerClient.of(house.url, account);
  const name = (await client.machines()).find(({ id }) => id === MACHINE)?.name ?? "";
  await desk.getByRole("link", { name }).first().click();
  await desk.getByRole("button", { name: "Draw areas" }).click();
  const dialog = desk.getByRole("alertdialog");
  // The live picture, whole.
  await expect(dialog.locator("video[data-state=live]")).toBeVisible();
  const picture = dialog.locator("video");
  const box = await picture.boundingBox();
  if (!box) throw new Error("no picture");
  // Over the name of the machine, where it has no button.
  await desk.mouse.move(box.x + 0.4 * box.width, box.y + 0.02 * box.height);
  await desk.mouse.down();
  await desk.mouse.move(box.x + 0.5 * box.width, box.y + 0.06 * box.height);
  await desk.mouse.move(box.x + 0.6 * box.width, box.y + 0.1 * box.height);
  await desk.mouse.up();
  await dialog.getByRole("combobox").selectOption("play");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.getByText("Players may touch one control in the picture.")).toBeVisible();
  await expect(desk.getByRole("list", { name: "Timeline" })).toContainText("Touch areas of the picture changed");

  await page.setViewportSize({ width: 1440, height: 900 });
  const player = new PlayerPage(page, house.url);
  await player.logIn(account);
  await player.sit(MACHINE, "100");
  await page.getByRole("button", { name: "Ayarlar" }).click();
  await page.getByRole("switch", { name: "Makinenin kendi düğmelerine dokun" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const tap = async (x: number, y: number) => {
    const room = await player.video.boundingBox();
    if (!room) throw new Error("no picture");
    await page.mouse.click(room.x + x * room.width, room.y + y * room.height, { delay: 30 });
  };
  // The machine's drawn deck: no area is there now.
  await tap(0.9, 0.93);
  expect(await player.creditMinor()).toBe(100_00);
  await tap(0.5, 0.06);
  await expect.poll(() => player.creditMinor()).not.toBe(100_00);
  await player.rest();
  await expect.poll(async () => (await client.sessions()).items.map(({ spins }) => spins)).toEqual([1]);
});
