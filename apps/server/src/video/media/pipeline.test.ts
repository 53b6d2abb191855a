/** When a machine's picture is drawn, by a clock that stands still: at once for a press and for a request, never without viewers. */
import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { displayOf } from "../testing.ts";
import { Pipeline } from "./pipeline.ts";
import type { Viewer } from "./viewer.ts";

const FRAME_RATE = 25;
const FRAME_MS = 1_000 / FRAME_RATE;
const STILL_MS = 200;
const OPTIONS = { width: 320, height: 180, timecode: false, ports: { from: 1, to: 1 } };

let pipeline: Pipeline;
/** Whether each frame that the viewer was sent is a key frame. */
let sent: boolean[];
let display = displayOf(7);
const events = new EventEmitter();
function send(_: Buffer, isKey: boolean): void {
  sent.push(isKey);
  events.emit("sent");
}
const viewer = { open: true, listens: false, send } as unknown as Viewer;
const errors: Error[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  sent = [];
  display = displayOf(7);
  pipeline = new Pipeline(display, FRAME_RATE, OPTIONS, (error) => errors.push(error));
  pipeline.add(viewer);
  pipeline.wantKeyFrame();
});
afterEach(() => {
  pipeline.close();
  vi.useRealTimers();
  expect(errors.splice(0)).toEqual([]);
});
function show(change: { presses: number }): void {
  display = { ...display, ...change, seq: display.seq + 1 };
  pipeline.show(display);
}
/** The encoder answers from a thread of its own, and is given no frame while three are waiting. */
async function untilSent(frames: number): Promise<void> {
  while (sent.length < frames) await once(events, "sent");
}

it("draws a change by a press at once, another one with the next frame, and a picture at rest five times a second", async () => {
  await untilSent(1);
  vi.advanceTimersByTime(STILL_MS - 1);
  expect(pipeline.frames).toBe(1);
  vi.advanceTimersByTime(1);
  expect(pipeline.frames).toBe(2);
  await untilSent(2);
  show({ presses: 1 });
  expect(pipeline.frames, "a press").toBe(3);
  await untilSent(3);
  show({ presses: 1 });
  vi.advanceTimersByTime(FRAME_MS - 1);
  expect(pipeline.frames).toBe(3);
  vi.advanceTimersByTime(1);
  expect(pipeline.frames, "another change").toBe(4);
});

it("draws a key frame when it is asked for, and one for all who ask soon after it", async () => {
  await untilSent(1);
  vi.advanceTimersByTime(50);
  for (let n = 0; n < 3; n += 1) pipeline.wantKeyFrame();
  expect(pipeline.frames).toBe(1);
  vi.advanceTimersByTime(STILL_MS / 2);
  expect(pipeline.frames).toBe(2);
  await untilSent(2);
  vi.advanceTimersByTime(STILL_MS);
  await untilSent(3);
  pipeline.wantKeyFrame();
  expect(pipeline.frames).toBe(4);
  await untilSent(4);
  expect(sent).toEqual([true, true, false, true]);
});

it("draws nothing more without viewers, or once it is closed", () => {
  pipeline.remove(viewer);
  vi.advanceTimersByTime(60_000);
  show({ presses: 1 });
  expect(pipeline.frames).toBe(1);
  pipeline.add(viewer);
  show({ presses: 2 });
  expect(pipeline.frames).toBe(2);
  pipeline.close();
  vi.advanceTimersByTime(60_000);
  show({ presses: 3 });
  pipeline.wantKeyFrame();
  vi.advanceTimersByTime(60_000);
  expect(pipeline.frames).toBe(2);
});

it.each([86_400_000, -86_400_000])(
  "fails, so that its viewers get a new picture, when the clock is set by %d ms",
  async (ms) => {
    await untilSent(1);
    vi.setSystemTime(Date.now() + ms);
    show({ presses: 1 });
    expect(errors.splice(0).map(({ message }) => message)).toEqual(["the clock of this computer was set"]);
  },
);
