/** Who gets the pictures of a held card, and for how long. */
import { ErrorCode } from "@reelcast/contract";
import type { LivingFrame, LivingNote } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { openEdge } from "./testing/edge.ts";

let app: FastifyInstance;
afterEach(() => app.close());
async function open() {
  const edge = await openEdge();
  ({ app } = edge);
  return edge;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it("sends the changed pictures of one machine over a second, to players who may play and know of it", async () => {
  const { floor, video } = await open();
  const ask = (token: string, query: Record<string, string>) =>
    app.inject({ url: "/api/v1/machine/living", query, headers: bearer(token) });
  let version = 6;
  video.stills.mockImplementation(async () => {
    version += 1;
    // The third one is the second once more.
    return version === 9 ? [{ id: 3, version: 8 }] : [{ id: 3, version, image: `data:image/webp;base64,${version}` }];
  });
  const answer = (await ask("ann", { machine: "3", version: "6" })).json<{
    hasPicture: boolean;
    frames: LivingFrame[];
  }>();
  expect(answer.hasPicture).toBe(true);
  expect(answer.frames.map((frame) => [frame.afterMs, frame.version])).toEqual([
    [0, 7],
    [200, 8],
    [600, 10],
    [800, 11],
  ]);
  expect(video.stills.mock.calls.map(([wanted]) => wanted[0]?.version)).toEqual([6, 7, 8, 8, 10]);
  expect(video.stills.mock.calls.every(([wanted]) => wanted.length === 1 && wanted[0]?.isLiving === true)).toBe(true);

  video.stills.mockResolvedValue([]);
  expect((await ask("ann", { machine: "3" })).json()).toEqual({ hasPicture: false, frames: [] });
  expect((await ask("barred", { machine: "3" })).json()).toMatchObject({ code: ErrorCode.NotPermitted });
  expect((await ask("nobody", { machine: "3" })).statusCode).toBe(401);
  expect((await ask("ann", { machine: "3,4" })).json()).toMatchObject({ code: ErrorCode.InvalidRequest });
  floor.whoSees.mockResolvedValue((_, id) => id !== 3);
  video.stills.mockClear();
  expect((await ask("ann", { machine: "3" })).json()).toEqual({ hasPicture: false, frames: [] });
  expect(video.stills).not.toHaveBeenCalled();
});

it("sends each note once, at its time from the first picture, to who wants them", async () => {
  const { video } = await open();
  const ask = async (query: Record<string, string>) =>
    (await app.inject({ url: "/api/v1/machine/living", query, headers: bearer("ann") })).json<{
      notes?: LivingNote[];
      notesUntil?: number;
    }>();
  let until = 50;
  video.stills.mockImplementation(async ([wanted]) => [
    {
      id: 3,
      version: 1,
      image: "data:image/webp;base64,A",
      ...(wanted?.notesUntil !== undefined && {
        sound: { until: (until += 200), notes: [{ agoMs: 150, attack: 0, tones: [[440, 0.2, 0.3]], noise: null }] },
      }),
    },
  ]);
  expect(await ask({ machine: "3" })).not.toHaveProperty("notes");
  const { notes = [], notesUntil } = await ask({ machine: "3", notesUntil: "50" });
  expect(video.stills.mock.calls.slice(-5).map(([wanted]) => wanted[0]?.notesUntil)).toEqual([50, 250, 450, 650, 850]);
  expect(notesUntil).toBe(1_050);
  expect(notes.map(({ tones }) => tones)).toEqual(Array.from({ length: 5 }, () => [[440, 0.2, 0.3]]));
  // A timer of the system may fire a little early.
  for (const [n, { afterMs }] of notes.entries()) expect(afterMs).toBeGreaterThanOrEqual(n * 200 - 160);
  expect((await ask({ machine: "3", notesUntil: "-1" })) as unknown).toMatchObject({ code: ErrorCode.InvalidRequest });
});

it("ends a player's pictures of one machine for those of the next, and leaves those of others", async () => {
  const { video } = await open();
  video.stills.mockImplementation(async ([wanted]) => [
    { id: wanted?.id ?? 0, version: performance.now(), image: "data:image/webp;base64,A" },
  ]);
  const ask = async (token: string, machine: number) =>
    (await app.inject({ url: `/api/v1/machine/living?machine=${machine}`, headers: bearer(token) })).json<{
      frames: LivingFrame[];
    }>().frames.length;
  const [first, second, other] = await Promise.all([ask("ann", 3), ask("ann", 8), ask("bob", 3)]);
  expect(first).toBeLessThan(5);
  expect([second, other]).toEqual([5, 5]);
});
