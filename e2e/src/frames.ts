/** Whether a page's live video goes on: how long it had no new picture. */
import { type Locator, expect } from "@playwright/test";

export interface Frames {
  /** Longest time without a new picture since the last call, ms; the present one counts. */
  longestGap(): Promise<number>;
  /** Resolves once there is a new picture. */
  seen(): Promise<void>;
}
/** In the page. */
interface Recorder {
  lastAt: number;
  longest: number;
  count: number;
}
declare global {
  var frameRecorder: Recorder | undefined;
}

const LOOK_MS = 50;

/** From now on. The element may get another stream meanwhile. */
export async function recordFrames(video: Locator): Promise<Frames> {
  await video.evaluate((element, lookMs) => {
    if (!(element instanceof HTMLVideoElement)) throw new TypeError("no video");
    const recorder: Recorder = { lastAt: performance.now(), longest: 0, count: 0 };
    globalThis.frameRecorder = recorder;
    let before = 0;
    setInterval(() => {
      const { totalVideoFrames } = element.getVideoPlaybackQuality();
      // With a new stream they are counted anew.
      if (totalVideoFrames !== before && totalVideoFrames > 0) {
        recorder.lastAt = performance.now();
        recorder.count += 1;
      }
      before = totalVideoFrames;
      recorder.longest = Math.max(recorder.longest, performance.now() - recorder.lastAt);
    }, lookMs);
  }, LOOK_MS);
  const page = video.page();
  return {
    longestGap: () =>
      page.evaluate(() => {
        const recorder = globalThis.frameRecorder;
        if (!recorder) throw new Error("no recorder");
        const { longest } = recorder;
        recorder.longest = 0;
        return Math.round(longest);
      }),
    async seen() {
      const count = () => page.evaluate(() => globalThis.frameRecorder?.count ?? 0);
      const before = await count();
      await expect.poll(count, { timeout: 45_000 }).toBeGreaterThan(before);
    },
  };
}
