/** The game of the built app as some players need it: in Arabic, with text of twice its size, in the system's colours, under messages. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const CLASSIC = 2;
const FRUIT = 4;

/** Where the buttons with these names begin, in their order. */
async function startsOf(page: Page, names: readonly string[]): Promise<number[]> {
  const starts: number[] = [];
  for (const name of names) starts.push((await page.getByRole("button", { name }).boundingBox())?.x ?? NaN);
  return starts;
}

for (const [machine, order, names] of [
  [CLASSIC, "hold 1 stands below reel 1", ["تثبيت 1", "تثبيت 2", "تثبيت 3"]],
  [FRUIT, "red stands left of black", ["أحمر", "أسود"]],
] as const)
  test(`in Arabic ${order}, and the sign of Play points to the right`, async ({ page, player }) => {
    await page.addInitScript(() => localStorage.setItem("language", "ar"));
    await page.setViewportSize({ width: 1440, height: 900 });
    await player.sit(machine);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    const play = page.getByRole("button", { name: /^العب/ }).first();
    await expect(play.locator("svg")).toHaveCSS("scale", "none");
    const starts = await startsOf(page, names);
    expect(starts.every(Number.isFinite)).toBe(true);
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  });

/** Keys that are cut off, leave the window or lie over each other. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const keys = [...document.querySelectorAll<HTMLElement>("main button, [data-part=meters] > *")].filter((key) =>
      key.checkVisibility(),
    );
    const nameOf = ({ ariaLabel, textContent }: HTMLElement) => ariaLabel ?? textContent;
    for (const [n, key] of keys.entries()) {
      const { left, right } = key.getBoundingClientRect();
      if (key.scrollWidth - key.clientWidth > 1) found.push(`${nameOf(key)} is cut off`);
      if (left < -0.5 || right > innerWidth + 0.5) found.push(`${nameOf(key)} leaves the window`);
      for (const other of keys.slice(n + 1)) {
        // What a scrolled column hides lies nowhere.
        if (key.closest("[data-part=deck]") && !other.closest("[data-part=deck]")) continue;
        if (other.closest("[data-part=deck]") && !key.closest("[data-part=deck]")) continue;
        const [a, b] = [key.getBoundingClientRect(), other.getBoundingClientRect()];
        if (a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1)
          found.push(`${nameOf(key)} lies over ${nameOf(other)}`);
      }
    }
    return found;
  });

test("with text at 200 % nothing of the deck is cut off or lies over another part", async ({ page, player }) => {
  await player.sit(CLASSIC, "1234");
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%", "important"));
  for (const size of [
    { width: 390, height: 844 },
    { width: 360, height: 640 },
    { width: 844, height: 390 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => faultsOf(page), { message: `${size.width}×${size.height}` }).toEqual([]);
  }
});

test("in the system's own colours, what is chosen and the edges of the main buttons show", async ({ page, player }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await player.sit(CLASSIC, "100");
  await player.rest();
  const highlight = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = "Highlight";
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
  const keys = page.locator("[data-part=deck] [role=group] button");
  await expect(keys.first()).toBeVisible();
  const looks = await keys.evaluateAll((all) =>
    all.map((key) => ({
      isChosen: key.ariaPressed === "true",
      colour: getComputedStyle(key).backgroundColor,
      keeps: getComputedStyle(key).forcedColorAdjust === "none",
    })),
  );
  const marked = looks.filter(({ colour, keeps }) => colour === highlight && keeps);
  // A denomination, a number of lines and a bet.
  expect(marked).toHaveLength(3);
  expect(marked.every(({ isChosen }) => isChosen)).toBe(true);
  for (const name of [/^Oyna/, /^PARA YATIR/, /^PARA ÇEK/])
    await expect(page.getByRole("button", { name }).first()).not.toHaveCSS("border-top-width", "0px");
});

test("a message over the game leaves every button of the header in reach, on a phone held either way", async ({
  page,
  player,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await player.sit(CLASSIC);
  // The deposit says so in a message.
  await player.deposit("50");
  const message = page.locator("[role=region] :is([role=dialog], [role=alertdialog])").first();
  for (const size of [
    { width: 390, height: 844 },
    { width: 360, height: 640 },
    { width: 844, height: 390 },
    { width: 667, height: 375 },
  ]) {
    await page.setViewportSize(size);
    await expect(message).toBeVisible();
    const covered = () =>
      page.locator("main header button").evaluateAll((buttons) =>
        buttons
          .filter((button) => button.checkVisibility())
          .filter((button) => {
            const { left, top, width, height } = button.getBoundingClientRect();
            return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          })
          .map(({ ariaLabel }) => ariaLabel),
      );
    await expect.poll(covered, { message: `${size.width}×${size.height}` }).toEqual([]);
    await player.deposit("50");
  }
});
