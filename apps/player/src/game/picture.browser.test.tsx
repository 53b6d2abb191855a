/** The picture of the game: cropped, turned, and how play goes on where there is none. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { prefer } from "../shell/preferences.ts";
import { settled } from "@reelcast/testing/accessibility";
import { gameState } from "../testing/answers.ts";
import { PHONE, keptHere, openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { onRequest } from "../testing/scriptedServer.ts";
import { isConnected, onSocketRequest, push, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";

let endVideo = (): void => undefined;
beforeEach(() => {
  endVideo = startVideo();
});
afterEach(() => {
  endVideo();
  vi.restoreAllMocks();
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

it("is reported once it is there, and an older server, which does not know that, changes nothing", async () => {
  onSocketRequest("game", "video", () => new AppError(ErrorCode.NotFound));
  await sitDown();
  await videoIsLive();
  await expect.poll(() => socketRequestsOf("game", "video")).toHaveLength(1);
  expect(socketRequestsOf("game", "video")).toMatchObject([
    // A busy computer may freeze a picture.
    { firstFrameMs: expect.any(Number), freezes: expect.any(Number) },
  ]);
  await main().click();
  await expect.poll(() => socketRequestsOf("game", "press")).toHaveLength(1);
  expect([...document.querySelectorAll("[role=alert]")].map(({ textContent }) => textContent).join("")).toBe("");
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

it("that can't start is said, play goes on without it if the player wants that, and it starts when it is asked for again", async () => {
  let asked = 0;
  onRequest(/^\/whep\//, () => {
    asked += 1;
    return Response.json({ ErrorMessage: "x", code: ErrorCode.VideoStartFailed, Params: {} }, { status: 503 });
  });
  await sitDown();
  await expect.element(page.getByText(/Görüntü başlatılamadı/)).toBeVisible();
  await main().click();
  await page.getByRole("button", { name: "Görüntüsüz devam et" }).click();
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

/** Whether the video shows anything but black, and how often that was looked at. */
function watchPicture() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const seen = { looks: 0, black: 0, states: new Set<string>() };
  let isOver = false;
  const look = () => {
    const video = document.querySelector("video");
    if (isOver || !video || !context) return;
    context.clearRect(0, 0, 1, 1);
    context.drawImage(video, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    seen.looks += 1;
    if (red + green + blue < 30) seen.black += 1;
    seen.states.add(video.dataset["state"] ?? "");
    requestAnimationFrame(look);
  };
  look();
  onTestFinished(() => void (isOver = true));
  return seen;
}
const moved = () => push("game", "info", { action: "VIDEO_RESTARTED", code: 0, params: {}, message: "" });
const framesShown = () => document.querySelector("video")?.getVideoPlaybackQuality().totalVideoFrames ?? 0;

it("goes on while its server makes room: the new one is there before the former ends", async () => {
  const requests: string[] = [];
  const held = Promise.withResolvers<void>();
  endVideo();
  endVideo = startVideo(async ({ method, url }) => {
    if (method === "PATCH") return;
    requests.push(`${method} ${new URL(url).pathname}`);
    if (requests.length === 2) await held.promise;
  });
  await sitDown();
  await videoIsLive();
  await expect.poll(() => document.querySelector("video")?.dataset["state"]).toBe("live");
  const seen = watchPicture();
  moved();
  await expect.poll(() => requests.length).toBe(2);
  // It still moves while the new one is not there.
  const before = framesShown();
  await expect.poll(framesShown).toBeGreaterThan(before + 5);
  held.resolve();
  await expect.poll(() => requests[2]).toBe("DELETE /whep/session/1");
  const after = framesShown();
  await expect.poll(framesShown).toBeGreaterThan(after + 5);
  expect(requests).toHaveLength(3);
  expect(seen.looks).toBeGreaterThan(10);
  expect({ black: seen.black, states: [...seen.states] }).toEqual({ black: 0, states: ["live"] });
});

it("stands still instead of going black where its server ends before there is another one", async () => {
  await sitDown();
  await videoIsLive();
  await expect.poll(() => document.querySelector("video")?.dataset["state"]).toBe("live");
  const seen = watchPicture();
  // The former server's connections are closed.
  endVideo();
  let asked = 0;
  endVideo = startVideo(async ({ method }) => {
    if (method === "POST") asked += 1;
  });
  moved();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect.poll(() => document.querySelector("video")?.dataset["state"]).toBe("live");
  const after = framesShown();
  await expect.poll(framesShown).toBeGreaterThan(after + 5);
  expect(seen.black).toBe(0);
});

