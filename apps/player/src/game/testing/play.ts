/** A player at a machine, for component tests of playing. */
import { expect } from "vitest";
import { page } from "vitest/browser";
import type { gameState } from "../../testing/answers.ts";
import { openApp } from "../../testing/openApp.ts";
import type { Visit } from "../../testing/openApp.ts";
import { isConnected, onSocketRequest, push } from "../../testing/scriptedSockets.ts";

export const GAME = "/game/1/lantern-street";
export const main = () => page.getByRole("button", { name: /^(Oyna|Durdur|Kazancı al)/ }).first();
export const bet = () => page.getByRole("group", { name: "Bahis" }).getByRole("button").nth(0);
export const said = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();

let seq = 1;
export function meters(change: Partial<ReturnType<typeof gameState>["meters"]>): void {
  seq += 1;
  push("game", "meters", { seq, ...change });
}
export const info = (action: string, code: string | number, params = {}) =>
  push("game", "info", { action, code, params, message: "" });

/** Without a picture, which nothing here is about. Something may stand over the game at once. */
export async function openGame(visit: Visit = {}): Promise<void> {
  await openApp(GAME, { ...visit, settings: { webcam: false, ...visit.settings } });
  await expect.poll(() => isConnected("game")).toBe(true);
}
export async function sitDown(visit: Visit = {}): Promise<void> {
  await openGame(visit);
  await expect.element(main()).toBeVisible();
}
/** Before each test: the reels turn until it stops them. */
export function turnReels(): void {
  seq = 1;
  onSocketRequest("game", "press", ({ control }) => {
    if (control === "play") meters({ phase: "spinning" });
    return { at: Date.now() };
  });
}
