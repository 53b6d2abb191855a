/** The pure functions of history: amounts in search texts, cursors, CSV texts and cells. */
import { readFileSync } from "node:fs";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Language } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { toDuration, toMajor } from "./csv.ts";
import { readCursor, writeCursor } from "../cursor.ts";
import { readAmounts, toMultirange } from "./filter.ts";
import { CSV_TEXTS, originText, operationTypeText, tagText } from "./csvTexts.ts";
import { createDateWriter } from "./timeZone.ts";

describe("an amount in a search text", () => {
  const positive = (text: string) =>
    readAmounts(text)
      .filter(({ low }) => low >= 0)
      .map(({ low, high }) => [low, high]);

  it.each([
    ["12", [[1_200, 1_299]]],
    ["12,5", [[1_250, 1_259]]],
    ["12.50", [[1_250, 1_250]]],
    ["1.250,00", [[125_000, 125_000]]],
    ["1,250.00", [[125_000, 125_000]]],
    ["1.234.567", [[123_456_700, 123_456_799]]],
    ["₺ 1.250,5", [[125_050, 125_059]]],
    ["12,50 TL", [[1_250, 1_250]]],
    ["١٬٢٥٠٫٥٠", [[125_050, 125_050]]],
    ["۱٬۲۵۰٫۵۰", [[125_050, 125_050]]],
    // One thousand two hundred fifty, or 1.25 with three decimals: only the first can be an amount.
    ["1.250", [[125_000, 125_099]]],
    ["0", [[0, 99]]],
    ["", []],
    ["abc", []],
    ["12.345.6", []],
    ["1e5", []],
    ["10.0.0.7", []],
    ["99999999999999999999", []],
  ])("%j", (text, ranges) => expect(positive(text)).toEqual(ranges));

  it("means both directions without a sign, and one with it", () => {
    expect(readAmounts("5,00")).toEqual([
      { low: 500, high: 500 },
      { low: -500, high: -500 },
    ]);
    expect(readAmounts("-5")).toEqual([{ low: -599, high: -500 }]);
    expect(readAmounts("−5")).toEqual([{ low: -599, high: -500 }]);
    expect(readAmounts("+5")).toEqual([{ low: 500, high: 599 }]);
    expect(toMultirange(readAmounts("5,00"))).toBe("{[500,500],[-500,-500]}");
  });
});

describe("a cursor", () => {
  const scope = ["transactions", 7, { type: "1" }];
  const position = z.int();
  const codeOf = (read: () => unknown) => {
    try {
      return read();
    } catch (error) {
      return error instanceof AppError ? error.code : error;
    }
  };
  it("is decoded as it was encoded, within 200 characters", () => {
    const cursor = writeCursor(scope, { after: 9_007_199_254_740_991, total: 9_007_199_254_740_991 });
    expect(cursor.length).toBeLessThanOrEqual(200);
    expect(readCursor(scope, position, cursor)).toEqual({ after: 9_007_199_254_740_991, total: 9_007_199_254_740_991 });
  });
  it.each([
    ["another player", writeCursor(["transactions", 8, { type: "1" }], { after: 1, total: 1 })],
    ["another list", writeCursor(["sessions", 7, { type: "1" }], { after: 1, total: 1 })],
    ["another filter", writeCursor(["transactions", 7, { type: "2" }], { after: 1, total: 1 })],
    ["another kind of position", writeCursor(scope, { after: "1", total: 1 })],
    ["a total that is none", writeCursor(scope, { after: 1, total: -1 })],
    ["no JSON", "e30x"],
    ["JSON of another shape", Buffer.from('{"a":1}').toString("base64url")],
    ["noise", "%%%"],
  ])("of %s is refused as invalid", (_, cursor) =>
    expect(codeOf(() => readCursor(scope, position, cursor))).toBe(ErrorCode.InvalidRequest),
  );
});

describe("cells", () => {
  it("write amounts exactly, whatever their size", () => {
    expect([0, 5, -5, -1_250, 100_000_000_000_001].map((minor) => toMajor(minor))).toEqual([
      "0.00",
      "0.05",
      "-0.05",
      "-12.50",
      "1000000000000.01",
    ]);
  });
  it("write durations beyond a day", () =>
    expect([5, 3_661, 93_909].map(toDuration)).toEqual(["00:00:05", "01:01:01", "26:05:09"]));
  it("write dates in the time zone, midnight as 00", () => {
    expect(createDateWriter("Europe/Istanbul")("2026-06-09T21:00:00.000Z")).toBe("10.06.2026 00:00:00");
    expect(createDateWriter("America/New_York")("2026-01-01T04:59:59.999Z")).toBe("31.12.2025 23:59:59");
  });
});

describe("the texts of a file", () => {
  it.each(["tr", "en", "ar"] as const)("are those of the app's lists: %s", (language: Language) => {
    const file = new URL(`../../../player/src/i18n/${language}/history.json`, import.meta.url);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject(CSV_TEXTS[language]);
  });
  it("leave names unchanged and are empty for an unknown code", () => {
    expect([
      originText(CSV_TEXTS.tr, "house"),
      originText(CSV_TEXTS.tr, "Nazar"),
      originText(CSV_TEXTS.tr, "toString"),
    ]).toEqual(["Kasa", "Nazar", "toString"]);
    expect(["correction", "Tombala", "toString", ""].map((tag) => tagText(CSV_TEXTS.tr, tag))).toEqual([
      "Düzeltme",
      "Tombala",
      "toString",
      "",
    ]);
    expect([operationTypeText(CSV_TEXTS.en, 3), operationTypeText(CSV_TEXTS.en, 9)]).toEqual(["Cash In", ""]);
  });
});
