/** What a page does while it is scrolled: frames a second, and long tasks. */
import type { CDPSession, Page } from "playwright-core";
import { inShort } from "./short.ts";

const SCROLL_PX = inShort(6_000, 600);

interface Seen {
  tasks: number[];
  frames: number;
}
interface WatchedPage {
  /** Drawn since the watching began. */
  frames: () => Promise<number>;
  /** Tasks over 50 ms since then, in ms. */
  longTasks: () => Promise<number[]>;
}

export async function watchPage(page: Page): Promise<WatchedPage> {
  await page.evaluate(() => {
    const seen: Seen = { tasks: [], frames: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration);
    }).observe({ type: "longtask" });
    const count = (): void => {
      seen.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    Object.assign(globalThis, { seen });
  });
  const look = () => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  return { frames: async () => (await look()).frames, longTasks: async () => (await look()).tasks };
}

/** Scrolls down and up for so long. Resolves with the frames a second of each way. @param speed px/s */
export async function scrollAt(
  devtools: CDPSession,
  speed: number,
  ms: number,
  frames: () => Promise<number>,
): Promise<number[]> {
  const rates: number[] = [];
  const until = Date.now() + ms;
  for (let down = true; Date.now() < until; down = !down) {
    const [before, at] = [await frames(), Date.now()];
    await devtools.send("Input.synthesizeScrollGesture", {
      x: 700,
      y: 500,
      yDistance: down ? -SCROLL_PX : SCROLL_PX,
      speed,
      gestureSourceType: "mouse",
    });
    rates.push((((await frames()) - before) * 1000) / (Date.now() - at));
  }
  return rates;
}
