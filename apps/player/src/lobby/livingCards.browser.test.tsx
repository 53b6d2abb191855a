/** A card that is held: when it lives, what it shows, and what a finger on it opens. */
import type { LivingFrame, Machine } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MACHINES, SESSIONS } from "../testing/answers.ts";
import { expectPath } from "@reelcast/testing/find";
import { openApp } from "../testing/openApp.ts";
import { onCall, requestsOf } from "../testing/scriptedServer.ts";
import { isConnected, push } from "../testing/scriptedSockets.ts";
import { startLivingCards } from "./livingCards.ts";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
const STILL = PIXEL.replace("=", "A=");
const frame = (version: number): LivingFrame => ({ afterMs: 0, version, image: PIXEL });
const cards = () => [...document.querySelectorAll<HTMLElement>("a.machine-card")];
const cardOf = (name: string) => cards().find(({ textContent }) => textContent.includes(name));
const living = () => document.querySelector("a.machine-living")?.textContent ?? null;
const reels = (name: string) => cardOf(name)?.querySelector<HTMLImageElement>("img.machine-still")?.src ?? null;

beforeEach(() => {
  // In these tests the browser is set to less motion.
  const query = "(prefers-reduced-motion: reduce)";
  const real = matchMedia.bind(globalThis);
  vi.spyOn(globalThis, "matchMedia").mockImplementation((asked) =>
    asked === query ? (Object.assign(new EventTarget(), { matches: false }) as never) : real(asked),
  );
  let version = 0;
  onCall("livingCard", () => ({ hasPicture: true, frames: [frame((version += 1))] }));
  onCall("stills", { stills: [], nextMs: 100 });
});
afterEach(() => vi.restoreAllMocks());

async function openLobby(machines: readonly Machine[] = MACHINES): Promise<void> {
  onCall("machines", [...machines]);
  await openApp("/lobby");
  await expect.poll(() => cardOf("Lantern Street")).toBeDefined();
}
/** The player has played at the first machine: it stands in the strip. */
async function openLobbyAfterPlay(): Promise<void> {
  onCall("sessions", { ...SESSIONS, items: SESSIONS.items.slice(0, 1).map((one) => ({ ...one, machineId: 1 })) });
  await openLobby();
}
function finger(type: string, name: string): void {
  cardOf(name)?.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerType: "touch" }));
}
/** The code of living cards comes when the page has nothing else to do. */
async function holdUntilItLives(name: string): Promise<void> {
  const lives = () => {
    if (living()?.includes(name)) return true;
    finger("pointerdown", name);
    return false;
  };
  await expect.poll(lives, { interval: 1_000 }).toBe(true);
}
const click = (name: string) => cardOf(name)?.click();

it("a finger that was held opens nothing, and the next tap does", async () => {
  await openLobby();
  await holdUntilItLives("Lantern Street");
  await expect.poll(() => reels("Lantern Street")).toBe(PIXEL);
  finger("pointerup", "Lantern Street");
  click("Lantern Street");
  await expect.poll(() => reels("Lantern Street")).toBeNull();
  await expectPath(/^\/lobby$/);
  finger("pointerdown", "Lantern Street");
  finger("pointerup", "Lantern Street");
  click("Lantern Street");
  await expectPath(/^\/game\/1/);
});

it("a page that scrolls under the finger leaves no press to be swallowed", async () => {
  await openLobby();
  await holdUntilItLives("Lantern Street");
  finger("pointercancel", "Lantern Street");
  await expect.poll(living).toBeNull();
  // As a mouse or a key does.
  click("Lantern Street");
  await expectPath(/^\/game\/1/);
});

it("a slow tap where nothing lives is a press", async () => {
  await openLobby();
  await holdUntilItLives("Lantern Street");
  finger("pointerup", "Lantern Street");
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  finger("pointerdown", "Lantern Street");
  // pause: longer than a finger must stay; nothing shows that it has been so long
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(living()).toBeNull();
  finger("pointerup", "Lantern Street");
  click("Lantern Street");
  await expectPath(/^\/game\/1/);
});

it("a card that comes to show another machine shows nothing of the former one", async () => {
  await openLobby();
  await holdUntilItLives("Lantern Street");
  await expect.poll(() => reels("Lantern Street")).toBe(PIXEL);
  const held = cardOf("Lantern Street");
  onCall(
    "machines",
    MACHINES.filter(({ id }) => id !== 1),
  );
  await page.getByRole("button", { name: "Listeyi yenile" }).click();
  await expect.poll(() => cardOf("Lantern Street")).toBeUndefined();
  await expect.poll(() => held?.querySelector("img.machine-still") ?? null).toBeNull();
  await expect.poll(living).toBeNull();
});

