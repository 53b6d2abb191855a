/**
 * Stills of the lobby: twelve machines that are played without a break, all of them in sight of several players who ask every
 * 2 s as the app does. CPU of the media process, with and without anybody looking, and the size and time of the stills.
 */
import { PlayerClient } from "@reelcast/e2e/client";
import { TestServer } from "@reelcast/e2e/testServer";
import { cpuSeconds } from "./cpu.ts";
import { inShort } from "./short.ts";

const MACHINES = inShort(12, 2);
const VIEWERS = inShort(4, 1);
const WATCH_MS = inShort(20_000, 1_000);

const SEEN_WITHIN_MS = 15_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const house = await TestServer.open();
const ending = new AbortController();
const played: Promise<void>[] = [];
try {
  const ids = Array.from({ length: MACHINES }, (_, n) => n + 1);
  for (const id of ids) {
    const game = await PlayerClient.of(house.url, await house.addPlayer()).game();
    await game.init(id);
    await game.cashIn(500_000);
    played.push(
      (async () => {
        while (!ending.signal.aborted) {
          await game.press("take").catch(() => {});
          await game.press("play").catch(() => {});
          await pause(600);
        }
        game.close();
      })(),
    );
  }
  const media = await house.mediaPid();
  async function load(what: string, bar: string, work: () => Promise<unknown>): Promise<void> {
    const before = await cpuSeconds(media);
    const began = Date.now();
    await work();
    const part = ((await cpuSeconds(media)) - before) / ((Date.now() - began) / 1000);
    console.log(`${what.padEnd(44)} ${part.toFixed(3)} of a core   (bar ${bar})`);
  }

  const times: number[] = [];
  const bytes: number[] = [];
  let still = 0;
  async function look(): Promise<void> {
    const viewer = PlayerClient.of(house.url, await house.addPlayer());
    const versions = new Map<number, number>();
    const end = Date.now() + WATCH_MS;
    // Viewers do not ask at the same moment.
    await pause(Math.random() * 2_000);
    // A slow computer may need longer for the first one.
    while (Date.now() < end || (bytes.length === 0 && Date.now() < end + SEEN_WITHIN_MS)) {
      const began = performance.now();
      const wanted = ids.map((id) => (versions.has(id) ? `${id}:${versions.get(id)}` : `${id}`)).join(",");
      const { stills, nextMs } = await viewer.stills(wanted);
      times.push(performance.now() - began);
      for (const { id, version, image } of stills) {
        versions.set(id, version);
        if (image === undefined) still += 1;
        else bytes.push(Buffer.from(image.split(",")[1] ?? "", "base64").length);
      }
      await pause(nextMs);
    }
  }
  await load("nobody looks", "0", () => pause(WATCH_MS / 4));
  // The first stills warm up: library, fonts, symbols.
  await house.addPlayer().then((account) => PlayerClient.of(house.url, account).stills(ids.join(",")));
  await load(`${MACHINES} machines, ${VIEWERS} players look`, "0.15", () =>
    Promise.all(Array.from({ length: VIEWERS }, look)),
  );
  await load("nobody looks again", "0", () => pause(WATCH_MS / 4));
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(0);
  console.log(`a request: median ${at(0.5)} ms, p95 ${at(0.95)} ms, n ${times.length}`);
  const largest = Math.max(...bytes);
  const mean = bytes.reduce((sum, size) => sum + size, 0) / bytes.length;
  console.log(
    `a still: mean ${Math.round(mean)} bytes, largest ${largest} (bar 6,144), n ${bytes.length}; unchanged ${still}`,
  );
} finally {
  ending.abort();
  await Promise.all(played);
  await house.close();
}
