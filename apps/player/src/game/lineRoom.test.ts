import type { WhepStats } from "@reelcast/whep";
import { expect, it } from "vitest";
import { LineRoom } from "./lineRoom.ts";

const GOOD = { width: 1_280, packetLoss: 0, framesDecoded: 100, framesDropped: 0 } as WhepStats;
const LOSSY = { ...GOOD, packetLoss: 0.05 };

it("asks for no large picture where the browser says that data is dear, or the line is slow", () => {
  expect(new LineRoom().isNarrow).toBe(false);
  expect(new LineRoom({ downlink: 10 }).isNarrow).toBe(false);
  expect(new LineRoom({ downlink: 1.5 }).isNarrow).toBe(true);
  expect(new LineRoom({ saveData: true, downlink: 10 }).isNarrow).toBe(true);
});

it("gives a large picture up after three bad reports in a row, once", () => {
  const line = new LineRoom();
  expect([LOSSY, LOSSY, GOOD, LOSSY, LOSSY].map((stats) => line.note(stats))).not.toContain(true);
  expect([line.note(LOSSY), line.isNarrow, line.note(LOSSY)]).toEqual([true, true, false]);
});

it("counts frames that the device can't show, and no small picture", () => {
  const line = new LineRoom();
  const reports = [0, 10, 20, 30].map((framesDropped, n) => ({
    ...GOOD,
    framesDecoded: 100 + 25 * n,
    framesDropped,
  }));
  expect(reports.map((stats) => line.note({ ...stats, width: 640 }))).not.toContain(true);
  expect(reports.map((stats) => line.note(stats))).toEqual([false, false, false, true]);
});
