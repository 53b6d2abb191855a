import { expect, test } from "vitest";
import { PERMISSIONS, ROLES, SECOND_FACTOR_PERMISSIONS, permissionsOf } from "./index.ts";

test("a person with two roles has the permissions of both, once each", () => {
  const both = permissionsOf(["attendant", "support"]);
  expect(both).toEqual([
    "floor.view",
    "machine.watch",
    "machine.operate",
    "machine.handPay",
    "player.view",
    "player.note",
    "player.access",
    "events.see",
    "chat.answer",
  ]);
});

test("without a role a person may do nothing; a manager may do everything", () => {
  expect(permissionsOf([])).toEqual([]);
  expect(permissionsOf(["manager"])).toEqual([...PERMISSIONS]);
});

test("who only views may do nothing that needs a second factor", () => {
  expect(ROLES).toContain("viewer");
  expect(permissionsOf(["viewer"]).filter((one) => SECOND_FACTOR_PERMISSIONS.includes(one))).toEqual([]);
});
