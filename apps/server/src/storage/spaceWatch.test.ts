import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Room } from "./space.ts";
import { SpaceWatch } from "./spaceWatch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const full = Object.assign(new Error("could not extend file: No space left on device"), { code: "53100" });

/** A watch of a disk whose free bytes the test sets. */
async function watched({ reserveBytes = 100, canMeasure = true } = {}) {
  const disk = { free: 1_000, canWrite: true, tries: 0 };
  const levels: string[] = [];
  const watch = new SpaceWatch({
    dataDir: canMeasure ? "/data" : null,
    reserveBytes,
    log: { warn() {} },
    async measure(): Promise<Room> {
      if (disk.free < 0) throw new Error("the disk does not answer");
      return { freeBytes: disk.free, totalBytes: 2_000, freeFiles: null, isReadOnly: false };
    },
    async tryToWrite() {
      disk.tries += 1;
      if (!disk.canWrite) throw full;
    },
  });
  watch.onChange((level) => levels.push(level));
  await watch.start();
  return { watch, disk, levels };
}

it("notices a disk that fills up, and one that has space again", async () => {
  const { watch, disk, levels } = await watched();
  disk.free = 50;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watch.level).toBe("full");
  disk.free = 1_000;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.level).toBe("enough");
  expect(levels).toEqual(["full", "enough"]);
  watch.stop();
});

it("believes the database that says it is full, until it can write again", async () => {
  const { watch, disk, levels } = await watched({ canMeasure: false });
  watch.report(new Error("another error"));
  expect(watch.level).toBe("enough");
  disk.canWrite = false;
  watch.report(full);
  expect(watch.level).toBe("full");
  for (let each = 0; each < 100; each += 1) watch.report(full);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(watch.level).toBe("full");
  // With growing pauses of up to two seconds.
  expect(disk.tries).toBeGreaterThan(20);
  expect(disk.tries).toBeLessThan(70);
  disk.canWrite = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(watch.level).toBe("enough");
  expect(levels).toEqual(["full", "enough"]);
  watch.stop();
});

it("keeps what it knows while the disk can't be measured", async () => {
  const { watch, disk } = await watched();
  disk.free = 50;
  await vi.advanceTimersByTimeAsync(1_000);
  disk.free = -1;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watch.level).toBe("full");
  watch.stop();
});
