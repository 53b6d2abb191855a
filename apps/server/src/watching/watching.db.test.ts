/** Staff who watch a machine: each watch has its rows in the audit log, and ends with its picture or its session. */
import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMachineStore } from "../floor/index.ts";
import { codeOf } from "../floor/testing/stage.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { Watching, isWatch, watchesOf } from "./index.ts";
import type { WatchAct } from "./index.ts";

const MEHMET = { staffId: 3, sessionId: 11, name: "mehmet", from: "10.0.0.7" };

let database: TestDatabase;
let watching: Watching;
let machine = 0;
const acts: WatchAct[] = [];
/** Seats by the id of their viewer. */
const viewers = new Map<string, string>();
const open = new Set<number>();
let refusal: Error | null = null;
let whileMade = async (): Promise<void> => {};

beforeEach(async () => {
  acts.length = 0;
  viewers.clear();
  open.clear();
  open.add(MEHMET.sessionId).add(12);
  refusal = null;
  whileMade = async () => {};
  database = await createTestDatabase();
  const store = createMachineStore(database.db);
  machine = await database.db.transaction().execute(async (trx) => {
    const brandId = await store.addBrand(trx, { name: "Brand" });
    return store.addMachine(trx, { name: "One", brandId, skin: "royal-sevens", serial: "one", videoType: "screen" });
  });
  watching = new Watching({
    db: database.db,
    log: { warn: console.error },
    record: async (_, act) => void acts.push(act),
    openSessions: async (ids) => ids.filter((id) => open.has(id)),
    video: {
      async create({ sessionId }) {
        if (refusal) throw refusal;
        const id = randomUUID();
        viewers.set(id, sessionId);
        await whileMade();
        return { id, etag: '"e"', answer: "v=0", link: null };
      },
      patch: async () => ({ status: 204 }),
      remove: (id) => void viewers.delete(id),
      isViewed: async (id) => viewers.has(id),
    },
  });
});
afterEach(async () => {
  await watching.stop();
  await database.close();
});
const names = () => acts.map(({ act }) => act);
const holds = async () => (await watchesOf(database.db, [...viewers.values()])).length;

describe("a watch", () => {
  it("has the picture as long as it lasts, and two rows of the audit log", async () => {
    const { id, answer } = await watching.begin(MEHMET, machine, "v=0");
    expect(answer).toBe("v=0");
    expect([...viewers.values()].map(isWatch)).toEqual([true]);
    expect(await holds()).toBe(1);
    await watching.check();
    expect(await watching.patch(MEHMET, id, { ifMatch: '"e"', fragment: "a" })).toEqual({ status: 204 });
    await watching.end(MEHMET, id);
    await watching.end(MEHMET, id);
    expect([viewers.size, await holds()]).toEqual([0, 0]);
    const from = acts[0]?.after.from;
    const row = { by: "mehmet", from: "10.0.0.7", target: `machine ${machine}` };
    expect(acts).toEqual([
      { act: "machine.watch", ...row, after: { watch: id, from } },
      { act: "machine.watch-ended", ...row, after: { watch: id, from, to: expect.any(String) } },
    ]);
  });

  it("belongs to its session alone", async () => {
    const { id } = await watching.begin(MEHMET, machine, "v=0");
    expect(await codeOf(watching.patch({ sessionId: 12 }, id, { ifMatch: "*", fragment: "" }))).toBe(
      ErrorCode.NotFound,
    );
    await watching.end({ sessionId: 12 }, id);
    expect(viewers.size).toBe(1);
    for (const wrong of ["", "x", "../1"])
      expect(await codeOf(watching.patch(MEHMET, wrong, { ifMatch: "*", fragment: "" }))).toBe(ErrorCode.NotFound);
  });

  it("ends with the picture, and with the session", async () => {
    await watching.begin(MEHMET, machine, "v=0");
    viewers.clear();
    await watching.check();
    expect(names()).toEqual(["machine.watch", "machine.watch-ended"]);
    await watching.begin(MEHMET, machine, "v=0");
    open.delete(MEHMET.sessionId);
    await watching.check();
    expect(viewers.size).toBe(0);
    await watching.begin({ ...MEHMET, sessionId: 12 }, machine, "v=0");
    await watching.endSessions(MEHMET.staffId, [99]);
    expect(viewers.size).toBe(1);
    await watching.endSessions(MEHMET.staffId, null);
    expect(viewers.size).toBe(0);
    expect(names().filter((act) => act === "machine.watch-ended")).toHaveLength(3);
  });

  it("whose session ends while the picture is made is not begun", async () => {
    whileMade = () => watching.endSessions(MEHMET.staffId, [MEHMET.sessionId]);
    expect(await codeOf(watching.begin(MEHMET, machine, "v=0"))).toBe(ErrorCode.Conflict);
    expect([viewers.size, await holds()]).toEqual([0, 0]);
    expect(names()).toEqual(["machine.watch", "machine.watch-ended"]);
  });

  it("that can't begin is not left open, and of many in a session the oldest end", async () => {
    refusal = new Error("no picture");
    await expect(watching.begin(MEHMET, machine, "v=0")).rejects.toThrow("no picture");
    refusal = null;
    expect(names()).toEqual(["machine.watch", "machine.watch-ended"]);
    expect(await codeOf(watching.begin(MEHMET, 9_999, "v=0"))).toBe(ErrorCode.NotFound);
    for (let count = 0; count < 6; count += 1) await watching.begin(MEHMET, machine, "v=0");
    expect(viewers.size).toBe(4);
  });
});
