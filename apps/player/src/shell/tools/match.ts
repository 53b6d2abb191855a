/** Finds pages by their titles, and adds and removes shortcuts. No React. */
import { searchFold } from "@reelcast/contract/fold";

export const MOST_RESULTS = 10;
/** The server's limit. */
export const MOST_SHORTCUTS = 40;

/** At most ten whose title contains the query, those that begin with it first. An empty query finds nothing. */
export function search<T extends { title: string }>(places: readonly T[], query: string): T[] {
  const wanted = searchFold(query.trim());
  if (wanted === "") return [];
  const found = places
    .map((place) => ({ place, at: searchFold(place.title).indexOf(wanted) }))
    .filter(({ at }) => at >= 0);
  return [...found.filter(({ at }) => at === 0), ...found.filter(({ at }) => at > 0)]
    .slice(0, MOST_RESULTS)
    .map(({ place }) => place);
}

/** Shortcuts are found by a part of their title; an empty query leaves them all. */
export function titled<T extends { title: string }>(places: readonly T[], query: string): T[] {
  const wanted = searchFold(query.trim());
  return places.filter(({ title }) => searchFold(title).includes(wanted));
}

/** One press: adds the shortcut at the end, or removes it. */
export interface Change {
  id: string;
  add: boolean;
}
/** Without the pages that no longer exist. `known`: all pages; null: not known now, so none is removed. */
export const existing = (ids: readonly string[], known: ReadonlySet<string> | null): string[] =>
  ids.filter((id) => known === null || known.has(id));

/** The list after the change, without pages that no longer exist. Nothing is added beyond the limit. */
export function changed(ids: readonly string[], { id, add }: Change, known: ReadonlySet<string> | null): string[] {
  const kept = existing(ids, known);
  if (!add) return kept.filter((one) => one !== id);
  return kept.includes(id) || kept.length >= MOST_SHORTCUTS ? kept : [...kept, id];
}
