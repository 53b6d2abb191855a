import type { MachineState } from "@reelcast/machine";
import { expect, it } from "vitest";
import { changes, metersOf, moneyAtMachine, moneyUnderWay, netOf } from "./view.ts";

const totals = { cashIn: 50_000, cashOut: 0, bet: 900, won: 600, handPaid: 0, jackpots: 0, spins: 9, freeSpins: 0 };

it("counts money on its way to the wallet until the ledger has it, and only once", () => {
  const underWay = moneyUnderWay({ kind: "cashout", amount: 49_700 }, 49_700);
  const cashedOut = { ...totals, cashOut: 49_700 };
  const steps = [
    { totals, credit: 49_700, underWay: null },
    { totals, credit: 49_700, underWay },
    { totals, credit: 0, underWay },
    { totals: cashedOut, credit: 0, underWay: null },
  ];
  expect(steps.map((step) => netOf(step.totals, step.credit, step.underWay))).toEqual([-300, -300, -300, -300]);
  expect(steps.map((step) => moneyAtMachine(step.credit, step.underWay))).toEqual([49_700, 49_700, 49_700, 0]);
});

it("makes no win of money on its way to the machine, and misses none of it", () => {
  const underWay = moneyUnderWay({ kind: "cashin", amount: 20_000 }, 49_700);
  const steps = [
    { totals, credit: 49_700, underWay },
    { totals, credit: 69_700, underWay },
    { totals: { ...totals, cashIn: 70_000 }, credit: 69_700, underWay: null },
  ];
  expect(steps.map((step) => netOf(step.totals, step.credit, step.underWay))).toEqual([-300, -300, -300]);
  expect(steps.map((step) => moneyAtMachine(step.credit, step.underWay))).toEqual([69_700, 69_700, 69_700]);
});

it("a transfer of which nothing is known any more moves nothing", () => {
  expect(moneyUnderWay(null, 700)).toEqual({ creditBefore: 700, fromWallet: 0 });
});

it("the bet of a free game, which costs nothing, is the one that it is played at", () => {
  const machine: MachineState = {
    online: true,
    tilt: null,
    doorOpen: false,
    locked: false,
    phase: "bonus",
    credit: 500,
    bet: 0,
    win: 0,
    freeSpins: 3,
    controls: {},
    selects: {},
    nextBet: 200,
  };
  const shown = { status: "playing", net: 0, suspense: 0 } as const;
  expect(metersOf(machine, shown, 1).bet).toBe(200);
  expect(metersOf({ ...machine, phase: "spinning", bet: 100 }, shown, 1).bet).toBe(100);
});

it("the symbols that stand on the reels are sent when they change, and as null while the reels turn", () => {
  const machine: MachineState = {
    online: true,
    tilt: null,
    doorOpen: false,
    locked: false,
    phase: "idle",
    credit: 500,
    bet: 0,
    win: 0,
    freeSpins: 0,
    controls: {},
    selects: {},
    nextBet: 200,
    symbols: [
      ["seven", "bell"],
      ["cherry", "star"],
    ],
  };
  const shown = { status: "playing", net: 0, suspense: 0 } as const;
  const metersWith = (symbols: string[][] | null | undefined, seq: number) =>
    metersOf({ ...machine, ...(symbols === undefined ? {} : { symbols }) }, shown, seq);
  const standing = metersWith(
    [
      ["seven", "bell"],
      ["cherry", "star"],
    ],
    1,
  );
  expect(standing.symbols).toEqual([
    ["seven", "bell"],
    ["cherry", "star"],
  ]);
  expect(
    changes(
      standing,
      metersWith(
        [
          ["seven", "bell"],
          ["cherry", "star"],
        ],
        2,
      ),
    ),
  ).toBeNull();
  expect(changes(standing, metersWith(null, 2))).toEqual({ symbols: null });
  expect(changes(metersWith(null, 1), standing)).toEqual({
    symbols: [
      ["seven", "bell"],
      ["cherry", "star"],
    ],
  });
  const { symbols: _, ...silent } = machine;
  expect(metersOf(silent, shown, 1)).not.toHaveProperty("symbols");
});
