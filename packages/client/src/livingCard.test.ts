/** When the pictures of a held card are asked for, and when each is shown. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CallAnswer } from "@reelcast/contract";
import { startLivingCard } from "./livingCard.ts";

type Answer = CallAnswer<"livingCard">;
const second = (first: number): Answer => ({
  hasPicture: true,
  frames: [0, 200, 800].map((afterMs, n) => ({ afterMs, version: first + n, image: `image ${first + n}` })),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(answers: (Answer | Error)[], { mayAsk = true, withSound = false } = {}) {
  const asked: number[] = [];
  const notesUntil: (number | undefined)[] = [];
  const shown: string[] = [];
  const played: [notes: number, inMs: number][] = [];
  const onEnd = vi.fn<() => void>();
  const stop = startLivingCard(3, {
    async ask({ machine, version, ...more }) {
      expect(machine).toBe(3);
      asked.push(version);
      notesUntil.push(more.notesUntil);
      // pause: the clock is the test's own; as long as the server makes them
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const answer = answers.shift() ?? { hasPicture: false, frames: [] };
      if (answer instanceof Error) throw answer;
      return answer;
    },
    mayAsk: () => mayAsk,
    show: (image) => void shown.push(image),
    sound: withSound ? (notes, inMs) => void played.push([notes.length, inMs]) : null,
    onEnd,
  });
  return { asked, notesUntil, shown, played, onEnd, stop };
}

it("each picture is shown at its time while the next ones are made, with the newest version that is known", async () => {
  const { asked, shown, onEnd } = start([second(1), second(4)]);
  await vi.advanceTimersByTimeAsync(1_010);
  expect(shown).toEqual(["image 1"]);
  expect(asked).toEqual([0, 3]);
  await vi.advanceTimersByTimeAsync(900);
  expect(shown).toEqual(["image 1", "image 2", "image 3"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(shown).toHaveLength(6);
  // The third answer: there is no picture any more.
  expect(asked).toEqual([0, 3, 6]);
  expect(onEnd).toHaveBeenCalledTimes(1);
});
it("an end stops what was to be shown and asked", async () => {
  const { asked, shown, onEnd, stop } = start([second(1), second(4)]);
  await vi.advanceTimersByTimeAsync(1_010);
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([asked.length, shown.length, onEnd.mock.calls.length]).toEqual([2, 1, 0]);
});
it("an error ends it, and where none may be asked for nothing is asked", async () => {
  const broken = start([new Error("no network")]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([broken.asked.length, broken.onEnd.mock.calls.length]).toEqual([1, 1]);
  const saving = start([second(1)], { mayAsk: false });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([saving.asked.length, saving.onEnd.mock.calls.length]).toEqual([0, 1]);
});
it("a machine that stands still is asked about less often, and a pointer that was left there asks no more", async () => {
  const idle = { hasPicture: true, frames: [] };
  const { asked, onEnd } = start([second(1), ...Array.from({ length: 60 }, () => idle)]);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(asked).toEqual([0, 3, 3, 3, 3, 3]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBeLessThan(18);
  expect(onEnd).toHaveBeenCalledTimes(1);
});
it("with sound it asks for the notes since the ones before, and picture and sound come equally late", async () => {
  const note = { afterMs: -100, attack: 0, tones: [[440, 0.2, 0.3] as [number, number, number]], noise: null };
  const { notesUntil, shown, played } = start([{ ...second(1), notes: [note, note], notesUntil: 77 }, second(4)], {
    withSound: true,
  });
  await vi.advanceTimersByTimeAsync(1_010);
  expect(shown).toEqual([]);
  expect(played).toEqual([[2, 300]]);
  await vi.advanceTimersByTimeAsync(300);
  expect(shown).toEqual(["image 1"]);
  // A server that knows of no notes is asked as at first.
  await vi.advanceTimersByTimeAsync(2_000);
  expect(notesUntil).toEqual([0, 77, 0]);
});
it("without sound no notes are asked for", async () => {
  const { notesUntil } = start([second(1)]);
  await vi.advanceTimersByTimeAsync(10);
  expect(notesUntil).toEqual([undefined]);
});
