// pause: the loop turns, so that what it measures is sampled; it is asked until the figure is there
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createTestNetwork } from "../bus/testing/network.ts";
import { measureLag } from "./nodeLag.ts";

it("shows a loop that stands still, and what the bus and the statuses say", async () => {
  const bus = createTestNetwork().join("edge");
  const stats = vi.spyOn(bus, "stats");
  const lag = measureLag(bus, () => 12, 0);
  try {
    await vi.waitFor(async () => {
      // Its figures begin anew with each reading; the first sample after that counts for nothing.
      for (let round = 0; round < 3; round += 1) {
        const until = performance.now() + 100;
        while (performance.now() < until);
        await pause(25);
      }
      expect(lag.read().eventLoopMs).toBeGreaterThan(50);
    });
    expect(lag.read()).toMatchObject({ statusesMs: 12 });
    expect(lag.read(), "the bus is away").not.toHaveProperty("busMs");
    stats.mockReturnValue({ ...bus.stats(), roundTripMs: 0.5 });
    expect(lag.read()).toMatchObject({ busMs: 0.5 });
  } finally {
    lag.stop();
  }
});

it("of a process without an edge has no statuses", () => {
  const lag = measureLag(createTestNetwork().join("floor"), null);
  expect(lag.read()).not.toHaveProperty("statusesMs");
  lag.stop();
});
