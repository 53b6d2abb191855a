/** The picture of the game: cropped, turned, and how play goes on where there is none. */
import { ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { prefer } from "../shell/preferences.ts";
import { settled } from "../testing/accessibility.ts";
import { gameState } from "../testing/answers.ts";
import { PHONE, keptHere, openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { onRequest } from "../testing/scriptedServer.ts";
import { isConnected, onSocketRequest, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";

let endVideo = (): void => undefined;
beforeEach(() => {
  endVideo = startVideo();
});
afterEach(() => {
  endVideo();
  prefer({ cutScreen: false });
});

const main = () => page.getByRole("button", { name: /^Oyna/ }).first();
async function sitDown(visit: Visit = {}): Promise<void> {
  await openApp("/game/1/lantern-street", visit);
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(main()).toBeVisible();
}
const videoIsLive = () => expect.poll(() => document.querySelector("video")?.videoWidth ?? 0).toBeGreaterThan(0);

it("is cropped to the glass, or to the reels alone, without being stretched, and so at the next visit", async () => {
  const { machine, ...rest } = gameState();
  const glass = { x: 0.1, y: 0.1, width: 0.8, height: 0.7 };
  const crop = { x: 0.3, y: 0.3, width: 0.4, height: 0.4 };
  onSocketRequest("game", "init", { ...rest, machine: { ...machine, videoType: "camera", crop, glass } });
  const measure = () => {
    const { width = 0, height = 1 } = document.querySelector("video")?.getBoundingClientRect() ?? {};
    const room = document.querySelector("[data-part=picture]")?.getBoundingClientRect();
    return { aspect: width / height, zoom: height / (room?.height ?? 1) };
  };
  await sitDown();
  await videoIsLive();
  await expect.poll(() => measure().zoom).toBeCloseTo(1 / glass.height, 1);
  expect(measure().aspect).toBeCloseTo(16 / 9, 1);
  await page.getByRole("button", { name: "Makaraları büyüt" }).click();
  await expect.poll(() => measure().zoom).toBeCloseTo(1 / crop.height, 1);
  expect(measure().aspect).toBeCloseTo(16 / 9, 1);
  await sitDown({ stored: keptHere() });
  await expect.poll(() => measure().zoom).toBeCloseTo(1 / crop.height, 1);
});

it("of a phone whose rotation is locked turns with all that is in reach, and back when the phone turns after all", async () => {
  await sitDown({ size: PHONE });
  const isTurned = () => document.documentElement.hasAttribute("data-rotated");
  const leave = () => page.getByRole("button", { name: "Çıkış", exact: true }).element().getBoundingClientRect();
  await page.getByRole("button", { name: "Ekranı çevir" }).click();
  await expect.poll(isTurned).toBe(true);
  await settled();
  // The way out stands at the turned page's own top start: the device's top right.
  await expect.poll(() => leave().x).toBeGreaterThan(300);
  expect(leave().y).toBeLessThan(60);
  onSocketRequest("game", "cashin", ({ amount, transferId }) => ({ transferId, credit: amount, balance: 0 }));
  await page.getByRole("button", { name: /PARA YATIR/ }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("20");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => socketRequestsOf("game", "cashin")).toMatchObject([{ amount: 2_000 }]);
  await main().click();
  await expect.poll(() => socketRequestsOf("game", "press").length).toBe(1);
  // A phone that turns after all needs no help any more.
  await page.viewport(PHONE.height, PHONE.width);
  await expect.poll(isTurned).toBe(false);
  await expect.element(page.getByRole("button", { name: "Ekranı çevir" })).not.toBeInTheDocument();
  await page.viewport(PHONE.width, PHONE.height);
  await expect.element(page.getByRole("button", { name: "Ekranı çevir" })).toBeVisible();
  expect(isTurned()).toBe(false);
});

it("that can't start is said, play goes on without it, and it starts when it is asked for again", async () => {
  let asked = 0;
  onRequest(/^\/whep\//, () => {
    asked += 1;
    return Response.json({ ErrorMessage: "x", code: ErrorCode.VideoStartFailed, Params: {} }, { status: 503 });
  });
  await sitDown();
  await expect.element(page.getByText(/Görüntü başlatılamadı/)).toBeVisible();
  await main().click();
  await expect.poll(() => socketRequestsOf("game", "press").length).toBe(1);
  // It tries again by itself as well: then there is no button for a moment.
  const button = page.getByRole("button", { name: "Görüntüyü yeniden başlat" });
  const askAgain = () => button.elements()[0]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const before = asked;
  await expect
    .poll(() => {
      askAgain();
      return asked;
    })
    .toBeGreaterThan(before);
  endVideo();
  endVideo = startVideo();
  await expect
    .poll(() => {
      askAgain();
      return document.querySelector("video")?.videoWidth ?? 0;
    })
    .toBeGreaterThan(0);
  await expect.element(button).not.toBeInTheDocument();
});
