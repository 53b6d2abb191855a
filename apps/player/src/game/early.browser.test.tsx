/** A tap on a machine: what is begun before its screen is there, and what is not. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { gameState } from "../testing/answers.ts";
import { expectPath } from "../testing/find.ts";
import { openApp } from "../testing/openApp.ts";
import { HANG, onCall, requestsOf } from "../testing/scriptedServer.ts";
import { isConnected, onSocketRequest, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";

const Real = globalThis.RTCPeerConnection;
/** Of the app: the server in the page makes its own before they are counted. */
let offers: RTCPeerConnection[] = [];
let endVideo = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
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
  press("pointerdown");
  press("pointerdown");
  await expect.poll(() => offers.length).toBe(1);
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

it("the press sits down once, with the ticket that was prepared, and the prepared offer brings the picture", async () => {
  onSocketRequest("game", "init", () => gameState());
  await openLobbyAndTouch();
  await vi.advanceTimersByTimeAsync(100);
  onCall("ticket", HANG);
  await card().click();
  await expectPath(/^\/game\/1\//);
  await expect.poll(() => document.querySelector("video")?.videoWidth ?? 0).toBeGreaterThan(0);
  expect(socketRequestsOf("game", "init")).toHaveLength(1);
  expect(offers.map(({ connectionState }) => connectionState)).toEqual(["connected"]);
});
