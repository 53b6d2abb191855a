import { expect, it } from "vitest";
import { DRAWER_ENTRIES, ENTRIES, sectionOf } from "./navigation.ts";

it("keeps the order of the top navigation, and puts the lobby first in the drawer", () => {
  expect(ENTRIES.map(({ path }) => path)).toEqual(["/rules", "/lobby", "/profile", "/slot-sessions", "/transactions"]);
  expect(DRAWER_ENTRIES.map(({ path }) => path)).toEqual([
    "/lobby",
    "/rules",
    "/profile",
    "/slot-sessions",
    "/transactions",
  ]);
});
it("gives each part of the house its own look", () => {
  expect(sectionOf("/lobby/3/egypt")).toBe("lobby");
  for (const path of ["/profile", "/profile/3", "/slot-sessions", "/rules"]) expect(sectionOf(path)).toBe("account");
  expect(sectionOf("/pages/errors/error-404")).toBe("deep");
});
