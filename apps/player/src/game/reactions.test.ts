import { afterEach, expect, it } from "vitest";
import { forgetReactions, hasChanged, measure, medianOf, reactions } from "./reactions.ts";

const copy = (change: Record<number, number> = {}) => Uint8Array.from({ length: 64 }, (_, n) => change[n] ?? 100);

afterEach(forgetReactions);

it("the middle of the latest, of an even number the lower one", () => {
  expect([medianOf([]), medianOf([7]), medianOf([300, 100, 200]), medianOf([400, 100, 200, 300])]).toEqual([
    null,
    7,
    200,
    200,
  ]);
});

it("what an encoder does to a picture that stands is no change, a lamp is one", () => {
  const noise = Object.fromEntries(Array.from({ length: 64 }, (_, n) => [n, 100 + (n % 2 ? 20 : -20)]));
  expect(hasChanged(copy(), copy(noise))).toBe(false);
  expect(hasChanged(copy(), copy({ 3: 250, 4: 250 }))).toBe(false);
  expect(hasChanged(copy(), copy(Object.fromEntries([3, 4, 5, 11, 12, 13].map((n) => [n, 160]))))).toBe(true);
});

it("the latest 20 answers are kept, of presses that had an effect alone; without a picture there are none of it", async () => {
  for (let n = 0; n < 25; n += 1) await measure(null, Promise.resolve());
  await measure(null, Promise.reject(new Error("refused")));
  expect(reactions().answers).toHaveLength(20);
  expect(reactions().pictures).toEqual([]);
  forgetReactions();
  expect(reactions()).toEqual({ answers: [], pictures: [] });
});
