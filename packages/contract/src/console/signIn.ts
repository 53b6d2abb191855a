/**
 * Calls with which a member of staff begins: password and second factor, passkey, and the one-time link by which the first
 * manager, new members and those whose password was reset choose a password.
 */
import * as z from "zod/mini";
import { plainLine, text } from "../calls.ts";
import { Timestamp } from "../entities.ts";
import { ErrorCode } from "../errors.ts";
import type { ConsoleCall } from "./call.ts";
import { ConsoleErrorCode } from "./errors.ts";

export const Password = text(200).check(z.minLength(1));
/** A name as members are known in the house. The server also refuses one that looks like another member's. */
export const StaffName = plainLine(40).check(z.minLength(1));
const Secret = text(100).check(z.minLength(1));
/** Six digits of an authenticator app, or a recovery code. */
export const Code = text(40).check(z.minLength(6));

/**
 * What a browser's WebAuthn gives (PublicKeyCredential.toJSON, https://www.w3.org/TR/webauthn-3/): the server checks each part.
 */
export const PasskeyResponse = z.looseObject({
  id: text(1400).check(z.minLength(1)),
  rawId: text(1400).check(z.minLength(1)),
  type: z.literal("public-key"),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z._default(z.record(z.string(), z.unknown()), {}),
});
/** Options for `navigator.credentials`, as WebAuthn's JSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown());

/** A session has begun. The token goes into `Authorization: Bearer`, and is kept in the page's session storage alone. */
const SignedIn = z.object({
  step: z.literal("done"),
  token: z.string(),
  /** Whatever happens, the session ends then. */
  expiresAt: Timestamp,
});
export const SignInAnswer = z.union([
  SignedIn,
  /** The password is right; `token` is for the call `secondFactor` alone, within five minutes. */
  z.object({
    step: z.literal("secondFactor"),
    token: z.string(),
    /** What the member has set up. With a passkey, one signs in by the passkey calls in the place of this step. */
    methods: z.array(z.enum(["totp", "recoveryCode", "passkey"])),
  }),
]);
export type SignInAnswer = z.infer<typeof SignInAnswer>;

const REFUSED = [ErrorCode.WrongCredentials, ErrorCode.AccountProtected] as const;

export const SIGN_IN_CALLS = {
  signIn: {
    method: "POST",
    path: "/sign-in",
    auth: "none",
    permission: null,
    tag: "sign in",
    summary: "Sign in by name and password; a member with a second factor needs it next",
    body: z.object({ name: text(80).check(z.minLength(1)), password: Password }),
    answer: SignInAnswer,
    errors: REFUSED,
  },
  secondFactor: {
    method: "POST",
    path: "/sign-in/second-factor",
    auth: "none",
    permission: null,
    tag: "sign in",
    summary: "The second step: a code of the authenticator app, or a recovery code, which works once",
    body: z.object({ token: Secret, code: Code }),
    answer: SignedIn,
    errors: [ConsoleErrorCode.CodeNotAccepted, ErrorCode.AccountProtected],
  },
  passkeySignInOptions: {
    method: "POST",
    path: "/sign-in/passkey/options",
    auth: "none",
    permission: null,
    tag: "sign in",
    summary: "Begin to sign in with a passkey: options for the browser, valid once, for five minutes",
    body: z.optional(z.object({})),
    answer: z.object({ challenge: z.string(), options: PasskeyOptions }),
    errors: [ConsoleErrorCode.PasskeyNotAccepted],
  },
  passkeySignIn: {
    method: "POST",
    path: "/sign-in/passkey",
    auth: "none",
    permission: null,
    tag: "sign in",
    summary: "Sign in with a passkey, which is both factors",
    body: z.object({ challenge: Secret, response: PasskeyResponse }),
    answer: SignedIn,
    errors: [ConsoleErrorCode.PasskeyNotAccepted, ErrorCode.AccountProtected],
  },
  link: {
    method: "POST",
    path: "/link",
    auth: "none",
    permission: null,
    tag: "sign in",
    summary: "What a one-time link is for; it can still be used afterwards",
    body: z.object({ token: Secret }),
    answer: z.object({
      /** first: it makes the first manager, who chooses a name; password: the member chooses a password. */
      purpose: z.enum(["first", "password"]),
      name: z.nullable(z.string()),
      expiresAt: Timestamp,
    }),
    errors: [ErrorCode.SignInLinkInvalid],
  },
  openLink: {
    method: "POST",
    path: "/link/open",
    auth: "none",
    permission: null,
    tag: "sign in",
    summary:
      "Use a one-time link: choose the password, and for the first manager the name. Signs in, without a second factor",
    body: z.object({ token: Secret, name: z.optional(StaffName), password: Password }),
    answer: SignedIn,
    errors: [
      ErrorCode.SignInLinkInvalid,
      ErrorCode.PasswordTooShort,
      ErrorCode.PasswordTooCommon,
      ConsoleErrorCode.StaffNameTaken,
    ],
  },
} as const satisfies Record<string, ConsoleCall>;