it("is enlarged by a double tap, two fingers and keys, within bounds, and not for good", async () => {
  await sitDown({ size: PHONE });
  await videoIsLive();
  const video = () => document.querySelector("video")?.getBoundingClientRect() ?? new DOMRect();
  const full = video().width;
  const scale = () => Math.round((video().width / full) * 100) / 100;
  const layer = document.querySelector("video")?.parentElement ?? document.body;
  const place = layer.getBoundingClientRect();
  const point = (type: string, pointerId: number, x: number, y: number) =>
    layer.dispatchEvent(
      new PointerEvent(type, { pointerId, clientX: place.x + x, clientY: place.y + y, bubbles: true, isPrimary: true }),
    );
  vi.spyOn(layer, "setPointerCapture").mockReturnValue();
  const tap = (x: number, y: number) => {
    point("pointerdown", 1, x, y);
    point("pointerup", 1, x, y);
  };
  tap(60, 60);
  tap(62, 61);
  await expect.poll(scale).toBe(2);
  await expect.element(page.getByRole("status").filter({ hasText: "%200" })).toBeVisible();
  // A finger moves it, no further than its edge.
  point("pointerdown", 1, 60, 60);
  point("pointermove", 1, 360, 60);
  point("pointermove", 1, 700, 60);
  point("pointerup", 1, 700, 60);
  await expect.poll(() => Math.round(video().x)).toBeLessThanOrEqual(Math.round(place.x));
  expect(scale()).toBe(2);
  // Two fingers move apart.
  point("pointerdown", 1, 100, 100);
  point("pointerdown", 2, 200, 100);
  point("pointermove", 2, 250, 100);
  await expect.poll(scale).toBe(3);
  point("pointermove", 2, 900, 100);
  await expect.poll(scale).toBe(4);
  point("pointerup", 2, 900, 100);
  point("pointerup", 1, 100, 100);
  tap(60, 60);
  tap(60, 60);
  await expect.poll(scale).toBe(1);
  await userEvent.keyboard("++");
  await expect.poll(scale).toBeGreaterThan(1.5);
  await userEvent.keyboard("-");
  await expect.poll(scale).toBe(1.25);
  await userEvent.keyboard("0");
  await expect.poll(scale).toBe(1);
  await userEvent.keyboard("+{Escape}");
  await expect.poll(scale).toBe(1);
  expect(socketRequestsOf("game", "press")).toEqual([]);
});

const small = () => page.getByRole("button", { name: "Küçük pencere" });

it("stands in a window of its own with the meters, where the browser has such documents, until the player comes back", async () => {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const own = frame.contentWindow as Window;
  const close = vi.spyOn(own, "close").mockImplementation(() => own.dispatchEvent(new Event("pagehide")));
  const requestWindow = vi.fn<() => Promise<Window>>().mockResolvedValue(own);
  vi.stubGlobal("documentPictureInPicture", { requestWindow });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    frame.remove();
  });
  await sitDown();
  await videoIsLive();
  await small().click();
  await expect.element(small()).toHaveAttribute("aria-pressed", "true");
  const text = () => own.document.body.textContent;
  await expect.poll(text).toMatch(/Kredi₺250,00.*Bahis₺1,00/);
  expect(own.document.documentElement.lang).toBe("tr");
  push("game", "meters", { seq: 2, credit: 12_300 });
  await expect.poll(text).toContain("₺123,00");
  const stream = () => own.document.querySelector("video")?.srcObject;
  expect(stream()).toBe(document.querySelector("video")?.srcObject);
  // Within the frame, which locators do not see.
  own.document.querySelector("button")?.click();
  await expect.poll(() => close.mock.calls.length).toBeGreaterThan(0);
  await expect.element(small()).toHaveAttribute("aria-pressed", "false");
  expect(text()).toBe("");
  expect(requestWindow).toHaveBeenCalledTimes(1);
});

it("stands in a small window alone, where the browser has no such documents, and nowhere where it has neither", async () => {
  vi.stubGlobal("documentPictureInPicture", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.spyOn(document, "pictureInPictureEnabled", "get").mockReturnValue(true);
  const out = vi.spyOn(document, "pictureInPictureElement", "get").mockReturnValue(null);
  const enter = vi.spyOn(HTMLVideoElement.prototype, "requestPictureInPicture").mockImplementation(async function (
    this: HTMLVideoElement,
  ) {
    out.mockReturnValue(this);
    this.dispatchEvent(new Event("enterpictureinpicture"));
    return {} as PictureInPictureWindow;
  });
  vi.spyOn(document, "exitPictureInPicture").mockImplementation(async () => {
    const { pictureInPictureElement: video } = document;
    out.mockReturnValue(null);
    video?.dispatchEvent(new Event("leavepictureinpicture"));
  });
  await sitDown();
  await videoIsLive();
  await small().click();
  await expect.element(small()).toHaveAttribute("aria-pressed", "true");
  expect(enter).toHaveBeenCalledTimes(1);
  await small().click();
  await expect.element(small()).toHaveAttribute("aria-pressed", "false");

  vi.spyOn(document, "pictureInPictureEnabled", "get").mockReturnValue(false);
  await sitDown();
  await expect.element(small()).not.toBeInTheDocument();
});

it("stays in sight while the player reads: pages open in new tabs, the chat next to the game until the next press, and the seat is kept", async () => {
  await sitDown({ size: { width: 1440, height: 900 } });
  await page.getByRole("button", { name: "Ayarlar" }).click();
  const links = page.getByRole("dialog", { name: "Ayarlar" }).getByRole("list");
  for (const [name, path] of [
    ["Kurallar", "/rules"],
    ["Oyun Oturumları", "/slot-sessions"],
  ] as const) {
    await expect.element(links.getByRole("link", { name })).toHaveAttribute("href", path);
    await expect.element(links.getByRole("link", { name })).toHaveAttribute("target", "_blank");
  }
  await links.getByRole("button", { name: "Sohbeti göster" }).click();
  await expect.element(page.getByRole("dialog", { name: "Sohbet" })).toBeVisible();
  await settled();
  // The press outside closes the chat and nothing else; the next one is the machine's.
  await main().click();
  await expect.element(page.getByRole("dialog", { name: "Sohbet" })).not.toBeInTheDocument();
  expect(socketRequestsOf("game", "press")).toEqual([]);
  await main().click();
  await expect.poll(() => socketRequestsOf("game", "press").length).toBe(1);
});
