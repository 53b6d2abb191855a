import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFanout } from "./fanout.ts";
import type { Channel } from "./rpc.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function channel(backlog = 0) {
  const frames: string[] = [];
  const fake = {
    who: { playerId: 1, tokenId: "t", username: "ann", permissions: [], expiresAt: 0 },
    ip: "127.0.0.1",
    open: true,
    backlog,
    unresponsive: false,
    notify() {},
    sendFrame: (frame: string | Buffer) => void frames.push(String(frame)),
    close() {},
  };
  return { fake, frames, channel: fake satisfies Channel };
}

it("serialises shared news once for all", () => {
  const fanout = createFanout(50);
  const sent: (string | Buffer)[] = [];
  for (let n = 0; n < 3; n += 1) fanout.join({ ...channel().channel, sendFrame: (frame) => void sent.push(frame) });
  fanout.toAll("machine 1", "machine", { id: 1, status: "playing" });
  vi.advanceTimersByTime(50);
  expect(sent).toHaveLength(3);
  expect(new Set(sent).size).toBe(1);
});

it("sends a slow reader only the newest notification of each key, once it has caught up", () => {
  const fanout = createFanout(50);
  const slow = channel(1_000_000);
  fanout.join(slow.channel);
  for (const status of ["waiting", "playing", "bonus"]) {
    fanout.toAll("machine 1", "machine", { id: 1, status });
    vi.advanceTimersByTime(50);
  }
  expect(slow.frames).toEqual([]);
  slow.fake.backlog = 0;
  vi.advanceTimersByTime(50);
  expect(slow.frames).toHaveLength(1);
  expect(slow.frames[0]).toContain("bonus");
  expect(slow.frames[0]).not.toContain("playing");
  vi.advanceTimersByTime(500);
  expect(slow.frames).toHaveLength(1);
});
