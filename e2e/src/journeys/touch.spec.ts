/** The machine itself is touched: its own buttons in the live picture play it, as the deck's keys do. */
import type { PictureParts } from "@reelcast/contract";
import { expect, test } from "../fixtures.ts";

test.use({ viewport: { width: 1440, height: 900 } });

/** A cabinet: its buttons are in the picture. */
const MACHINE = 6;

test("a tap on the machine's own button in the picture begins one game, and what is out of reach nothing", async ({
  page,
  player,
  client,
}) => {
  let parts: PictureParts[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const answer = JSON.parse(payload.toString()) as { result?: { machine?: { parts?: PictureParts[] } } };
      parts = answer.result?.machine?.parts ?? parts;
    }),
  );
  await player.sit(MACHINE, "100");
  await page.getByRole("button", { name: "Ayarlar" }).click();
  await page.getByRole("switch", { name: "Makinenin kendi düğmelerine dokun" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const [wide] = parts.toSorted((one, other) => other.aspect - one.aspect);
  const play = wide?.controls.find(({ control }) => control === "play");
  if (!play) throw new Error("the picture has no Play");
  const tap = async (x: number, y: number, times = 1) => {
    const box = await player.video.boundingBox();
    if (!box) throw new Error("no picture");
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height, { clickCount: times, delay: 30 });
  };
  // The middle of the name: no button.
  await tap(0.5, 0.03);
  expect(await player.creditMinor()).toBe(100_00);
  await tap(play.x + play.width / 2, play.y + play.height / 2);
  await expect.poll(() => player.creditMinor()).not.toBe(100_00);
  await player.rest();
  // A game counts as soon as it is recorded, a moment after the machine stands still.
  await expect.poll(async () => (await client.sessions()).items.map(({ spins }) => spins)).toEqual([1]);
});
