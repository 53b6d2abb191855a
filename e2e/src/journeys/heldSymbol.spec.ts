/** The pay table on the glass: a symbol that is held in the live picture shows what it pays at the present bet. */
import type { PictureParts } from "@reelcast/contract";
import { expect, test } from "../fixtures.ts";
import { minorUnits } from "../playerPage.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const MACHINE = 6;

interface Message {
  result?: { machine?: { parts?: PictureParts[] }; meters?: { symbols?: string[][] | null } };
}

test("a symbol that is held shows its value at the bet, follows another bet, and begins no game", async ({
  page,
  player,
  client,
}) => {
  let parts: PictureParts[] = [];
  let symbols: string[][] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const { result } = JSON.parse(payload.toString()) as Message;
      parts = result?.machine?.parts ?? parts;
      symbols = result?.meters?.symbols ?? symbols;
    }),
  );
  await player.sit(MACHINE, "100");
  const [wide] = parts.toSorted((one, other) => other.aspect - one.aspect);
  expect(symbols.length).toBe(wide?.reels.length);
  const rules = (await (
    await page.request.get(`${player.url}/api/v1/machine/${MACHINE}/rules`, {
      headers: { authorization: `Bearer ${client.token}` },
    })
  ).json()) as { game: { symbols: { picture: string; role: string; pays: { pay: number }[] }[] } };
  // A symbol that pays on a line.
  const paying = new Map(
    rules.game.symbols.flatMap(({ picture, role, pays }) =>
      role === "line" && pays[0] ? [[picture, pays[0].pay]] : [],
    ),
  );
  const reel = symbols.findIndex((column) => column.some((symbol) => paying.has(symbol)));
  const column = symbols[reel] ?? [];
  const row = column.findIndex((symbol) => paying.has(symbol));
  const area = wide?.reels[reel];
  if (!area) throw new Error("the picture has no reels");
  const box = await player.video.boundingBox();
  if (!box) throw new Error("no picture");
  const card = page.locator("[data-part=symbol]");
  /** The most that the symbol pays, while it is held. */
  const most = async () => {
    await page.mouse.move(
      box.x + (area.x + area.width / 2) * box.width,
      box.y + (area.y + ((row + 0.5) * area.height) / column.length) * box.height,
    );
    await page.mouse.down();
    const value = minorUnits(await card.locator("dd").first().innerText());
    await page.mouse.up();
    await expect(card).toHaveCount(0);
    return value;
  };
  const times = (count: number) =>
    page.getByRole("group", { name: "Bahis" }).getByRole("button", { name: `×${count}`, exact: true });
  await times(1).click();
  await expect(times(1)).toHaveAttribute("aria-pressed", "true");
  const single = await most();
  expect(single).toBeGreaterThan(0);
  await times(5).click();
  await expect(times(5)).toHaveAttribute("aria-pressed", "true");
  expect(await most()).toBe(5 * single);
  // A hold is no tap, and two of them no double tap.
  expect((await player.video.boundingBox())?.width).toBe(box.width);
  expect(await player.creditMinor()).toBe(100_00);
  expect((await client.sessions()).items.map(({ spins }) => spins)).toEqual([0]);
});
