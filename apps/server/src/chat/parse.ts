/** Parses contact ids and message texts. */
import { AppError, ErrorCode, MAX_ID, MAX_MESSAGE, isVisible } from "@reelcast/contract";

/** The house's support desk as a contact. */
export const SUPPORT = "support";

/** @returns the player's id, null for the support desk. @throws AppError NotFound for anything else */
export function parseContactId(id: string): number | null {
  if (id === SUPPORT) return null;
  const playerId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : NaN;
  if (!(playerId <= MAX_ID)) throw new AppError(ErrorCode.NotFound);
  return playerId;
}
export const contactId = (playerId: number | null): string => (playerId === null ? SUPPORT : String(playerId));

/**
 * The text to store: trimmed, and without control characters other than line breaks and tabs, which the database
 * refuses or which would act on an operator's terminal. @throws AppError InvalidRequest for a text without a visible
 * character, or with more than 2,000 characters
 */
export function parseMessageText(raw: string): string {
  const text = raw
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();
  if (!isVisible(text) || text.length > MAX_MESSAGE)
    throw new AppError(ErrorCode.InvalidRequest, { field: "messageText" });
  return text;
}
