/** What a player sees around the picture while the reels turn, frame by frame, in the built app. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

const GAMES = 3;
/** Of a figure, in characters: "₺500,00", "+₺12,00". */
const ROOM = 7;

declare global {
  interface Window {
    /** Of each key, button and figure: how it looked, each look once. */
    looks: Map<Element, { name: string; looks: Set<string> }>;
  }
}

test("nothing dims and no figure moves while games are played", async ({ page, house, account }) => {
  const player = new PlayerPage(page, house.url);
  await player.logIn(account);
  await page.setViewportSize({ width: 390, height: 844 });
  await player.sit(3, "500");
  await expect(page.getByRole("button", { name: /^Oyna/ })).toBeEnabled();
  // Nothing has the pointer.
  await page.mouse.move(200, 200);
  await page.evaluate((ROOM) => {
    globalThis.window.looks = new Map();
    const look = () => {
      for (const element of document.querySelectorAll(
        "[data-part=deck] button:not([role=tab]), [data-part=actions] button, [data-part=meters] .figures, [data-part=info] dd .figures",
      )) {
        const { color, backgroundColor, opacity } = getComputedStyle(element);
        const isFigure = element.tagName !== "BUTTON";
        // After a rare win a figure may grow then, once.
        if (isFigure && element.textContent.length > ROOM) continue;
        const isMain = element.hasAttribute("data-main");
        // It is pressed with the pointer, which gives it another colour.
        const shown = isMain ? [element.hasAttribute("data-disabled"), opacity] : [color, backgroundColor, opacity];
        const { name, looks } = globalThis.window.looks.get(element) ?? { name: element.textContent, looks: new Set() };
        looks.add([isFigure ? "" : shown.join(" "), Math.round((element as HTMLElement).offsetWidth)].join(" "));
        globalThis.window.looks.set(element, { name, looks });
      }
      requestAnimationFrame(look);
    };
    look();
  }, ROOM);
  for (let game = 0; game < GAMES; game += 1) {
    const idle = page.getByRole("button", { name: /^Oyna/ });
    await expect(idle).toBeEnabled();
    await idle.focus();
    await page.keyboard.press("Enter");
    // It is under way: then it is over.
    await expect(page.getByRole("button", { name: /PARA YATIR/ })).toBeDisabled();
    await player.rest();
  }
  const changed = await page.evaluate(() =>
    [...globalThis.window.looks.values()].flatMap(({ name, looks }) => (looks.size > 1 ? [[name, ...looks]] : [])),
  );
  const watched = await page.evaluate(() => globalThis.window.looks.size);
  expect(watched).toBeGreaterThan(8);
  expect(changed).toEqual([]);
});
