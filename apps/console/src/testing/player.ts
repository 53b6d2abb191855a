/** A player of component tests, who plays. */
import type { PlayerRecord } from "@reelcast/contract/console";

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
