/** Which machines the wall shows, and in which order: what waits for a person first. Pure. */
import { TILE_STATES, compareNeeds } from "@reelcast/contract/console";
import type { MachineTile, TileState } from "@reelcast/contract/console";
import { searchFold } from "@reelcast/contract/fold";

/** What the wall can be narrowed to. */
export const GROUPS = ["all", "needed", "inPlay", "free", "outOfPlay"] as const;
export type Group = (typeof GROUPS)[number];

const IN_PLAY: ReadonlySet<string> = new Set(["playing", "bonus", "waiting", "ending", "handPay"]);
const OUT_OF_PLAY: ReadonlySet<string> = new Set(["quarantined", "outOfOrder", "unreachable", "tilt", "closed"]);
const IS_IN: Readonly<Record<Group, (tile: MachineTile) => boolean>> = {
  all: () => true,
  needed: ({ need }) => need !== null,
  inPlay: ({ state, player }) => player !== null || IN_PLAY.has(state),
  free: ({ state }) => state === "free",
  outOfPlay: ({ state }) => OUT_OF_PLAY.has(state),
};

export interface WallFilter {
  group: Group;
  /** null: all states. */
  state: TileState | null;
  /** null: all brands. */
  brand: number | null;
  /** As it was typed: words that name, number, brand or player contain. */
  search: string;
}

export const WHOLE: WallFilter = { group: "all", state: null, brand: null, search: "" };

/** The filter of an address, in which what is not narrowed is absent: the wall in a hall keeps it when its page is loaded again. */
export function wallSearch(search: Readonly<Record<string, unknown>>): Partial<WallFilter> {
  const { group, state, brand, search: words } = search;
  const known = GROUPS.find((one) => one === group && one !== "all");
  const knownState = TILE_STATES.find((one) => one === state);
  return {
    ...(known && { group: known }),
    ...(knownState && { state: knownState }),
    ...(Number.isSafeInteger(brand) && { brand: Number(brand) }),
    ...(typeof words === "string" && words !== "" && { search: words.slice(0, 60) }),
  };
}

/** How many machines each group has. */
export function countGroups(tiles: readonly MachineTile[]): Record<Group, number> {
  const counts = Object.fromEntries(GROUPS.map((group) => [group, 0])) as Record<Group, number>;
  for (const tile of tiles) for (const group of GROUPS) if (IS_IN[group](tile)) counts[group] += 1;
  return counts;
}

export function countStates(tiles: readonly MachineTile[]): ReadonlyMap<TileState, number> {
  const counts = new Map<TileState, number>();
  for (const { state } of tiles) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}

/** @param brands names by id */
export function wallOf(
  tiles: readonly MachineTile[],
  { group, state, brand, search }: WallFilter,
  brands: ReadonlyMap<number, string>,
): MachineTile[] {
  const words = searchFold(search).split(/\s+/).filter(Boolean);
  const isFound = (tile: MachineTile) => {
    if (words.length === 0) return true;
    const text = searchFold(`${tile.name} ${tile.id} ${brands.get(tile.brand) ?? ""} ${tile.player?.name ?? ""}`);
    return words.every((word) => text.includes(word));
  };
  return tiles
    .filter(
      (tile) =>
        IS_IN[group](tile) &&
        (state === null || tile.state === state) &&
        (brand === null || tile.brand === brand) &&
        isFound(tile),
    )
    .toSorted(compareNeeds);
}

/** Needs that were not there before: what the sound is for. A machine that was taken out of order on purpose makes none. */
export function newNeeds(before: ReadonlyMap<number, string>, tiles: readonly MachineTile[]): MachineTile[] {
  return tiles.filter(({ id, need }) => need !== null && need.what !== "outOfOrder" && before.get(id) !== need.what);
}
export const needsOf = (tiles: readonly MachineTile[]): ReadonlyMap<number, string> =>
  new Map(tiles.flatMap(({ id, need }) => (need ? [[id, need.what] as const] : [])));
