/** One real media process, asked directly: a pong says what it draws. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { MediaProcess } from "./mediaProcess.ts";
import type { FromMedia, MediaPorts } from "./messages.ts";
import { createTestViewer, displayOf } from "./testing.ts";

/** Of this process alone, and none of video.test.ts or fuzz.test.ts. */
const PORT = 20_003 + (process.pid % 1_000) * 10;

it("draws nothing more of a machine whose last viewer has left", async () => {
  const messages: FromMedia[] = [];
  const waiting = new Set<() => void>();
  const media = new MediaProcess({
    log: pino({ level: "silent" }),
    media: { width: 320, height: 180, timecode: false, ports: { from: PORT, to: PORT } },
    onMessage(message) {
      messages.push(message);
      for (const check of waiting) check();
    },
    onReady() {},
    onEnd() {},
  });
  onTestFinished(() => media.stop());
  /** The next message of that type. */
  function next<T extends FromMedia["type"]>(type: T): Promise<Extract<FromMedia, { type: T }>> {
    const from = messages.length;
    const { promise, resolve } = Promise.withResolvers<Extract<FromMedia, { type: T }>>();
    const check = () => {
      const found = messages.slice(from).find((message) => message.type === type);
      if (found) resolve(found as Extract<FromMedia, { type: T }>);
    };
    waiting.add(check);
    return promise.finally(() => waiting.delete(check));
  }
  async function drawn(): Promise<Pick<Extract<FromMedia, { type: "pong" }>, "frames" | "machines">> {
    const pong = next("pong");
    media.send({ type: "ping" });
    const { frames, machines } = await pong;
    return { frames, machines };
  }
  await media.ready;

  const viewer = await createTestViewer();
  onTestFinished(() => viewer.close());
  const created = next("created");
  const display = displayOf(7);
  media.send({
    type: "create",
    viewerId: "v",
    machineId: 7,
    offer: viewer.offer,
    frameRate: 25,
    size: "standard",
    display,
  });
  const { answer } = await created;
  const first = viewer.next("key");
  viewer.accept(answer);
  await first;
  expect(await drawn()).toMatchObject({ machines: 1 });

  const ended = next("ended");
  media.send({ type: "remove", viewerId: "v" });
  await ended;
  const after = await drawn();
  expect(after).toMatchObject({ machines: 0, frames: expect.any(Number) });
  expect(after.frames).toBeGreaterThan(0);
  media.send({ type: "display", machineId: 7, display: { ...display, presses: 1, seq: 2 } });
  expect(await drawn()).toEqual(after);
});

it("uses the next port where another program has the first one, and a port that becomes free", async () => {
  const other = createSocket("udp4").bind(PORT + 4);
  await once(other, "listening");
  let later: ReturnType<typeof createSocket> | null = createSocket("udp4").bind(PORT + 6);
  await once(later, "listening");
  const open = async (ports: { from: number; to: number }) => {
    const pongs: MediaPorts[] = [];
    const { promise, resolve } = Promise.withResolvers<MediaPorts>();
    const media = new MediaProcess({
      log: pino({ level: "silent" }),
      media: { width: 320, height: 180, timecode: false, ports },
      onMessage: (message) => message.type === "pong" && pongs.push(message.ports),
      onReady: resolve,
      onEnd() {},
    });
    onTestFinished(() => media.stop());
    return { media, pongs, ready: await promise };
  };
  try {
    expect((await open({ from: PORT + 4, to: PORT + 5 })).ready).toEqual({ video: PORT + 5, proxy: null });
    const { media, pongs, ready } = await open({ from: PORT + 6, to: PORT + 6 });
    expect(ready).toEqual({ video: null, proxy: null, fault: "EADDRINUSE" });
    later.close();
    later = null;
    media.send({ type: "ping" });
    await expect.poll(() => pongs.at(-1)).toEqual({ video: PORT + 6, proxy: null });
  } finally {
    other.close();
    later?.close();
  }
});
