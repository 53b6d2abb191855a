/** Finds machines by what somebody types: number, name, brand. Pure. */
import type { MachineTile } from "@reelcast/contract/console";
import { searchFold } from "@reelcast/contract/fold";

interface Words {
  name: string;
  text: string;
}
/** A tile that has not changed stays the same object, so its words are folded once. */
const known = new WeakMap<MachineTile, Words>();
function wordsOf(tile: MachineTile, brands: ReadonlyMap<number, string>): Words {
  const found = known.get(tile);
  if (found) return found;
  const name = searchFold(tile.name);
  const words = { name, text: `${name} ${tile.id} ${searchFold(brands.get(tile.brand) ?? "")}` };
  known.set(tile, words);
  return words;
}

/** The number itself first, then names that begin so, then names that have a word that does, then all others. */
function rankOf({ id }: MachineTile, { name }: Words, typed: string): number {
  if (String(id) === typed) return 0;
  if (name.startsWith(typed)) return 1;
  return name.includes(` ${typed}`) ? 2 : 3;
}

/** Those in which each typed word occurs, the best first. @param brands names by id */
export function findMachines(
  typed: string,
  tiles: readonly MachineTile[],
  brands: ReadonlyMap<number, string>,
  most: number,
): MachineTile[] {
  const folded = searchFold(typed).trim();
  const parts = folded.split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  return tiles
    .flatMap((tile) => {
      const words = wordsOf(tile, brands);
      return parts.every((part) => words.text.includes(part)) ? [{ tile, rank: rankOf(tile, words, folded) }] : [];
    })
    .toSorted((one, other) => one.rank - other.rank || one.tile.id - other.tile.id)
    .slice(0, most)
    .map(({ tile }) => tile);
}
