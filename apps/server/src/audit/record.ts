/** Writes acts into the audit log. */
import { MAX_WHY } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import { maskSecrets } from "./mask.ts";

export interface Act {
  /** The actor: an operator's or a staff member's name, "key NAME" for an operator's key, or "system". */
  by: string;
  via: "command" | "api" | "console" | "system";
  /** Origin: user and host, or an address; null for the system. */
  from: string | null;
  /** The act, words separated by dots: "player.credit". */
  act: string;
  /** The target: "player 12", "machine 3". */
  target: string | null;
  /** The state before and after; null if there is none. Amounts in minor units. */
  before: unknown;
  after: unknown;
  why: string | null;
}

/** The actor of the server's own acts. */
export const SYSTEM = { by: "system", via: "system", from: null } as const;

const MAX_NAME_LENGTH = 200;
/** Maximum length of before and after, as JSON. */
const MAX_STATE_LENGTH = 256 * 1024;

// PostgreSQL keeps no text with a null character; length() counts characters as code points.
const truncated = (text: string, longest: number): string =>
  Array.from(text.replaceAll("\0", "")).slice(0, longest).join("");
const truncatedOrNull = (text: string | null, longest: number): string | null =>
  text === null ? null : truncated(String(maskSecrets(text)), longest);

/** As JSON without secrets. A state above the maximum is replaced by its size, so that the act is still recorded. */
function serialiseState(state: unknown): string | null {
  if (state === null || state === undefined) return null;
  const text = JSON.stringify(maskSecrets(state));
  return text.length <= MAX_STATE_LENGTH ? text : JSON.stringify({ leftOut: `${text.length} characters` });
}

/**
 * Adds one row, as the last statement of the act's transaction: the lock on the head is held until the commit, and
 * every other act waits for it. Passwords, PINs and tokens in `before` and `after` are masked.
 * @throws the database's error; the transaction must then roll back
 */
export async function recordAct(db: Db | Trx, act: Act): Promise<void> {
  await sql`
    select record_act(${truncated(act.by, MAX_NAME_LENGTH)}, ${act.via}, ${truncatedOrNull(act.from, MAX_NAME_LENGTH)}, ${act.act},
      ${truncatedOrNull(act.target, MAX_NAME_LENGTH)}, ${serialiseState(act.before)}::jsonb, ${serialiseState(act.after)}::jsonb,
      ${truncatedOrNull(act.why, MAX_WHY)})`.execute(db);
}
