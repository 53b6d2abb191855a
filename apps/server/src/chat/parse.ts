/** The rules of chats that need no database: who a contact is, and what may be said. */
import { AppError, ErrorCode, MAX_ID, MAX_MESSAGE, isVisible } from "@reelcast/contract";

/** The house's support desk as a contact. */
export const SUPPORT = "support";

/** @returns the number of a player, null for the support desk. @throws AppError NotFound for what is neither */
export function parseContactId(id: string): number | null {
  if (id === SUPPORT) return null;
  const playerId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : NaN;
  if (!(playerId <= MAX_ID)) throw new AppError(ErrorCode.NotFound);
  return playerId;
}
export const contactId = (playerId: number | null): string => (playerId === null ? SUPPORT : String(playerId));

/**
 * What is stored of a text: without blanks at its ends, and without control characters other than line breaks and tabs,
 * which the database can't keep or which would act on an operator's terminal.
 * @throws AppError InvalidRequest for a text of which nothing would be seen, or more than 2,000 characters
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
