/** The rules by which pages are found by their names, and by which shortcuts are added and taken away. No React. */
import { fold } from "../../i18n/fold.ts";

export const MOST_RESULTS = 10;
/** As many as the server keeps. */
export const MOST_SHORTCUTS = 40;

/** At most ten whose title contains the query, those that begin with it first. An empty query finds nothing. */
export function search<T extends { title: string }>(places: readonly T[], query: string): T[] {
  const wanted = fold(query.trim());
  if (wanted === "") return [];
  const found = places.map((place) => ({ place, at: fold(place.title).indexOf(wanted) })).filter(({ at }) => at >= 0);
  return [...found.filter(({ at }) => at === 0), ...found.filter(({ at }) => at > 0)]
    .slice(0, MOST_RESULTS)
    .map(({ place }) => place);
}

/** Shortcuts are found by a part of their title in any case; an empty query leaves them all. */
export function titled<T extends { title: string }>(places: readonly T[], query: string, language: string): T[] {
  const wanted = query.trim().toLocaleLowerCase(language);
  return places.filter(({ title }) => title.toLocaleLowerCase(language).includes(wanted));
}

/** One press: that one comes to the end, or goes. */
export interface Change {
  id: string;
  add: boolean;
}
/** Those that the house still has. `known`: all that it has; null: that can't be said now, so nothing is lost. */
export const existing = (ids: readonly string[], known: ReadonlySet<string> | null): string[] =>
  ids.filter((id) => known === null || known.has(id));

/** The list after the change, without what the house no longer has. More than can be kept are not added. */
export function changed(ids: readonly string[], { id, add }: Change, known: ReadonlySet<string> | null): string[] {
  const kept = existing(ids, known);
  if (!add) return kept.filter((one) => one !== id);
  return kept.includes(id) || kept.length >= MOST_SHORTCUTS ? kept : [...kept, id];
}
