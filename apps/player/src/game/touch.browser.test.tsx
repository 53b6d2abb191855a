/** The machine's own buttons in its picture: a tap is the press of their key, once, and the deck may go. */
import type { PictureParts } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { prefer } from "../shell/preferences.ts";
import { gameState } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import { isConnected, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";

const PARTS: PictureParts = {
  aspect: 16 / 9,
  glass: { x: 0, y: 0, width: 1, height: 0.7 },
  reels: [],
  meters: null,
  deck: { x: 0, y: 0.8, width: 1, height: 0.2 },
  controls: [
    { control: "play", x: 0.8, y: 0.85, width: 0.15, height: 0.1 },
    { control: "bet-1", x: 0.4, y: 0.85, width: 0.1, height: 0.1 },
    { control: "bet-max", x: 0.6, y: 0.85, width: 0.1, height: 0.1 },
  ],
};
const DESKTOP = { width: 1440, height: 900 };
const pressed = () => socketRequestsOf("game", "press").map((params) => (params as { control: string }).control);
const deck = () => document.querySelector<HTMLElement>("[data-part=deck]");

let endVideo = (): void => undefined;
beforeEach(() => {
  endVideo = startVideo();
});
afterEach(() => {
  endVideo();
  prefer({ deckHidden: false });
});

async function sitDown(parts: PictureParts[] = [PARTS]): Promise<void> {
  const { machine, ...rest } = gameState();
  onSocketRequest("game", "init", { ...rest, machine: { ...machine, crop: null, parts } });
  await openApp("/game/1/lantern-street", { size: DESKTOP });
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.poll(() => document.querySelector("video")?.videoWidth ?? 0).toBeGreaterThan(0);
}
async function hideDeck(): Promise<void> {
  await page.getByRole("button", { name: "Ayarlar" }).click();
  await page.getByRole("switch", { name: "Makinenin kendi düğmelerine dokun" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
}
/** Taps the middle of a control in the picture. */
async function tap(control: string, times = 1): Promise<void> {
  const layer = document.querySelector("video")?.parentElement;
  const video = document.querySelector("video");
  const area = PARTS.controls.find((one) => one.control === control);
  if (!layer || !video || !area) throw new Error("nothing to tap");
  const [room, box] = [layer.getBoundingClientRect(), video.getBoundingClientRect()];
  const position = {
    x: box.left - room.left + (area.x + area.width / 2) * box.width,
    y: box.top - room.top + (area.y + area.height / 2) * box.height,
  };
  for (let n = 0; n < times; n += 1) await page.elementLocator(layer).click({ position });
}

it("the whole machine is in sight without the deck, and its buttons are the deck's keys", async () => {
  await sitDown();
  const clip = () => document.querySelector("video")?.style.clipPath;
  // The buttons that the app shows itself are cut off.
  await expect.poll(clip).toMatch(/^inset\(0% 0% (?!0%)/);
  await hideDeck();
  await expect.poll(clip).toBe("inset(0%)");
  await expect.poll(() => deck()?.getBoundingClientRect().height ?? 0).toBeLessThan(2);
  await tap("bet-max");
  await expect.poll(pressed).toEqual(["bet-max"]);
  await expect.poll(() => document.querySelector("[data-part=echo]")?.getAttribute("data-control")).toBe("bet-max");
  // Two taps are no double tap there: they press, and enlarge nothing.
  const video = () => document.querySelector("video")?.getBoundingClientRect().width;
  const width = video();
  push("game", "meters", { seq: 2, controls: { "bet-1": true, play: true, "bet-max": true } });
  await tap("bet-1", 2);
  await expect.poll(() => pressed().filter((control) => control === "bet-1").length).toBeGreaterThan(0);
  expect(video()).toBe(width);
  await expectAccessible("game without its deck", "main");
});

it("a tap on the machine's Play is the main button, and none while the reels turn", async () => {
  await sitDown();
  await hideDeck();
  await tap("play");
  await expect.poll(pressed).toEqual(["play"]);
  push("game", "meters", { seq: 2, phase: "spinning", controls: { play: false } });
  await tap("play", 2);
  await expect.poll(pressed).toEqual(["play"]);
});

it("a lamp that is out, and a machine that is not connected, take no tap", async () => {
  await sitDown();
  await hideDeck();
  push("game", "meters", { seq: 2, controls: { play: false, "bet-1": true } });
  await expect.element(page.getByRole("button", { name: /^Oyna/ }).first()).toBeDisabled();
  await tap("play");
  await tap("bet-1");
  await expect.poll(pressed).toEqual(["bet-1"]);
});

it("the keys stay for the keyboard: the deck is back while one of them has the focus", async () => {
  await sitDown();
  await hideDeck();
  const key = deck()?.querySelector<HTMLElement>("button:not(:disabled)");
  key?.focus();
  onTestFinished(() => key?.blur());
  await expect.poll(() => deck()?.getBoundingClientRect().height ?? 0).toBeGreaterThan(30);
});

it("a machine whose picture shows no buttons does not offer it", async () => {
  await sitDown([{ ...PARTS, deck: null, controls: [] }]);
  await page.getByRole("button", { name: "Ayarlar" }).click();
  await expect.element(page.getByRole("switch", { name: "Tuş sesi" })).toBeVisible();
  expect(page.getByRole("switch", { name: "Makinenin kendi düğmelerine dokun" }).elements()).toEqual([]);
});
