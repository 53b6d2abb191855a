/** A finger that stays on the live picture: on a symbol it shows what that pays, anywhere else it is a tap. */
import type { PictureParts } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefer } from "../shell/preferences.ts";
import { one } from "@reelcast/testing/find";
import { RULES } from "../machineRules/testing/rules.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { gameState } from "../testing/answers.ts";
import { DESKTOP, PHONE, openApp } from "../testing/openApp.ts";
import { onCall } from "../testing/scriptedServer.ts";
import { isConnected, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";

/** Three reels, and one button below them. */
const REEL = { y: 0.1, width: 0.3, height: 0.6 };
const PARTS: PictureParts = {
  aspect: 16 / 9,
  glass: { x: 0, y: 0, width: 1, height: 1 },
  reels: [
    { x: 0.05, ...REEL },
    { x: 0.35, ...REEL },
    { x: 0.65, ...REEL },
  ],
  meters: null,
  deck: { x: 0, y: 0.8, width: 1, height: 0.2 },
  controls: [{ control: "bet-1", x: 0.4, y: 0.85, width: 0.2, height: 0.1 }],
};
const SYMBOLS = [
  ["crown", "wild", "scatter"],
  ["wild", "scatter", "crown"],
  ["scatter", "crown", "wild"],
];
const card = () => document.querySelector<HTMLElement>("[data-part=symbol]");
const pressed = () => socketRequestsOf("game", "press").map((press) => (press as { control: string }).control);
const isHeld = () =>
  // pause: longer than a finger must stay; nothing shows that it has been so long
  new Promise((resolve) => setTimeout(resolve, 700));

let endVideo = (): void => undefined;
beforeEach(() => {
  endVideo = startVideo();
  onCall("machineRules", RULES);
});
afterEach(() => {
  endVideo();
  prefer({ deckHidden: false });
});

function stateWithSymbols(): ReturnType<typeof gameState> {
  const { machine, meters, ...rest } = gameState();
  return { ...rest, machine: { ...machine, crop: null, parts: [PARTS] }, meters: { ...meters, symbols: SYMBOLS } };
}
async function sitDown(size: typeof PHONE, state = stateWithSymbols()): Promise<void> {
  onSocketRequest("game", "init", state);
  prefer({ deckHidden: true });
  await openApp("/game/1/lantern-street", { size });
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.poll(() => document.querySelector("video")?.videoWidth ?? 0).toBeGreaterThan(0);
  await gesturesAreThere();
}
/** @param at in parts of the picture */
function finger(type: string, at: { x: number; y: number }, pointerId = 1): void {
  const video = document.querySelector("video");
  const layer = video?.parentElement;
  if (!video || !layer) throw new Error("no picture");
  vi.spyOn(layer, "setPointerCapture").mockReturnValue();
  const { left, top, width, height } = video.getBoundingClientRect();
  const where = { clientX: left + at.x * width, clientY: top + at.y * height };
  layer.dispatchEvent(new PointerEvent(type, { ...where, pointerId, bubbles: true, pointerType: "touch" }));
}
const middleOf = (reel: number, row: number) => ({ x: 0.2 + reel * 0.3, y: 0.1 + (row + 0.5) * 0.2 });
const BUTTON = { x: 0.5, y: 0.9 };

/** The gestures are fetched after the picture. */
async function gesturesAreThere(): Promise<void> {
  const shown = () => {
    if (card()) return true;
    finger("pointerdown", middleOf(2, 2));
    return false;
  };
  await expect.poll(shown, { interval: 1_000 }).toBe(true);
  finger("pointerup", middleOf(2, 2));
  await expect.poll(card).toBeNull();
}

it.for([PHONE, DESKTOP, { width: 844, height: 390 }])(
  "the card of every symbol is whole within the picture: $width × $height",
  async (size) => {
    await sitDown(size);
    const room = (await one("[data-part=picture]")).element().getBoundingClientRect();
    for (const reel of [0, 1, 2])
      for (const row of [0, 1, 2]) {
        finger("pointerdown", middleOf(reel, row));
        await expect.poll(() => card()?.textContent ?? "").toMatch(/×|yerine/i);
        const { left, right, top, bottom } = card()?.getBoundingClientRect() ?? new DOMRect();
        expect(left, `${reel} ${row}`).toBeGreaterThanOrEqual(room.left);
        expect(right, `${reel} ${row}`).toBeLessThanOrEqual(room.right);
        expect(top, `${reel} ${row}`).toBeGreaterThanOrEqual(room.top);
        expect(bottom, `${reel} ${row}`).toBeLessThanOrEqual(room.bottom);
        finger("pointerup", middleOf(reel, row));
        await expect.poll(card).toBeNull();
      }
    await expectAccessible("a held symbol", "main");
    expect(pressed()).toEqual([]);
  },
);

it("a slow press of a button in the picture is a press: nothing is held there", async () => {
  await sitDown(DESKTOP);
  finger("pointerdown", BUTTON);
  await isHeld();
  expect(card()).toBeNull();
  finger("pointerup", BUTTON);
  await expect.poll(pressed).toEqual(["bet-1"]);
});

it("a slow press of a reel whose hold is lit holds it, and shows no symbol", async () => {
  const { machine, meters, ...rest } = gameState();
  const hold = { id: "hold-1", kind: "hold" as const, label: "HOLD 1", lit: true };
  await sitDown(DESKTOP, {
    ...rest,
    machine: {
      ...machine,
      crop: null,
      parts: [PARTS],
      bands: [...machine.bands, { id: "hold", name: "Hold", Order: 9, controls: [hold] }],
    },
    meters: { ...meters, symbols: SYMBOLS, controls: { ...meters.controls, "hold-1": true } },
  });
  finger("pointerdown", middleOf(0, 1));
  await isHeld();
  expect(card()).toBeNull();
  finger("pointerup", middleOf(0, 1));
  await expect.poll(pressed).toEqual(["hold-1"]);
});

it("two fingers press nothing, in whatever order they come and go", async () => {
  await sitDown(DESKTOP);
  finger("pointerdown", BUTTON, 1);
  finger("pointerdown", middleOf(0, 0), 2);
  finger("pointerup", middleOf(0, 0), 2);
  finger("pointerup", BUTTON, 1);
  // A tap after them is one again.
  finger("pointerdown", BUTTON);
  finger("pointerup", BUTTON);
  await expect.poll(pressed).toEqual(["bet-1"]);
});

it("the card goes when the reels turn", async () => {
  await sitDown(DESKTOP);
  finger("pointerdown", middleOf(1, 1));
  await expect.poll(card).not.toBeNull();
  push("game", "meters", { seq: 2, phase: "spinning", symbols: null });
  await expect.poll(card).toBeNull();
  finger("pointerup", middleOf(1, 1));
  expect(pressed()).toEqual([]);
});
