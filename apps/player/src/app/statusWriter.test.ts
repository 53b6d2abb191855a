/** How often the list of machines is written for statuses that were pushed. */
import type { Machine } from "@reelcast/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pushedStatuses } from "../lobby/pushedStatuses.ts";
import { createStatusWriter } from "./statusWriter.ts";

let scroll = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", (_type: string, listener: () => void) => (scroll = listener));
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openWriter() {
  const queries = new QueryClient();
  queries.setQueryData<Machine[]>(["machines"], [{ id: 1, name: "Makine", brand: "A", status: "available" }]);
  const status = () => queries.getQueryData<Machine[]>(["machines"])?.[0]?.status;
  return { writer: createStatusWriter(queries), status };
}

it("writes them together, five times a second", () => {
  const { writer, status } = openWriter();
  writer.push(1, "waiting");
  writer.push(1, "playing");
  expect(status()).toBe("available");
  vi.advanceTimersByTime(200);
  expect(status()).toBe("playing");
  expect(pushedStatuses.size).toBe(0);
  writer.stop();
});

it("keeps them for the cards while one scrolls, for two seconds at most", () => {
  const { writer, status } = openWriter();
  writer.push(1, "waiting");
  vi.advanceTimersByTime(200);
  const scrollFor = (ms: number) => {
    for (let at = 0; at < ms; at += 100) {
      scroll();
      vi.advanceTimersByTime(100);
    }
  };
  writer.push(1, "playing");
  scrollFor(1_000);
  expect(status()).toBe("waiting");
  expect(pushedStatuses.get(1)).toBe("playing");
  vi.advanceTimersByTime(500);
  expect(status()).toBe("playing");
  writer.push(1, "bonus");
  scrollFor(2_200);
  expect(status()).toBe("bonus");
  expect(pushedStatuses.size).toBe(0);
  writer.stop();
});
