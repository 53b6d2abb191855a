/**
 * What people of the house may do. A role is a set of permissions; a person has one or more roles. The server checks the
 * permission of each call; the console hides what a person may not do.
 */
export const PERMISSIONS = [
  /** See the floor: machines, their games and their players' names, the work queue, the health of the house. */
  "floor.view",
  /** Watch a machine's live picture. Each watching is in the audit log. */
  "machine.watch",
  /** Take a machine out of order and back, lock and unlock it, clear a tilt. */
  "machine.operate",
  /** Pay a win by hand. */
  "machine.handPay",
  /** Take a machine out of the house for good. */
  "machine.retire",
  /** Decide what became of a transfer or of money in doubt. */
  "money.settle",
  /** See players: identity, balance, sessions, games, limits, log. */
  "player.view",
  /** Write notes about a player. */
  "player.note",
  /** Pay in and out by hand. */
  "player.credit",
  /** Correct a balance. */
  "player.correct",
  /** End logins, reset a PIN or a password. */
  "player.access",
  /** Ban a player and end the ban. */
  "player.ban",
  /** Set limits, breaks and exclusions of a player. */
  "player.protect",
  /** Read significant events and mark them as seen. */
  "events.see",
  /** Read and answer chats of players. */
  "chat.answer",
  /** Approve and refuse what another person asked for. */
  "approvals.decide",
  /** Read and export the audit log. */
  "audit.view",
  /** Make, change and disable members of staff. */
  "staff.manage",
  /** Change settings of the house, the rules of play among them. */
  "settings.change",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * Permissions that count only in a session that began with a second factor: money moves or comes within reach,
 * rights are given, or something ends for good.
 */
export const SECOND_FACTOR_PERMISSIONS: readonly Permission[] = [
  "machine.handPay",
  // It can't be undone.
  "machine.retire",
  "money.settle",
  "player.credit",
  "player.correct",
  // A person who resets a player's password can reach the player's money.
  "player.access",
  "approvals.decide",
  "staff.manage",
  "settings.change",
];

/** What a session of the wall may do, as far as its member may: it can be open in a hall for hours, and nobody watches the screen. */
export const WALL_PERMISSIONS: readonly Permission[] = ["floor.view"];

export const ROLES = ["viewer", "attendant", "cashier", "support", "risk", "manager"] as const;
export type Role = (typeof ROLES)[number];

const FLOOR = ["floor.view", "machine.watch"] as const;
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: FLOOR,
  attendant: [...FLOOR, "machine.operate", "machine.handPay", "events.see"],
  cashier: [
    ...FLOOR,
    "player.view",
    "player.note",
    "player.credit",
    "player.correct",
    "money.settle",
    "approvals.decide",
    "events.see",
  ],
  support: [...FLOOR, "player.view", "player.note", "player.access", "chat.answer"],
  risk: [...FLOOR, "player.view", "player.note", "player.ban", "player.protect", "events.see", "audit.view"],
  manager: PERMISSIONS,
};

/** The permissions of all `roles` together, in the order of `PERMISSIONS`. */
export function permissionsOf(roles: readonly Role[]): Permission[] {
  const granted = new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
  return PERMISSIONS.filter((permission) => granted.has(permission));
}
