/** Calls of a member of staff about the own session, password and second factors. */
import * as z from "zod/mini";
import { plainLine, text } from "../calls.ts";
import { Id, Timestamp } from "../entities.ts";
import { ErrorCode } from "../errors.ts";
import type { ConsoleCall } from "./call.ts";
import { ConsoleErrorCode } from "./errors.ts";
import { PERMISSIONS, ROLES } from "./roles.ts";
import { Code, Password, PasskeyOptions, PasskeyResponse } from "./signIn.ts";

export const Me = z.object({
  id: Id,
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  /** What counts in this session. */
  permissions: z.array(z.enum(PERMISSIONS)),
  /** The session is one of the wall: it reads the floor, and nothing else. */
  wall: z.boolean(),
  /** To a session of the wall nothing is said about the member's. */
  secondFactor: z.object({
    /** This session has it. */
    active: z.boolean(),
    /** The member's roles have permissions that count only with it. */
    needed: z.boolean(),
    /** An authenticator app is set up. */
    totp: z.boolean(),
    passkeys: z.int(),
    /** Recovery codes that were not used yet. */
    recoveryCodes: z.int(),
  }),
  /** The house whose staff this is. */
  house: z.object({ name: z.string() }),
  /** The session ends then; earlier where it is not used for `idleSeconds`. */
  expiresAt: Timestamp,
  /** null: it may stay unused. */
  idleSeconds: z.nullable(z.int()),
});
export type Me = z.infer<typeof Me>;

export const StaffSession = z.object({
  id: Id,
  address: z.string(),
  /** What the browser says of itself. */
  agent: z.string(),
  secondFactor: z.boolean(),
  /** A session of the wall. */
  wall: z.boolean(),
  startedAt: Timestamp,
  lastUsedAt: Timestamp,
  /** It ends then, used or not. */
  expiresAt: Timestamp,
  /** The session of this call. */
  own: z.boolean(),
});
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
});

const IdParam = z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(2 ** 31 - 1)) });
/** The session goes on with this token; the one before has ended. */
const NewToken = z.object({ token: z.string(), expiresAt: Timestamp });
const PASSWORD_ERRORS = [ErrorCode.WrongOldPassword, ErrorCode.AccountProtected] as const;
/** Who has a second factor changes one only in a session that began with it. */
const FACTOR_ERRORS = [...PASSWORD_ERRORS, ConsoleErrorCode.SecondFactorRequired] as const;

export const OWN_CALLS = {
  me: {
    method: "GET",
    path: "/me",
    auth: "staff",
    permission: null,
    wall: true,
    tag: "own",
    summary: "Who is signed in, and what this session may do now",
    answer: Me,
  },
  signOut: {
    method: "POST",
    path: "/sign-out",
    auth: "staff",
    permission: null,
    wall: true,
    tag: "own",
    summary: "End this session",
    body: z.optional(z.object({})),
  },
  stayActive: {
    method: "POST",
    path: "/active",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "The member uses the page without making calls: the session does not become idle",
    body: z.optional(z.object({})),
  },
  socketTicket: {
    method: "POST",
    path: "/ticket",
    auth: "staff",
    permission: null,
    wall: true,
    polled: true,
    tag: "own",
    summary: "A single-use ticket of 30 s for the address of the socket",
    body: z.optional(z.object({})),
    answer: z.object({ ticket: z.string() }),
  },
  startWall: {
    method: "POST",
    path: "/wall",
    auth: "staff",
    permission: "floor.view",
    tag: "own",
    summary:
      "Turn this session into one of the wall, for a screen in the hall: for 12 hours, used or not, it reads the floor and " +
      "its stills, and may do nothing else. The present session ends",
    body: z.optional(z.object({})),
    answer: NewToken,
  },
  ownSessions: {
    method: "GET",
    path: "/sessions",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "The member's open sessions, newest first",
    answer: z.array(StaffSession),
  },
  endSession: {
    method: "DELETE",
    path: "/sessions/:id",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "End one of the own sessions",
    params: IdParam,
    errors: [ErrorCode.NotFound],
  },
  endOtherSessions: {
    method: "POST",
    path: "/sessions/end-others",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "End all own sessions but this one",
    body: z.optional(z.object({})),
    answer: z.object({ ended: z.int() }),
  },
  changePassword: {
    method: "POST",
    path: "/password",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "Change the password; the other sessions end",
    body: z.object({ password: Password, newPassword: Password }),
    answer: NewToken,
    errors: [...PASSWORD_ERRORS, ErrorCode.PasswordTooShort, ErrorCode.PasswordTooCommon],
  },
  beginTotp: {
    method: "POST",
    path: "/totp",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "Begin to set up an authenticator app: its secret, valid for five minutes. Nothing has changed yet",
    body: z.object({ password: Password }),
    answer: z.object({
      /** For `confirmTotp`. */
      challenge: z.string(),
      /** Base32, for typing. */
      secret: z.string(),
      /** otpauth://…, for a QR code. */
      uri: z.string(),
    }),
    errors: FACTOR_ERRORS,
  },
  confirmTotp: {
    method: "POST",
    path: "/totp/confirm",
    auth: "staff",
    permission: null,
    tag: "own",
    summary:
      "Finish it by a code of the app, which replaces an earlier one. This session has the second factor from now on; the " +
      "other ones end",
    body: z.object({ challenge: text(100).check(z.minLength(1)), code: Code }),
    answer: NewToken,
    errors: [ConsoleErrorCode.CodeNotAccepted, ErrorCode.AccountProtected, ConsoleErrorCode.SecondFactorRequired],
  },
  newRecoveryCodes: {
    method: "POST",
    path: "/recovery-codes",
    auth: "staff",
    permission: null,
    tag: "own",
    summary:
      "New recovery codes, shown once; each signs in once in the place of the app. Earlier ones are void. Only in a session with " +
      "a second factor: setting up the first one makes codes from before void",
    body: z.object({ password: Password }),
    answer: z.object({ codes: z.array(z.string()) }),
    errors: FACTOR_ERRORS,
  },
  passkeys: {
    method: "GET",
    path: "/passkeys",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "The member's passkeys",
    answer: z.array(Passkey),
  },
  beginPasskey: {
    method: "POST",
    path: "/passkeys/options",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "Begin to add a passkey: options for the browser, valid once, for five minutes",
    body: z.object({ password: Password }),
    answer: z.object({ challenge: z.string(), options: PasskeyOptions }),
    errors: [...FACTOR_ERRORS, ConsoleErrorCode.PasskeyNotAccepted, ErrorCode.Conflict],
  },
  addPasskey: {
    method: "POST",
    path: "/passkeys",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "Finish it by what the browser gave. This session has the second factor from now on",
    body: z.object({
      challenge: text(100).check(z.minLength(1)),
      name: plainLine(60).check(z.minLength(1)),
      response: PasskeyResponse,
    }),
    answer: NewToken,
    errors: [ConsoleErrorCode.PasskeyNotAccepted, ConsoleErrorCode.SecondFactorRequired],
  },
  removePasskey: {
    method: "POST",
    path: "/passkeys/:id/remove",
    auth: "staff",
    permission: null,
    tag: "own",
    summary: "Remove a passkey; the other sessions end, and without any second factor this one loses it",
    params: IdParam,
    body: z.object({ password: Password }),
    errors: [...FACTOR_ERRORS, ErrorCode.NotFound],
  },
} as const satisfies Record<string, ConsoleCall>;
