import { expect, it } from "vitest";
import { firstOf } from "./signals.ts";

it("is aborted by the first, with its reason", () => {
  const [a, b] = [new AbortController(), new AbortController()];
  const both = firstOf([a.signal, b.signal]);
  expect(both.aborted).toBe(false);
  b.abort("b");
  a.abort("a");
  expect(both.aborted).toBe(true);
  expect(both.reason).toBe("b");
});

it("is aborted at once where one is", () => {
  const controller = new AbortController();
  const both = firstOf([controller.signal, AbortSignal.abort("before")]);
  expect(both.reason).toBe("before");
  controller.abort("later");
  expect(both.reason).toBe("before");
});
