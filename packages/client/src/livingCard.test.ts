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

function start(answers: (Answer | Error)[], mayAsk = () => true) {
  const asked: number[] = [];
  const shown: string[] = [];
  const onEnd = vi.fn<() => void>();
  const stop = startLivingCard(3, {
    async ask(machineId, version) {
      expect(machineId).toBe(3);
      asked.push(version);
      // pause: the clock is the test's own; as long as the server makes them
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const answer = answers.shift() ?? { hasPicture: false, frames: [] };
      if (answer instanceof Error) throw answer;
      return answer;
    },
    mayAsk,
    show: (image) => void shown.push(image),
    onEnd,
  });
  return { asked, shown, onEnd, stop };
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
  const saving = start([second(1)], () => false);
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
