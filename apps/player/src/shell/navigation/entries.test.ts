import { expect, it } from "vitest";
import { ENTRIES, sectionOf } from "./entries.ts";

it("keeps the order of the top navigation", () => {
  expect(ENTRIES.map(({ url }) => url)).toEqual(["/rules", "/lobby", "/profile", "/slot-sessions", "/transactions"]);
});
it("gives each part of the house its own look", () => {
  expect(sectionOf("/lobby/3/egypt")).toBe("lobby");
  for (const path of ["/profile", "/profile/3", "/slot-sessions", "/rules"]) expect(sectionOf(path)).toBe("account");
  expect(sectionOf("/pages/errors/error-404")).toBe("deep");
});
