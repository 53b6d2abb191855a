/** Which size each viewer gets: by its own picture, and by the room that the processor has. */
import type { PictureSize } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { displayOf } from "../testing.ts";
import type { Load } from "./load.ts";
import { MEASURED_EVERY_MS, Pictures } from "./pictures.ts";
import type { Viewer } from "./viewer.ts";

const OPTIONS = { width: 320, height: 180, timecode: false, ports: { from: 1, to: 1 } };
const LARGE = { width: 640, height: 360 };
const TALL = { width: 272, height: 288 };
const IDLE: Load = { processor: 0.1, thread: 0.1 };

let pictures: Pictures;
let load: Load;
const errors: Error[] = [];
/** Opens pictures for so many cores. */
function open({ large = LARGE, cores = 1 }: { large?: typeof LARGE | null; cores?: number } = {}) {
  pictures = new Pictures({ ...OPTIONS, ...(large && { large }) }, (_machine, _viewers, error) => errors.push(error), {
    readLoad: () => load,
    cores,
  });
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  load = IDLE;
});
afterEach(() => {
  pictures.close();
  vi.useRealTimers();
  expect(errors.splice(0)).toEqual([]);
});

const HIGH_PROFILE = 100;
/** Width of a key frame, pixels: from its parameter set (H.264, 7.3.2.1.1). */
function widthOf(frame: Buffer): number {
  const at = frame.findIndex((byte, i) => (byte & 31) === 7 && frame.subarray(i - 3, i).equals(Buffer.of(0, 0, 1)));
  const bits = [...frame.subarray(at + 4, at + 20)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  let bit = 0;
  const read = () => {
    const zeros = bits.slice(bit).indexOf("1");
    bit += 2 * zeros + 1;
    return Number.parseInt(bits.slice(bit - zeros - 1, bit), 2) - 1;
  };
  const skip = (values: number) => Array.from({ length: values }, read);
  skip(1);
  if (frame[at + 1] === HIGH_PROFILE) {
    skip(3);
    bit += 2;
  }
  skip(1);
  if (read() === 0) skip(1);
  skip(1);
  bit += 1;
  return (read() + 1) * 16;
}
/** A viewer, and the width of each key frame that it is sent first of a picture. */
function watch(machineId: number, size: PictureSize): { viewer: Viewer; widths: number[] } {
  const widths: number[] = [];
  let needsKey = true;
  const viewer = {
    open: true,
    listens: false,
    send(frame: Buffer, isKey: boolean) {
      if (needsKey && isKey) widths.push(widthOf(frame));
      needsKey &&= !isKey;
    },
    expectKeyFrame: () => (needsKey = true),
  } as unknown as Viewer;
  pictures.add(viewer, { machineId, display: displayOf(machineId), frameRate: 25, size });
  pictures.wantKeyFrame(viewer);
  return { viewer, widths };
}
const first = ({ widths }: { widths: number[] }) =>
  vi.waitFor(() => {
    expect(widths).not.toEqual([]);
    return widths[0];
  });
const measure = (times: number) => vi.advanceTimersByTime(times * MEASURED_EVERY_MS);

it("draws a machine in each size that somebody watches", async () => {
  open();
  const [wide, other, small] = [watch(7, "large"), watch(7, "large"), watch(7, "standard")];
  expect(await Promise.all([wide, other, small].map(first))).toEqual([LARGE.width, LARGE.width, OPTIONS.width]);
  expect(pictures.machines).toBe(1);
});

it("draws a tall picture for a phone that is held upright, next to the others, and keeps it in a busy process", async () => {
  pictures = new Pictures({ ...OPTIONS, tall: TALL }, (_machine, _viewers, error) => errors.push(error), {
    readLoad: () => load,
    cores: 1,
  });
  const [tall, wide] = [watch(7, "tall"), watch(7, "standard")];
  expect([await first(tall), await first(wide)]).toEqual([TALL.width, OPTIONS.width]);
  load = { processor: 0.95, thread: 0.95 };
  measure(4);
  pictures.wantKeyFrame(tall.viewer);
  expect(tall.widths).toEqual([TALL.width]);
  expect(await first(watch(8, "tall"))).toBe(TALL.width);
});

it("has as many large pictures as the processor has cores, and none where the house has none", async () => {
  open();
  const [one, two] = [watch(7, "large"), watch(8, "large")];
  expect([await first(one), await first(two)]).toEqual([LARGE.width, OPTIONS.width]);
  pictures.remove(one.viewer);
  expect(await first(watch(9, "large"))).toBe(LARGE.width);
  pictures.close();
  open({ large: null });
  expect(await first(watch(7, "large"))).toBe(OPTIONS.width);
});

it("begins no large picture in a busy process", async () => {
  open({ cores: 8 });
  load = { processor: 0.6, thread: 0.1 };
  measure(1);
  expect(await first(watch(7, "large"))).toBe(OPTIONS.width);
  load = { processor: 0.1, thread: 0.7 };
  measure(1);
  expect(await first(watch(8, "large"))).toBe(OPTIONS.width);
  load = IDLE;
  measure(1);
  expect(await first(watch(9, "large"))).toBe(LARGE.width);
});

it("makes large pictures smaller when the process can't keep up, within the viewers' connections", async () => {
  open({ cores: 2 });
  const [one, two, small] = [watch(7, "large"), watch(8, "large"), watch(8, "standard")];
  await Promise.all([one, two, small].map(first));
  load = { processor: 0.95, thread: 0.5 };
  measure(2);
  load = IDLE;
  measure(1);
  // A short peak changes nothing.
  expect([one.widths, two.widths]).toEqual([[LARGE.width], [LARGE.width]]);
  load = { processor: 0.5, thread: 0.9 };
  measure(3);
  await vi.waitFor(() => {
    pictures.wantKeyFrame(one.viewer);
    pictures.wantKeyFrame(two.viewer);
    expect([one.widths, two.widths]).toEqual([
      [LARGE.width, OPTIONS.width],
      [LARGE.width, OPTIONS.width],
    ]);
  });
  expect(small.widths).toEqual([OPTIONS.width]);
  load = IDLE;
  measure(1);
  pictures.remove(one.viewer);
  expect(await first(watch(7, "large"))).toBe(LARGE.width);
});
