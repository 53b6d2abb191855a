/** Displayed names that players choose, and usernames for registrations. */
import { randomBytes } from "node:crypto";
import { AppError, ErrorCode, isVisible } from "@reelcast/contract";
import { searchFold } from "@reelcast/contract/fold";
import { looksLikeTheHouse } from "./confusables.ts";

/**
 * One line without invisible characters: bidi controls, fillers, zero-width spaces. Joiners and variation selectors
 * of emoji are kept.
 */
const shownName = (raw: string): string =>
  raw
    .toWellFormed()
    .replace(/(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]/gu, "")
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();

/**
 * The name as it is stored and shown to others.
 * @param field name of the request's field, for the error
 * @param houseName the operator's name for the house
 * @throws AppError InvalidRequest with `field` for an invisible name, or one that could be mistaken for the house's
 */
export function chosenName(raw: string, field: string, houseName?: string): string {
  const name = shownName(raw);
  if (!isVisible(name) || looksLikeTheHouse(name, houseName)) throw new AppError(ErrorCode.InvalidRequest, { field });
  return name;
}

const LONGEST = 40;
/** A username from an e-mail address and a random suffix. */
export function usernameFor(email: string): string {
  const local = searchFold(email.split("@")[0] ?? "").replace(/[^a-z0-9._-]/g, "");
  const start = looksLikeTheHouse(local) ? "" : local.slice(0, LONGEST);
  return `${start || "player"}-${randomBytes(3).toString("hex")}`;
}
