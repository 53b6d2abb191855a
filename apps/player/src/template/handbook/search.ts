/** The handbook's search: ignores case, marks and the order of words. */
import { searchFold } from "@reelcast/contract/fold";

/** Whether one of `texts` contains every word of `wanted`. An empty search matches everything. */
export function matches(wanted: string, ...texts: readonly string[]): boolean {
  const all = searchFold(texts.join("\n"));
  return searchFold(wanted)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
