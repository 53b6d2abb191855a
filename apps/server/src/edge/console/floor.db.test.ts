/** The floor for the console over HTTP and its socket: what each role may see and do, and what it leaves in the audit log. */
import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import type { Role } from "@reelcast/contract/console";
import {
  ConsoleErrorCode,
  FLOOR_CALLS,
  FloorSnapshot,
  MAX_WHY,
  MachineRecord,
  MachineTimeline,
} from "@reelcast/contract/console";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestApp } from "../../testing.ts";
import type { TestApp } from "../../testing.ts";
import { createConsoleFeed } from "./feed.ts";

let house: TestApp;
let machine = 0;
const PASSWORD = "a long pass phrase";

beforeEach(async () => {
  house = await openTestApp({ CONSOLE_PORT: "8081" });
  const { storage, machineStore, wallet } = house.domain;
  machine = await storage.db.transaction().execute(async (trx) => {
    const brandId = await machineStore.addBrand(trx, { name: "Lodestar", key: "lodestar" });
    const wanted = { name: "Royal Sevens", brandId, skin: "royal-sevens", serial: "one", videoType: "screen" as const };
    const id = await machineStore.addMachine(trx, wanted);
    await wallet.openMachine(trx, id);
    return id;
  });
  await house.floor?.reload(machine);
});
afterEach(() => house.close());

