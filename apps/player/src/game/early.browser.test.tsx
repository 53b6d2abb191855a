/** A tap on a machine: what is begun before its screen is there, and what is not. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { beginScreen } from "../screens/early.ts";
import { SCREENS } from "../screens/registry.ts";
import { gameState } from "../testing/answers.ts";
import { expectPath, screenIsThere } from "@reelcast/testing/find";
import { goTo, openApp } from "../testing/openApp.ts";
import { HANG, onCall, requestsOf } from "../testing/scriptedServer.ts";
import { isConnected, onSocketRequest, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";

const Real = globalThis.RTCPeerConnection;
/** Of the app: the server in the page makes its own before they are counted. */
let offers: RTCPeerConnection[] = [];
let endVideo = (): void => undefined;
let tests = 0;
beforeEach(() => {
  tests += 1;
  // Each begins later than the time that the one before it has reached: what that one prepared has expired.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.advanceTimersByTime(tests * 120_000);
  offers = [];
  const createOffer = Reflect.get(Real.prototype, "createOffer") as () => Promise<RTCSessionDescriptionInit>;
  vi.spyOn(Real.prototype, "createOffer").mockImplementation(function (this: RTCPeerConnection) {
    offers.push(this);
    return createOffer.call(this) as Promise<never>;
  });
  endVideo = startVideo();
});
afterEach(async () => {
  endVideo();
  vi.restoreAllMocks();
  // What nobody has used is closed by then.
  await vi.advanceTimersByTimeAsync(30_000);
});

const card = () => page.getByRole("main").getByRole("listitem").getByRole("link").first();
const press = (type: string) =>
  card()
    .element()
    .dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch" }));
/** With a finger on a card, until what that prepares is there. */
async function openLobbyAndTouch(): Promise<void> {
  await openApp("/lobby");
  await expect.element(card()).toBeVisible();
  const before = requestsOf("ticket").length;
  // The page listens a moment after the card is drawn. However often it is touched, there is one offer.
  await expect
    .poll(() => {
      press("pointerdown");
      press("pointerdown");
      return offers.length;
    })
    .toBe(1);
  await expect.poll(() => requestsOf("ticket").length).toBeGreaterThan(before);
}

it("a finger on a card prepares an offer and never sits down; the offer is closed if the finger is lifted elsewhere", async () => {
  await openLobbyAndTouch();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(offers.map(({ signalingState }) => signalingState)).toEqual(["stable"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(offers.map(({ signalingState }) => signalingState)).toEqual(["closed"]);
  expect(isConnected("game")).toBe(false);
  expect(socketRequestsOf("game", "init")).toEqual([]);
});

it("no key but Enter prepares an offer, and a finger that scrolls the page drops it", async () => {
  await openApp("/lobby");
  await expect.element(card()).toBeVisible();
  (card().element() as HTMLElement).focus();
  const pressKey = (key: string) =>
    card()
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  await expect
    .poll(() => {
      pressKey("Enter");
      return offers.length;
    })
    .toBe(1);
  press("pointercancel");
  await expect.poll(() => offers.map(({ signalingState }) => signalingState)).toEqual(["closed"]);
  for (const key of ["Tab", "ArrowDown", "Escape", " "]) pressKey(key);
  await vi.dynamicImportSettled();
  expect(offers).toHaveLength(1);
  pressKey("Enter");
  await expect.poll(() => offers.length).toBe(2);
});

it("a press whose code comes when the player has turned back takes no seat", async () => {
  const screen = SCREENS.find(({ paths }) => paths[0].startsWith("/game/"));
  if (!screen) throw new Error("no screen of a game");
  const code = Promise.withResolvers<Awaited<ReturnType<typeof screen.load>>>();
  const begin = vi.fn<(path: string) => void>();
  await openApp("/lobby");
  await expect.element(card()).toBeVisible();
  vi.spyOn(screen, "load").mockReturnValue(code.promise);
  beginScreen("/game/1");
  goTo("/rules");
  await screenIsThere();
  await expectPath("/rules");
  code.resolve({ default: () => null, begin });
  await code.promise;
  expect(begin).not.toHaveBeenCalled();
  beginScreen("/game/1");
  await expect.poll(() => begin.mock.calls).toEqual([["/game/1"]]);
});

it("the press sits down once, with the ticket that was prepared, and the prepared offer brings the picture", async () => {
  onSocketRequest("game", "init", () => gameState());
  await openLobbyAndTouch();
  await vi.advanceTimersByTimeAsync(100);
  onCall("ticket", HANG);
  await card().click();
  await expectPath(/^\/game\/1\//);
  await expect.poll(() => offers.map(({ connectionState }) => connectionState)).toEqual(["connected"]);
  await expect.poll(() => document.querySelector("video")?.videoWidth ?? 0).toBeGreaterThan(0);
  expect(socketRequestsOf("game", "init")).toHaveLength(1);
  expect(offers).toHaveLength(1);
});
