import { clock } from "@reelcast/contract/clock";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepAwake, noteActivity, watchIdle } from "./activity.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("BroadcastChannel", undefined);
});
afterEach(() => {
  clock.reset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch() {
  const onIdle = vi.fn();
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  const stop = watchIdle({ timeoutMs: 60_000, throttleMs: 500, onIdle });
  return { onIdle, stop, touch: () => target.dispatchEvent(new Event("pointerdown")) };
}

it("says that nobody is there after a minute without a sign, and once", () => {
  const { onIdle, stop } = watch();
  vi.advanceTimersByTime(59_999);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.advanceTimersByTime(600_000);
  expect(onIdle).toHaveBeenCalledTimes(1);
  stop();
});
it("begins anew with each sign, and again after it was idle", () => {
  const { onIdle, stop, touch } = watch();
  vi.advanceTimersByTime(50_000);
  touch();
  vi.advanceTimersByTime(59_000);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(onIdle).toHaveBeenCalledTimes(1);
  touch();
  vi.advanceTimersByTime(60_000);
  expect(onIdle).toHaveBeenCalledTimes(2);
  stop();
});
it("takes nobody for gone while a game runs, and its end counts as a sign", () => {
  const { onIdle, stop } = watch();
  const over = keepAwake();
  vi.advanceTimersByTime(300_000);
  expect(onIdle).not.toHaveBeenCalled();
  over();
  vi.advanceTimersByTime(59_000);
  expect(onIdle).not.toHaveBeenCalled();
  noteActivity();
  vi.advanceTimersByTime(59_000);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_001);
  expect(onIdle).toHaveBeenCalledTimes(1);
  stop();
});
it("counts the same, wherever an answer moves the time of the day", () => {
  const { onIdle, stop, touch } = watch();
  vi.advanceTimersByTime(50_000);
  touch();
  clock.sync(Date.now() + 86_400_000, 0);
  vi.advanceTimersByTime(59_999);
  expect(onIdle).not.toHaveBeenCalled();
  touch();
  clock.sync(Date.now() - 86_400_000, 0);
  vi.advanceTimersByTime(60_000);
  expect(onIdle).toHaveBeenCalledOnce();
  stop();
});

describe("another tab", () => {
  /** Every tab has the module for itself; what they share is the channel. */
  async function tabs() {
    const channels: Set<(event: { data: unknown }) => void> = new Set();
    class Channel {
      #mine: ((event: { data: unknown }) => void) | null = null;
      addEventListener(_: string, listener: (event: { data: unknown }) => void) {
        channels.add((this.#mine = listener));
      }
      postMessage(data: unknown) {
        for (const listener of channels) if (listener !== this.#mine) listener({ data });
      }
      close() {
        if (this.#mine) channels.delete(this.#mine);
      }
    }
    vi.stubGlobal("BroadcastChannel", Channel);
    const open = async () => {
      vi.resetModules();
      const tab = await import("./activity.ts");
      const target = new EventTarget();
      vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
      vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
      const onIdle = vi.fn();
      tab.watchIdle({ timeoutMs: 60_000, throttleMs: 500, onIdle });
      return { ...tab, onIdle, touch: () => target.dispatchEvent(new Event("pointermove")) };
    };
    return [await open(), await open()] as const;
  }

  it("is not idle while a game runs in this one", async () => {
    const [game, lobby] = await tabs();
    vi.advanceTimersByTime(50_000);
    const over = game.keepAwake();
    vi.advanceTimersByTime(300_000);
    over();
    vi.advanceTimersByTime(59_000);
    expect(lobby.onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_001);
    expect(lobby.onIdle).toHaveBeenCalledOnce();
  });
  it("is not idle while somebody moves in this one", async () => {
    const [here, there] = await tabs();
    vi.advanceTimersByTime(50_000);
    here.touch();
    vi.advanceTimersByTime(59_000);
    expect(there.onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_001);
    expect(there.onIdle).toHaveBeenCalledOnce();
  });
});
