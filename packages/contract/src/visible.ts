/**
 * Whether a text has a visible character, and none that acts on what shows it. The server requires the first of names and
 * messages, and the app checks it before it sends them; the second of what the staff writes.
 */

/**
 * Characters that render as nothing: white space, control and format characters, combining marks, fillers, the blank
 * Braille pattern and the musical null notehead.
 */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Mn}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

/** @returns false for a text without a visible character */
export const isVisible = (text: string): boolean => text.replace(UNSEEN, "") !== "";

/** Control characters, and those that turn the direction of the text after them: a terminal or a table obeys them. */
const ACTING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** @returns false for a text of several lines, or with a character that acts on what shows it */
export const isPlainLine = (text: string): boolean => !ACTING.test(text);
/** The same for a text that may have several lines. */
export const isPlainText = (text: string): boolean => isPlainLine(text.replaceAll("\n", ""));
