/**
 * How long what is kept by month is kept. The least of each profile of the rules of play: GLI-19 3.0, 2.9 and the Licence
 * conditions of the UK Gambling Commission ask for years (neither read at its source); five years are this product's choice.
 */
import type { PlayProfile } from "../playRules.ts";

/** What can be dropped by the setting `retention`, with its table. The audit log is dropped by a person alone; the ledger never. */
export const RETAINED = {
  /** What players did: logins, limits. */
  log: "log_entries",
  /** What they wrote. */
  chat: "chat_messages",
  /** Significant events. */
  events: "significant_events",
} as const;
export type Retained = keyof typeof RETAINED;

/** Whole months besides the present one. Disputes about logins arise within half a year. */
const HOUSE_LEAST = { log: 6, chat: 1, events: 12 } as const;
const REGULATED_LEAST = { log: 60, chat: 12, events: 60 } as const;
export const LEAST_MONTHS: Readonly<Record<PlayProfile, Readonly<Record<Retained, number>>>> = {
  none: HOUSE_LEAST,
  ukgc: REGULATED_LEAST,
  mga: REGULATED_LEAST,
  gli19: REGULATED_LEAST,
  "tr-demo": HOUSE_LEAST,
};

/** How many whole months are kept; null: for good. The profile's least counts where the setting is lower. */
export function monthsKept(retained: Retained, setting: Readonly<Record<Retained, number>>, profile: PlayProfile) {
  const wanted = setting[retained];
  return wanted === 0 ? null : Math.max(wanted, LEAST_MONTHS[profile][retained]);
}
