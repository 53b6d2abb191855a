/** Significant events over the console's calls: in the queue and in the list until somebody has seen them. */
import { ErrorCode } from "@reelcast/contract";
import { NamedEvent } from "@reelcast/contract/console";
import type { WorkItem } from "@reelcast/contract/console";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recordEvent } from "../../events/index.ts";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let attendant: StaffClient;
let risk: StaffClient;
let viewer: StaffClient;
beforeAll(async () => {
  house = await openConsoleHouse();
  attendant = await house.member("Attendant", ["attendant"]);
  risk = await house.member("Risk", ["risk"]);
  viewer = await house.member("Viewer", ["viewer"]);
});
afterAll(() => house.close());

const record = async (...facts: Record<string, unknown>[]) => {
  for (const each of facts) await recordEvent(house.app.domain.storage.db, { kind: "clockStep", facts: each });
};
const list = async (search: string, by = attendant) => {
  const { body } = await house.call("GET", `/events?kind=clockStep${search}`, undefined, by);
  return {
    items: (body["items"] as unknown[]).map((item) => NamedEvent.parse(item)),
    next: body["nextCursor"] as string | null,
  };
};
const queueOf = async (by: StaffClient) => {
  const { body } = await house.call("GET", "/queue", undefined, by);
  return (body["items"] as WorkItem[]).filter(({ state }) => state === "clockStep");
};
const see = (eventIds: number[], by: StaffClient) => house.call("POST", "/events/seen", { eventIds }, by);

it("an event waits in the queue, is seen once, and is gone from everywhere that says it waits", async () => {
  await record({ milliseconds: 900, computer: "a" }, { milliseconds: 1_200, computer: "a" });
  const [item] = await queueOf(attendant);
  expect(item).toMatchObject({ kind: "event", subject: "", events: { count: 2, facts: { milliseconds: 1_200 } } });
  expect(await queueOf(risk)).toEqual([item]);
  const { items } = await list("&seen=no&about=house");
  expect(items).toMatchObject([
    { facts: { milliseconds: 1_200 }, machine: null, player: null, seen: null },
    { facts: { milliseconds: 900 } },
  ]);
  const ids = items.map(({ id }) => id);
  const marks = await Promise.all([see(ids, attendant), see(ids, risk)]);
  expect(marks.flatMap(({ body }) => body["seen"] as number[]).toSorted((a, b) => a - b)).toEqual(ids.toReversed());
  for (const member of [attendant, risk]) expect(await queueOf(member)).toEqual([]);
  expect((await list("&seen=no")).items).toEqual([]);
  const seen = (await list("&seen=yes")).items;
  expect(seen.map(({ id }) => id)).toEqual(ids);
  for (const event of seen) expect(["Attendant", "Risk"]).toContain(event.seen?.by);
  // Another look changes nothing, and who was first stays.
  expect((await see(ids, risk)).body).toEqual({ seen: [] });
  expect((await list("&seen=yes")).items).toEqual(seen);
});

it("who may not see events has none in the queue, can't take or mark one, and can't list them", async () => {
  await record({ milliseconds: 5_000, computer: "b" });
  const [item] = await queueOf(attendant);
  const key = item?.key ?? "";
  expect(await queueOf(viewer)).toEqual([]);
  expect((await house.call("POST", "/queue/take", { key, seen: null }, viewer)).code).toBe(ErrorCode.NotFound);
  expect((await house.call("POST", "/queue/hand-over", { key, to: null }, viewer)).code).toBe(ErrorCode.NotFound);
  const id = (await list("&seen=no")).items[0]?.id ?? 0;
  expect((await see([id], viewer)).code).toBe(ErrorCode.NotPermitted);
  expect((await house.call("GET", "/events", undefined, viewer)).code).toBe(ErrorCode.NotPermitted);
  expect((await queueOf(attendant))[0]?.key).toBe(key);
  expect((await house.call("POST", "/queue/take", { key, seen: null }, attendant)).status).toBe(200);
});

it("pages stay as they were, whatever happens meanwhile", async () => {
  await record({ computer: "c1" }, { computer: "c2" }, { computer: "c3" });
  const first = await list("&limit=2");
  await record({ computer: "c4" });
  const second = await list(`&limit=1&cursor=${first.next}`);
  expect([...first.items, ...second.items].map(({ facts }) => facts["computer"])).toEqual(["c3", "c2", "c1"]);
  expect((await house.call("GET", "/events?cursor=x", undefined, attendant)).code).toBe(ErrorCode.InvalidRequest);
});
