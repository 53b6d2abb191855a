import { expect, it } from "vitest";
import { SignificantMachineEvents } from "./significantEvents.ts";

it("the loss of a link is a significant event, and so is its return", () => {
  const events = new SignificantMachineEvents();
  const kindOf = (type: "online" | "offline") => events.of({ type })?.kind ?? null;
  expect(["online", "offline", "offline", "online", "online"].map((type) => kindOf(type as "online"))).toEqual([
    null,
    "machineOffline",
    null,
    "machineOnline",
    null,
  ]);
});

it("play is no significant event; what an attendant must see is", () => {
  const events = new SignificantMachineEvents();
  expect(events.of({ type: "gameStart", gameNumber: 1, bet: 500, free: false })).toBeNull();
  expect(events.of({ type: "winTaken", win: 500 })).toBeNull();
  expect(events.of({ type: "handPay", amount: 500 })).toEqual({ kind: "handPay", facts: { amount: 500 } });
  expect(events.of({ type: "door", open: true })).toEqual({ kind: "doorOpened", facts: {} });
  expect(events.of({ type: "tilt", reason: "x".repeat(900) })?.facts).toEqual({ reason: "x".repeat(500) });
});
