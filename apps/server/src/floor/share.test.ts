import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayClaim, surplus } from "./share.ts";
import type { SharedMachines } from "./share.ts";

/** Machines by process, as the database would hold them: processes act one after the other or on an old answer. */
class MachineShares {
  readonly total: number;
  readonly held: Map<string, number>;
  /** Of processes that drain. */
  draining = 0;
  constructor(total: number, held: Map<string, number>) {
    this.total = total;
    this.held = held;
  }
  get free(): number {
    return this.total - this.draining - [...this.held.values()].reduce((sum, count) => sum + count, 0);
  }
  answer(): SharedMachines {
    return { total: this.total, free: this.free, held: new Map(this.held) };
  }
  /** @param answer what the process has read; machines that are gone meanwhile can't be taken */
  act(node: string, answer: SharedMachines): boolean {
    const claimed = Math.min(mayClaim(answer, node), this.free);
    const given = claimed > 0 ? 0 : Math.min(surplus(answer, node), 16);
    this.held.set(node, (this.held.get(node) ?? 0) + claimed - given);
    return claimed > 0 || given > 0;
  }
}

const counts = fc.array(fc.nat(40), { minLength: 1, maxLength: 6 });

describe("the share of each process", () => {
  it("is within one of every other's after some rounds, all machines are held, and then nothing moves", () => {
    fc.assert(
      fc.property(counts, fc.nat(60), fc.boolean(), (held, free, together) => {
        const total = held.reduce((sum, count) => sum + count, free);
        const shares = new MachineShares(total, new Map(held.map((count, index) => [`n${index}`, count])));
        const round = () => {
          const answer = shares.answer();
          return [...shares.held.keys()].map((node) => shares.act(node, together ? answer : shares.answer()));
        };
        for (let rounds = 0; rounds < 60; rounds += 1) round();
        const now = [...shares.held.values()];
        expect(shares.free).toBe(0);
        expect(Math.max(...now) - Math.min(...now)).toBeLessThanOrEqual(1);
        expect(round()).not.toContain(true);
      }),
    );
  });

  it("is nothing for a process that drains, and others give nothing up for machines that it still holds", () => {
    const shares = new MachineShares(
      13,
      new Map([
        ["a", 7],
        ["b", 5],
      ]),
    );
    shares.draining = 1;
    expect(mayClaim(shares.answer(), "c")).toBe(0);
    expect(["a", "b", "c"].map((node) => surplus(shares.answer(), node))).toEqual([0, 0, 0]);
  });

  it("moves no more machines than needed", () => {
    const shares = new MachineShares(
      14,
      new Map([
        ["a", 9],
        ["b", 5],
        ["c", 0],
      ]),
    );
    expect(["a", "b", "c"].map((node) => surplus(shares.answer(), node))).toEqual([4, 0, 0]);
  });
});
