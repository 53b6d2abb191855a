/** Records of component tests: an item of the work queue, a transfer, a request, a game, and rows of their lists. */
import type {
  GameEvidence,
  GameRow,
  PlayerListRow,
  TransferEvidence,
  TransferRow,
  WorkItem,
} from "@reelcast/contract/console";

export const AT = "2026-11-22T10:00:00.000Z";
export const ID = "0b0e4a4e-5b3c-4c3b-9a44-1f0f4c5f2a11";
const HASH = "ab".repeat(32);
export const PLAYER = { id: 7, name: "anna" };
export const MACHINE = { id: 3, name: "Copper Canyon" };
/** A page with all rows that there are. */
export const pageOf = <Row>(...items: Row[]): { items: Row[]; nextCursor: null } => ({ items, nextCursor: null });

export const gameRow = (number: number, rest: Partial<GameRow> = {}): GameRow => ({
  id: `3-${number}`,
  endedAt: AT,
  machine: MACHINE,
  player: PLAYER,
  session: "s1",
  free: false,
  bet: 100,
  win: 0,
  handPay: 0,
  jackpot: 0,
  ...rest,
});
export const transferRow = (id: string): TransferRow => ({
  id: `${id.repeat(8)}-5b3c-4c3b-9a44-1f0f4c5f2a11`,
  kind: "cashin",
  state: "done",
  player: PLAYER,
  machine: MACHINE,
  amount: 5_000,
  moved: 5_000,
  createdAt: AT,
  updatedAt: AT,
});
export const playerRow = (id: number): PlayerListRow => ({
  id,
  username: `demo${id}`,
  name: "",
  email: "",
  states: [],
  balance: 100,
  lastLogin: null,
  createdAt: AT,
  machine: null,
});
export const item = (kind: WorkItem["kind"], rest: Partial<WorkItem> = {}): WorkItem => ({
  key: `${kind}:${ID}`,
  kind,
  since: AT,
  amount: 5_000,
  player: PLAYER,
  machine: MACHINE,
  state: "manual",
  detail: "the meters differ",
  subject: ID,
  expiresAt: null,
  owner: null,
  ...rest,
});
export const REQUEST = item("approval", { key: "approval:4", subject: "4", machine: null, amount: 20_000_000 });
export const TRANSFER: TransferEvidence = {
  id: ID,
  kind: "cashin",
  state: "manual",
  player: PLAYER,
  machine: MACHINE,
  amount: 5_000,
  moved: null,
  createdAt: AT,
  updatedAt: AT,
  number: 12,
  session: "s1",
  clientTransferId: ID,
  ip: "203.0.113.7",
  code: null,
  detail: "the meters differ",
  manualAt: AT,
  balanceAfter: null,
  creditAfter: null,
  evidence: { answered: { status: "notFound" } },
  decidable: 5_000,
  request: null,
  suspension: {
    id: ID,
    held: 5_000,
    credit: 0,
    remaining: 5_000,
    paid: 0,
    kept: 0,
    reason: "the meters differ",
    openedAt: AT,
    settledAt: null,
    settledBy: null,
    settledBecause: null,
  },
  reading: {
    at: AT,
    meters: { transferredIn: 5_000, transferredOut: 0, credit: 5_000 },
    ledger: { transferredIn: 0, transferredOut: 0, credit: 0 },
  },
  journals: [
    {
      id: 9,
      at: AT,
      kind: "suspend",
      source: `suspend:${ID}`,
      postings: [
        {
          account: { kind: "player", ref: 7, name: "anna" },
          seq: 2,
          amount: -5_000,
          balance: 0,
          hash: HASH,
          fits: true,
        },
        {
          account: { kind: "suspense", ref: 7, name: "anna" },
          seq: 1,
          amount: 5_000,
          balance: 5_000,
          hash: HASH,
          fits: false,
        },
      ],
    },
  ],
  acts: [],
};
export const APPROVAL = {
  id: 4,
  act: "player.credit",
  target: "player 7",
  player: PLAYER,
  machine: null,
  amount: 20_000_000,
  why: "won it",
  requestedBy: "Mehmet",
  requestedFrom: "staff 2 from 127.0.0.1",
  requestedAt: AT,
  expiresAt: "2099-01-01T00:00:00.000Z",
  state: "waiting" as const,
  decidedBy: null,
  decidedAt: null,
  params: { playerId: 7 },
  acts: [],
};
export const GAME: GameEvidence = {
  id: "3-1042",
  record: {
    version: 1,
    session: "s1",
    machine: 3,
    number: 1042,
    free: false,
    bet: 100,
    win: 90_000,
    handPay: 0,
    startedAt: AT,
    endedAt: AT,
    meters: { coinIn: 200, coinOut: 90_000, handPaid: 0, credit: 92_400 },
    outcome: {
      symbols: [
        ["Star", "Bell"],
        ["Star", "Seven"],
      ],
      wins: [{ line: 0, count: 2, amount: 90_000, rows: [0, 0] }],
    },
  },
  hash: HASH,
  previous: HASH,
  chain: { state: "intact", checked: 6 },
  metersBefore: { coinIn: 100, coinOut: 0, handPaid: 0, credit: 2_500 },
  player: PLAYER,
  session: { id: "s1", startedAt: AT, endedAt: null },
  machine: { ...MACHINE, brand: "Lodestar", serial: "S3", maths: { game: "classic-sevens", returnToPlayer: 0.95 } },
  jackpots: [],
  journals: TRANSFER.journals,
  before: "3-1041",
  after: null,
};
