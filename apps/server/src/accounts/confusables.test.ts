import { nameFold } from "@reelcast/contract/fold";
import { expect, test } from "vitest";
import { looksLikeTheHouse, nameSkeleton } from "./confusables.ts";

test("spellings of one name have one skeleton, for every letter", () => {
  const wrong = [];
  for (let point = 0; point <= 0x10_ffff; point += 1) {
    const letter = String.fromCodePoint(point);
    if (/[\p{Cn}\p{Co}\p{Cs}\p{Script=Han}\p{Script=Hangul}]/u.test(letter)) continue;
    const [name, folded] = [`x${letter}y`, `x${nameFold(letter)}y`];
    if (nameSkeleton(name) !== nameSkeleton(folded)) wrong.push(letter);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["Łukasz", "łukasz", "ŁUKASZ", "lukasz"],
  ["Николай", "НИКОЛАЙ", "николай"],
  ["Ελένη", "ΕΛΕΝΗ", "ΕΛΈΝΗ"],
  ["Straße", "STRASSE", "STRAẞE"],
  ["ﬁkret", "Fikret"],
])("%s is one member in each spelling", (...spellings) => {
  expect(new Set(spellings.map(nameSkeleton)).size).toBe(1);
});
test("letters of other scripts are still the Latin ones that they look like", () => {
  for (const [one, other] of [
    ["Helen", "Нelen"],
    ["Helen", "Ηelen"],
    ["paypal", "раураl"],
    ["Bob", "Вob"],
  ] as const)
    expect(nameSkeleton(one), other).toBe(nameSkeleton(other));
  expect(nameSkeleton("Hana")).not.toBe(nameSkeleton("Nana"));
});
test("a capital with a stroke hides no name of the house", () => {
  for (const name of ["ĐESTEK", "Đestek", "SUPPØRT", "ReelcasŦ"]) expect(looksLikeTheHouse(name), name).toBe(true);
});
test.each(["Տupport", "suppօrt", "ꓢupport", "ꓢꓴꓑꓑꓳꓣꓔ", "Ꮪupport", "ꮪupport", "Ꭺdmin", "supp𐓪rt", "s𐓶pport"])(
  "%s hides no name of the house",
  (name) => expect(looksLikeTheHouse(name)).toBe(true),
);
test.each(["Տիգրան", "Սոնա", "Հայկ", "Օֆելյա", "ᎠᏂᏴᏫᏯ"])("%s is a name like another", (name) =>
  expect(looksLikeTheHouse(name)).toBe(false),
);
