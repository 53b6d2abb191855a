import type { MachineStatus } from "@reelcast/contract";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
    provenAt: 0,
    probe() {},
    notify() {},
    sendFrame: (frame: string | Buffer) => void frames.push(String(frame)),
    close() {},
  };
  return { fake, frames, channel: fake satisfies Channel };
}

it("serialises a shared notification once for all", () => {
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

describe("sockets that have named what they show", () => {
  const change = (id: number, brand: number | undefined, status: MachineStatus = "playing", version = 2) => ({
    id,
    brand,
    status,
    version,
  });
  const idsIn = (frames: readonly string[]) =>
    frames.flatMap((frame) =>
      [JSON.parse(frame) as { params: { id: number } } | { params: { id: number } }[]]
        .flat()
        .map(({ params }) => params.id),
    );

  it("get those alone; one batch is serialised for all that show the same brands", () => {
    const fanout = createFanout(50);
    const sent: (string | Buffer)[] = [];
    for (const brands of [
      [1, 2],
      [2, 1],
      [2, 1, 1],
    ]) {
      const one = { ...channel().channel, sendFrame: (frame: string | Buffer) => void sent.push(frame) };
      fanout.join(one);
      fanout.show(one, { brands, machines: [] });
    }
    const [all, other] = [channel(), channel()];
    for (const one of [all, other]) fanout.join(one.channel);
    fanout.show(other.channel, { brands: [3], machines: [7] });
    for (const one of [change(5, 1), change(6, 2), change(7, 4), change(8, 3), change(9, undefined)])
      fanout.status(one);
    vi.advanceTimersByTime(50);
    expect(sent).toHaveLength(3);
    expect(new Set(sent).size).toBe(1);
    expect(idsIn(sent.map(String)).slice(0, 2)).toEqual([5, 6]);
    expect(String(sent[0])).toContain('"version":2');
    expect(idsIn(other.frames)).toEqual([7, 8]);
    // As before, to a client that has named nothing.
    expect(all.frames).toEqual([
      `[${[5, 6, 7, 8, 9].map((id) => `{"jsonrpc":"2.0","method":"machine","params":{"id":${id},"status":"playing"}}`).join(",")}]`,
    ]);
  });

  it("get a status once that is of their brand and of their machines", () => {
    const fanout = createFanout(50);
    const one = channel();
    fanout.join(one.channel);
    fanout.show(one.channel, { brands: [1], machines: [5] });
    fanout.status(change(5, 1));
    vi.advanceTimersByTime(50);
    expect(idsIn(one.frames)).toEqual([5]);
  });

  it("lose nothing by naming others while a change waits to be sent", () => {
    const fanout = createFanout(50);
    const [one, same] = [channel(), channel()];
    for (const member of [one, same]) fanout.join(member.channel);
    fanout.show(one.channel, { brands: [1], machines: [] });
    fanout.show(same.channel, { brands: [2], machines: [] });
    vi.advanceTimersByTime(50);
    fanout.status(change(5, 1, "waiting", 2));
    fanout.show(one.channel, { brands: [1, 2], machines: [] });
    fanout.status(change(5, 1, "bonus", 3));
    fanout.status(change(6, 2));
    vi.advanceTimersByTime(50);
    const statuses = one.frames.flatMap((frame) => frame.match(/"id":5,"status":"(\w+)"/g) ?? []);
    expect(statuses.at(-1)).toContain("bonus");
    expect(idsIn(one.frames)).toContain(6);
    fanout.leave(one.channel);
    fanout.status(change(6, 2, "available", 4));
    vi.advanceTimersByTime(50);
    expect(idsIn(same.frames)).toEqual([6, 6]);
  });

  it("end with the newest status of all that they show, whatever they name and however slowly they read", () => {
    const command = fc.oneof(
      fc.record({ kind: fc.constant("change" as const), id: fc.integer({ min: 1, max: 6 }) }),
      fc.record({
        kind: fc.constant("show" as const),
        brands: fc.array(fc.integer({ min: 1, max: 3 })),
        machines: fc.array(fc.integer({ min: 1, max: 6 })),
      }),
      fc.record({ kind: fc.constant("lag" as const), backlog: fc.constantFrom(0, 1_000_000) }),
      fc.record({ kind: fc.constant("wait" as const) }),
    );
    const brandOf = (id: number) => 1 + (id % 3);
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const fanout = createFanout(50);
        const one = channel();
        fanout.join(one.channel);
        const truth = new Map<number, number>();
        const known = new Map<number, number>();
        let [shown, version, read] = [{ brands: [1, 2, 3], machines: [] as number[] }, 0, 0];
        fanout.show(one.channel, shown);
        const isShown = (id: number) => shown.brands.includes(brandOf(id)) || shown.machines.includes(id);
        // What was changed before `show` is sent after its answer: a client keeps the newer version.
        const learn = (id: number, at: number) => known.set(id, Math.max(at, known.get(id) ?? 0));
        const readAll = () => {
          for (const frame of one.frames.slice(read))
            for (const { params } of [JSON.parse(frame)].flat() as { params: { id: number; version: number } }[])
              learn(params.id, params.version);
          read = one.frames.length;
        };
        for (const next of commands) {
          if (next.kind === "wait") vi.advanceTimersByTime(50);
          else if (next.kind === "lag") one.fake.backlog = next.backlog;
          else if (next.kind === "show") {
            readAll();
            const before = new Set([1, 2, 3, 4, 5, 6].filter(isShown));
            shown = next;
            fanout.show(one.channel, next);
            // As the answer says.
            for (const [id, at] of truth) if (isShown(id) && !before.has(id)) learn(id, at);
          } else {
            version += 1;
            truth.set(next.id, version);
            fanout.status(change(next.id, brandOf(next.id), "playing", version));
          }
        }
        one.fake.backlog = 0;
        vi.advanceTimersByTime(200);
        readAll();
        for (const [id, at] of truth) if (isShown(id)) expect(known.get(id)).toBe(at);
      }),
    );
  });
});
