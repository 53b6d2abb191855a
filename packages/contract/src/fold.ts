/** Removes differences of typing from texts: every search compares folded texts. For server and app. Pure. */

/** Letters that Unicode does not decompose into a letter and a mark. */
const LETTERS: Record<string, string> = { ı: "i", ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", þ: "th" };

/**
 * Without marks and capitals: "İşlem Geçmişi" → "islem gecmisi". Turkish İ, I, ı and i are one letter here; Arabic is
 * without its vowel marks and its stretched lines.
 */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}|ـ/gu, "")
    .toLowerCase()
    .replace(/[ıßæœøđłþ]/g, (letter) => LETTERS[letter] ?? letter);
}
