/** Pages of the machines of a large house: how they are read, and in which order they stand. */
import type { Brand, Machine } from "@reelcast/contract";
import { searchFold } from "@reelcast/contract/fold";
import { call } from "../api/index.ts";
import { lobbyCall } from "../api/lobby.ts";
import { newestStatuses } from "../session/notifications.ts";
import { inRanks, ranksOf, wordsOf } from "./order.ts";
import type { Ranks, Sort } from "./order.ts";

/** So many of the found machines are shown. */
export const MOST_FOUND = 500;

/** A status that was pushed while the list was on its way is newer than the list's. */
const withPushed = (machines: readonly Machine[]): Machine[] =>
  machines.map((machine) => {
    const pushed = newestStatuses.get(machine.id);
    return pushed?.version !== undefined && machine.version !== undefined && pushed.version > machine.version
      ? { ...machine, status: pushed.status, version: pushed.version }
      : machine;
  });

export async function readBrand(id: number, signal: AbortSignal): Promise<Machine[]> {
  const answer = await call("brandLobby", { params: { id } }, { signal });
  return withPushed(Array.isArray(answer) ? answer : answer.machines);
}
export async function readOwn(ids: readonly number[], signal: AbortSignal): Promise<Machine[]> {
  if (ids.length === 0) return [];
  const machines = await lobbyCall("machines", { query: { ids: ids.join(",") } }, { signal });
  return withPushed(machines);
}
/** @param games keys of the games whose names are known here, @param nameOf of one, in the player's language */
export async function findMachines(
  wanted: { text: string; brand: number | undefined; games: readonly string[]; nameOf: (game: string) => string },
  signal: AbortSignal,
): Promise<Machine[]> {
  const { text, brand, games, nameOf } = wanted;
  const named = wordsOf(text).map((word) => games.filter((game) => searchFold(nameOf(game)).includes(word)).join(","));
  const query = { search: text.slice(0, 100), games: named.join(";").slice(0, 400), brand, limit: MOST_FOUND };
  return withPushed(await lobbyCall("machines", { query }, { signal }));
}

export interface BrandPage {
  brand: Pick<Brand, "id">;
  machines: readonly Machine[];
}
/**
 * The machines of these brands, one brand after the other, each in the order that is chosen. The order within a brand is that
 * of the moment in which it was read: a card must not move under the finger. What did not change is the same list.
 */
export function createPageOrder(): (pages: readonly BrandPage[], sort: Sort, choice: unknown) => Machine[] {
  let chosen: { sort: Sort; choice: unknown } = { sort: "house", choice: null };
  let ranks = new Map<number, Ranks | null>();
  let last: { pages: readonly BrandPage[]; all: Machine[] } = { pages: [], all: [] };
  return (pages, sort, choice) => {
    const isSameOrder = chosen.sort === sort && chosen.choice === choice;
    const isSame =
      isSameOrder &&
      pages.length === last.pages.length &&
      pages.every(({ machines }, n) => machines === last.pages[n]?.machines);
    if (isSame) return last.all;
    if (!isSameOrder) ranks = new Map();
    chosen = { sort, choice };
    const all = pages.flatMap(({ brand, machines }) => {
      const known = ranks.get(brand.id);
      const own = known === undefined ? ranksOf(machines, sort) : known;
      ranks.set(brand.id, own);
      return inRanks(machines, own);
    });
    last = { pages, all };
    return all;
  };
}
