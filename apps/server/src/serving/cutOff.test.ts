import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestNetwork } from "../bus/testing/network.ts";
import { leaving, watchCutOff } from "./cutOff.ts";
import type { CutOff } from "./cutOff.ts";

const network = createTestNetwork();
const bus = network.join("edge");
let others: () => Promise<boolean>;
let cutOff: CutOff;
/** What the sockets are asked to do. */
let sent: (number | null)[];
let draining = false;
let drainListener: (draining: boolean) => void;
beforeEach(() => {
  vi.useFakeTimers();
  network.setUp("edge", true);
  others = async () => true;
  sent = [];
  draining = false;
  cutOff = watchCutOff({ bus, othersReach: () => others(), log: { warn() {} } });
  const drain = {
    get draining() {
      return draining;
    },
    onDraining(listener: (draining: boolean) => void) {
      drainListener = listener;
      return () => {};
    },
  };
  leaving(drain, cutOff, 60_000)((withinMs) => sent.push(withinMs));
});
afterEach(() => {
  cutOff.stop();
  vi.useRealTimers();
});

it("sends its players away once it has been without the bus for 5 s, and takes them again with it", async () => {
  network.setUp("edge", false);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([1_000]);
  network.setUp("edge", true);
  expect(sent).toEqual([1_000, null]);
});

it("keeps them while no other edge reaches the bus, and while that is not known", async () => {
  others = async () => false;
  network.setUp("edge", false);
  await vi.advanceTimersByTimeAsync(20_000);
  others = () => Promise.reject(new Error("the database is away"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual([]);
  others = async () => true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([1_000]);
});

it("keeps them if the bus is back while it asks", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  others = () => promise;
  network.setUp("edge", false);
  await vi.advanceTimersByTimeAsync(6_000);
  network.setUp("edge", true);
  resolve(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual([]);
});

it("goes on draining when it reaches the bus again", async () => {
  draining = true;
  drainListener(true);
  network.setUp("edge", false);
  await vi.advanceTimersByTimeAsync(5_000);
  network.setUp("edge", true);
  expect(sent).toEqual([60_000, 1_000, 60_000]);
});
