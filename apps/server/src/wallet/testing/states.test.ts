import { expect, it } from "vitest";
import { isUnresolved, mayBecome, LEDGER_TRANSFER_STATES } from "./states.ts";

it("ends each transfer once, as done or failed", () => {
  expect(LEDGER_TRANSFER_STATES.filter((state) => !isUnresolved(state))).toEqual(["done", "failed"]);
  for (const state of LEDGER_TRANSFER_STATES) {
    expect(mayBecome("done", state)).toBe(false);
    expect(mayBecome("failed", state)).toBe(false);
  }
});

it("posts nothing that was not sent, and gives up nothing to the operator before the machine was asked", () => {
  expect(LEDGER_TRANSFER_STATES.filter((state) => mayBecome(state, "done"))).toEqual(["sent", "unknown", "manual"]);
  expect(LEDGER_TRANSFER_STATES.filter((state) => mayBecome(state, "manual"))).toEqual(["unknown"]);
});

it("never goes back, and each unresolved transfer can still succeed, fail or be voided", () => {
  for (const from of LEDGER_TRANSFER_STATES) {
    if (isUnresolved(from)) expect(mayBecome(from, "failed")).toBe(true);
    for (const to of LEDGER_TRANSFER_STATES) if (mayBecome(from, to)) expect(mayBecome(to, from)).toBe(false);
  }
});
