/** In which order the lobby shows its machines, and what the search finds them by. Pure. */
import type { Machine } from "@reelcast/contract";
import { searchFold } from "@reelcast/contract/fold";
import { brandNameOf, isFree } from "./list.ts";

/** house: as the server lists them. */
export const SORTS = ["house", "free", "bet", "hot"] as const;
export type Sort = (typeof SORTS)[number];
/** Rank of each machine by its id. */
export type Ranks = ReadonlyMap<number, number>;

const VALUES: Record<Exclude<Sort, "house">, (machine: Machine) => number> = {
  free: (machine) => (isFree(machine) ? 0 : 1),
  bet: ({ minBet }) => minBet ?? Infinity,
  hot: (machine) => (machine.hot ? 0 : 2) + (isFree(machine) ? 0 : 1),
};

/**
 * The ranks of this moment. They are kept while statuses change: a card must not move under the finger.
 * @returns null for the order of the house
 */
export function ranksOf(machines: readonly Machine[], sort: Sort): Ranks | null {
  if (sort === "house") return null;
  const value = VALUES[sort];
  const sorted = machines.toSorted((a, b) => (value(a) === value(b) ? 0 : value(a) - value(b)));
  return new Map(sorted.map(({ id }, rank) => [id, rank]));
}

/** Machines that were not there when the ranks were made come last. */
export function inRanks(machines: readonly Machine[], ranks: Ranks | null): readonly Machine[] {
  if (ranks === null) return machines;
  const rank = ({ id }: Machine) => ranks.get(id) ?? ranks.size;
  return machines.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether a machine's name, brand or game contains all the words. */
export type Search = (machine: Machine, words: readonly string[]) => boolean;
/** @param gameName of the key of a game, in the player's language */
export function createSearch(gameName: (game: string) => string): Search {
  // 2,000 names are not folded again at each letter that is typed.
  const folded = new WeakMap<Machine, string>();
  return (machine, words) => {
    let text = folded.get(machine);
    if (text === undefined) {
      text = searchFold([machine.name, brandNameOf(machine), machine.game ? gameName(machine.game) : ""].join("\n"));
      folded.set(machine, text);
    }
    const found = text;
    return words.every((word) => found.includes(word));
  };
}
/** "  Altın  LİMAN " → ["altin", "liman"] */
export const wordsOf = (typed: string): string[] => searchFold(typed).split(/\s+/).filter(Boolean);
