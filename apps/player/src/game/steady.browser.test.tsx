/** What stands still while games are played: looks and widths of what is on the game screen, and what Play says meanwhile. */
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { gameState } from "../testing/answers.ts";
import { onSocketRequest } from "../testing/scriptedSockets.ts";
import { main, meters, sitDown, turnReels } from "./testing/play.ts";

beforeEach(turnReels);

const { controls: LAMPS } = gameState().meters;
const DARK = Object.fromEntries(Object.keys(LAMPS).map((id) => [id, false]));
const PARTS = "[data-part=deck] button, [data-part=actions] button, main .figures";

/** What a player sees of each, and how much room it takes. */
const looks = () =>
  [...document.querySelectorAll(PARTS)].map((element) => {
    const { color, backgroundColor, opacity } = getComputedStyle(element);
    const isFigure = element.tagName !== "BUTTON";
    return [
      isFigure ? "figure" : element.textContent.replaceAll(/[\d.,]/g, ""),
      Math.round(element.getBoundingClientRect().width),
      ...(isFigure ? [] : [color, backgroundColor, opacity]),
    ].join(" ");
  });
const settled = () => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));

it("no key and no button dims while a game runs, no figure changes its width, and none of them can be pressed", async () => {
  await sitDown();
  meters({ credit: 10_000, net: 0, controls: LAMPS });
  const credit = page.getByRole("status", { name: "Kredi" });
  await expect.element(credit).toMatchTextContent("₺100,00");
  await settled();
  const atRest = looks();
  expect(atRest.length).toBeGreaterThan(8);
  meters({ phase: "spinning", credit: 9_900, net: -100, controls: DARK });
  await expect.element(credit).toMatchTextContent("₺99,00");
  await settled();
  expect(looks()).toEqual(atRest);
  const pressable = [...document.querySelectorAll<HTMLButtonElement>("[data-part=deck] button")].filter(
    ({ disabled }) => !disabled,
  );
  expect(pressable).toEqual([]);
  await expect.element(page.getByRole("button", { name: /PARA YATIR/ })).toBeDisabled();
  await expect.element(page.getByRole("button", { name: /PARA ÇEK/ })).toBeDisabled();
  meters({ phase: "winToTake", win: 950 });
  await expect.element(page.getByRole("status", { name: "Kazanç" })).toMatchTextContent("₺9,50");
  await settled();
  expect(looks()).toEqual(atRest);
  meters({ phase: "idle", credit: 10_850, net: 850, controls: LAMPS });
  await expect.element(credit).toMatchTextContent("₺108,50");
  await settled();
  expect(looks()).toEqual(atRest);
});

it("the figures of the meters stand in the middle of their boxes, whatever they have room for", async () => {
  await sitDown();
  meters({ credit: 10_000, win: 0 });
  for (const win of [0, 950, 1_234_500]) {
    meters({ win });
    for (const name of ["Kredi", "Bahis", "Kazanç"]) {
      const middles = () => {
        const box = page.getByRole("status", { name, exact: true }).element();
        const [outer, inner] = [box, box.querySelector(".figures > span")].map((one) => one?.getBoundingClientRect());
        return (outer?.x ?? 0) + (outer?.width ?? 0) / 2 - (inner?.x ?? 0) - (inner?.width ?? 0) / 2;
      };
      await expect.poll(() => Math.abs(middles()), { message: `${name} ${win}` }).toBeLessThan(2);
    }
  }
});

it("what can't be pressed for a longer time is dimmed", async () => {
  await sitDown();
  meters({ controls: LAMPS });
  const deposit = page.getByRole("button", { name: /PARA YATIR/ });
  await expect.element(deposit).toBeEnabled();
  meters({ phase: "handPay", controls: DARK });
  await expect.element(deposit).toBeDisabled();
  await expect.element(deposit).toHaveAttribute("data-disabled");
});

it("a gain has its sign like a loss", async () => {
  await sitDown();
  const net = () => document.querySelector("main dl div:last-child dd")?.textContent;
  for (const [minor, text] of [
    [1_250, "+₺12,50"],
    [-1_250, "-₺12,50"],
    [0, "₺0,00"],
  ] as const) {
    meters({ net: minor });
    await expect.poll(net).toBe(text);
  }
});

it("during free spins Play says how many were played, and what they have won", async () => {
  await sitDown();
  meters({ phase: "spinning", win: 0, controls: DARK });
  meters({ phase: "bonus", bet: 0, freeSpins: 10 });
  await expect.element(main()).toMatchTextContent("0/10 · ₺0,00");
  meters({ freeSpins: 6, win: 1_240 });
  await expect.element(main()).toMatchTextContent("4/10 · ₺12,40");
  await expect.element(main()).toBeDisabled();
  meters({ freeSpins: 0, win: 1_240 });
  meters({ phase: "idle", bet: 100, controls: LAMPS });
  await expect.element(main()).toMatchTextContent(/^Oyna$/);
});

it("free spins that were under way before this visit are said as they are left", async () => {
  onSocketRequest("game", "init", () => gameState({ meters: { phase: "bonus", bet: 0, freeSpins: 4, win: 5_000 } }));
  await sitDown();
  await expect.element(main()).toMatchTextContent("4 bedava oyun · ₺50,00");
});
