import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestNetwork } from "../../bus/testing/network.ts";
import { FloorClocks } from "./floorClocks.ts";
import { Liveness } from "./liveness.ts";
import { LIVENESS } from "./messages.ts";
import type { SeatProxy } from "./seatProxy.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** More than one request takes. */
const SEATS = 4_500;

it("gives a floor up after two beats without an answer, however many seats it has", async () => {
  const network = createTestNetwork();
  const bus = network.join("edge");
  const floor = network.join("floor");
  let answers = true;
  let asked = 0;
  floor.serve(LIVENESS, "floor", {
    async beat({ connections }) {
      asked += connections.length;
      return answers ? { at: performance.now(), unknown: [], behind: [] } : undefined;
    },
  });
  const relocated = new Set<string>();
  const proxies = new Map<string, SeatProxy>();
  for (let n = 0; n < SEATS; n += 1) {
    const name = `edge:${n}`;
    const proxy = { floor: "floor", position: [name, 0], relocate: () => void relocated.add(name) };
    proxies.set(name, proxy as unknown as SeatProxy);
  }
  const liveness = new Liveness({ bus, edge: "edge", clocks: new FloorClocks(), proxies });
  liveness.start();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(asked).toBe(SEATS);
  answers = false;
  await vi.advanceTimersByTimeAsync(1_600);
  expect(relocated.size).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(relocated.size).toBe(SEATS);
  liveness.stop();
});
