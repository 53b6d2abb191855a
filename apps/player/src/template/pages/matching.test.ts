import { expect, test } from "vitest";
import { searchFold } from "@reelcast/contract/fold";
import { contains, excerpt, pieces, search } from "./matching.ts";

const marked = (text: string, query: string) =>
  pieces(text, query)
    .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
    .join("");

test("case, accents, Turkish dots and Arabic marks make no difference", () => {
  expect(searchFold("IŞIK İĞNE çöğüş")).toBe(searchFold("ısık igne cogus"));
  expect(searchFold("الأَرباح")).toBe(searchFold("الارباح"));
  expect(contains("Para Çekme", "cekme para")).toBe(true);
  expect(contains("Para Çekme", "cekme yatirma")).toBe(false);
  expect(contains("whatever", "  ")).toBe(true);
});
test("what is found is shown as it is written", () => {
  expect(marked("İşlemler ve işlem", "islem")).toBe("[İşlem]ler ve [işlem]");
  expect(marked("café au lait", "cafe")).toBe("[café] au lait");
  expect(marked("cafe\u0301 au lait", "cafe")).toBe("[cafe\u0301] au lait");
  expect(marked("abcabc", "ab bc")).toBe("[ab][c][ab][c]");
  expect(marked("nothing", "x")).toBe("nothing");
});
test("joined, the pieces are the text", () => {
  for (const text of ["", "İıĞğ ﬁn ß ـعـربي", "a🎰b"])
    for (const query of ["i", "fin", "ss", "عربي", "🎰", "b"])
      expect(
        pieces(text, query)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
});
test("a long text is cut round what was found", () => {
  const text = `${"word ".repeat(100)}needle ${"more ".repeat(100)}`;
  const cut = excerpt(text, "needle");
  expect(cut).toContain("needle");
  expect(cut.length).toBeLessThan(150);
  expect(excerpt("short", "needle")).toBe("short");
  expect(excerpt(text, "absent").startsWith("word")).toBe(true);
});
test("a title that begins with the query comes before one that has it, and that before a text", () => {
  const entries = [
    { title: "Withdrawals", text: "about rules" },
    { title: "House rules", text: "" },
    { title: "Rules", text: "" },
    { title: "Lobby", text: "" },
  ];
  expect(search(entries, "RULES").map(({ title }) => title)).toEqual(["Rules", "House rules", "Withdrawals"]);
  expect(search(entries, " ")).toEqual([]);
});
