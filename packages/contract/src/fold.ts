/**
 * How names and texts are compared: `nameFold` says which spellings are one name, `searchFold` which are found together. For
 * server and apps. Pure.
 */

/** Cherokee folds to its capitals: https://www.unicode.org/reports/tr44/#Casemapping */
const CHEROKEE = /[\u13a0-\u13f5\u13f8-\u13fd\uab70-\uabbf]/;

/** Full case folding (Unicode, CaseFolding.txt, status C and F) of one code point; in the whole a final sigma would differ. */
function foldCase(letter: string): string {
  if (letter <= "\u007f") return letter.toLowerCase();
  if (CHEROKEE.test(letter)) return letter.toUpperCase();
  // ẞ has only a small letter, ß only capitals.
  return Array.from(letter.toLowerCase().toUpperCase(), (capital) => capital.toLowerCase()).join("");
}
const foldAll = (text: string) => Array.from(text, foldCase).join("");

/**
 * One form of all spellings of a name: in any case, composed or not, with Turkish I, İ, ı and i as one letter. "ŞULE" and "şule" are
 * one name, "Şule" and "Sule" are two. In NFC: the letters that only look alike stay apart (`nameSkeleton` of the server compares
 * those). It depends on no language and no database, and is the same for every later version of Unicode.
 */
export function nameFold(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return (
    foldAll(foldAll(text.normalize("NFD")).normalize("NFD"))
      .normalize("NFD")
      .replaceAll("ı", "i")
      // The dot of i, between its other marks.
      .replace(/i\p{M}+/gu, (marked) => marked.replaceAll("\u0307", ""))
      .normalize("NFC")
  );
}

/** What a search ignores: marks, and signs that are not seen: Arabic stretched lines, joiners, soft hyphens. */
const IGNORED = /[\p{M}\p{Default_Ignorable_Code_Point}ـ]/gu;
const pairs = (text: string) => text.split(" ").map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]);
/** Letters that Unicode does not decompose; Arabic ones that are written for each other; apostrophes; digits of Arabic keyboards. */
const LETTERS = new Map([
  ...pairs("ıi øo đd ðd łl ħh ŧt ʼ' ’' ‘' ٱا ىي یي ةه ہه ھه کك"),
  ...pairs("ßss æae œoe þth ٠0 ١1 ٢2 ٣3 ٤4 ٥5 ٦6 ٧7 ٨8 ٩9 ۰0 ۱1 ۲2 ۳3 ۴4 ۵5 ۶6 ۷7 ۸8 ۹9"),
]);
const plain = (text: string) => text.normalize("NFKD").replace(IGNORED, "");

/**
 * What a text is found by: without marks, case and differences of typing, which are no matter of identity. "İşlem Geçmişi" →
 * "islem gecmisi"; ligatures, wide letters and Arabic presentation forms as their plain letters; أ, إ, آ and ٱ as ا. The database has
 * the same function, `search_fold`.
 */
export function searchFold(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return Array.from(plain(foldAll(plain(text))), (letter) => LETTERS.get(letter) ?? letter).join("");
}

/** Decimal digits of all scripts as 0 to 9: "٤٧١١" is "4711". Unicode has them in runs of ten. */
export function asciiDigits(text: string): string {
  const isDigit = (point: number) => /\p{Nd}/u.test(String.fromCodePoint(point));
  return text.replace(/[^\0-\x7f]/gu, (sign) => {
    const point = sign.codePointAt(0) ?? 0;
    if (!isDigit(point)) return sign;
    let zero = point;
    while (isDigit(zero - 1)) zero -= 1;
    return String((point - zero) % 10);
  });
}
