/** What tests compare of the catalogues of two languages. */
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { expect } from "vitest";

/** The parameters that a message reads, nested ones too. */
function parameters(tokens: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown) => {
    if (!Array.isArray(part)) return;
    for (const token of part) {
      if (!Array.isArray(token)) continue;
      found.add(String(token[0]));
      if (typeof token[2] === "object" && token[2] !== null)
        for (const choice of Object.values(token[2])) visit(choice);
    }
  };
  visit(tokens);
  return found;
}

/** Both have the same keys, no empty text, and each text the parameters of the other. @throws where they differ */
export function expectSameTexts(texts: Record<string, string>, turkish: Record<string, string>): void {
  expect(Object.keys(texts)).toEqual(Object.keys(turkish));
  for (const [key, text] of Object.entries(texts)) {
    expect(text.trim(), key).not.toBe("");
    expect(parameters(compileMessageOrThrow(text)), key).toEqual(parameters(compileMessageOrThrow(turkish[key] ?? "")));
  }
}
