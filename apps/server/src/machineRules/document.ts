/** What an operator enters as the rules of a machine: a text or a PDF, which of the two by the content and never by a name. */
import { isUtf8 } from "node:buffer";
import { MAX_RULES_FILE, MAX_RULES_TEXT, isPlainText, isVisible } from "@reelcast/contract";
import { InputError } from "../input.ts";

export interface RulesContent {
  kind: "text" | "pdf";
  content: Buffer;
}

/** ISO 32000-2, 7.5.2 and 7.5.5: the header is at the beginning, the end-of-file marker in the last kilobyte. */
const PDF_HEADER = /^%PDF-[12]\.\d/;
const PDF_END = "%%EOF";
const isPdf = (content: Buffer) =>
  PDF_HEADER.test(content.toString("latin1", 0, 8)) && content.subarray(-1_024).includes(PDF_END);

/** @throws InputError that says what is wrong */
export function rulesContentOf(content: Buffer): RulesContent {
  if (content.length > MAX_RULES_FILE)
    throw new InputError(`The file is too large: the limit is ${MAX_RULES_FILE / 1024 / 1024} MiB.`);
  if (content.toString("latin1", 0, 5) === "%PDF-") {
    if (!isPdf(content)) throw new InputError("The file begins as a PDF, and is not a whole one.");
    return { kind: "pdf", content };
  }
  if (!isUtf8(content)) throw new InputError("The file is neither a PDF nor a text in UTF-8.");
  const text = content
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replaceAll("\t", "  ")
    .trim();
  if (!isVisible(text)) throw new InputError("The file has no text.");
  if (!isPlainText(text)) throw new InputError("The text has characters that act on what shows it.");
  if (text.length > MAX_RULES_TEXT)
    throw new InputError(`The text is too long: the limit is ${MAX_RULES_TEXT} characters.`);
  return { kind: "text", content: Buffer.from(text, "utf8") };
}
