/** The game: sound in every sheet, and what the device can do decides what is offered. */
import { ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { settled } from "@reelcast/testing/accessibility";
import { expectAccessible } from "../testing/accessibility.ts";
import { gameState } from "../testing/answers.ts";
import { expectPath } from "@reelcast/testing/find";

import { PHONE, goTo, openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { refuse } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";

let endVideo = (): void => undefined;
beforeEach(() => {
  endVideo = startVideo();
});
afterEach(() => {
  endVideo();
  vi.restoreAllMocks();
});
const dialog = () => page.getByRole("dialog");
const question = () => page.getByRole("alertdialog");
/** Something may stand over the game at once. */
async function openGame(visit: Visit = {}): Promise<void> {
  await openApp("/game/1/lantern-street", visit);
  await expect.poll(() => isConnected("game")).toBe(true);
}
async function sitDown(visit: Visit = {}): Promise<void> {
  await openGame(visit);
  await expect.element(page.getByRole("button", { name: /^Oyna/ }).first()).toBeVisible();
}
const videoIsLive = () => expect.poll(() => document.querySelector("video")?.videoWidth ?? 0).toBeGreaterThan(0);

it("the game and its sheets have no accessibility violations", async () => {
  await sitDown();
  await videoIsLive();
  await expectAccessible("game");
  for (const [key, name] of [
    ["d", "Makineye para aktar"],
    ["?", /./],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(page.getByRole("dialog", { name })).toBeVisible();
    await expectAccessible(`game, ${key}`, "[role=dialog]");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
  }
  for (const name of ["Ayarlar", /^Bağlantı/]) {
    await page.getByRole("button", { name }).click();
    await expect.element(dialog()).toBeVisible();
    await expectAccessible(`game, ${String(name)}`, "[role=dialog]");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
  }
});

it("the game has no accessibility violations on a phone, upright and across", async () => {
  await sitDown({ size: PHONE });
  await expectAccessible("game, phone");
  await page.viewport(844, 390);
  await settled();
  await expectAccessible("game, phone across");
});

it("leaving with credit asks first: Escape stays, and then the keys play; Enter leaves", async () => {
  await sitDown();
  const ask = () => page.getByRole("button", { name: "Çıkış", exact: true }).click();
  await ask();
  await expect.element(question()).toBeVisible();
  await expectAccessible("leave?", "[role=alertdialog]");
  await userEvent.keyboard("{Escape}");
  await expect.element(question()).not.toBeInTheDocument();
  await userEvent.keyboard(" ");
  await expect.poll(() => socketRequestsOf("game", "press")).toMatchObject([{ control: "play" }]);
  await ask();
  await expect.element(question().getByRole("button", { name: /^Çıkış ve/ })).toHaveFocus();
  onSocketRequest("game", "leave", { amount: 25_000 });
  await userEvent.keyboard("{Enter}");
  await expectPath(/^\/lobby$/);
});

it.each(["winToTake", "gamble"] as const)("the question names the win in %s: it is taken first", async (phase) => {
  await sitDown();
  push("game", "meters", { seq: 2, phase, credit: 20_000, win: 5_000 });
  await page.getByRole("button", { name: "Çıkış", exact: true }).click();
  await expect.element(question()).toMatchTextContent("₺250");
});

it("the address is corrected to the machine's name, without a question or another entry of the history", async () => {
  await openApp("/rules");
  goTo("/game/1/-");
  const before = history.length;
  await expectPath(/^\/game\/1\/lantern-street$/);
  await expect.element(page.getByRole("button", { name: /^Oyna/ }).first()).toBeVisible();
  expect(history).toHaveLength(before);
  expect(question().elements()).toEqual([]);
});

it("a lost connection and a machine that is out of order are shown, and have no accessibility violations", async () => {
  await sitDown();
  push("game", "meters", { seq: 2, status: "error" });
  await expect.element(page.getByRole("status").filter({ hasText: "Arızalı" })).toBeVisible();
  await expectAccessible("out of order");
  onSocketRequest("game", "init", () => gameState());
  closeSockets("game", 4409);
  await expect.element(question()).toBeVisible();
  await expectAccessible("taken over", "[role=alertdialog]");
  await userEvent.keyboard("{Escape}");
  await expectPath(/^\/lobby$/);
});

it("who may not sit down reads why in the lobby", async () => {
  onSocketRequest("game", "init", refuse(ErrorCode.MachineTaken));
  await openApp("/game/1/lantern-street");
  await expectPath(/^\/lobby$/);
  await expect.element(page.getByText("Bu makinede şu an başkası oynuyor.").first()).toBeVisible();
});

it("who is not verified to be of age reads that, and what to do, in the language of the app", async () => {
  onSocketRequest("game", "init", refuse(ErrorCode.AgeNotVerified));
  for (const [language, words] of [
    ["tr", /Salona kimliğinizi gösterin ya da desteğe yazın\. Bakiyeniz güvende\./],
    ["en", /Show the house an identity document, or write to support\. Your balance is safe\./],
    ["ar", /أبرز وثيقة هويتك للصالة أو راسل الدعم/],
  ] as const) {
    await openApp("/game/1/lantern-street", { settings: { language } });
    await expectPath(/^\/lobby$/);
    await expect.element(page.getByText(words).first()).toBeVisible();
  }
});

it("a reality check stands over the game, and has no accessibility violations", async () => {
  onSocketRequest("game", "init", () => ({
    ...gameState({ meters: { phase: "idle" } }),
    session: { ...gameState().session, startedAt: new Date(Date.now() - 11 * 60_000).toISOString() },
    limits: { ...gameState().limits, realityCheckMinutes: 10 },
  }));
  await openGame();
  await expect.element(question()).toBeVisible();
  await expectAccessible("reality check", "[role=alertdialog]");
});

it("the keyboard plays: a letter opens the deposit, an amount is sent, space presses play", async () => {
  onSocketRequest("game", "cashin", ({ amount, transferId }) => ({
    transferId,
    credit: 25_000 + amount,
    balance: 1_000_000 - amount,
  }));
  await sitDown({ settings: { webcam: false } });
  await userEvent.keyboard("d");
  await expect.element(dialog().getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard("250{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(socketRequestsOf("game", "cashin")).toMatchObject([{ amount: 25_000, sessionId: "session-1" }]);
  await userEvent.keyboard(" ");
  await expect.poll(() => socketRequestsOf("game", "press")).toMatchObject([{ control: "play", seq: 1 }]);
});

const rotate = () => page.getByRole("button", { name: "Ekranı çevir" });
const options = () => page.getByRole("button", { name: "Ayarlar" });

describe("turning the picture", () => {
  it("is offered on a phone that is held upright, next to the picture and in the options, and turns the page", async () => {
    await sitDown({ size: PHONE });
    await expect.element(rotate()).toBeVisible();
    await rotate().click();
    await expect.poll(() => document.documentElement.hasAttribute("data-rotated")).toBe(true);
    await rotate().click();
    await expect.poll(() => document.documentElement.hasAttribute("data-rotated")).toBe(false);
    await options().click();
    await expect.element(dialog().getByRole("switch", { name: "Ekranı çevir" })).toBeVisible();
  });

  it("is not offered at a machine that is filmed by a camera", async () => {
    const state = gameState();
    onSocketRequest("game", "init", { ...state, machine: { ...state.machine, videoType: "camera" } });
    await sitDown({ size: PHONE });
    await expect.element(rotate()).not.toBeInTheDocument();
    await options().click();
    await expect.element(dialog()).toBeVisible();
    expect(dialog().getByRole("switch", { name: "Ekranı çevir" }).elements()).toEqual([]);
  });

  it("is not offered on a desktop, nor where the house shows no picture", async () => {
    await sitDown();
    await expect.element(rotate()).not.toBeInTheDocument();
    await sitDown({ size: PHONE, settings: { webcam: false } });
    await expect.element(rotate()).not.toBeInTheDocument();
  });
});

describe("full screen", () => {
  const fullscreen = () => page.getByRole("button", { name: "Tam ekran" });
  const IPHONE =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
  const IPAD =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

  it("is offered where the browser can, and entered", async () => {
    vi.spyOn(document, "fullscreenEnabled", "get").mockReturnValue(true);
    const enter = vi.spyOn(document.documentElement, "requestFullscreen").mockResolvedValue();
    await sitDown();
    await fullscreen().click();
    expect(enter).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["an iPhone", IPHONE, 5],
    ["an iPad, which calls itself a Mac", IPAD, 5],
  ])("is not offered on %s", async (_, userAgent, maxTouchPoints) => {
    vi.spyOn(document, "fullscreenEnabled", "get").mockReturnValue(true);
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
    vi.spyOn(navigator, "maxTouchPoints", "get").mockReturnValue(maxTouchPoints);
    const enter = vi.spyOn(document.documentElement, "requestFullscreen").mockResolvedValue();
    await sitDown({ settings: { autoFullscreen: true } });
    await expect.element(fullscreen()).not.toBeInTheDocument();
    // Nor by its key, nor by itself with the first touch.
    await userEvent.keyboard("f");
    await options().click();
    await expect.element(dialog()).toBeVisible();
    expect(dialog().getByRole("switch", { name: "Tam ekran" }).elements()).toEqual([]);
    expect(enter).not.toHaveBeenCalled();
  });

  it("is offered on a Mac", async () => {
    vi.spyOn(document, "fullscreenEnabled", "get").mockReturnValue(true);
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(IPAD);
    vi.spyOn(navigator, "maxTouchPoints", "get").mockReturnValue(0);
    await sitDown();
    await expect.element(fullscreen()).toBeVisible();
  });
});
