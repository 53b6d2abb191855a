/**
 * Whether a text has a visible character. The server requires it of names and messages; the app checks before it sends
 * them.
 */

/**
 * Characters that render as nothing: white space, control and format characters, combining marks, fillers, the blank
 * Braille pattern and the musical null notehead.
 */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Mn}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

/** @returns false for a text without a visible character */
export const isVisible = (text: string): boolean => text.replace(UNSEEN, "") !== "";
