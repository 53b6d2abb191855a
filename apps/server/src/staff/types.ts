/** What the staff of the house is, for the console and the command line. */
import type {
  Me,
  Passkey,
  Permission,
  Role,
  SignInAnswer,
  StaffMember,
  StaffSession,
} from "@reelcast/contract/console";
import type { Db, Trx } from "../storage/index.ts";
import type { output } from "zod/mini";

/** Where a request comes from. */
export interface Origin {
  /** IP address. */
  address: string;
  /** What the browser says of itself. */
  agent: string;
}
/** A member in a session. */
export interface Member {
  id: number;
  sessionId: number;
  name: string;
  roles: readonly Role[];
  /** Those that count in this session. */
  permissions: readonly Permission[];
  secondFactor: boolean;
  /** The session is one of the wall. */
  wall: boolean;
  /** Seconds since 1970: the session ends then, used or not. */
  expiresAt: number;
}
/** A session that has begun. */
export interface Begun {
  staffId: number;
  token: string;
  /** ISO 8601. */
  expiresAt: string;
  /** Sessions of the member that ended for it, since there were too many. */
  ended: readonly number[];
}
/** A one-time link, as a path with the token behind "#". */
export interface StaffLink {
  path: string;
  /** ISO 8601. */
  expiresAt: string;
}
/** A changed member, before and after, for the audit log. */
export interface StaffChange {
  id: number;
  name: string;
  before: object | null;
  after: object | null;
}
/** The site at which a browser is, for passkeys. */
export interface Site {
  /** Host name without port: what passkeys belong to. */
  rpId: string;
  /** https://host:port */
  origin: string;
}
type PasskeyRow = output<typeof Passkey>;
type SessionRow = output<typeof StaffSession>;
interface PasskeyRequest {
  challenge: string;
  options: Record<string, unknown>;
}
/** What a browser gave, unchecked. */
export type PasskeyResponse = Record<string, unknown>;

/** Sessions and signing in. Each writes its own row of the audit log. */
export interface StaffSignIn {
  /** @throws AppError WrongCredentials, AccountProtected, TooManyRequests: the same for names that do not exist */
  signIn(request: { name: string; password: string }, from: Origin): Promise<SignInAnswer>;
  /** @throws CodedError CodeNotAccepted, AccountProtected; TokenInvalid: begin with the password again */
  secondFactor(request: { token: string; code: string }, from: Origin): Promise<Begun>;
  /** @throws ConsoleError PasskeyNotAccepted where the site can have no passkeys */
  passkeySignInOptions(site: Site): Promise<PasskeyRequest>;
  /** @throws ConsoleError PasskeyNotAccepted */
  passkeySignIn(request: { challenge: string; response: PasskeyResponse }, site: Site, from: Origin): Promise<Begun>;
  /** @throws AppError SignInLinkInvalid */
  link(token: string): Promise<{ purpose: "first" | "password"; name: string | null; expiresAt: string }>;
  /** @throws CodedError SignInLinkInvalid, InvalidRequest with `field`, PasswordTooShort, PasswordTooCommon, StaffNameTaken */
  openLink(request: { token: string; name?: string | undefined; password: string }, from: Origin): Promise<Begun>;
  /** The member of a token, with the rights of this moment. @throws AppError TokenInvalid with `reason` */
  check(token: string): Promise<Member>;
  /** Records that the member does something: the session does not become idle. */
  used(member: Pick<Member, "sessionId">): Promise<void>;
  /** For open sockets: the present members of these sessions; ended ones are missing. */
  membersOf(sessionIds: readonly number[]): Promise<Member[]>;
  /** A single-use ticket of 30 s for the socket of a session. */
  ticket(member: Pick<Member, "sessionId" | "id">): Promise<string>;
  /** The session of a ticket that this process has issued and that is neither expired nor used; otherwise null. No query. */
  ticketOwner(ticket: string): number | null;
  /** @throws AppError TokenInvalid */
  redeemTicket(ticket: string): Promise<Member>;
}

