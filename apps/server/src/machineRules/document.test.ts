import { MAX_RULES_FILE, MAX_RULES_TEXT } from "@reelcast/contract";
import { expect, it } from "vitest";
import { InputError } from "../input.ts";
import { rulesContentOf } from "./document.ts";

const bytes = (text: string) => Buffer.from(text, "utf8");
const PDF = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

it("is a PDF by its content, whatever the file is called", () => {
  expect(rulesContentOf(bytes(PDF))).toEqual({ kind: "pdf", content: bytes(PDF) });
});
it("is a text in UTF-8 otherwise, in one form of lines, without what editors of Windows put first", () => {
  expect(rulesContentOf(bytes("\uFEFFÜç çan: 50\r\n\tKiraz: 2\r\n")).content.toString()).toBe("Üç çan: 50\n  Kiraz: 2");
  // Shown as it is written, never as a page.
  expect(rulesContentOf(bytes("<script>alert(1)</script>"))).toMatchObject({ kind: "text" });
});
it.each([
  ["half a PDF", bytes("%PDF-1.7\n1 0 obj")],
  ["a PDF of no version", bytes("%PDF-x.y\n%%EOF")],
  ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe])],
  ["a text in Latin-1", Buffer.from("Gewöhnlich", "latin1")],
  ["nothing", bytes("")],
  ["nothing that is seen", bytes(" \u200B\n")],
  ["a text that turns its direction", bytes("95 \u202E% 59")],
  ["a text with a bell", bytes("ring \u0007")],
  ["too long a text", bytes("a".repeat(MAX_RULES_TEXT + 1))],
  ["too large a file", Buffer.alloc(MAX_RULES_FILE + 1, "a")],
])("refuses %s", (_, content) => {
  expect(() => rulesContentOf(content)).toThrow(InputError);
});
