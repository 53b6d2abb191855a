/** When pictures of the reels are asked for, of which machines, and what is kept of them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { ApiError } from "./errors.ts";
import { Stills } from "./stills.ts";
import type { StillsParts } from "./stills.ts";

const imageOf = (id: number, version = 1) => `data:image/webp;base64,${id}-${version}`;
const element = () => ({}) as HTMLElement;

function openStills() {
  const shown = new Map<HTMLElement, string | null>();
  const ask = vi.fn<StillsParts["ask"]>(async (machines) => ({
    stills: machines.split(",").map((one) => {
      const [id = 0, version] = one.split(":").map(Number);
      return version === undefined ? { id, version: 1, image: imageOf(id) } : { id, version };
    }),
    nextMs: 2_000,
  }));
  let may = true;
  let report: (changes: readonly { target: Element; isIntersecting: boolean }[]) => void = () => {};
  const stills = new Stills({
    ask,
    mayAsk: () => may,
    show: (image, address) => void shown.set(image, address),
    observe(onChange) {
      report = onChange;
      return { observe() {}, unobserve() {} };
    },
  });
  return {
    stills,
    ask,
    shown,
    asked: () => ask.mock.calls.map(([machines]) => machines),
    allow: (next: boolean) => void (may = next),
    move: (isIntersecting: boolean, ...images: HTMLElement[]) =>
      report(images.map((target) => ({ target, isIntersecting }))),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the reels of machines in play", () => {
  it("are asked for once the cards in sight stay, for all of them at once, and again after the answer", async () => {
    const { stills, asked, shown, move } = openStills();
    const [first, second, sameMachine, away] = [element(), element(), element(), element()];
    for (const [id, image] of [
      [3, first],
      [8, second],
      [8, sameMachine],
      [9, away],
    ] as const)
      stills.watch(id, image);
    move(true, first, second);
    await vi.advanceTimersByTimeAsync(200);
    move(true, sameMachine);
    await vi.advanceTimersByTimeAsync(299);
    expect(asked()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked()).toEqual(["3,8"]);
    expect([first, second, sameMachine, away].map((image) => shown.get(image))).toEqual([
      imageOf(3),
      imageOf(8),
      imageOf(8),
      undefined,
    ]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked()).toEqual(["3,8", "3:1,8:1"]);
    expect(shown.get(first)).toBe(imageOf(3));
  });

  it("give way to the machine's own picture where there is none any more", async () => {
    const { stills, ask, shown, move } = openStills();
    const image = element();
    stills.watch(3, image);
    move(true, image);
    await vi.advanceTimersByTimeAsync(300);
    ask.mockResolvedValueOnce({ stills: [], nextMs: 2_000 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(shown.get(image)).toBeNull();
    const end = stills.watch(4, image);
    end();
    move(true, image);
    expect(shown.get(image)).toBeNull();
  });

  it("are kept only of what is in sight, however much is scrolled, and of 40 machines at most", async () => {
    const { stills, asked, move } = openStills();
    const images = Array.from({ length: 500 }, (_, n) => {
      const image = element();
      stills.watch(n + 1, image);
      return image;
    });
    for (let at = 0; at < 500; at += 50) {
      move(true, ...images.slice(at, at + 50));
      await vi.advanceTimersByTimeAsync(300);
      expect(stills.kept).toBe(40);
      move(false, ...images.slice(at, at + 50));
    }
    await vi.advanceTimersByTimeAsync(300);
    expect(stills.kept).toBe(0);
    const before = asked().length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toHaveLength(before);
  });

  it("of more machines than a request may name are asked for in turn", async () => {
    const { stills, asked, move } = openStills();
    const images = Array.from({ length: 60 }, (_, n) => {
      const image = element();
      stills.watch(n + 1, image);
      return image;
    });
    move(true, ...images);
    await vi.advanceTimersByTimeAsync(300);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked()).toHaveLength(2);
    expect(stills.kept).toBe(60);
  });

  it("are not asked for while the page is hidden or offline, and at once afterwards", async () => {
    const { stills, asked, allow, move } = openStills();
    const image = element();
    stills.watch(3, image);
    allow(false);
    move(true, image);
    await vi.advanceTimersByTimeAsync(60_000);
    stills.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toEqual([]);
    allow(true);
    stills.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toEqual(["3"]);
  });

  it("come back after an error, also after one that a server without them answers with", async () => {
    const { stills, ask, shown, move } = openStills();
    const image = element();
    stills.watch(3, image);
    move(true, image);
    await vi.advanceTimersByTimeAsync(300);
    for (const error of [new ApiError("network"), new ApiError(ErrorCode.InvalidRequest, { status: 400 })]) {
      ask.mockRejectedValueOnce(error);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(shown.get(image)).toBeNull();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(shown.get(image)).toBe(imageOf(3));
    }
  });

  it("are not asked for again from a server that has none", async () => {
    const { stills, ask, asked, move } = openStills();
    const image = element();
    stills.watch(3, image);
    ask.mockRejectedValueOnce(new ApiError(ErrorCode.InvalidRequest, { status: 400 }));
    move(true, image);
    await vi.advanceTimersByTimeAsync(300);
    move(true, image);
    stills.resume();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toHaveLength(1);
  });
});
