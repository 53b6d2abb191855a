/** A small floor for component tests: machines in the states that a wall shows. */
import type { AnswerOf } from "@reelcast/contract";
import type { FLOOR_CALLS, FloorChanges, FloorSnapshot, MachineTile } from "@reelcast/contract/console";

const AT = Date.parse("2026-01-02T03:04:05.000Z");
export const tileAs = (id: number, name: string, more: Partial<MachineTile> = {}): MachineTile => ({
  id,
  name,
  brand: 1 + (id % 2),
  image: null,
  video: "screen",
  state: "free",
  need: null,
  player: null,
  credit: 0,
  closed: false,
  lastGame: null,
  online: true,
  node: null,
  ...more,
});
export const TILES: readonly MachineTile[] = [
  tileAs(1, "Copper Canyon", {
    state: "playing",
    player: { id: 7, name: "demo1", since: AT },
    credit: 18_850,
    lastGame: { bet: 250, win: 0, at: AT },
  }),
  tileAs(2, "Royal Sevens"),
  tileAs(3, "Lantern Street", { state: "tilt", need: { what: "tilt", since: AT, text: "reel 2 stalled" } }),
  tileAs(4, "Orchard Gold", {
    state: "outOfOrder",
    need: { what: "outOfOrder", since: AT, text: "door broken" },
  }),
  tileAs(5, "Polar Fire", {
    state: "quarantined",
    need: { what: "transfer", since: AT, text: "the machine does not know the transfer" },
  }),
  tileAs(6, "Deep Anchor", {
    state: "unreachable",
    online: false,
    need: { what: "unreachable", since: AT, text: null },
  }),
];
export const floorOf = (tiles: readonly MachineTile[] = TILES): FloorSnapshot => ({
  board: "edge",
  version: 1,
  at: AT,
  currency: "TRY",
  brands: [
    { id: 1, name: "Lodestar" },
    { id: 2, name: "Nordlys" },
  ],
  tiles: [...tiles],
});
/** The next changes after those of `floorOf`. */
export const changesOf = (...changed: FloorChanges["changed"]): FloorChanges => ({
  key: "floor",
  board: "edge",
  version: 2,
  changed,
  gone: [],
});

type Record = AnswerOf<(typeof FLOOR_CALLS)["machine"]>;
const METERS = { transferredIn: 20_000, transferredOut: 0, credit: 18_850 };
export const recordOf = ({ id, name }: Pick<MachineTile, "id" | "name">, more: Partial<Record> = {}): Record => ({
  id,
  name,
  brand: { id: 1, name: "Lodestar" },
  image: null,
  serial: "RC-0001",
  driver: "simulated",
  video: "screen",
  zone: null,
  outOfOrder: null,
  quarantined: null,
  closed: null,
  reserved: null,
  retiredAt: null,
  touchAreas: [],
  epoch: 3,
  session: null,
  reading: { at: new Date(AT).toISOString(), meters: METERS, ledger: METERS },
  ledger: METERS,
  transfer: null,
  suspension: null,
  settlement: { due: 0, player: null },
  played: { paidGames: 400, bet: 100_000, win: 93_000, played: 0.93, halfWidth95: 0.09, isLimited: false },
  live: {
    manufacturer: "Lodestar",
    model: name,
    game: "classic",
    returnToPlayer: 0.959,
    meters: {
      ...METERS,
      coinIn: 100_000,
      coinOut: 93_000,
      handPaid: 0,
      jackpots: 0,
      gamesPlayed: 400,
      freeGamesPlayed: 12,
    },
  },
  ...more,
});
export const TIMELINE: AnswerOf<(typeof FLOOR_CALLS)["machineTimeline"]> = {
  items: [
    {
      kind: "act",
      id: "act:9",
      at: new Date(AT + 9_000).toISOString(),
      seq: 9,
      by: "Ayşe",
      via: "console",
      act: "machine.back",
      why: "door closed",
      outcome: "done",
    },
    {
      kind: "game",
      id: "game:4",
      at: new Date(AT + 5_000).toISOString(),
      number: 4,
      free: false,
      bet: 250,
      win: 1_000,
      handPay: 0,
      player: { id: 7, name: "demo1" },
    },
    {
      kind: "transfer",
      id: "transfer:2",
      at: new Date(AT + 2_000).toISOString(),
      transfer: "0b0e1f2a-0000-4000-8000-000000000001",
      direction: "cashin",
      state: "manual",
      amount: 20_000,
      moved: null,
      code: null,
      player: { id: 7, name: "demo1" },
    },
    {
      kind: "session",
      id: "session:s",
      at: new Date(AT).toISOString(),
      session: "s",
      player: { id: 7, name: "demo1" },
      endedAt: null,
      endReason: null,
      paidOut: null,
    },
  ],
  newer: "n",
  older: null,
};
