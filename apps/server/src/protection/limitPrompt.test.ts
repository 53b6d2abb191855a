import { describe, expect, it } from "vitest";
import { isPromptDue } from "./limitPrompt.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-07-01T12:00:00Z");
const due = (
  limits: Parameters<typeof isPromptDue>[0],
  limitDecidedAt: number | null = null,
  limitPrompt = true,
): boolean => isPromptDue(limits, { limitDecidedAt }, { limitPrompt, now: NOW });

describe("a player is asked for a limit of money", () => {
  it("where the house's rules ask for it, and as long as there is none and they have not decided", () => {
    expect(due([])).toBe(true);
    expect(due([{ kind: "loss", value: null }])).toBe(true);
    expect(due([], null, false)).toBe(false);
  });
  it("not with a limit of money of any kind; a limit of time is none", () => {
    for (const kind of ["deposit", "cashIn", "loss"] as const) expect(due([{ kind, value: 1 }]), kind).toBe(false);
    expect(due([{ kind: "time", value: 60 }])).toBe(true);
  });
  it("again a year after they declined, or had one", () => {
    expect(due([], NOW)).toBe(false);
    expect(due([], NOW - 365 * DAY + 1)).toBe(false);
    expect(due([], NOW - 365 * DAY)).toBe(true);
    expect(due([{ kind: "deposit", value: 500 }], NOW - 800 * DAY)).toBe(false);
  });
});
