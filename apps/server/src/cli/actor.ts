/**
 * The actor of a command: name and origin. The name is the system login or `--by`. Neither is proof: an operator who
 * can run `house` has access to the database.
 */
import { hostname, userInfo } from "node:os";
import process from "node:process";
import { nameSkeleton } from "../accounts/index.ts";
import { isPlainLine } from "@reelcast/contract";
import { MAX_WHY } from "@reelcast/contract/console";
import { InputError } from "../input.ts";

const MAX_NAME_LENGTH = 100;
/** Names that are reserved for acts of the server. */
const RESERVED = new Set(["system", "house"].map(nameSkeleton));
/** Whether it has a visible letter or digit: some Hangul letters are blank. */
const hasVisibleText = (text: string) =>
  /[\p{L}\p{N}]/u.test(text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ""));

/** The account that runs the command; under sudo, the calling account. SUDO_USER counts only for root. */
export function systemUser(env: NodeJS.ProcessEnv = process.env, uid: number | undefined = process.getuid?.()): string {
  const caller = env["SUDO_USER"];
  if (uid === 0 && caller !== undefined && caller !== "") return caller;
  try {
    return userInfo().username;
  } catch {
    // An account without a name, for example in a container.
    return uid === undefined ? "operator" : `uid ${uid}`;
  }
}

/** "ayse@desk", with the address of a remote login if known. */
export function origin(env: NodeJS.ProcessEnv = process.env): string {
  const remote = env["SSH_CONNECTION"]?.split(" ")[0];
  return `${systemUser(env)}@${hostname()}${remote ? ` from ${remote}` : ""}`;
}

/** @throws InputError for an invalid name */
export function parseActorName(by: string): string {
  const name = by.normalize("NFC").trim();
  if (!hasVisibleText(name)) throw new InputError("Say who does this, with --by.");
  if (name.length > MAX_NAME_LENGTH || /[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    throw new InputError(`--by is a name of at most ${MAX_NAME_LENGTH} visible characters.`);
  if (RESERVED.has(nameSkeleton(name))) throw new InputError(`"${name}" is reserved for acts of the server.`);
  return name;
}

/** @throws InputError if the reason is missing, too long or no plain line */
export function parseReason(why: string | undefined): string {
  const reason = why?.trim() ?? "";
  // The catalogue's sentence names no option.
  if (!hasVisibleText(reason)) throw new InputError("Say why, with --why.");
  if (reason.length > MAX_WHY) throw new InputError(`--why has at most ${MAX_WHY} characters.`);
  if (!isPlainLine(reason)) throw new InputError("--why is one line, without control characters.");
  return reason;
}
