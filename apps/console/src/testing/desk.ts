/** The support desk of component tests: a list of chats, one of them, its player, and a canned answer. */
import type { CannedVersion, DeskChat, DeskContext, DeskDialog } from "@reelcast/contract/console";

export const AT = "2026-01-02T03:04:05.000Z";
export const chat = (playerId: number, username: string): DeskChat => ({
  playerId,
  username,
  name: "",
  waitsSince: AT,
  unread: 1,
  last: { at: AT, text: "Bonusum gelmedi", byDesk: false, by: null },
  assignedTo: null,
  closed: null,
});
export const COUNTS = { waiting: 2, open: 0, closed: 0, waitsSince: AT };
export const dialog = (more: Partial<DeskDialog> = {}): DeskDialog => ({
  player: { id: 7, username: "anna", name: "Anna" },
  messages: [{ id: 1, at: AT, text: "Bonusum gelmedi", byDesk: false, by: null, clientId: null }],
  older: false,
  state: "waiting",
  assignedTo: null,
  closed: null,
  readByPlayer: 0,
  ...more,
});
export const CONTEXT: DeskContext = {
  username: "anna",
  name: "Anna",
  email: "anna@example.com",
  createdAt: AT,
  bannedAt: null,
  currency: "TRY",
  balance: 1_250_00,
  inDoubt: 50_00,
  seat: { machineId: 4, machine: "Royal Sevens", since: AT },
  transfers: [{ id: "t", kind: "cashin", machine: "Royal Sevens", amount: 100_00, state: "done", at: AT }],
  protection: { realityCheckMinutes: null, limits: [], breakUntil: null, exclusionUntil: null },
};
export const CANNED: CannedVersion = {
  version: 1,
  at: AT,
  by: "Mehmet",
  answers: [{ shortcut: "hours", texts: { tr: "Her gün açığız.", en: "We are open every day.", ar: "نعمل كل يوم." } }],
};
