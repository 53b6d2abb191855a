import process from "node:process";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createPresence } from "../floor/index.ts";
import { sharedTestNode } from "../floor/testing/node.ts";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
let floor: ReturnType<typeof sharedTestNode>;
let edge: ReturnType<typeof createPresence>;
beforeAll(async () => {
  house = await openTestHouse();
  const { url } = house.database;
  floor = sharedTestNode(url, "floor-1", { zone: "north", stats: () => ({ eventLoopMs: 12.34, busMs: 0.5 }) });
  await floor.activate();
  await floor.sharing?.begin(() => true);
  const describe = { name: "edge-1", roles: ["edge", "media"], version: "1.2.3", address: "10.0.0.5:8080" };
  const stats = () => ({ sockets: 7, viewers: 2, statusesMs: 350.26 });
  edge = createPresence({ url, log: { info() {}, warn() {} }, describe, stats });
  await edge.register(AbortSignal.timeout(10_000));
});
afterEach(() => {
  process.exitCode = undefined;
});
afterAll(async () => {
  await Promise.all([floor.release(), edge.release()]);
  await house.close();
});

const why = ["--why", "a new version", "--by", "ayşe"];

it("shows what each process is, does and has, and asks one to give its work to others", async () => {
  const [headings = "", ...lines] = (await house.run("nodes")).split("\n");
  expect(headings.split(/ {2,}/)[0]).toBe("name");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^edge-1 +edge,media +- +1\.2\.3 +\S+Z +active +0 +0 +7 +2 +- \/ - \/ 350\.3 +10\.0\.0\.5:8080$/,
  );
  expect(lines[1]).toMatch(/^floor-1 +floor +north +0\.0\.0 +\S+Z +active +0 +0 +- +- +12\.3 \/ 0\.5 \/ - +-$/);
  expect(process.exitCode).toBeUndefined();

  await house.run("drain", "floor-1", ...why);
  await expect.poll(() => floor.sharing?.draining).toBe(true);
  expect(await house.acts("node.drain")).toMatchObject([
    { target: "node floor-1", before: { draining: false }, after: { draining: true }, by: "ayşe" },
  ]);
  expect(await house.run("nodes")).toContain("No process with the role floor is active.");
  expect(process.exitCode).toBe(1);
  await house.run("drain", "floor-1", "--undo", ...why);
  await expect.poll(() => floor.sharing?.draining).toBe(false);
});

it("a name that no process has is a mistake, and JSON has every field", async () => {
  await expect(house.run("drain", "floor-9", ...why)).rejects.toThrow('There is no process "floor-9"');
  const listed = JSON.parse(await house.run("nodes", "--json")) as Record<string, unknown>[];
  expect(listed.map(({ name, state, stats }) => ({ name, state, stats }))).toEqual([
    { name: "edge-1", state: "active", stats: { sockets: 7, viewers: 2, statusesMs: 350.26 } },
    { name: "floor-1", state: "active", stats: { eventLoopMs: 12.34, busMs: 0.5, busUp: true, claims: true } },
  ]);
});
