/** Names that players may choose: visible ones that can't be mistaken for the house's. */
import { readFileSync } from "node:fs";
import { AppError, ErrorCode } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { chosenName, usernameFor } from "./names.ts";

function refusal(name: string, houseName?: string): unknown {
  try {
    return chosenName(name, "displayName", houseName);
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.params];
    throw error;
  }
}
const REFUSED = [ErrorCode.InvalidRequest, { field: "displayName" }];

describe("a chosen name", () => {
  it.each(["tr", "en", "ar"])("is not what the app calls the desk in %s", (language) => {
    const file = new URL(`../../../player/src/i18n/${language}/chat.json`, import.meta.url);
    const { support } = JSON.parse(readFileSync(file, "utf8")) as { support: string };
    for (const name of [support, support.toUpperCase(), ` ${support}. `, support.split("").join(" ")])
      expect(refusal(name), name).toEqual(REFUSED);
  });

  it.each([
    ["without its dots, marks and blanks", ["DESTEKMASASI", "déstek masasi", "D.e.s.t.e.k", "Destek Ekibi 24/7"]],
    [
      "in letters of other scripts",
      ["Ѕuрроrt dеѕk", "Ѕυρρоrт", "ＳＵＰＰＯＲＴ", "𝓢𝓾𝓹𝓹𝓸𝓻𝓽", "ꜱᴜᴘᴘᴏʀᴛ", "🅢🅤🅟🅟🅞🅡🅣", "🇸🇺🇵🇵🇴🇷🇹"],
    ],
    ["with digits and signs for letters", ["5upp0rt", "$upport", "4dmin", "@dmin", "Adm1n", "admin2", "Adrnin"]],
    ["with what is not seen in between", ["Sup\u200bport", "Des\u00adtek", "S\u2060u\u3164pport", "الد\u0640عم"]],
    [
      "for anyone who works there",
      ["Admin", "Site Admin", "Moderatör", "Yönetici", "Müşteri Hizmetleri", "الإدارة", "الادارة"],
    ],
    ["for the product", ["Reelcast", "REELCAST Türkiye", "ReeIcast", "Rееlсаst"]],
  ])("is not the house's %s", (_, names) => {
    for (const name of names) expect(refusal(name), name).toEqual(REFUSED);
  });

  it("is not the operator's name for the house", () => {
    expect(refusal("Gránd Pałas VIP", "Grand Palas")).toEqual(REFUSED);
    expect(refusal("bo", "Bo")).toEqual(REFUSED);
    expect(refusal("Bora", "Bo")).toBe("Bora");
  });

  it("shows something", () => {
    for (const name of [
      "\u200b",
      "\u2060",
      "\u3164",
      "\u115f\u1160",
      "\uffa0",
      "\u2800 \u2800",
      "\u00ad",
      "\u0301",
      "\u{1d159}",
      "\u{e0041}",
      "\ufe0f",
      "\u200d",
      " ",
    ])
      expect(refusal(name), JSON.stringify(name)).toEqual(REFUSED);
  });

  it("is anything else, as it is written", () => {
    for (const name of [
      "Ayşe Yılmaz",
      "IŞIK",
      "José",
      "Ольга",
      "Ελένη",
      "محمد علي",
      "نور الدين",
      "می‌خواهم",
      "李小龍",
      "👩‍🚀 Ada",
      "❤️",
      "Badminton Ali",
      "Sistemci Can",
      "Resmiye",
      "Gregory House",
      "Deste",
      "7",
      "Osman42",
      "Operatörün kızı",
    ])
      expect(refusal(name), name).toBe(name);
    expect(refusal("  Ay\u202eşe \u200b\n Y. \u0007")).toBe("Ayşe Y.");
  });
});

it("a username from an e-mail address does not look like the house's", () => {
  expect(usernameFor("ayse.yilmaz@example.com")).toMatch(/^ayse\.yilmaz-[0-9a-f]{6}$/);
  expect(usernameFor("Şule.IŞIK@example.com")).toMatch(/^sule\.isik-[0-9a-f]{6}$/);
  for (const email of ["support@example.com", "destek-masasi@example.com", "admin@example.com", "5upp0rt@example.com"])
    expect(usernameFor(email)).toMatch(/^player-[0-9a-f]{6}$/);
});
