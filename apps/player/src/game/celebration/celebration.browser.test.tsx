/** Wins and free spins on the game screen, on a fake clock: when the figure rises, and what is celebrated how. */
import { winCountMs } from "@reelcast/contract";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { prefer, preferences } from "../../shell/preferences.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { gameState } from "../../testing/answers.ts";
import { expectCount } from "@reelcast/testing/find";
import { openApp } from "../../testing/openApp.ts";
import { isConnected, onSocketRequest, push } from "../../testing/scriptedSockets.ts";
import { PICTURE_LAG_MS } from "./timing.ts";

const win = () => page.getByRole("status", { name: "Kazanç" });
const message = () => document.querySelector("[data-part=message]")?.textContent;
const card = () => document.querySelector("[data-part=winCard]")?.textContent ?? null;
const light = () => document.querySelector("[data-part=light]");
const FRAME_MS = 20;
/** Frame by frame, and the app draws in between: a heartbeat of the connection is answered in time. */
async function wait(ms: number): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let waited = 0; waited < ms; waited += FRAME_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(FRAME_MS, ms - waited));
    await new Promise((resolve) => {
      port1.addEventListener("message", resolve, { once: true });
      port1.start();
      port2.postMessage(null);
    });
  }
  port1.close();
}
/** Lets the time pass until it is so. */
const after = (read: () => unknown) =>
  expect.poll(async () => {
    await wait(FRAME_MS);
    return read();
  });
const figure = () => win().element().textContent;

/** The tests' browser has it on. */
function setReducedMotion(matches: boolean): void {
  const match = globalThis.matchMedia.bind(globalThis);
  vi.spyOn(globalThis, "matchMedia").mockImplementation((query) =>
    query.includes("reduced-motion") ? ({ matches } as MediaQueryList) : match(query),
  );
}
let vibrations: unknown[] = [];
let seq = 1;
function meters(change: Partial<ReturnType<typeof gameState>["meters"]>): void {
  seq += 1;
  push("game", "meters", { seq, ...change });
}
/** A game at a bet of 1.00. */
function play(won: number): void {
  meters({ phase: "spinning", win: 0 });
  meters({ phase: "idle", win: won });
}
beforeEach(async () => {
  seq = 1;
  vibrations = [];
  vi.spyOn(navigator, "vibrate").mockImplementation((pattern: unknown) => {
    // 0 ends it.
    if (pattern !== 0) vibrations.push(pattern);
    return true;
  });
  setReducedMotion(false);
  await openApp("/game/1/lantern-street", { settings: { webcam: false } });
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(win()).toMatchTextContent("₺0,00");
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance"],
  });
});

it("a win rises with the machine's, once the picture shows it, and a large one is celebrated until a key is pressed", async () => {
  play(1_200);
  await wait(PICTURE_LAG_MS - FRAME_MS);
  await expect.element(win()).toMatchTextContent("₺0,00");
  expect([message(), light()]).toEqual(["", null]);

  await after(figure).not.toContain("₺0,00");
  await expect.element(win()).toHaveAttribute("aria-busy", "true");
  expect(figure()).not.toContain("₺12,00");
  await after(message).toBe("Büyük kazanç! Bahsin 12 katı");
  await after(light).not.toBeNull();
  // Counted over the picture, too.
  expect(card()).toMatch(/^Büyük kazanç! Bahsin 12 katı₺\d/);
  expect(card()).not.toContain("₺12,00");

  await wait(winCountMs(0, 1_200));
  expect(card()).toContain("₺12,00");
  await expect.element(win()).toMatchTextContent("₺12,00");
  await expect.element(win()).toHaveAttribute("aria-busy", "false");
  // From here on its time does not pass.
  vi.useRealTimers();
  await expectAccessible("big win", "main");
  await userEvent.keyboard("{Shift}");
  await expect.poll(light).toBeNull();
  expect([message(), card()]).toEqual(["", null]);
});

