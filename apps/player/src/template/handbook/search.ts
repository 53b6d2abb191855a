/** Finds in the handbook as people type: whatever the case, with or without marks, every word in any order. */
import { fold } from "../../i18n/fold.ts";

/** Whether every word of `wanted` stands in one of `texts`; nothing wanted is found everywhere. */
export function matches(wanted: string, ...texts: readonly string[]): boolean {
  const all = fold(texts.join("\n"));
  return fold(wanted)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
