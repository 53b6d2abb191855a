/** What the scripted server answers where a test says nothing else: a manager with everything set up, and two colleagues. */
import { PERMISSIONS, permissionsOf } from "@reelcast/contract/console";
import type { Me, Role, StaffMember } from "@reelcast/contract/console";
import { floorOf } from "./floor.ts";
import type { ScriptedRequest } from "@reelcast/testing/scriptedServer";

export const TOKEN = "the-token";
export const PASSWORD = "lamps that burn";
const AT = "2026-01-02T03:04:05.000Z";
const LATER = "2099-01-02T03:04:05.000Z";

export const ME: Me = {
  id: 1,
  name: "Ayşe",
  roles: ["manager"],
  permissions: [...PERMISSIONS],
  wall: false,
  secondFactor: { active: true, needed: true, totp: true, passkeys: 1, recoveryCodes: 8 },
  house: { name: "Golden House" },
  expiresAt: LATER,
  idleSeconds: 900,
};
/** In a session of the wall. */
export const WALL_ME: Me = {
  ...ME,
  permissions: ["floor.view"],
  wall: true,
  secondFactor: { active: false, needed: false, totp: false, passkeys: 0, recoveryCodes: 0 },
  idleSeconds: null,
};
/** Somebody with these roles, whose session has the second factor. */
export const meAs = (...roles: Role[]): Me => ({ ...ME, roles, permissions: permissionsOf(roles) });

const member = (id: number, name: string, rest: Partial<StaffMember>): StaffMember => ({
  id,
  name,
  roles: ["attendant"],
  state: "active",
  totp: false,
  passkeys: 0,
  sessions: 0,
  lastUsedAt: null,
  createdAt: AT,
  ...rest,
});
export const STAFF: readonly StaffMember[] = [
  member(1, "Ayşe", { roles: ["manager"], totp: true, passkeys: 1, sessions: 1, lastUsedAt: AT }),
  member(2, "Mehmet", { roles: ["attendant", "cashier"], sessions: 2, lastUsedAt: AT }),
  member(3, "Lena", { state: "invited" }),
  member(4, "Omar", { state: "disabled", roles: ["risk"] }),
];
export const LINK = { path: "/link#link.abc", expiresAt: LATER };

const DEFAULTS: Readonly<Record<string, unknown>> = {
  me: () => ME,
  floor: floorOf([]),
  house: { currency: "TRY", timeZone: "Europe/Istanbul" },
  workQueue: { items: [], isTruncated: false },
  socketTicket: { ticket: "a-ticket" },
  staff: STAFF,
  addStaff: { id: 9, link: LINK },
  resetStaff: { link: LINK },
  passkeys: [{ id: 1, name: "Ofis", createdAt: AT, lastUsedAt: null }],
  ownSessions: [
    {
      id: 1,
      address: "203.0.113.7",
      agent: navigator.userAgent,
      secondFactor: true,
      wall: false,
      startedAt: AT,
      lastUsedAt: AT,
      expiresAt: LATER,
      own: true,
    },
    {
      id: 2,
      address: "198.51.100.23",
      agent: "curl/8",
      secondFactor: false,
      wall: false,
      startedAt: AT,
      lastUsedAt: AT,
      expiresAt: LATER,
      own: false,
    },
  ],
  endOtherSessions: { ended: 1 },
  signIn: { step: "done", token: TOKEN, expiresAt: LATER },
  secondFactor: { step: "done", token: TOKEN, expiresAt: LATER },
  openLink: { step: "done", token: TOKEN, expiresAt: LATER },
  link: { purpose: "password", name: "Lena", expiresAt: LATER },
  changePassword: { token: "another-token", expiresAt: LATER },
  beginTotp: {
    challenge: "c",
    secret: "JBSWY3DPEHPK3PXP",
    uri: "otpauth://totp/Reelcast:Ayse?secret=JBSWY3DPEHPK3PXP",
  },
  confirmTotp: { token: "another-token", expiresAt: LATER },
  newRecoveryCodes: { codes: ["AAAA-BBBB", "CCCC-DDDD", "EEEE-FFFF", "GGGG-HHHH"] },
};
export function answerByDefault(name: string, request: ScriptedRequest): unknown {
  const answer = DEFAULTS[name];
  return typeof answer === "function" ? (answer as (request: ScriptedRequest) => unknown)(request) : answer;
}
