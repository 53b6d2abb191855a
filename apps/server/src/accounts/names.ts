/** Names that players choose for others to see, and the username of who registers. */
import { randomBytes } from "node:crypto";

/** One line without marks that are not seen but turn the text around; "" where nothing is left. */
export function shownName(raw: string): string {
  return raw
    .toWellFormed()
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
}

const LONGEST = 40;
/** A username that is free, made of an e-mail address and a part drawn at random. */
export function usernameFor(email: string): string {
  const local = (email.split("@")[0] ?? "").toLowerCase().replace(/[^a-z0-9._-]/g, "");
  return `${local.slice(0, LONGEST) || "player"}-${randomBytes(3).toString("hex")}`;
}
