/**
 * Live video, measured in a real Chromium against the real house on loopback: join to first frame, press to changed
 * picture, glass to glass (the picture carries its draw time and the count of presses), and CPU of the media process.
 */
import { readFile } from "node:fs/promises";
import { CHROMIUM_ARGS, findChromium } from "@reelcast/e2e/chromium";
import { PlayerClient } from "@reelcast/e2e/client";
import { House } from "@reelcast/e2e/house";
import { chromium } from "playwright-core";

const JOINS = 15;
const PRESSES = 40;
const GLASS_MS = 6_000;
const CPU_MS = 8_000;
const MACHINE = 5;
const TICKS_PER_SECOND = 100;

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: set CHROMIUM_PATH");
const house = await House.open({ VIDEO_TIMECODE: "1" });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });

const quantile = (values: readonly number[], q: number) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
};
const line = (what: string, values: readonly number[], bar: string) =>
  console.log(
    `${what.padEnd(30)} median ${quantile(values, 0.5).toFixed(0).padStart(4)} ms   p95 ${quantile(values, 0.95).toFixed(0).padStart(4)} ms   n ${values.length}   (bar ${bar})`,
  );
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

try {
  const player = await PlayerClient.login(house.url, "demo1");
  const game = await player.game();
  const { video } = await game.init(MACHINE);
  await game.cashIn(500_000);
  const page = await (await browser.newContext({ viewport: { width: 900, height: 600 } })).newPage();
  await page.goto(`${house.url}/login`);
  // What the page does: watch, and keep the last stamp that it saw.
  await page.evaluate(
    ({ url, token }) => {
      const state = { frames: [] as { age: number; presses: number; at: number }[] };
      let peer: RTCPeerConnection | null = null;
      let resource = "";
      const element = document.createElement("video");
      Object.assign(element, { muted: true, autoplay: true, playsInline: true });
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
        async join(): Promise<number> {
          const began = performance.now();
          peer = new RTCPeerConnection();
          const { receiver } = peer.addTransceiver("video", { direction: "recvonly" });
          Object.assign(receiver, { jitterBufferTarget: 0, playoutDelayHint: 0 });
          peer.ontrack = ({ track }) => (element.srcObject = new MediaStream([track]));
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
    join(): Promise<number>;
    leave(): Promise<void>;
    seen: { frames: { age: number; presses: number; at: number }[] };
  };
  const join = () => page.evaluate(() => (globalThis as unknown as Bench).join());
  const frames = () => page.evaluate(() => (globalThis as unknown as Bench).seen.frames.splice(0));

  const joins: number[] = [];
  for (let n = 0; n <= JOINS; n += 1) {
    const ms = await join();
    // The first one warms up: libraries, fonts, the first strip of symbols.
    if (n > 0) joins.push(ms);
    if (n < JOINS) await page.evaluate(() => (globalThis as unknown as Bench).leave());
    await pause(200);
  }
  line("join to first frame", joins, "250 ms");

  await frames();
  await pause(GLASS_MS);
  line(
    "glass to glass",
    (await frames()).map(({ age }) => age),
    "32 ms",
  );

  const presses: number[] = [];
  for (let n = 0; n < PRESSES; n += 1) {
    await frames();
    const before = Date.now();
    await game.press(n % 2 === 0 ? "bet-2" : "bet-1");
    await pause(250);
    const seen = await frames();
    const first = seen.find(({ presses: count }, index) => index > 0 && count !== seen[0]?.presses);
    const changed = first ?? seen.find(({ at }) => at >= before);
    if (changed) presses.push(changed.at - before);
    await pause(Math.random() * 40);
  }
  line("press to changed picture", presses, "50 ms median, 80 ms p95");

  const media = await house.mediaPid();
  const busy = await cpuSeconds(media);
  await pause(CPU_MS);
  console.log(
    `${"media process, one viewer".padEnd(30)} ${(((await cpuSeconds(media)) - busy) / (CPU_MS / 1000)).toFixed(3)} of a core at full frame rate   (bar 0.15)`,
  );
  await page.evaluate(() => (globalThis as unknown as Bench).leave());
  await pause(500);
  const idle = await cpuSeconds(media);
  await pause(CPU_MS / 2);
  console.log(
    `${"media process, nobody watches".padEnd(30)} ${(((await cpuSeconds(media)) - idle) / (CPU_MS / 2000)).toFixed(3)} of a core   (bar 0)`,
  );
  game.close();
} finally {
  await browser.close();
  await house.close();
}
