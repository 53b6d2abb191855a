import type { InterrogateAnswer, TransferRefusal } from "@reelcast/machine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import type { MachineBalance, TransferKind } from "../../wallet/index.ts";
import { conclude, difference } from "./reconcile.ts";
import type { Verdict } from "./reconcile.ts";
import type { MetersRead } from "./types.ts";

const transferId = "transfer-1";
const done = (moved: number, credit = 0): InterrogateAnswer => ({
  status: "done",
  transferId,
  moved,
  credit,
  duplicate: true,
});
const refused = (reason: TransferRefusal): InterrogateAnswer => ({ status: "refused", transferId, reason, credit: 0 });
const notFound: InterrogateAnswer = { status: "notFound", transferId };
const pending: InterrogateAnswer = { status: "pending", transferId };
/** Credit, in, out. */
const read = (credit: number, transferredIn: number, transferredOut: number): MetersRead => ({
  credit,
  transferredIn,
  transferredOut,
});

describe("the meters at rest", () => {
  it("differ if any of the three differs, and the text has the amounts", () => {
    const ledger = read(300, 500, 200);
    expect(difference(read(300, 500, 200), ledger)).toBeNull();
    for (const other of [read(301, 500, 200), read(300, 499, 200), read(300, 500, 0)]) {
      expect(difference(other, ledger)).toBe(
        `the meters show credit ${other.credit}, ${other.transferredIn} in, ${other.transferredOut} out; ` +
          "the ledger says credit 300, 500 in, 200 out",
      );
    }
  });
});

describe("the conclusion of an interrogation", () => {
  const ledger: MachineBalance = read(300, 500, 200);
  const cases: [string, TransferKind, number | null, InterrogateAnswer, MetersRead, Partial<Verdict>][] = [
    [
      "a cash-in that moved all",
      "cashin",
      400,
      done(400),
      read(700, 900, 200),
      { verdict: "done", moved: 400, credit: 700 },
    ],
    ["a cash-in that moved a part", "cashin", 400, done(150), read(450, 650, 200), { verdict: "done", moved: 150 }],
    ["a cash-in that moved nothing", "cashin", 400, done(0), read(300, 500, 200), { verdict: "done", moved: 0 }],
    ["a cash-out of all", "cashout", null, done(300), read(0, 500, 500), { verdict: "done", moved: 300, credit: 0 }],
    [
      "a cash-out of a part",
      "cashout",
      100,
      done(100),
      read(200, 500, 300),
      { verdict: "done", moved: 100, credit: 200 },
    ],
    [
      "one that never arrived",
      "cashin",
      400,
      notFound,
      read(300, 500, 200),
      { verdict: "failed", code: ErrorCode.TransferRefused },
    ],
    [
      "one refused by a game",
      "cashout",
      null,
      refused("gameInProgress"),
      read(300, 500, 200),
      { verdict: "failed", code: ErrorCode.GameInProgress },
    ],
    [
      "one refused by a tilt",
      "cashin",
      400,
      refused("tilt"),
      read(300, 500, 200),
      { verdict: "failed", code: ErrorCode.TransferRefused, detail: "tilt" },
    ],
    ["one that is not known yet", "cashin", 400, pending, read(0, 0, 0), { verdict: "wait" }],
    ["done, but the credit did not come", "cashin", 400, done(400), read(300, 900, 200), { verdict: "manual" }],
    [
      "done, but the meter of transfers in stood still",
      "cashin",
      400,
      done(400),
      read(700, 500, 200),
      { verdict: "manual" },
    ],
    [
      "done, but the meter of transfers out moved",
      "cashin",
      400,
      done(400),
      read(700, 900, 600),
      { verdict: "manual" },
    ],
    ["not found, but the credit is there", "cashin", 400, notFound, read(700, 900, 200), { verdict: "manual" }],
    ["not found after the memory was cleared", "cashin", 400, notFound, read(0, 0, 0), { verdict: "manual" }],
    ["refused, but the credit is gone", "cashout", null, refused("busy"), read(0, 500, 500), { verdict: "manual" }],
    ["more than was requested", "cashin", 400, done(401), read(701, 901, 200), { verdict: "manual" }],
    ["less than nothing", "cashin", 400, done(-1), read(299, 499, 200), { verdict: "manual" }],
    ["more than there was", "cashout", null, done(301), read(-1, 500, 501), { verdict: "manual" }],
    ["more than the requested part", "cashout", 100, done(101), read(199, 500, 301), { verdict: "manual" }],
  ];
  it.each(cases)("of %s", (_name, kind, amount, answer, meters, verdict) => {
    expect(conclude({ kind, amount }, answer, meters, ledger)).toMatchObject(verdict);
  });

  it("names the answer and both sides where they differ", () => {
    expect(conclude({ kind: "cashin", amount: 400 }, done(400), read(300, 500, 200), ledger)).toEqual({
      verdict: "manual",
      reason:
        'the machine says "moved 400", but the meters show credit 300, 500 in, 200 out; the ledger says credit 700, 900 in, 200 out',
    });
  });

  const small = fc.integer({ min: 0, max: 6 });
  const meters = fc.record({ credit: small, transferredIn: small, transferredOut: small });
  const answer = fc.oneof(
    fc.constantFrom(notFound, pending, refused("tilt"), refused("gameInProgress"), refused("superseded")),
    fc.integer({ min: -2, max: 8 }).map((moved) => done(moved)),
  );
  it("is done or failed only where all three meters agree, and where the amount is possible", () => {
    let clear = 0;
    fc.assert(
      fc.property(
        fc.constantFrom<TransferKind>("cashin", "cashout"),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        answer,
        meters,
        meters,
        fc.boolean(),
        (kind, requested, all, answer, seen, before, agreeing) => {
          const amount = all && kind === "cashout" ? null : requested;
          const moved = answer.status === "done" ? answer.moved : 0;
          const [incoming, outgoing] = kind === "cashin" ? [moved, 0] : [0, moved];
          const expected = {
            credit: before.credit + incoming - outgoing,
            transferredIn: before.transferredIn + incoming,
            transferredOut: before.transferredOut + outgoing,
          };
          // Half of the cases agree, so that both sides of the property are met.
          const shown = agreeing ? expected : seen;
          const { verdict } = conclude({ kind, amount }, answer, shown, before);
          const possible = moved >= 0 && moved <= (amount ?? before.credit);
          const agree = difference(shown, expected) === null;
          if (answer.status === "pending") expect(verdict).toBe("wait");
          else if (!possible || !agree) expect(verdict).toBe("manual");
          else {
            clear += 1;
            expect(verdict).toBe(answer.status === "done" ? "done" : "failed");
          }
        },
      ),
      { numRuns: 1_000 },
    );
    expect(clear).toBeGreaterThan(100);
  });
});