/** What members do about themselves. Each writes its own row of the audit log. */
export interface StaffOwn {
  me(member: Member): Promise<Omit<Me, "house">>;
  signOut(member: Member, from: Origin): Promise<void>;
  sessions(member: Member): Promise<SessionRow[]>;
  /** Ends the session, and begins one of the wall. @throws AppError TokenInvalid where it has ended meanwhile */
  startWall(member: Member, from: Origin): Promise<Begun>;
  /** @throws AppError NotFound */
  endSession(member: Member, sessionId: number, from: Origin): Promise<void>;
  /** Resolves with their number. */
  endOtherSessions(member: Member, from: Origin): Promise<number>;
  /** @throws AppError WrongOldPassword, AccountProtected, PasswordTooShort, PasswordTooCommon */
  changePassword(member: Member, request: { password: string; newPassword: string }, from: Origin): Promise<Begun>;
  /** @throws CodedError WrongOldPassword, AccountProtected, SecondFactorRequired */
  beginTotp(member: Member, password: string): Promise<{ challenge: string; secret: string; uri: string }>;
  /** @throws CodedError CodeNotAccepted, AccountProtected, SecondFactorRequired */
  confirmTotp(member: Member, request: { challenge: string; code: string }, from: Origin): Promise<Begun>;
  /** @throws CodedError WrongOldPassword, AccountProtected, SecondFactorRequired */
  newRecoveryCodes(member: Member, password: string, from: Origin): Promise<string[]>;
  passkeys(member: Member): Promise<PasskeyRow[]>;
  /** @throws CodedError WrongOldPassword, AccountProtected, SecondFactorRequired, PasskeyNotAccepted, Conflict for too many */
  beginPasskey(member: Member, password: string, site: Site): Promise<PasskeyRequest>;
  /** @throws ConsoleError PasskeyNotAccepted, SecondFactorRequired */
  addPasskey(
    member: Member,
    request: { challenge: string; name: string; response: PasskeyResponse },
    site: Site,
    from: Origin,
  ): Promise<Begun>;
  /** @throws CodedError WrongOldPassword, AccountProtected, SecondFactorRequired, NotFound */
  removePasskey(member: Member, request: { id: number; password: string }, from: Origin): Promise<void>;
}

/**
 * What managers and the command line do with members, in the caller's transaction. The caller writes the row of the audit log,
 * and publishes `staff.ended` after the commit where sessions end.
 */
export interface StaffAdministration {
  list(on: Db | Trx): Promise<StaffMember[]>;
  /** By the name, in any of its spellings. @throws ConsoleError StaffUnknown */
  findByName(on: Db | Trx, name: string): Promise<{ id: number; name: string }>;
  /** What the member may do now, nothing if disabled; until the end of the transaction this stays so. Null: there is none of this name. */
  permissionsNow(trx: Trx, name: string): Promise<readonly Permission[] | null>;
  /** @throws CodedError InvalidRequest with `field`, StaffNameTaken */
  add(trx: Trx, request: { name: string; roles: readonly Role[] }): Promise<StaffChange & { link: StaffLink }>;
  /**
   * Sessions end.
   * @param change seen: the present roles as the person saw them; null: whatever they are
   * @throws CodedError NotFound, LastManager, Conflict where the present roles are others
   */
  changeRoles(
    trx: Trx,
    id: number,
    change: { roles: readonly Role[]; seen: readonly Role[] | null },
  ): Promise<StaffChange>;
  /** Sessions and links end. @throws CodedError NotFound, LastManager */
  disable(trx: Trx, id: number): Promise<StaffChange>;
  /** Blocks after wrong passwords and codes end too. @throws AppError NotFound */
  enable(trx: Trx, id: number): Promise<StaffChange>;
  /**
   * Sessions end, every factor is taken, and blocks after wrong passwords and codes end.
   * @param options mayBeLast: also the last manager, by somebody who can give the link to them
   * @throws CodedError NotFound, Conflict for a disabled member, LastManager
   */
  reset(trx: Trx, id: number, options: { mayBeLast: boolean }): Promise<StaffChange & { link: StaffLink }>;
}

export interface Staff extends StaffSignIn, StaffOwn {
  administration: StaffAdministration;
  /**
   * Reads the key that encrypts secrets, or makes one where none is needed yet.
   * @param shared other processes have it too: a key that does not fit is never replaced
   * @throws StaffKeyError with a sentence for the operator
   */
  openKey(shared: boolean): Promise<void>;
  /** A link that makes the first manager, in place of earlier ones; null: there is a member already. */
  firstManagerLink(): Promise<StaffLink | null>;
  /** Makes the forms in which names are compared anew, of members that an earlier version has added. */
  renewSkeletons(): Promise<void>;
  /** Writes what is counted in memory; at the end of the process. */
  flush(): Promise<void>;
}
