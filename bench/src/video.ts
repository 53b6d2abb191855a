/**
 * Live video, measured in a real Chromium with the real server on loopback: join to first frame, press to changed
 * picture, glass to glass (the picture carries its draw time and the count of presses), and CPU of the media process.
 * All of it twice: with the picture alone, and with the machine's sound as well.
 */
import { CHROMIUM_ARGS, findChromium } from "@reelcast/e2e/chromium";
import { PlayerClient } from "@reelcast/e2e/client";
import { TestServer } from "@reelcast/e2e/testServer";
import { chromium } from "playwright-core";
import { cpuSeconds } from "./cpu.ts";
import { inShort } from "./short.ts";

const JOINS = inShort(12, 1);
const PRESSES = inShort(40, 2);
const GLASS_MS = inShort(6_000, 400);
const CPU_MS = inShort(8_000, 300);
const SEEN_WITHIN_MS = 15_000;
const MACHINE = 5;

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: set CHROMIUM_PATH");
const house = await TestServer.open({ VIDEO_TIMECODE: "1" });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });

const quantile = (values: readonly number[], q: number) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
};
const line = (what: string, values: readonly number[], bar: string) =>
  console.log(
    `${what.padEnd(30)} median ${quantile(values, 0.5).toFixed(0).padStart(4)} ms   p95 ${quantile(values, 0.95).toFixed(0).padStart(4)} ms   n ${values.length}   (bar ${bar})`,
  );
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

