/** No live picture: what is said, what is asked before money moves, and how the picture comes back. */
import { ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { gameState } from "../testing/answers.ts";
import { openApp } from "../testing/openApp.ts";
import type { Visit } from "../testing/openApp.ts";
import { onRequest } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, socketRequestsOf } from "../testing/scriptedSockets.ts";
import { startVideo } from "../testing/video.ts";
import { bet, main, meters, said, turnReels } from "./testing/play.ts";

let endVideo = (): void => undefined;
beforeEach(() => {
  turnReels();
  onSocketRequest("game", "cashin", ({ amount, transferId }) => ({ transferId, credit: amount, balance: 0 }));
  endVideo = startVideo();
});
afterEach(() => {
  endVideo();
  vi.restoreAllMocks();
});

const video = () => document.querySelector("video");
const picture = () => expect.poll(() => video()?.dataset["state"]);
const presses = () => socketRequestsOf("game", "press");
const button = (name: string | RegExp) => page.getByRole("button", { name });
const question = () => page.getByRole("alertdialog");
const connection = () => button(/^Bağlantı: /);

async function sitDown(visit: Visit = {}, machine = 1): Promise<void> {
  await openApp(`/game/${machine}/lantern-street`, visit);
  await expect.poll(() => isConnected("game")).toBe(true);
  await expect.element(main()).toBeVisible();
}
/** As a phone that saves power, until the player has pressed something. */
function refusePlay() {
  // oxlint-disable-next-line typescript/unbound-method -- called with its object
  const { play } = HTMLMediaElement.prototype;
  const state = { refused: true };
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
    return state.refused ? Promise.reject(new DOMException("x", "NotAllowedError")) : play.call(this);
  });
  return state;
}
/** A house whose video never comes. */
function failVideo(answer: () => Response): void {
  endVideo();
  onRequest(/^\/whep\//, answer);
}
async function deposit(amount: string): Promise<void> {
  await button(/PARA YATIR/).click();
  await page.getByRole("dialog").getByRole("textbox").fill(amount);
  await userEvent.keyboard("{Enter}");
}

it("that has not come yet: the machine's own picture stands there, Play says so, and the signal is unknown", async () => {
  endVideo();
  onRequest(/^\/whep\//, () => new Promise<Response>(() => {}));
  const image = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/%3E";
  const { machine, ...rest } = gameState();
  onSocketRequest("game", "init", { ...rest, machine: { ...machine, image } });
  // One whose card no test has pressed: a pressed card's picture would stand there.
  await sitDown({}, 91);
  await picture().toBe("loading");
  const still = () => document.querySelector<HTMLImageElement>("[data-part=picture] [data-part=still]");
  await expect.poll(() => still()?.getAttribute("src")).toBe(image);
  const room = document.querySelector("[data-part=picture]")?.getBoundingClientRect();
  expect(still()?.getBoundingClientRect()).toMatchObject({ width: room?.width, height: room?.height });
  await expect.element(connection()).toHaveAccessibleName("Bağlantı: henüz bilinmiyor");
  await expect.element(main()).toMatchTextContent("Oyna: Görüntü henüz yok");
  await expectAccessible("no picture yet", "main");
  // A press asks.
  await main().click();
  await expect.element(question()).toBeVisible();
  expect(presses()).toEqual([]);
});

it("the machine's own picture is gone with the first frames, and Play says what it does", async () => {
  await sitDown();
  await picture().toBe("live");
  await expect.poll(() => document.querySelector("[data-part=still]")).toBeNull();
  await expect.element(main()).toMatchTextContent(/^Oyna$/);
  await expect.element(connection()).toHaveAccessibleName("Bağlantı: iyi");
});

it("refused by the browser is not live: it waits for a tap, a press is not sent, and any press starts it", async () => {
  const browser = refusePlay();
  await sitDown();
  await picture().toBe("waiting");
  await expect.element(button("Başlatmak için dokunun")).toBeVisible();
  await expect.element(connection()).toHaveAccessibleName("Bağlantı: zayıf");
  await expectAccessible("tap to start", "[data-part=picture]");
  await main().click();
  await said(/Basışınız gönderilmedi/);
  await picture().toBe("waiting");
  expect(presses()).toEqual([]);
  // It stays refused: the next press asks.
  await main().click();
  await expect.element(question()).toMatchTextContent(/Tarayıcınız ya da cihazınız görüntüyü durdurdu/);
  browser.refused = false;
  await userEvent.keyboard("{Shift}");
  await picture().toBe("live");
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(connection()).toHaveAccessibleName("Bağlantı: iyi");
  await main().click();
  await expect.poll(presses).toHaveLength(1);
});

it("can be started with the keyboard alone", async () => {
  const browser = refusePlay();
  await sitDown();
  const start = button("Başlatmak için dokunun");
  await expect.element(start).toBeVisible();
  browser.refused = false;
  (start.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await picture().toBe("live");
  expect(presses()).toEqual([]);
});

it("paused by the system is not live, until a press or the way back to the page starts it", async () => {
  await sitDown();
  await picture().toBe("live");
  video()?.pause();
  await picture().toBe("waiting");
  await button("Başlatmak için dokunun").click();
  await picture().toBe("live");
  video()?.pause();
  await picture().toBe("waiting");
  dispatchEvent(new Event("pageshow"));
  await picture().toBe("live");
  expect(presses()).toEqual([]);
});

it("that stands still says for how long, and a deposit and presses are asked about, once", async () => {
  await sitDown();
  await picture().toBe("live");
  // The decoder stops: nothing new is shown, and the connection is good.
  vi.spyOn(HTMLVideoElement.prototype, "requestVideoFrameCallback").mockReturnValue(0);
  await picture().toBe("stalled");
  await said(/Görüntü [1-9]\d* saniyedir duruyor/);
  await expect.element(connection()).toHaveAccessibleName("Bağlantı: zayıf");
  await deposit("50");
  await expect.element(question()).toMatchTextContent(/Canlı görüntü yok.*₺50 makineye yine de aktarılsın mı/);
  await expectAccessible("no live picture", "[role=alertdialog]");
  await button("Görüntüyü bekle").click();
  expect(socketRequestsOf("game", "cashin")).toEqual([]);
  await deposit("50");
  await button("Aktar ₺50").click();
  await expect.poll(() => socketRequestsOf("game", "cashin")).toMatchObject([{ amount: 5_000 }]);
  // Money on the machine is no consent to play it unseen.
  await main().click();
  await expect.element(question()).toMatchTextContent(/onsuz oynamak istiyor musunuz/);
  expect(presses()).toEqual([]);
  await button("Görüntüsüz devam et").click();
  await main().click();
  await expect.poll(presses).toHaveLength(1);
});

it("that comes back while a deposit is asked about makes the deposit the main answer", async () => {
  await sitDown();
  await picture().toBe("live");
  const browser = refusePlay();
  video()?.pause();
  await picture().toBe("waiting");
  await deposit("50");
  await expect.element(question()).toMatchTextContent(/yine de aktarılsın mı/);
  browser.refused = false;
  dispatchEvent(new Event("pageshow"));
  await picture().toBe("live");
  await expect.element(question()).toMatchTextContent(/₺50 makineye aktarılsın mı/);
  await button("Aktar ₺50").click();
  await expect.poll(() => socketRequestsOf("game", "cashin")).toMatchObject([{ amount: 5_000 }]);
});

it("that comes back ends the consent: the next interruption asks again", async () => {
  await sitDown();
  await picture().toBe("live");
  const browser = refusePlay();
  video()?.pause();
  await picture().toBe("waiting");
  await main().click();
  await main().click();
  await button("Görüntüsüz devam et").click();
  // The press that was refused is not sent afterwards.
  expect(presses()).toEqual([]);
  await main().click();
  await expect.poll(presses).toHaveLength(1);
  meters({ phase: "idle" });
  browser.refused = false;
  await userEvent.keyboard("{Shift}");
  await picture().toBe("live");
  browser.refused = true;
  video()?.pause();
  await picture().toBe("waiting");
  await main().click();
  await said(/Basışınız gönderilmedi/);
  expect(presses()).toHaveLength(1);
});

it("money goes out, a win is taken and reels are held without it; a stake is not changed", async () => {
  failVideo(() => new Response("", { status: 503, headers: { "Retry-After": "60" } }));
  const { machine, ...rest } = gameState();
  const controls = [
    { id: "take", label: "TAKE", kind: "takeWin" as const, lit: false },
    { id: "hold-1", label: "1", kind: "hold" as const, lit: true, key: "h" },
  ];
  onSocketRequest("game", "init", {
    ...rest,
    machine: { ...machine, bands: [...machine.bands, { id: "hold", name: "Hold", Order: 4, controls }] },
    meters: { ...rest.meters, controls: { ...rest.meters.controls, take: false, "hold-1": true } },
  });
  onSocketRequest("game", "cashout", ({ transferId }) => ({
    transferId: transferId ?? "",
    amount: 25_000,
    credit: 0,
    balance: 1_000_000,
  }));
  await sitDown();
  await picture().toBe("reconnecting");
  await bet().click();
  await expect.element(question()).toMatchTextContent(/Görüntüye yeniden bağlanılıyor/);
  await button("Görüntüyü bekle").click();
  expect(presses()).toEqual([]);
  await userEvent.keyboard("h");
  await expect.poll(presses).toMatchObject([{ control: "hold-1" }]);
  meters({ phase: "winToTake", win: 300, controls: { play: false, take: true } });
  await button(/^Kazancı al/).click();
  await expect.poll(presses).toMatchObject([{ control: "hold-1" }, { control: "take" }]);
  meters({ phase: "idle", win: 0, controls: { play: true, take: false } });
  await button(/PARA ÇEK/).click();
  await expect.poll(() => socketRequestsOf("game", "cashout")).toHaveLength(1);
});

it.each([
  ["an endpoint without a common codec", () => Response.json({ code: ErrorCode.NoCommonVideoFormat }, { status: 406 })],
  [
    "an answer without the video",
    () =>
      new Response("v=0\r\nm=video 0 UDP/TLS/RTP/SAVPF 102\r\n", {
        status: 201,
        headers: { "Content-Type": "application/sdp" },
      }),
  ],
])("%s: the browser's want of H.264 is said before a deposit, and nothing is tried again", async (_, answer) => {
  let asked = 0;
  failVideo(() => {
    asked += 1;
    return answer();
  });
  await sitDown();
  await said(/H\.264 çözücüsü yok/);
  await picture().toBe("failed");
  expect(button("Görüntüyü yeniden başlat").elements()).toEqual([]);
  await deposit("50");
  await expect.element(question()).toMatchTextContent(/H\.264 çözücüsü yok.*₺50 makineye/);
  await userEvent.keyboard("{Escape}");
  expect([asked, socketRequestsOf("game", "cashin")]).toEqual([1, []]);
});

it("a browser that knows that it can't decode H.264 asks the house for no video", async () => {
  let asked = 0;
  failVideo(() => {
    asked += 1;
    return new Response("", { status: 500 });
  });
  vi.spyOn(RTCRtpReceiver, "getCapabilities").mockReturnValue({
    codecs: [{ mimeType: "video/VP8", clockRate: 90_000 }],
    headerExtensions: [],
  });
  await sitDown();
  await said(/H\.264 çözücüsü yok/);
  expect(asked).toBe(0);
});

it("autoplay is not begun without it, and ends with it", async () => {
  const autoplay = button("Otomatik oyun");
  const sheet = page.getByRole("dialog", { name: "Otomatik oyun" });
  await sitDown();
  await picture().toBe("live");
  await autoplay.click();
  await sheet.getByRole("button", { name: "10", exact: true }).click();
  await sheet.getByRole("textbox", { name: "Kayıp sınırı" }).fill("75");
  await sheet.getByRole("button", { name: "10 oyunu başlat" }).click();
  await expect.element(autoplay).toHaveAttribute("aria-pressed", "true");
  const browser = refusePlay();
  onTestFinished(() => void (browser.refused = false));
  video()?.pause();
  await said("Otomatik oyun durdu: canlı görüntü yok.");
  await expect.element(autoplay).toHaveAttribute("aria-pressed", "false");
  await autoplay.click();
  await expect.element(question()).toMatchTextContent(/onsuz otomatik oynamak istiyor musunuz/);
  await button("Görüntüsüz devam et").click();
  await expect.element(sheet).toBeVisible();
});

it("goes on when the control connection is cut, whatever credentials come with the next one", async () => {
  const requests: string[] = [];
  endVideo();
  endVideo = startVideo(async ({ method }) => void requests.push(method));
  let connections = 0;
  onSocketRequest("game", "init", () => {
    connections += 1;
    const state = gameState();
    const turn = { urls: "turn:127.0.0.1:9", username: `${connections}:1`, credential: `c${connections}` };
    return {
      ...state,
      session: { ...state.session, resumed: connections > 1 },
      video: { ...state.video, iceServers: [turn] },
    };
  });
  await sitDown();
  await picture().toBe("live");
  const frames = () => video()?.getVideoPlaybackQuality().totalVideoFrames ?? 0;
  const before = frames();
  closeSockets("game");
  await expect.poll(() => connections).toBe(2);
  await expect.poll(frames).toBeGreaterThan(before + 10);
  expect(requests.filter((method) => method === "POST")).toHaveLength(1);
  expect(requests).not.toContain("DELETE");
  expect(video()?.dataset["state"]).toBe("live");
});