it("is over by itself after three seconds at most, and with the next game", async () => {
  play(60_000);
  await after(message).toBe("Muhteşem kazanç! Bahsin 600 katı");
  await wait(3_000);
  await expect.poll(message).toBe("");
  play(3_000);
  await after(message).toBe("Harika kazanç! Bahsin 30 katı");
  meters({ phase: "spinning", win: 0 });
  await expect.poll(message).toBe("");
  await expect.element(win()).toMatchTextContent("₺0,00");
});

it("a win that is not above the bet stands at once, without gold, light or a word", async () => {
  play(100);
  await after(figure).toContain("₺1,00");
  expect(card()).toBeNull();
  expect(win().element().querySelector(".text-gold")).toBeNull();
  expect([message(), light()]).toEqual(["", null]);
  play(101);
  await after(() => win().element().querySelector(".text-gold")).not.toBeNull();
});

it("the tier decides on sound and vibration; the sound is one of the app's own, which the player switches on", async () => {
  const before = preferences();
  onTestFinished(() => prefer(before));
  const notes = vi.spyOn(AudioContext.prototype, "createOscillator");
  vi.spyOn(BaseAudioContext.prototype, "state", "get").mockReturnValue("running");
  play(1_000);
  await after(() => vibrations.at(-1)).toEqual([40]);
  expect(notes).not.toHaveBeenCalled();
  prefer({ clickSound: true });
  play(5_000);
  await after(() => vibrations.at(-1)).toEqual([60, 60, 60, 60, 120]);
  expect(notes.mock.calls.length).toBeGreaterThan(3);
  notes.mockClear();
  prefer({ muted: true });
  play(2_500);
  await after(() => vibrations.at(-1)).toEqual([40, 60, 40]);
  expect(notes).not.toHaveBeenCalled();
});

it("with reduced motion there is the text alone, and the figure does not run", async () => {
  setReducedMotion(true);
  play(1_200);
  await after(figure).toContain("₺12,00");
  await after(message).toBe("Büyük kazanç! Bahsin 12 katı");
  expect([light(), card()]).toEqual([null, null]);
  expect(vibrations).toEqual([]);
});

it("free spins have an opening, a count and a summary with the amount", async () => {
  meters({ phase: "spinning", win: 0 });
  meters({ phase: "bonus", bet: 0, freeSpins: 10 });
  await after(message).toBe("10 bedava oyun kazandınız!");
  await after(light).not.toBeNull();
  expect(card()).toBe("10 bedava oyun kazandınız!");
  await wait(3_000);
  await expect.poll(message).toBe("Bedava oyun: 0 / 10");
  meters({ freeSpins: 7, win: 250 });
  await expect.poll(message).toBe("Bedava oyun: 3 / 10");
  meters({ freeSpins: 0, win: 400 });
  await after(message).toMatch(/^Bedava oyunlar bitti: .*₺4/);
  await expect.poll(card).toBe("Bedava oyunlar bitti₺4,0010 oyun · bahsin 4 katı");
  await expect.poll(light).toBeNull();
  meters({ phase: "idle", bet: 100 });
  await wait(3_000);
  await expect.poll(message).toBe("");
  await expectCount(page.getByText(/Bedava oyun/), 0);
});

it("free spins that were under way before this visit are counted as they are left", async () => {
  vi.useRealTimers();
  onSocketRequest("game", "init", () => gameState({ meters: { phase: "bonus", bet: 0, freeSpins: 4, win: 5_000 } }));
  await openApp("/game/1/lantern-street", { settings: { webcam: false } });
  await expect.poll(message).toBe("4 bedava oyun");
  await expect.element(win()).toMatchTextContent("₺50,00");
  expect(light()).toBeNull();
});

it("in the quiet mode a large win is stated, and not celebrated", async () => {
  prefer({ quiet: true });
  onTestFinished(() => prefer({ quiet: false }));
  play(6_000);
  await after(figure).toContain("₺60,00");
  expect(light()).toBeNull();
  expect(vibrations).toEqual([]);
});
