/** A picture that is not there: refused, paused, without a decoder, and cut from its control connection. */
import { type Page, expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";
import { createTcpProxy } from "../tcpProxy.ts";
import { TestServer } from "../testServer.ts";

const tapToStart = (page: Page) => page.getByRole("button", { name: "Başlatmak için dokunun" });
const question = (page: Page) => page.getByRole("alertdialog");
const weak = (page: Page) => page.getByRole("button", { name: "Bağlantı: zayıf" });
/** The machine's sound waits for a press as well. */
const silent = (page: Page) => page.getByRole("button", { name: "Ses için dokunun" });
const isLive = ({ video }: PlayerPage) => expect(video).toHaveAttribute("data-state", "live");
/** The requests that make a session of video. */
function countOffers(page: Page): { count: number } {
  const offers = { count: 0 };
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/whep")) offers.count += 1;
  });
  return offers;
}

test("a browser that refuses to play is not live: no money goes in unasked, and a press starts the picture", async ({
  page,
  player,
}) => {
  // As a phone that saves power.
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its object
    const { play } = HTMLMediaElement.prototype;
    Object.assign(globalThis, { refuses: true });
    HTMLMediaElement.prototype.play = function () {
      const { refuses } = globalThis as unknown as { refuses: boolean };
      return refuses ? Promise.reject(new DOMException("low power", "NotAllowedError")) : play.call(this);
    };
  });
  await player.go("/game/2/x");
  await expect(tapToStart(page)).toBeVisible();
  await expect(player.video).toHaveAttribute("data-state", "waiting");
  await expect(weak(page)).toBeVisible();
  await expect(silent(page)).toBeVisible();
  await player.deposit("50");
  await expect(question(page)).toContainText("Canlı görüntü yok");
  await page.getByRole("button", { name: "Görüntüyü bekle" }).click();
  expect(await player.creditMinor()).toBe(0);
  await player.deposit("50");
  await question(page)
    .getByRole("button", { name: /^Aktar/ })
    .click();
  await expect.poll(() => player.creditMinor()).toBe(50_00);
  await page.evaluate(() => Object.assign(globalThis, { refuses: false }));
  // Any press will do, and this one is no game.
  await page.keyboard.press("Shift");
  await isLive(player);
  await expect(tapToStart(page)).toBeHidden();
  await expect(silent(page)).toBeHidden();
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(50_00);
});

test("a picture that the system pauses is not live; presses are refused, money goes out, and a tap starts it", async ({
  page,
  player,
}) => {
  await player.sit(2, "50");
  await isLive(player);
  await page.evaluate(() => {
    document.querySelector("video")?.pause();
    // oxlint-disable-next-line typescript/unbound-method -- called with its object
    Object.assign(globalThis, { play: HTMLMediaElement.prototype.play });
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("a call", "NotAllowedError"));
  });
  await expect(player.video).toHaveAttribute("data-state", "waiting");
  await player.play.click();
  await expect(page.getByText(/Basışınız gönderilmedi/).first()).toBeVisible();
  await player.play.click();
  await expect(question(page)).toContainText("Tarayıcınız ya da cihazınız görüntüyü durdurdu");
  await page.keyboard.press("Escape");
  expect(await player.creditMinor()).toBe(50_00);
  await page.getByRole("button", { name: /PARA ÇEK/ }).click();
  await expect.poll(() => player.creditMinor()).toBe(0);
  await page.evaluate(() => {
    HTMLMediaElement.prototype.play = (globalThis as unknown as { play: HTMLMediaElement["play"] }).play;
  });
  await tapToStart(page).click();
  await isLive(player);
});

test("a browser without H.264 says so before money moves", async ({ page, player }) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its object
    const { createOffer } = RTCPeerConnection.prototype;
    const offer = function (this: RTCPeerConnection) {
      const codecs = RTCRtpReceiver.getCapabilities("video")?.codecs ?? [];
      for (const transceiver of this.getTransceivers())
        if (transceiver.receiver.track.kind === "video")
          transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType !== "video/H264"));
      return Reflect.apply(createOffer, this, []) as unknown;
    };
    Object.assign(RTCPeerConnection.prototype, { createOffer: offer });
  });
  const offers = countOffers(page);
  await player.go("/game/2/x");
  await expect(page.getByText(/H\.264 çözücüsü yok/)).toBeVisible();
  await expect(weak(page)).toBeVisible();
  await player.deposit("50");
  await expect(question(page)).toContainText("H.264 çözücüsü yok");
  await page.keyboard.press("Escape");
  expect([offers.count, await player.creditMinor()]).toEqual([1, 0]);
});

test("a cut of the control connection leaves the picture alone; each new session has credentials of its own", async ({
  page,
}) => {
  const house = await TestServer.open({
    // Nothing answers there: only what is sent to it matters.
    TURN_URLS: "turn:127.0.0.1:9?transport=udp",
    TURN_SECRET: "secret of the house",
  });
  const proxy = await createTcpProxy(house.port);
  try {
    await page.addInitScript(() => {
      const names: string[] = [];
      Object.assign(globalThis, { names });
      const note = (configuration?: RTCConfiguration) => {
        for (const { username } of configuration?.iceServers ?? []) if (username) names.push(username);
      };
      // oxlint-disable-next-line typescript/unbound-method -- called with its object
      const { setConfiguration } = RTCPeerConnection.prototype;
      RTCPeerConnection.prototype.setConfiguration = function (configuration) {
        note(configuration);
        return setConfiguration.call(this, configuration);
      };
      const Connection = RTCPeerConnection;
      globalThis.RTCPeerConnection = class extends Connection {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          note(configuration);
        }
      };
    });
    const offers = countOffers(page);
    const named: string[] = [];
    page.on("response", (response) => {
      const link = response.headers()["link"];
      if (response.request().method() === "POST" && response.url().includes("/whep") && link)
        named.push(/username="([^"]+)"/.exec(link)?.[1] ?? "");
    });
    let sockets = 0;
    page.on("websocket", (socket) => (sockets += Number(socket.url().includes("game"))));
    const player = new PlayerPage(page, proxy.url);
    await player.logIn(await house.addPlayer());
    await player.sit(2, "50");
    await isLive(player);
    const before = await player.frames();
    const used = () => page.evaluate(() => (globalThis as unknown as { names: string[] }).names);
    const first = await used();
    proxy.reset();
    await expect.poll(() => sockets).toBe(2);
    await expect.poll(() => player.frames()).toBeGreaterThan(before + 20);
    await isLive(player);
    expect(offers.count).toBe(1);
    process.kill(await house.mediaPid(), "SIGKILL");
    await expect.poll(() => named.length).toBeGreaterThan(1);
    await isLive(player);
    const last = named.at(-1) ?? "";
    expect(first).not.toContain(last);
    expect((await used()).slice(first.length)).toContain(last);
    expect((await used()).slice(first.length).filter((name) => first.includes(name))).toEqual([]);
  } finally {
    await proxy.close();
    await house.close();
  }
});
