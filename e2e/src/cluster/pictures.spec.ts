/** Live pictures by way of edge, bus and media process, in a real browser, while media processes go. */
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { PlayerPage } from "../playerPage.ts";
import { Cluster } from "../processes/cluster.ts";

/** No player is to be without a moving picture for longer, ms. */
const LONGEST_GAP_MS = 3_000;

interface Seen {
  /** The longest time between two frames since the last look, ms. */
  longestMs: number;
  /** Looks at which the element showed nothing. */
  black: number;
  states: string[];
}
declare global {
  interface Window {
    pictureSeen: { longestMs: number; last: number; black: number; states: Set<string> };
  }
}
/** From now on the page notes the gaps between the frames that its video shows. */
const watchPicture = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector("video");
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!video || !context) throw new Error("no video");
    canvas.width = canvas.height = 8;
    const seen = { longestMs: 0, last: performance.now(), black: 0, states: new Set<string>() };
    window.pictureSeen = seen;
    const frame = () => {
      const now = performance.now();
      seen.longestMs = Math.max(seen.longestMs, now - seen.last);
      seen.last = now;
      video.requestVideoFrameCallback(frame);
    };
    video.requestVideoFrameCallback(frame);
    const look = () => {
      context.clearRect(0, 0, 8, 8);
      context.drawImage(video, 0, 0, 8, 8);
      const { data } = context.getImageData(0, 0, 8, 8);
      if (!data.some((value, index) => index % 4 < 3 && value > 30)) seen.black += 1;
      seen.states.add(video.dataset["state"] ?? "");
      requestAnimationFrame(look);
    };
    look();
  });
/** What was seen since the last time. */
const takeSeen = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const seen = window.pictureSeen;
    const longestMs = Math.round(Math.max(seen.longestMs, performance.now() - seen.last));
    const taken = { longestMs, black: seen.black, states: [...seen.states] };
    Object.assign(seen, { longestMs: 0, last: performance.now(), black: 0 });
    seen.states.clear();
    return taken;
  });

/** The media processes that made this page's pictures, the newest last. */
function followNodes(page: Page): string[] {
  const nodes: string[] = [];
  page.on("response", (response) => {
    const location = response.headers()["location"] ?? "";
    if (response.request().method() === "POST" && response.status() === 201 && location.includes("/whep/"))
      nodes.push(/whep\/([a-z0-9-]+)\./.exec(location)?.[1] ?? "nobody");
  });
  return nodes;
}
async function seeFrames(player: PlayerPage): Promise<void> {
  const frames = () =>
    player.video.evaluate((video) =>
      video instanceof HTMLVideoElement ? video.getVideoPlaybackQuality().totalVideoFrames : 0,
    );
  const before = await frames();
  await expect.poll(frames, { timeout: 30_000 }).toBeGreaterThan(before + 10);
}

async function watchThroughEnds(cluster: Cluster, page: Page): Promise<void> {
  const nodes = followNodes(page);
  const player = new PlayerPage(page, cluster.url);
  await player.login(cluster.url, "demo1");
  await player.sit(1);
  await seeFrames(player);
  const first = nodes.at(-1) ?? "";
  expect(first).toMatch(/^media-[12]$/);
  const second = first === "media-1" ? "media-2" : "media-1";
  await watchPicture(page);

  expect((await cluster.node("edge-2").cli("drain", first)).code).toBe(0);
  await expect.poll(() => nodes.at(-1), { timeout: 30_000 }).toBe(second);
  await seeFrames(player);
  const drained = await takeSeen(page);
  console.log(`${first} drained: longest time without a new frame`, drained.longestMs, "ms");
  expect(drained).toMatchObject({ black: 0, states: ["live"] });
  expect(drained.longestMs).toBeLessThan(LONGEST_GAP_MS);

  // The orderly end of a process that has no viewers left, and its return.
  await cluster.node(first).stop();
  await cluster.node(first).start();
  await cluster.node("edge-1").cli("drain", first, "--undo");
  await seeFrames(player);
  expect((await takeSeen(page)).longestMs).toBeLessThan(LONGEST_GAP_MS);

  await cluster.node(second).kill();
  await expect.poll(() => nodes.at(-1), { timeout: 30_000 }).toBe(first);
  await seeFrames(player);
  const killed = await takeSeen(page);
  console.log(`${second} killed: longest time without a new frame`, killed.longestMs, "ms");
  expect(killed.black).toBe(0);
  await cluster.node(second).start();

  // The edge to which the seat went does not know who asked for the picture.
  await cluster.node("edge-1").stop();
  await cluster.node("edge-1").start();
  await expect(player.play).toBeVisible();
  await seeFrames(player);
  await takeSeen(page);
  await cluster.node(first).stop();
  await expect.poll(() => nodes.at(-1), { timeout: 30_000 }).toBe(second);
  await seeFrames(player);
  const ended = await takeSeen(page);
  console.log(`${first} ended after its edge had: longest time without a new frame`, ended.longestMs, "ms");
  expect(ended.black).toBe(0);
  // A gap of over a second is said; longer than the bound below none may be.
  expect(["live", "stalled"]).toEqual(expect.arrayContaining(ended.states));
  expect(ended.longestMs).toBeLessThan(LONGEST_GAP_MS);
}

test("a viewer keeps a moving picture while its media process drains, and has another soon after it is killed", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const cluster = await Cluster.open({ edges: 2, floors: 1, media: 2, environment: { DRAIN_SECONDS: "5" } });
  try {
    await watchThroughEnds(cluster, page);
  } finally {
    await cluster[Symbol.asyncDispose]();
  }
});
