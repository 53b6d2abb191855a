/** What the newest page of a list has that the rows on the screen do not have. */

export interface Newest<Row> {
  /** The rows on the screen, each as it is now where the newest page has it. */
  rows: readonly Row[];
  /** Rows above some row of the screen; null: nobody knows how many. */
  count: number | null;
  /** The list begins otherwise than it is shown. */
  isOther: boolean;
}

/** @param isAll the newest page is the whole list */
export function compareNewest<Row>(
  shown: readonly Row[],
  newest: { items: readonly Row[]; isAll: boolean },
  keyOf: (row: Row) => string,
): Newest<Row> {
  const { items, isAll } = newest;
  const now = new Map(items.map((row) => [keyOf(row), row]));
  const places = new Map(shown.map((row, place) => [keyOf(row), place]));
  // Rows after the last one that is shown have moved up from a later page.
  const last = items.findLastIndex((row) => places.has(keyOf(row)));
  const end = items[last];
  const reach = isAll ? shown.length - 1 : end === undefined ? -1 : (places.get(keyOf(end)) ?? -1);
  const isGone = shown.slice(0, reach + 1).some((row) => !now.has(keyOf(row)));
  const count = items.slice(0, isAll ? items.length : last).filter((row) => !places.has(keyOf(row))).length;
  const isUnknown = last === -1 && items.length > 0;
  return {
    rows: shown.map((row) => now.get(keyOf(row)) ?? row),
    count: isUnknown ? null : count,
    isOther: isUnknown || isGone || count > 0,
  };
}
