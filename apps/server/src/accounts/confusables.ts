/**
 * Skeletons of names (UTS #39), and whether a name can be confused with the house: its support desk, its product and
 * titles of its staff.
 */

import { nameFold } from "@reelcast/contract/fold";

/** Letters of other scripts, and small capitals, that are drawn like Latin ones. In pairs: "аa" says that а looks like a. */
const LOOKALIKES = new Map(
  [
    // Cyrillic
    "Аa Вb Еe Зe Кk Мm Нh Оo Рp Сc Тt Уy Хx Ѕs Іi Јj Ԁd Ԛq Ԝw Ѵv Үy Һh Гr Пn",
    "аa вb еe зe кk мm нh оo рp сc тt уy хx ѕs іi јj ԁd ԛq ԝw ѵv үy һh гr пn иu ьb ӏi ӀI",
    // Greek
    "Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx",
    "αa βb γy δd εe ζz ηn ιi κk μm νv οo ρp σo τt υu χx ωw",
    // Latin with a stroke or without a dot, and small capitals
    "ıi łi øo đd ħh ŧt ɑa ɡg ɩi ʋu ƒf ßb ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz",
    // Arabic letters that Persian and Urdu write otherwise
    "یي ىي کك ةه ہه ھه",
  ]
    .flatMap((line) => line.split(" "))
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
);
/** Rarer scripts, each with capital and small letters. Only for names of the house: skeletons of names that are stored stay as they are. */
const RARE_LOOKALIKES = new Map(
  [
    // Armenian
    "Տs Սu Օo Լl օo սu ոn ռn հh յj ցg զq գq աw",
    // Lisu
    "ꓐb ꓑp ꓓd ꓔt ꓖg ꓗk ꓙj ꓚc ꓜz ꓝf ꓟm ꓠn ꓡl ꓢs ꓣr ꓦv ꓧh ꓪw ꓫx ꓬy ꓮa ꓰe ꓲi ꓳo ꓴu",
    // Cherokee
    "Ꭰd Ꭱr Ꭲt Ꭵi Ꭹy Ꭺa Ꭻj Ꭼe Ꮃw Ꮇm Ꮋh Ꮍy Ꮐg Ꮒh Ꮓz Ꮟb Ꮢr Ꮤw Ꮥs Ꮩv Ꮪs Ꮮl Ꮯc Ꮲp Ꮶk Ꮷd Ᏻg Ᏼb",
    "ꭰd ꭱr ꭲt ꭵi ꭹy ꭺa ꭻj ꭼe ꮃw ꮇm ꮋh ꮍy ꮐg ꮒh ꮓz ꮟb ꮢr ꮤw ꮥs ꮩv ꮪs ꮮl ꮯc ꮲp ꮶk ꮷd",
    // Osage
    "𐒴r 𐓂o 𐓎u 𐓪o 𐓶u",
  ]
    .flatMap((line) => line.split(" "))
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
);
const DIGITS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", 8: "b" };
const A = 97;
/** Letters as emoji: flags' letters, and letters in dark circles and squares. */
const EMOJI_LETTERS = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const emojiLetter = (letter: string) => {
  const point = letter.codePointAt(0) ?? 0;
  const first = point >= 0x1f1e6 ? 0x1f1e6 : point >= 0x1f170 ? 0x1f170 : 0x1f150;
  return String.fromCharCode(A + point - first);
};

const plain = (text: string) => text.normalize("NFKD").replace(/[\p{M}\p{Default_Ignorable_Code_Point}\u0640]/gu, "");
/** By the look of the letter itself; where it has none, by that of its small one: Đ as đ. */
const asWritten = (letters: string): string =>
  Array.from(
    letters,
    (letter) => LOOKALIKES.get(letter) ?? RARE_LOOKALIKES.get(letter) ?? LOOKALIKES.get(letter.toLowerCase()) ?? letter,
  )
    .join("")
    .toLowerCase();
/** The same for all cases of a letter: by the look of its capital, else by its own. */
const inAnyCase = (letters: string): string =>
  Array.from(
    plain(nameFold(letters)),
    (letter) => LOOKALIKES.get(letter.toUpperCase()) ?? LOOKALIKES.get(letter) ?? letter,
  ).join("");

/** Words of Latin or Arabic letters as they look at a glance; what is neither letter nor digit parts them. */
function wordsOf(name: string, look: (letters: string) => string): string[] {
  const letters = name
    .replace(EMOJI_LETTERS, emojiLetter)
    .replace(/[@$!€]/g, (sign) => ({ "@": "a", $: "s", "!": "i", "€": "e" })[sign] ?? sign);
  return plain(look(plain(letters)))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
/** With digits read as the letters they resemble, l as i, rn as m, vv as w, and a letter that is doubled once. */
const shape = (word: string): string =>
  word
    .replace(/\d/g, (digit) => DIGITS[digit] ?? "")
    .replaceAll("l", "i")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replace(/(.)\1+/gu, "$1");
const shapes = (...texts: string[]) => texts.map((text) => shape(wordsOf(text, asWritten).join("")));

/** A name that holds one of these, spaced or not, is refused. */
const NOWHERE = shapes(
  "Support",
  "Destek",
  "الدعم",
  "Reelcast",
  "Administrator",
  "Moderator",
  "Yönetici",
  "Help desk",
  "Customer service",
  "Customer care",
  "Müşteri hizmetleri",
  "Yardım masası",
  "خدمة العملاء",
  "Казино",
);
/** Refused as separate words; as parts of longer words they are harmless ("badminton"). */
const NO_WORD = new Set(
  shapes(
    "Admin",
    "Operator",
    "Staff",
    "System",
    "Sistem",
    "Yönetim",
    "Casino",
    "دعم",
    "الإدارة",
    "المدير",
    "المشرف",
    "Yetkili",
    "Personel",
    "Official",
  ),
);
/** Refused only as a whole name. */
const NOT_ALONE = new Set(
  shapes("House", "The house", "Help", "Yardım", "İşletme", "Kurum", "الصالة", "You", "Siz", "أنت"),
);
/** Length from which the house's name is refused as a part of a name, too. */
const LONG_ENOUGH = 5;

/**
 * Whether a name is, or resembles at a glance, a name of the house or of its staff.
 * @param houseName the operator's name for the house
 */
export function looksLikeTheHouse(name: string, houseName = ""): boolean {
  const words = wordsOf(name, asWritten);
  const whole = shape(words.join(""));
  const [house = ""] = shapes(houseName);
  return (
    (house !== "" && (house.length < LONG_ENOUGH ? whole === house : whole.includes(house))) ||
    NOWHERE.some((held) => whole.includes(held)) ||
    NO_WORD.has(whole) ||
    NOT_ALONE.has(whole) ||
    words.some((word) => NO_WORD.has(shape(word)) || NO_WORD.has(shape(word.replace(/\d+$/, ""))))
  );
}

/**
 * The form in which names are compared: without case, marks, spaces and signs, letters of other scripts as the Latin ones
 * that they resemble, and o, i and l as the digits 0 and 1. Other digits are kept: cashier2 is not cashier3. Spellings of one
 * name (`nameFold`) have the same one.
 */
export const nameSkeleton = (name: string): string =>
  wordsOf(nameFold(name), inAnyCase).join("").replaceAll("o", "0").replaceAll(/[il]/g, "1");
