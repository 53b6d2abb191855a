import { describe, expect, test } from "vitest";
import { giverOf } from "./newAccess.ts";
import type { AccessChange } from "./newAccess.ts";

const skeletonOf = (name: string) => name.toLowerCase();
const change = (by: string, act: string, name: string, states: Partial<AccessChange> = {}): AccessChange => ({
  by,
  via: "console",
  act: `staff.${act}`,
  before: null,
  after: { name },
  ...states,
});
const added = (by: string, name: string) => change(by, "add", name, { after: { name, roles: ["manager"] } });
const giver = (requester: string, approver: string, ...changes: AccessChange[]) =>
  giverOf(changes, { requester, approver }, skeletonOf);

test("people whom nobody has given access lately are independent", () => {
  expect(giver("ann", "ben")).toBeNull();
  expect(giver("ann", "ben", added("ann", "carl"), added("ben", "dora"))).toBeNull();
});

describe("one person could be both", () => {
  test("the approver was added by the requester, in any spelling, or the requester by the approver", () => {
    expect(giver("ann", "ben", added("ANN", "Ben"))).toEqual({ name: "ann", member: "ben" });
    expect(giver("ben", "ann", added("ann", "ben"))).toEqual({ name: "ann", member: "ben" });
  });

  test("both were added by a third person", () => {
    expect(giver("ben", "carl", added("ann", "ben"), added("ann", "carl"))).toEqual({ name: "ann", member: "carl" });
  });

  test("through an account in between, but not by what that account did before it was given", () => {
    expect(giver("ann", "carl", added("ann", "ben"), added("ben", "carl"))).toMatchObject({ name: "ann" });
    expect(giver("ann", "carl", added("ben", "carl"), change("ann", "reset", "ben"))).toBeNull();
  });

  test("by a reset, by an end of a disabling, by roles that permit more", () => {
    const roles = (before: string[], after: string[]) =>
      change("ann", "roles", "ben", { before: { name: "ben", roles: before }, after: { name: "ben", roles: after } });
    expect(giver("ann", "ben", change("ann", "reset", "ben"))).not.toBeNull();
    const enabled = (disabledSince: string | null) =>
      change("ann", "enable", "ben", { before: { name: "ben", disabledSince } });
    expect(giver("ann", "ben", enabled("2026-01-02T03:04:05.000Z"))).not.toBeNull();
    // It has ended a block after wrong passwords.
    expect(giver("ann", "ben", enabled(null))).toBeNull();
    expect(giver("ann", "ben", roles(["viewer"], ["cashier"]))).not.toBeNull();
    expect(giver("ann", "ben", roles(["manager"], ["cashier"]))).toBeNull();
  });
});

describe("the command line", () => {
  const typed = (act: string) => change("ann", act, "ben", { via: "command" });

  test("makes independent members, also of those who were given by the console", () => {
    expect(giver("ann", "ben", typed("add"))).toBeNull();
    expect(giver("ann", "ben", added("ann", "ben"), typed("reset"))).toBeNull();
  });

  test("does so only by a new link: the password is the same after other changes, and the console may take it again", () => {
    for (const act of ["roles", "enable"])
      expect(giver("ann", "ben", added("ann", "ben"), typed(act)), act).not.toBeNull();
    expect(giver("ann", "ben", typed("add"), change("ann", "reset", "ben"))).not.toBeNull();
  });
});