it("the focus of a key makes a card live, also if it moves the page", async () => {
  await openLobby();
  await holdUntilItLives("Lantern Street");
  finger("pointerup", "Lantern Street");
  await userEvent.keyboard("{Tab}");
  cardOf("Lantern Street")?.focus();
  dispatchEvent(new Event("scroll"));
  await expect.poll(living).toContain("Lantern Street");
});

it("while a card of a machine in play lives, the list's own pictures leave it alone", async () => {
  await openLobby();
  await expect.poll(() => isConnected("notifications")).toBe(true);
  push("notifications", "machine", { id: 1, status: "playing" });
  let version = 0;
  onCall("stills", () => ({ stills: [{ id: 1, version: (version += 1), image: STILL }], nextMs: 100 }));
  await expect.poll(() => reels("Lantern Street")).toBe(STILL);
  await holdUntilItLives("Lantern Street");
  await expect.poll(() => reels("Lantern Street")).toBe(PIXEL);
  const asked = requestsOf("stills").length;
  const seen = new Set<string | null>();
  await expect
    .poll(() => {
      seen.add(reels("Lantern Street"));
      return requestsOf("stills").length;
    })
    .toBeGreaterThan(asked + 3);
  expect([...seen]).toEqual([PIXEL]);
  finger("pointerup", "Lantern Street");
  await expect.poll(() => reels("Lantern Street")).toBe(STILL);
});

it("a card of the player's own strip lives too, in its own picture", async () => {
  await openLobbyAfterPlay();
  const own = () => document.querySelector<HTMLElement>("a.own-card");
  const touch = (type: string) =>
    own()?.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerType: "touch" }));
  const lives = () => {
    if (own()?.classList.contains("machine-living")) return true;
    touch("pointerdown");
    return false;
  };
  await expect.poll(lives, { interval: 1_000 }).toBe(true);
  const ownReels = () => own()?.querySelector<HTMLImageElement>(".own-picture img.machine-still")?.src ?? null;
  await expect.poll(ownReels).toBe(PIXEL);
  expect(reels("Lantern Street")).toBeNull();
  touch("pointerup");
  own()?.click();
  await expect.poll(ownReels).toBeNull();
  await expectPath(/^\/lobby$/);
});

describe("a press", () => {
  /** One card in a list, whose presses open something or nothing. */
  function oneCard(opens: boolean): HTMLElement {
    const list = document.body.appendChild(document.createElement("div"));
    const card = list.appendChild(document.createElement("a"));
    card.className = "machine-card";
    if (opens) list.addEventListener("click", (event) => event.preventDefault());
    const end = startLivingCards(list, { machineAt: () => MACHINES[0] });
    onTestFinished(() => {
      end();
      list.remove();
    });
    card.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    return card;
  }
  const lives = (card: HTMLElement) => card.classList.contains("machine-living");
  const still = (card: HTMLElement) => card.querySelector<HTMLImageElement>(".machine-still")?.src ?? null;

  it.each([
    ["that opens the game ends the life of a card, and leaves its picture to grow from", true],
    ["that opens nothing here ends it with its picture", false],
  ])("%s", async (_, opens) => {
    const card = oneCard(opens);
    await expect.poll(() => still(card)).toBe(PIXEL);
    expect(lives(card)).toBe(true);
    card.click();
    await expect.poll(() => lives(card)).toBe(false);
    expect(still(card)).toBe(opens ? PIXEL : null);
  });

  it("before a card lives lets it never live", async () => {
    const card = oneCard(true);
    card.click();
    // pause: longer than a mouse must stay; nothing shows that it has been so long
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(lives(card)).toBe(false);
    expect(requestsOf("livingCard")).toEqual([]);
  });
});

it("nothing of a card can be dragged away under a mouse or a finger that stays", async () => {
  await openLobbyAfterPlay();
  await expect.poll(() => document.querySelector("a.own-card")).not.toBeNull();
  const parts = [...cards(), ...document.querySelectorAll<HTMLElement>("a.own-card")].flatMap((card) => [
    card,
    ...card.querySelectorAll<HTMLElement>("img"),
  ]);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.filter(({ draggable }) => draggable)).toEqual([]);
});
