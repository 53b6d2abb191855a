/** Writes acts into the audit log. It knows no command and no rule of the house. */
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import { maskSecrets } from "./mask.ts";

export interface Act {
  /** Who: an operator's name, or "system". */
  by: string;
  via: "command" | "system";
  /** Where it was typed: user and host; null for the system. */
  from: string | null;
  /** What, in plain words with dots: "player.credit". */
  act: string;
  /** On whom or what: "player 12", "machine 3". */
  target: string | null;
  /** What was true before and afterwards; null where there is nothing to say. Amounts in minor units. */
  before: unknown;
  after: unknown;
  why: string | null;
}

/** What the house does of its own. */
export const SYSTEM = { by: "system", via: "system", from: null } as const;

const LONGEST_NAME = 200;
export const LONGEST_REASON = 1_000;
/** Of before and after, as JSON. */
const LONGEST_STATE = 256 * 1024;

// PostgreSQL keeps no text with a null character; length() counts characters as code points.
const fitted = (text: string, longest: number): string =>
  Array.from(text.replaceAll("\0", "")).slice(0, longest).join("");
const fittedOrNull = (text: string | null, longest: number): string | null =>
  text === null ? null : fitted(String(maskSecrets(text)), longest);

/** As JSON without secrets. A state beyond the bound is replaced by its size: the act itself must not be lost. */
function stateOf(state: unknown): string | null {
  if (state === null || state === undefined) return null;
  const text = JSON.stringify(maskSecrets(state));
  return text.length <= LONGEST_STATE ? text : JSON.stringify({ leftOut: `${text.length} characters` });
}

/**
 * Adds one row, in the transaction that does the act, as its last statement: the lock on the head is held until the
 * commit, and every other act waits for it. Passwords, PINs and tokens in `before` and `after` are masked.
 * @throws what the database says; the transaction must then not commit
 */
export async function recordAct(db: Db | Trx, act: Act): Promise<void> {
  await sql`
    select record_act(${fitted(act.by, LONGEST_NAME)}, ${act.via}, ${fittedOrNull(act.from, LONGEST_NAME)}, ${act.act},
      ${fittedOrNull(act.target, LONGEST_NAME)}, ${stateOf(act.before)}::jsonb, ${stateOf(act.after)}::jsonb,
      ${fittedOrNull(act.why, LONGEST_REASON)})`.execute(db);
}
