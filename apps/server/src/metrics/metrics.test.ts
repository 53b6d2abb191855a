import { describe, expect, it } from "vitest";
import { METRICS } from "./definitions.ts";
import { createMetrics } from "./index.ts";

const lines = async (metrics: { text(): Promise<string> }, name: string) =>
  (await metrics.text()).split("\n").filter((line) => line.startsWith(name));

it("shows what a part has asked for, and nothing of parts that this process does not have", async () => {
  const metrics = createMetrics();
  metrics.socketCloses.add({ socket: "game", code: "1000" });
  metrics.socketCloses.add({ socket: "game", code: "1000" }, 2);
  const text = await metrics.text();
  expect(text).toContain('reelcast_socket_closes_total{socket="game",code="1000"} 3');
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  expect(text).not.toContain("reelcast_machines");
});

it("reads gauges anew each time, also for two collectors at once", async () => {
  const metrics = createMetrics();
  let open: [{ socket: string }, number][] = [[{ socket: "game" }, 2]];
  metrics.sockets.read(async () => open);
  await Promise.all([metrics.text(), metrics.text()]);
  expect(await lines(metrics, "reelcast_sockets")).toEqual(['reelcast_sockets{socket="game"} 2']);
  open = [[{ socket: "jackpots" }, 1]];
  expect(await lines(metrics, "reelcast_sockets")).toEqual(['reelcast_sockets{socket="jackpots"} 1']);
});

describe("a reading that fails", () => {
  it("leaves its own metric out, and no other", async () => {
    const metrics = createMetrics();
    let isAway = false;
    metrics.viewers.read(() => 7);
    metrics.suspensions.read(async () => {
      if (isAway) throw new Error("the database is away");
      return 4;
    });
    expect(await lines(metrics, "reelcast_suspensions_open")).toEqual(["reelcast_suspensions_open 4"]);
    isAway = true;
    expect(await lines(metrics, "reelcast_suspensions_open")).toEqual([]);
    expect(await lines(metrics, "reelcast_viewers")).toEqual(["reelcast_viewers 7"]);
  });
});

it("has one name for each, in base units", () => {
  const all = Object.values(METRICS);
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, kind } of all) {
    expect(name).toMatch(/^(reelcast|http_server)_[a-z_]+$/);
    expect(name.endsWith("_total")).toBe(kind === "counter");
    expect(name).not.toMatch(/_(ms|milliseconds|minutes)(_|$)/);
  }
});
