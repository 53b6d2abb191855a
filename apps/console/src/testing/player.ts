/** A player of component tests, who plays. */
import type { AnswerOf } from "@reelcast/contract";
import type { MoneyMovement, PLAYER_CALLS, PlayerRecord } from "@reelcast/contract/console";

const AT = "2026-11-22T10:00:00.000Z";
export const RECORD: PlayerRecord = {
  id: 7,
  username: "anna",
  name: "Anna",
  lastname: "Bell",
  email: "anna@example.com",
  group: "player",
  createdAt: AT,
  lastLogin: { at: AT, ip: "203.0.113.7" },
  bannedAt: null,
  bannedFor: null,
  logins: 1,
  balance: { free: 100_000, reserved: 0, atMachines: 2_500, inDoubt: 5_000 },
  age: { verifiedAt: null, verifiedBy: null, bornOn: null, isRequired: true },
  seat: { machine: { id: 3, name: "Copper Canyon" }, session: "s1", since: AT },
  protection: { realityCheckMinutes: null, limits: [], breakUntil: null, exclusionUntil: null },
};
/** The balance of that player at one moment. */
export const SERIES: AnswerOf<(typeof PLAYER_CALLS)["playerSeries"]> = {
  points: [{ at: AT, balance: 100_000, fromMachines: 0, toMachines: 0, fromHouse: 0, toHouse: 0 }],
};
export const MOVEMENT: MoneyMovement = {
  seq: 1,
  at: AT,
  kind: "cashin",
  amount: -2_500,
  balance: 100_000,
  journal: 9,
  source: "transfer:0b0e4a4e-5b3c-4c3b-9a44-1f0f4c5f2a11",
  machine: { id: 4, name: "Orchard Gold" },
  session: "s1",
  tag: "",
  hash: "ab".repeat(32),
};
