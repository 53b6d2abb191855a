import { describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import type { AuditRow } from "./audit.ts";
import { check } from "./checker.ts";
import type { Evidence, Operation, Press, TransferRow } from "./history.ts";

const meters = (credit: number) => ({
  coinIn: 0,
  coinOut: 0,
  transferredIn: credit,
  transferredOut: 0,
  handPaid: 0,
  jackpots: 0,
  gamesPlayed: 0,
  freeGamesPlayed: 0,
  credit,
});
const moved = (transferId: string, amount: number, more: object = {}): AuditRow => ({
  type: "moved",
  machine: 1,
  revision: 5,
  epoch: 1,
  number: 1,
  transferId,
  direction: "in",
  moved: amount,
  credit: amount,
  meters: meters(amount),
  ...more,
});
const transfer = (more: Partial<TransferRow> = {}): TransferRow => ({
  id: "t1",
  key: "k1",
  kind: "cashin",
  player: 7,
  machine: 1,
  amount: 500,
  moved: 500,
  state: "done",
  ...more,
});
const acknowledged = (amount: number, balance: number) =>
  ({ type: "acknowledged", amount, credit: amount, balance }) as const;
const operation = (more: Partial<Operation> = {}): Operation => ({
  id: "k1",
  player: 7,
  machine: 1,
  kind: "cashin",
  amount: 500,
  attempts: [{ askedAt: 10, answeredAt: 20, outcome: acknowledged(500, 9_500) }],
  ...more,
});

const press = (more: Partial<Press> = {}): Press => ({
  player: 7,
  machine: 1,
  control: "play",
  askedAt: 50,
  answeredAt: 51,
  outcome: { type: "accepted" },
  ...more,
});

/** One deposit of 500 that went well, under epoch 1 and then 2; then two presses, of which one was accepted. */
function good(): Evidence {
  return {
    players: {
      operations: [operation()],
      reads: [{ player: 7, askedAt: 30, answeredAt: 31, balance: 9_500 }],
      presses: [press(), press({ outcome: { type: "refused", code: ErrorCode.ServiceUnavailable } })],
    },
    database: {
      transfers: [transfer()],
      sessions: [
        { id: "s1", player: 7, machine: 1, startedAt: 0, endedAt: 40 },
        { id: "s2", player: 8, machine: 1, startedAt: 40, endedAt: null },
      ],
      accounts: [{ kind: "machine", ref: 1, posted: 500, held: 0 }],
      games: [],
      machines: [{ id: 1, quarantined: null }],
      fences: [
        { machine: 1, epoch: 1 },
        { machine: 1, epoch: 2 },
      ],
      unfenced: [],
    },
    cabinet: {
      audit: [
        { type: "hello", machine: 1, epoch: 1 },
        { type: "command", machine: 1, epoch: 1, command: "transferIn", fenced: false },
        moved("t1", 500),
        { type: "hello", machine: 1, epoch: 2 },
        { type: "command", machine: 1, epoch: 1, command: "press", fenced: true },
        { type: "command", machine: 1, epoch: 2, command: "press", fenced: false },
      ],
      credits: [{ machine: 1, credit: 500, phase: "idle" }],
    },
    ledgerCheck: { ok: true, broken: [] },
  };
}
const failed = { type: "failed", code: ErrorCode.TransferRefused } as const;
const unknown = { type: "unknown", why: "the socket closed" } as const;

/** Each makes the good history bad; named is the rule that must say so. */
const BAD: [name: string, rule: string, spoil: (evidence: Evidence) => void][] = [
  ["an acknowledged deposit is not in the ledger", "acknowledgedOnce", ({ database }) => (database.transfers = [])],
  [
    "an acknowledged deposit is done with another amount",
    "acknowledgedOnce",
    ({ database }) => (database.transfers = [transfer({ moved: 400 })]),
  ],
  [
    "an acknowledged deposit never reached the machine",
    "acknowledgedOnce",
    ({ cabinet }) => (cabinet.audit = cabinet.audit.filter(({ type }) => type !== "moved")),
  ],
  [
    "an acknowledged deposit came twice",
    "acknowledgedOnce",
    ({ cabinet }) => cabinet.audit.push(moved("t1", 500, { epoch: 2 })),
  ],
  [
    "a repetition was answered otherwise",
    "acknowledgedOnce",
    ({ players }) =>
      players.operations[0]?.attempts.push({ askedAt: 21, answeredAt: 22, outcome: acknowledged(500, 9_000) }),
  ],
  [
    "a refused deposit is done",
    "failedIsAbsent",
    ({ players }) => (players.operations = [operation({ attempts: [{ askedAt: 1, answeredAt: 2, outcome: failed }] })]),
  ],
  [
    "a refused deposit is at the machine alone",
    "failedIsAbsent",
    ({ players, database }) => {
      players.operations = [operation({ attempts: [{ askedAt: 1, answeredAt: 2, outcome: failed }] })];
      database.transfers = [transfer({ state: "failed", moved: null })];
    },
  ],
  [
    "the machine moved what the ledger does not know",
    "ledgerIsTheMachinesRecord",
    ({ cabinet }) => cabinet.audit.push(moved("t9", 100, { epoch: 2 })),
  ],
  [
    "the machine moved it out, the ledger in",
    "ledgerIsTheMachinesRecord",
    ({ cabinet }) =>
      (cabinet.audit = cabinet.audit.map((row) => (row.type === "moved" ? { ...row, direction: "out" } : row))),
  ],
  [
    "the ledger has a transfer that the machine never moved",
    "ledgerIsTheMachinesRecord",
    ({ database }) => database.transfers.push(transfer({ id: "t2", key: "k2", moved: 50, amount: 50 })),
  ],
  [
    "the meter shows less than the ledger",
    "metersAreTheLedger",
    ({ cabinet }) => (cabinet.credits = [{ machine: 1, credit: 0, phase: "idle" }]),
  ],
  [
    "a game is not in the ledger",
    "metersAreTheLedger",
    ({ cabinet }) => cabinet.audit.push({ type: "game", machine: 1, revision: 9, gameNumber: 1, net: 0 }),
  ],
  [
    "a machine forgot its credit and stays in play",
    "clearedIsNotLost",
    ({ cabinet }) => cabinet.audit.push({ type: "cleared", machine: 1, revision: 9, lost: 500 }),
  ],
  [
    "what a machine forgot has no owner any more",
    "clearedIsNotLost",
    ({ cabinet, database }) => {
      cabinet.audit.push({ type: "cleared", machine: 1, revision: 9, lost: 500 });
      database.machines = [{ id: 1, quarantined: "forgot" }];
      database.accounts = [];
    },
  ],
  [
    "the check does not see that a machine forgot its credit",
    "ledgerChecksOut",
    ({ cabinet, database }) => {
      cabinet.audit.push({ type: "cleared", machine: 1, revision: 9, lost: 500 });
      database.machines = [{ id: 1, quarantined: "forgot" }];
    },
  ],
  [
    "a machine obeys an old owner",
    "noOldEpochAtTheMachine",
    ({ cabinet }) => cabinet.audit.push({ type: "command", machine: 1, epoch: 1, command: "press", fenced: false }),
  ],
  [
    "a machine takes an old hello",
    "noOldEpochAtTheMachine",
    ({ cabinet }) => cabinet.audit.push({ type: "hello", machine: 1, epoch: 1 }),
  ],
  [
    "the database takes a write of an old owner",
    "noOldEpochInTheDatabase",
    ({ database }) => database.fences.push({ machine: 1, epoch: 1 }),
  ],
  [
    "a write compares no epoch",
    "everyWriteIsFenced",
    ({ database }) => database.unfenced.push({ machine: 1, table: "sessions" }),
  ],
  [
    "two players sit at one machine",
    "sessionsDoNotOverlap",
    ({ database }) => database.sessions.push({ id: "s3", player: 9, machine: 1, startedAt: 35, endedAt: 60 }),
  ],
  [
    "one player sits at two machines",
    "sessionsDoNotOverlap",
    ({ database }) => database.sessions.push({ id: "s3", player: 8, machine: 2, startedAt: 50, endedAt: null }),
  ],
  [
    "a balance does not show the deposit before it",
    "readsShowWhatWasAcknowledged",
    ({ players }) => (players.reads = [{ player: 7, askedAt: 30, answeredAt: 31, balance: 10_000 }]),
  ],
  [
    "a transfer stays open",
    "nothingIsOpen",
    ({ database }) => database.transfers.push(transfer({ id: "t3", state: "unknown", moved: null })),
  ],
  [
    "funds stay held",
    "nothingIsOpen",
    ({ database }) => database.accounts.push({ kind: "player", ref: 7, posted: 900, held: 5 }),
  ],
  [
    "an accepted press never reached the machine",
    "pressesAreTheMachines",
    ({ players }) => players.presses.push(press()),
  ],
  [
    "the machine received a press twice",
    "pressesAreTheMachines",
    ({ players, cabinet }) => {
      players.presses = [press()];
      cabinet.audit.push({ type: "command", machine: 1, epoch: 2, command: "press", fenced: false });
    },
  ],
  [
    "a press has no answer",
    "everyPressIsAnswered",
    ({ players }) => players.presses.push(press({ outcome: { type: "silent" } })),
  ],
  ["the ledger check fails", "ledgerChecksOut", ({ ledgerCheck }) => (ledgerCheck.ok = false)],
];

describe("the checker", () => {
  it("finds nothing wrong with a good history", () => {
    expect(check(good())).toEqual([]);
  });
  it.each(BAD)("says so where %s", (_name, rule, spoil) => {
    const evidence = good();
    spoil(evidence);
    expect(check(evidence).map((violation) => violation.rule)).toContain(rule);
  });
  it("accepts both outcomes for a deposit without an answer", () => {
    const attempts = [{ askedAt: 1, answeredAt: 2, outcome: unknown }];
    const happened = good();
    happened.players.operations = [operation({ attempts })];
    const absent = good();
    absent.players.operations = [operation({ attempts })];
    absent.database.transfers = [transfer({ state: "failed", moved: null })];
    absent.database.accounts = [{ kind: "machine", ref: 1, posted: 0, held: 0 }];
    absent.cabinet.audit = absent.cabinet.audit.filter(({ type }) => type !== "moved");
    absent.cabinet.credits = [{ machine: 1, credit: 0, phase: "idle" }];
    expect([check(happened), check(absent)]).toEqual([[], []]);
  });
  it("does not judge a balance that was read during a deposit", () => {
    const evidence = good();
    evidence.players.reads = [{ player: 7, askedAt: 5, answeredAt: 15, balance: 10_000 }];
    expect(check(evidence)).toEqual([]);
  });
  it("counts a refusal, and an answer that a repetition brought, as the answer", () => {
    const evidence = good();
    evidence.players.operations = [
      operation({
        attempts: [
          { askedAt: 1, answeredAt: 2, outcome: unknown },
          { askedAt: 3, answeredAt: 4, outcome: acknowledged(500, 9_500) },
        ],
      }),
      operation({ id: "k2", attempts: [{ askedAt: 5, answeredAt: 6, outcome: failed }] }),
    ];
    evidence.database.transfers.push(transfer({ id: "t2", key: "k2", state: "failed", moved: null }));
    expect(check(evidence)).toEqual([]);
  });
});
