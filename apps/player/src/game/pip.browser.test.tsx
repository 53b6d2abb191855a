/** The picture's own window: it goes with the game, there is one of it, and its WIN is the one of the game. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { expectPath } from "@reelcast/testing/find";
import { goTo, openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { isConnected } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";
import { GAME, main, meters, turnReels } from "./testing/play.ts";

type Open = () => Promise<Window>;
let endVideo = (): void => undefined;
beforeEach(() => {
  turnReels();
  endVideo = startVideo();
});
afterEach(() => {
  endVideo();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A window without the browser's frame: those open only by a person's own press. */
function ownWindow() {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const opened = frame.contentWindow as Window;
  const close = vi.spyOn(opened, "close").mockReturnValue();
  return { frame, opened, close };
}
/** At a machine, in a browser that opens windows so. */
async function sitDown(requestWindow: Open, visit: Visit = {}): Promise<void> {
  vi.stubGlobal("documentPictureInPicture", { requestWindow });
  await openApp(GAME, visit);
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(main()).toBeVisible();
}
const smallWindow = () => page.getByRole("button", { name: "Küçük pencere" });

it("opens once for two presses, and one that comes after the player has left is closed", async () => {
  const { opened, close } = ownWindow();
  const answer = Promise.withResolvers<Window>();
  const requestWindow = vi.fn<Open>(() => answer.promise);
  await sitDown(requestWindow);
  await smallWindow().click();
  await smallWindow().click();
  expect(requestWindow).toHaveBeenCalledTimes(1);
  goTo("/rules");
  await expectPath("/rules");
  await expect.element(smallWindow()).not.toBeInTheDocument();
  answer.resolve(opened);
  await expect.poll(() => close.mock.calls.length).toBe(1);
  expect(opened.document.body.textContent).toBe("");
});

it("has the page's language and size of text, under a policy that permits no styles as text", async () => {
  const { frame, opened } = ownWindow();
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="style-src-attr 'none'">`;
  await new Promise((loaded) => frame.addEventListener("load", loaded, { once: true }));
  const refused = vi.fn<(event: Event) => void>();
  opened.document.addEventListener("securitypolicyviolation", refused);
  await sitDown(() => Promise.resolve(opened), { theme: { textSize: 20 } });
  await smallWindow().click();
  await expect.poll(() => opened.document.querySelectorAll("dd").length).toBe(3);
  const { documentElement: root } = opened.document;
  expect([root.lang, root.style.fontSize]).toEqual(["tr", "125%"]);
  expect(opened.getComputedStyle(root).fontSize).toBe("20px");
  expect(refused).not.toHaveBeenCalled();
});

it("shows WIN no earlier than the picture does, also while the page of the game is hidden", async () => {
  const { opened } = ownWindow();
  await sitDown(() => Promise.resolve(opened));
  await smallWindow().click();
  const figures = () => [...opened.document.querySelectorAll("dd")].map((figure) => figure.textContent);
  await expect.poll(() => figures().length).toBe(3);
  const before = figures();
  await main().click();
  // What a hidden page does.
  vi.spyOn(globalThis, "requestAnimationFrame").mockReturnValue(0);
  const frames = vi.spyOn(opened, "requestAnimationFrame").mockReturnValue(0);
  meters({ phase: "winToTake", credit: 24_900, win: 4_000 });
  await expect.poll(() => figures()[0]).not.toBe(before[0]);
  expect(figures()[2]).toBe(before[2]);
  const draw = frames.mock.lastCall?.[0];
  frames.mockRestore();
  draw?.(performance.now());
  await expect.poll(() => figures()[2]).toMatch(/40/);
});