/** A member with that role, signed in. */
async function member(role: Role, secondFactor = false) {
  const { staff, storage } = house.domain;
  const { link } = await storage.db
    .transaction()
    .execute((trx) => staff.administration.add(trx, { name: secondFactor ? `${role} two` : role, roles: [role] }));
  const token = link.path.split("#")[1] ?? "";
  const session = await staff.openLink({ token, password: PASSWORD }, { address: "10.0.0.7", agent: "test" });
  if (secondFactor) await storage.db.updateTable("staff_sessions").set({ second_factor: true }).execute();
  async function send(method: "GET" | "POST", path: string, body?: object) {
    const answer = await house.console?.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${session.token}`, host: "127.0.0.1:8081" },
      ...(body ? { payload: body } : {}),
    });
    if (!answer) throw new Error("there is no console");
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), headers: answer.headers };
  }
  return { send, session };
}
const tileOf = (body: unknown) => FloorSnapshot.parse(body).tiles.find(({ id }) => id === machine);

describe("an attendant", () => {
  it("takes a machine out of order and back: the wall shows it, and the timeline and the audit log have both acts", async () => {
    const { send } = await member("attendant");
    expect(tileOf((await send("GET", "/floor")).body)).toMatchObject({ name: "Royal Sevens", state: "free" });
    expect(await send("POST", `/machines/${machine}/out-of-order`, { reason: "door broken" })).toMatchObject({
      status: 200,
      body: { waiting: false, paid: null },
    });
    await vi.waitFor(async () =>
      expect(tileOf((await send("GET", "/floor")).body)).toMatchObject({
        state: "outOfOrder",
        need: { what: "outOfOrder", text: "door broken" },
      }),
    );
    expect(await send("GET", `/machines/${machine}`)).toMatchObject({
      status: 200,
      body: { outOfOrder: { reason: "door broken" }, session: null, live: { game: expect.any(String) } },
    });
    expect((await send("POST", `/machines/${machine}/back`)).body).toEqual({ waiting: false, paid: null });
    const { items } = MachineTimeline.parse((await send("GET", `/machines/${machine}/timeline?kinds=act`)).body);
    expect(items.map((item) => item.kind === "act" && [item.act, item.by, item.outcome])).toEqual([
      ["machine.back", "attendant", "done"],
      ["machine.back", "attendant", "asked"],
      ["machine.out-of-order", "attendant", null],
    ]);
    expect((await send("GET", `/machines/${machine}/trace`)).body).toEqual(expect.arrayContaining([]));
  });

  it("draws where a machine's controls are, within its picture; the act keeps what was there before", async () => {
    const { send } = await member("attendant");
    const areas = [{ control: "play", x: 0.75, y: 0.8, width: 0.25, height: 0.2 }];
    const path = `/machines/${machine}`;
    const record = async () => (await send("GET", path)).body;
    expect(await record()).toMatchObject({ touchAreas: [], live: { areDescribed: expect.any(Boolean) } });
    const { live } = (await record()) as { live: { controls: { id: string }[] } };
    expect(live.controls.map(({ id }) => id)).toContain("play");
    expect(await send("POST", `${path}/touch-areas`, { areas })).toMatchObject({ status: 200 });
    expect(await record()).toMatchObject({ touchAreas: areas });
    for (const wrong of [
      [{ ...areas[0], width: 0.26 }],
      [{ ...areas[0], x: -0.1 }],
      [{ ...areas[0], height: 0 }],
      Array.from({ length: 61 }, () => areas[0]),
    ])
      expect((await send("POST", `${path}/touch-areas`, { areas: wrong })).body["code"]).toBe(ErrorCode.InvalidRequest);
    expect(await record()).toMatchObject({ touchAreas: areas });
    expect(await send("POST", `${path}/touch-areas`, { areas: [], why: "moved" })).toMatchObject({ status: 200 });
    const { items } = MachineTimeline.parse((await send("GET", `${path}/timeline?kinds=act`)).body);
    expect(items.map((item) => item.kind === "act" && item.act)).toEqual([
      "machine.touch-areas",
      "machine.touch-areas",
    ]);
    const wall = await member("viewer");
    expect((await wall.send("POST", `${path}/touch-areas`, { areas })).body["code"]).toBe(ErrorCode.NotPermitted);
  });

  it("may not retire it, and pays by hand only with the second factor", async () => {
    const { send } = await member("attendant");
    expect(await send("POST", `/machines/${machine}/retire`)).toMatchObject({
      status: 403,
      body: { code: ErrorCode.NotPermitted },
    });
    expect((await send("POST", `/machines/${machine}/hand-pay`)).body["code"]).toBe(
      ConsoleErrorCode.SecondFactorRequired,
    );
  });
});

it("a machine is retired with a reason, by somebody with a second factor", async () => {
  const { send } = await member("manager");
  const retire = (body: object) => send("POST", `/machines/${machine}/retire`, body);
  expect((await retire({ why: "worn out" })).body["code"]).toBe(ConsoleErrorCode.SecondFactorRequired);
  const second = await member("manager", true);
  expect((await second.send("POST", `/machines/${machine}/retire`, {})).body["code"]).toBe(ErrorCode.InvalidRequest);
});

it("reasons of up to 1,000 characters are taken, and closing needs none", async () => {
  const { send } = await member("attendant");
  const path = `/machines/${machine}`;
  const long = "a".repeat(MAX_WHY);
  expect(await send("POST", `${path}/close`, {})).toMatchObject({ status: 200 });
  expect(await send("POST", `${path}/open`, { why: long })).toMatchObject({ status: 200 });
  expect(await send("POST", `${path}/close`, { reason: long })).toMatchObject({ status: 200 });
  expect(await send("POST", `${path}/open`)).toMatchObject({ status: 200 });
  expect(await send("POST", `${path}/out-of-order`, { reason: long })).toMatchObject({ status: 200 });
  expect(MachineRecord.parse((await send("GET", path)).body).outOfOrder).toMatchObject({ reason: long });
  expect(await send("POST", `${path}/back`, { why: `${long}a` })).toMatchObject({ status: 400 });
});

it("who only views sees the floor, and changes nothing", async () => {
  const { send } = await member("viewer");
  for (const call of Object.values(FLOOR_CALLS)) {
    const path = call.path.replace(":id", String(machine));
    const query = call.path === "/floor/stills" ? `?machines=${machine}` : "";
    const { status } = await send(
      call.method,
      `${path}${query}`,
      call.method === "POST" ? { reason: "x", why: "x" } : undefined,
    );
    expect(status, call.path).toBe(call.method === "GET" ? 200 : 403);
  }
  expect(tileOf((await send("GET", "/floor")).body)?.state).toBe("free");
});

it("refuses what is no machine, no cursor and no kind", async () => {
  const { send } = await member("manager");
  for (const path of ["/machines/99999", "/machines/0", "/machines/x"])
    expect((await send("GET", path)).status, path).toBeGreaterThanOrEqual(400);
  for (const query of ["older=x", "kinds=all", "limit=0"])
    expect((await send("GET", `/machines/${machine}/timeline?${query}`)).status, query).toBe(400);
});

it("a source of a topic works while somebody follows the topic", () => {
  const feed = createConsoleFeed();
  const reader = { backlog: 0, sendFrame: vi.fn() };
  const end = vi.fn();
  const begin = vi.fn(() => end);
  feed.whileFollowed("floor", begin);
  feed.follow(reader, ["staff"]);
  expect(begin).not.toHaveBeenCalled();
  feed.follow(reader, ["floor", "staff"]);
  feed.follow(reader, ["floor"]);
  expect([begin.mock.calls.length, end.mock.calls.length]).toEqual([1, 0]);
  feed.leave(reader);
  expect(end).toHaveBeenCalledOnce();
  feed.follow(reader, ["floor"]);
  feed.close();
  expect([begin.mock.calls.length, end.mock.calls.length]).toEqual([2, 2]);
});

it("who begins to follow the floor gets its newest version, though nobody followed it when that changed", async () => {
  const feed = createConsoleFeed();
  const frames: string[] = [];
  const reader = { backlog: 0, sendFrame: (frame: string | Buffer) => void frames.push(String(frame)) };
  const position = { key: "floor" as const, board: randomUUID(), version: 7, changed: [], gone: [] };
  feed.whileFollowed(
    "floor",
    () => () => {},
    () => position,
  );
  feed.follow(reader, ["queue"]);
  feed.follow(reader, ["floor", "queue"]);
  await expect.poll(() => frames).toHaveLength(1);
  expect(JSON.parse(frames[0] ?? "")).toEqual({ jsonrpc: "2.0", method: "floor", params: position });
  feed.close();
});
