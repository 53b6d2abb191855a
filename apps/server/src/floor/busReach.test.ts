import { expect, it } from "vitest";
import { createTestNetwork } from "../bus/testing/network.ts";
import { createBusReach } from "./busReach.ts";

it("a process reaches the others until it has been without the bus for 5 s", () => {
  const network = createTestNetwork();
  const bus = network.join("a");
  let now = 0;
  const reaches = createBusReach(bus, () => now);
  network.setUp("a", false);
  now = 4_999;
  expect(reaches()).toBe(true);
  now = 5_000;
  expect(reaches()).toBe(false);
  network.setUp("a", true);
  expect(reaches()).toBe(true);
});
