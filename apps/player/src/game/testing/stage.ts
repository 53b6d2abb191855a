/** A seat with a deck and a picture, and what is wrong with how the game screen is arranged. */
import type { Band } from "@reelcast/contract";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { settled } from "@reelcast/testing/accessibility";
import { gameState } from "../../testing/answers.ts";
import { openApp } from "../../testing/openApp.ts";
import type { Visit } from "../../testing/openApp.ts";
import { isConnected, onSocketRequest, push } from "../../testing/scriptedSockets.ts";
import { startVideo } from "../../testing/video.ts";

export const SIZES = [
  [390, 844],
  [320, 568],
  [360, 640],
  [768, 1024],
  [844, 390],
  [667, 375],
  [640, 360],
  [1024, 640],
  [1440, 900],
  [1920, 1080],
] as const;
/** The reels and the glass of the simulated machines, without a cabinet and with one. */
export const SCREEN = {
  crop: { x: 0.036, y: 0.105, width: 0.928, height: 0.75 },
  glass: { x: 0.025, y: 0, width: 0.95, height: 1 },
};
export const CABINET = {
  crop: { x: 0.14, y: 0.133, width: 0.719, height: 0.544 },
  glass: { x: 0.106, y: 0.111, width: 0.787, height: 0.689 },
};
/** A machine's longest name, and where one without a cabinet counts its free spins. */
export const NAME = { x: 0.28, y: 0.03, width: 0.44, height: 0.07 };
export const COUNT = { x: 0.72, y: 0, width: 0.235, height: 0.1 };
type Kind = Band["controls"][number]["kind"];
export const band = (
  id: string,
  labels: string[],
  kindOf: (index: number) => Kind,
  amounts: number[] = [],
): Omit<Band, "Order"> => ({
  id,
  name: id.toUpperCase(),
  controls: labels.map((label, n) => ({
    id: id === "play" ? id : `${id}-${n}`,
    label,
    kind: kindOf(n),
    lit: true,
    amount: amounts[n],
  })),
});
export const BANDS: Band[] = [
  band("denomination", ["0.05", "0.10", "0.25", "0.50"], () => "denomination", [5, 10, 25, 1_000]),
  band("lines", ["1", "5", "10", "20"], () => "lines"),
  band("bet", ["×1", "×2", "×5", "×10", "MAX"], (n) => (n < 4 ? "bet" : "maxBet")),
  band("gamble", ["GAMBLE", "RED", "BLACK"], (n) => (["gamble", "red", "black"] as const)[n] ?? "gamble"),
  band("play", ["PLAY"], () => "play"),
].map((one, n) => ({ ...one, Order: n }));
export const LAMPS = Object.fromEntries(
  BANDS.flatMap(({ id: of, controls }) => controls.map(({ id }) => [id, of !== "gamble"])),
);
/** A win waits: it can be taken or gambled. */
export const WAITING = { ...Object.fromEntries(Object.keys(LAMPS).map((id) => [id, false])), "gamble-0": true };

let endVideo = (): void => undefined;
let seq = 1;
/** Before each test. */
export function startStage(): void {
  endVideo = startVideo();
  seq = 1;
}
/** After each test. */
export const endStage = (): void => endVideo();

export function meters(change: Partial<ReturnType<typeof gameState>["meters"]>): void {
  seq += 1;
  push("game", "meters", { seq, ...change });
}
export async function sitDown(areas: typeof SCREEN, visit: Visit = {}, bands: Band[] = BANDS): Promise<void> {
  const { machine, meters: first, ...rest } = gameState();
  onSocketRequest("game", "init", {
    ...rest,
    machine: { ...machine, ...areas, bands },
    meters: {
      ...first,
      credit: 1_234_567,
      controls: LAMPS,
      selects: { denomination: "denomination-1", lines: "lines-3", bet: "bet-0" },
    },
  });
  await openApp("/game/1/lantern-street", visit);
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(page.getByRole("button", { name: /^Oyna/ }).first()).toBeVisible();
  await expect.poll(() => document.querySelector("video")?.videoWidth ?? 0).toBeGreaterThan(0);
}

export const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
export const nameOf = (element: Element) =>
  element.getAttribute("aria-label") ?? element.getAttribute("data-part") ?? element.textContent;

/** A part of the picture within the window. */
export function inWindow(area: (typeof SCREEN)["crop"]): DOMRect {
  const { left, top, width, height } = document.querySelector("video")?.getBoundingClientRect() ?? new DOMRect();
  return new DOMRect(left + area.x * width, top + area.y * height, area.width * width, area.height * height);
}
const reels = ({ crop }: typeof SCREEN) => inWindow(crop);
export const overlaps = (a: DOMRect, b: DOMRect) =>
  a.width > 0 &&
  a.height > 0 &&
  a.left < b.right - 1 &&
  a.right > b.left + 1 &&
  a.top < b.bottom - 1 &&
  a.bottom > b.top + 1;
/** What is drawn of an element: a box without a look of its own has only its contents. */
const LAID = "button, [role=dialog], [data-part] p > *, [data-part=message] > *, [data-part=meters], [data-part=info]";

/** What is wrong with the arrangement that is on the page now. */
export function faults(areas: typeof SCREEN): string[] {
  const found: string[] = [];
  const free = reels(areas);
  if (free.width < innerWidth * 0.6) found.push(`the reels are ${free.width} wide`);
  for (const element of shown(LAID)) {
    const box = element.getBoundingClientRect();
    if (overlaps(box, free)) found.push(`${nameOf(element)} lies over the reels`);
    if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
      found.push(`${nameOf(element)} leaves the window`);
  }
  for (const element of shown(
    "main button, [role=tab] > span, [data-part=deck] [role=group] > span, [data-part=meters] > *, [data-part=info]",
  )) {
    const over = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
    if (Math.max(...over) > 1) found.push(`${nameOf(element)} is cut by ${over.join(" and ")}`);
  }
  const controls = shown("main button");
  for (const [n, one] of controls.entries())
    for (const other of controls.slice(n + 1))
      if (overlaps(one.getBoundingClientRect(), other.getBoundingClientRect()))
        found.push(`${nameOf(one)} lies over ${nameOf(other)}`);
  return found;
}
export async function show([width, height]: readonly [number, number]): Promise<void> {
  await page.viewport(width, height);
  // One frame to measure, one to draw what follows from that.
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await settled();
}
