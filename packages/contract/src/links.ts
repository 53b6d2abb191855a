/**
 * Sign-in links: the house gives a player an address that logs in once. Its token is no access token: it is exchanged for
 * one, and only once.
 */
import * as z from "zod/mini";
import { LoginAnswer, text } from "./calls.ts";
import type { Call } from "./calls.ts";
import { Id, Timestamp } from "./entities.ts";
import { ErrorCode } from "./errors.ts";

/** Seconds that a link is valid, and that its exchange can be repeated. */
export const SIGN_IN_LINK_SECONDS = 60;
const LINK_PREFIX = "link.";
/** Whether a token in an address is that of a sign-in link. Every other one is an access token. */
export const isLinkToken = (token: string): boolean => token.startsWith(LINK_PREFIX);
/** @param secret random, at least 128 bits, as base64url */
export const linkToken = (secret: string): string => LINK_PREFIX + secret;
/** Where the app takes a link, from the site's root. */
export const linkPath = (token: string): string => `/callback?token=${encodeURIComponent(token)}`;

export const SignInLink = z.object({
  token: z.string(),
  /** The address from the site's root: the site's own address goes before it. */
  path: z.string(),
  expiresAt: Timestamp,
});
export type SignInLink = z.infer<typeof SignInLink>;

/**
 * Whose link it is: the username (or e-mail address), or the number, and never both. A username may consist of digits, so
 * one field for both could name two players.
 */
const LinkOwner = z
  .object({ username: z.optional(text(254).check(z.minLength(1))), id: z.optional(Id) })
  .check(z.refine(({ username, id }) => (username === undefined) !== (id === undefined)));

/** Random (a UUID, or 128 bits as base64url), made by the browser and kept secret: who knows it may repeat the exchange. */
const RequestId = text(64).check(z.regex(/^[\w-]{22,64}$/));

export const LINK_CALLS = {
  makeLink: {
    method: "POST",
    path: "/operator/links",
    auth: "operator",
    tag: "operator",
    summary: `A link that logs a player in: for one use, within ${SIGN_IN_LINK_SECONDS} seconds`,
    body: LinkOwner,
    answer: SignInLink,
    errors: [ErrorCode.NotFound, ErrorCode.PlayerBanned],
  },
  followLink: {
    method: "POST",
    path: "/login/link",
    auth: "none",
    tag: "account",
    summary: `Log in with the token of a sign-in link, which uses it up; with the same requestId, the answer is repeated for ${SIGN_IN_LINK_SECONDS} s`,
    body: z.object({ token: text(4096).check(z.minLength(1)), requestId: z.optional(RequestId) }),
    answer: LoginAnswer,
    errors: [ErrorCode.SignInLinkInvalid, ErrorCode.PlayerBanned, ErrorCode.OnBreak, ErrorCode.SelfExcluded],
  },
} as const satisfies Record<string, Call>;
