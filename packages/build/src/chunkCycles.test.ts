import { expect, it } from "vitest";
import { circleOf } from "./chunkCycles.ts";

it("finds files that import each other, by way of others too", () => {
  const imports = { index: ["start"], start: [], page: ["forms"], forms: ["dialog"], dialog: ["start", "forms"] };
  expect(circleOf(new Map(Object.entries(imports)))).toEqual(["forms", "dialog", "forms"]);
});
it("finds nothing where two files share a third", () => {
  expect(circleOf(new Map(Object.entries({ a: ["b", "c"], b: ["c"], c: [] })))).toBeNull();
});
