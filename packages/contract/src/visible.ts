/** Whether a text shows anything: what the server asks of names and messages, and the app before it sends them. */

/**
 * Blanks, control and format characters, marks that sit on nothing, fillers and other characters that are drawn as
 * nothing, the blank of Braille and the note without a head among them.
 */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Mn}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

/** @returns false for a text of which nothing would be seen */
export const isVisible = (text: string): boolean => text.replace(UNSEEN, "") !== "";
