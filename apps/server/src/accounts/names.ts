/** Names that players choose for others to see, and the username of who registers. */
import { randomBytes } from "node:crypto";
import { AppError, ErrorCode, isVisible } from "@reelcast/contract";
import { looksLikeTheHouse } from "./confusables.ts";

/**
 * One line without what is not seen: marks that turn the text around, fillers, blanks of no width. Those that join
 * letters or pick the look of an emoji stay.
 */
const shownName = (raw: string): string =>
  raw
    .toWellFormed()
    .replace(/(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]/gu, "")
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();

/**
 * A name as it is kept and shown to others.
 * @param field what the caller calls it
 * @param houseName what the operator has called the house
 * @throws AppError InvalidRequest with `field` for a name of which nothing would be seen, or that could be taken for
 * the house's
 */
export function chosenName(raw: string, field: string, houseName?: string): string {
  const name = shownName(raw);
  if (!isVisible(name) || looksLikeTheHouse(name, houseName)) throw new AppError(ErrorCode.InvalidRequest, { field });
  return name;
}

const LONGEST = 40;
/** A username that is free, made of an e-mail address and a part drawn at random. */
export function usernameFor(email: string): string {
  const local = (email.split("@")[0] ?? "").toLowerCase().replace(/[^a-z0-9._-]/g, "");
  const start = looksLikeTheHouse(local) ? "" : local.slice(0, LONGEST);
  return `${start || "player"}-${randomBytes(3).toString("hex")}`;
}
