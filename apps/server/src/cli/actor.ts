/**
 * Who acts on the command line, and from where. The system knows who has logged in to it; `--by` is what somebody types.
 * Neither is proof: an operator who may run `house` has the database.
 */
import { hostname, userInfo } from "node:os";
import process from "node:process";
import { nameSkeleton } from "../accounts/index.ts";
import { LONGEST_REASON } from "../audit/index.ts";
import { InputError } from "../input.ts";

const LONGEST_NAME = 100;
/** The house's own acts are recorded under these. */
const RESERVED = new Set(["system", "house"].map(nameSkeleton));
/** A letter or a digit that is seen: some letters of Hangul are blank. */
const says = (text: string) => /[\p{L}\p{N}]/u.test(text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ""));

/** The account that runs this; behind sudo, the one that called it. Only root's word is taken for that. */
export function systemUser(env: NodeJS.ProcessEnv = process.env, uid: number | undefined = process.getuid?.()): string {
  const caller = env["SUDO_USER"];
  if (uid === 0 && caller !== undefined && caller !== "") return caller;
  try {
    return userInfo().username;
  } catch {
    // An account without a name, as in containers.
    return uid === undefined ? "operator" : `uid ${uid}`;
  }
}

/** "ayse@desk", with the address that a remote login came from where the system says it. */
export function origin(env: NodeJS.ProcessEnv = process.env): string {
  const remote = env["SSH_CONNECTION"]?.split(" ")[0];
  return `${systemUser(env)}@${hostname()}${remote ? ` from ${remote}` : ""}`;
}

/** @throws InputError where it is no name: an act has somebody's name */
export function nameOf(by: string): string {
  const name = by.normalize("NFC").trim();
  if (!says(name)) throw new InputError("Say who does this, with --by.");
  if (name.length > LONGEST_NAME || /[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    throw new InputError(`--by is a name of at most ${LONGEST_NAME} visible characters.`);
  if (RESERVED.has(nameSkeleton(name))) throw new InputError(`"${name}" is what the house records its own acts under.`);
  return name;
}

/** @throws InputError where there is none */
export function reasonOf(why: string | undefined): string {
  const reason = why?.trim() ?? "";
  if (!says(reason)) throw new InputError("Say why, with --why.");
  if (reason.length > LONGEST_REASON) throw new InputError(`--why has at most ${LONGEST_REASON} characters.`);
  return reason;
}
