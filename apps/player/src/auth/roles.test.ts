import { expect, test } from "vitest";
import { ADMIN, ONLY_GUEST, STAFF, USER, mayEnter, rolesOf } from "./roles.ts";

test("a player has the role user alone, and enters what users may enter", () => {
  const player = rolesOf(true);
  expect([null, USER, STAFF, ADMIN, ONLY_GUEST].map((auth) => mayEnter(auth, player))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
test("a visitor enters what is open to all, and what is for visitors alone", () => {
  const visitor = rolesOf(false);
  expect([null, USER, STAFF, ADMIN, ONLY_GUEST].map((auth) => mayEnter(auth, visitor))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});