try {
  const player = await PlayerClient.login(house.url, "demo1");
  const game = await player.game();
  const { video } = await game.init(MACHINE);
  await game.cashIn(500_000);
  const page = await (await browser.newContext({ viewport: { width: 900, height: 600 } })).newPage();
  await page.goto(`${house.url}/login`);
  // The page plays the video and stores the last stamp.
  await page.evaluate(
    ({ url, token }) => {
      const state = { frames: [] as { age: number; presses: number; at: number }[] };
      let peer: RTCPeerConnection | null = null;
      let resource = "";
      const element = document.createElement("video");
      Object.assign(element, { autoplay: true, playsInline: true });
      document.body.append(element);
      const canvas = document.createElement("canvas");
      const context = canvas.getContext("2d", { willReadFrequently: true });
      function read(): void {
        const { videoWidth: w, videoHeight: h } = element;
        if (!context || w === 0) return;
        const high = Math.round((12 * h) / 360);
        canvas.width = w;
        canvas.height = high;
        context.drawImage(element, 0, h - high, w, high, 0, 0, w, high);
        const at = Date.now();
        const { data } = context.getImageData(0, 0, w, high);
        let time = 0;
        let presses = 0;
        for (let bit = 0; bit < 32; bit += 1) {
          const pixel = (Math.floor(high / 2) * w + Math.floor(((bit + 0.5) * w) / 32)) * 4;
          if ((data[pixel] ?? 0) < 128) continue;
          if (bit < 24) time += 2 ** bit;
          else presses += 2 ** (bit - 24);
        }
        state.frames.push({ age: (((at - time) % 2 ** 24) + 2 ** 24) % 2 ** 24, presses, at });
      }
      const watch = () => {
        read();
        element.requestVideoFrameCallback(watch);
      };
      element.requestVideoFrameCallback(watch);
      Object.assign(globalThis, {
        seen: state,
        async leave() {
          peer?.close();
          await fetch(resource, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
          element.srcObject = null;
        },
        /** Resolves with the ms from the beginning of the offer to the first frame on the screen. */
        async join(kinds: string[]): Promise<number> {
          const began = performance.now();
          peer = new RTCPeerConnection();
          for (const kind of kinds) {
            const { receiver } = peer.addTransceiver(kind, { direction: "recvonly" });
            Object.assign(receiver, { jitterBufferTarget: 0, playoutDelayHint: 0 });
          }
          const stream = new MediaStream();
          element.srcObject = stream;
          peer.ontrack = ({ track }) => stream.addTrack(track);
          const offer = await peer.createOffer();
          await peer.setLocalDescription(offer);
          const answer = await fetch(url, {
            method: "POST",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/sdp" },
            body: offer.sdp ?? "",
          });
          resource = answer.headers.get("location") ?? "";
          await peer.setRemoteDescription({ type: "answer", sdp: await answer.text() });
          await new Promise((resolve) => element.requestVideoFrameCallback(resolve));
          return performance.now() - began;
        },
      });
    },
    { url: video.url, token: player.token },
  );
  type Bench = {
    join(kinds: string[]): Promise<number>;
    leave(): Promise<void>;
    seen: { frames: { age: number; presses: number; at: number }[] };
  };
  const join = (kinds: string[]) => page.evaluate((wanted) => (globalThis as unknown as Bench).join(wanted), kinds);
  const leave = () => page.evaluate(() => (globalThis as unknown as Bench).leave());
  const frames = () => page.evaluate(() => (globalThis as unknown as Bench).seen.frames.splice(0));
  /** Those of so long, and of longer where a slow computer has shown none since `from`. */
  async function framesOf(ms: number, from: number): Promise<Bench["seen"]["frames"]> {
    await pause(ms);
    const seen = await frames();
    for (const until = Date.now() + SEEN_WITHIN_MS; !seen.some(({ at }) => at >= from) && Date.now() < until;) {
      await pause(20);
      seen.push(...(await frames()));
    }
    return seen;
  }
  const media = await house.mediaPid();
  /** Part of a core that the media process uses during `work`. */
  async function load(what: string, bar: string, ms: number, work: () => Promise<void>): Promise<void> {
    const before = await cpuSeconds(media);
    const began = Date.now();
    while (Date.now() - began < ms) await work();
    const part = ((await cpuSeconds(media)) - before) / ((Date.now() - began) / 1000);
    console.log(`${what.padEnd(30)} ${part.toFixed(3)} of a core   (bar ${bar})`);
  }
  /** Plays without a break: presses the one of the two controls that is lit. */
  async function play(): Promise<void> {
    await game.press("take").catch(() => {});
    await game.press("play").catch(() => {});
    await pause(250);
  }

  async function measure(kinds: string[]): Promise<void> {
    const joins: number[] = [];
    for (let n = 0; n <= JOINS; n += 1) {
      const ms = await join(kinds);
      // The first one warms up: libraries, fonts, the first strip of symbols.
      if (n > 0) joins.push(ms);
      if (n < JOINS) await leave();
      await pause(200);
    }
    line("join to first frame", joins, "250 ms");

    await frames();
    const ages = await framesOf(GLASS_MS, Date.now());
    line(
      "glass to glass",
      ages.map(({ age }) => age),
      "32 ms",
    );

    const presses: number[] = [];
    for (let n = 0; n < PRESSES; n += 1) {
      await frames();
      const before = Date.now();
      await game.press(n % 2 === 0 ? "bet-2" : "bet-1");
      const seen = await framesOf(250, before);
      const first = seen.find(({ presses: count }, index) => index > 0 && count !== seen[0]?.presses);
      const changed = first ?? seen.find(({ at }) => at >= before);
      if (changed) presses.push(changed.at - before);
      await pause(Math.random() * 40);
    }
    line("press to changed picture", presses, "50 ms median, 80 ms p95");

    await load("one viewer, at rest", "0.15", CPU_MS, () => pause(250));
    await load("one viewer, always playing", "0.15", CPU_MS, play);
    await leave();
  }

  for (const kinds of [["video"], ["video", "audio"]]) {
    console.log(kinds.length === 1 ? "picture alone" : "\npicture and sound");
    await measure(kinds);
  }
  await pause(500);
  console.log("\nmedia process");
  await load("nobody watches", "0", CPU_MS / 2, () => pause(250));
  game.close();
} finally {
  await browser.close();
  await house.close();
}
