/** Code that is loaded when it is needed: a lost connection is waited for, an error of the code itself is not. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { retryUntilLoaded } from "./retryUntilLoaded.ts";

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks again until the code comes: each lost fetch is an error of its own", async () => {
  let asked = 0;
  const late = vi.fn<() => void>();
  const load = async () => {
    asked += 1;
    if (asked < 5) throw new TypeError("Failed to fetch dynamically imported module");
    return "code";
  };
  const loaded = retryUntilLoaded(load, late);
  await vi.advanceTimersByTimeAsync(1_400);
  expect([asked, late.mock.calls.length]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(loaded).resolves.toBe("code");
  expect(asked).toBe(5);
});
it("throws the error of code that has come and fails when it runs, which a browser keeps", async () => {
  const broken = new TypeError("Cannot destructure property 'shape' of undefined");
  const late = vi.fn<() => void>();
  await expect(retryUntilLoaded(() => Promise.reject(broken), late)).rejects.toBe(broken);
  expect(late).not.toHaveBeenCalled();
});
it("throws it also after the connection was lost for a while", async () => {
  let asked = 0;
  const broken = new Error("broken");
  const loaded = retryUntilLoaded(async () => {
    asked += 1;
    throw asked < 4 ? new TypeError("Failed to fetch") : broken;
  });
  const refused = expect(loaded).rejects.toBe(broken);
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
});
