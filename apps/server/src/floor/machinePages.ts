/** Which machines of the list a call asks for: by brand, id and words, page by page. Pure. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { MachineQuery } from "@reelcast/contract";
import { searchFold } from "@reelcast/contract/fold";
import type { CatalogueContent } from "./catalogue.ts";
import type { MachineRow } from "./machineStore.ts";

/** Names are not folded again at each search: a row is a new object when it was read again. */
const folded = new WeakMap<MachineRow, string>();
function textOf(row: MachineRow): string {
  const known = folded.get(row) ?? searchFold(`${row.name}\n${row.brand}`);
  folded.set(row, known);
  return known;
}

/** @param gameOf key of the game that a machine plays */
function matcherOf(
  { search = "", games = "" }: MachineQuery,
  gameOf: (machineId: number) => string | undefined,
): ((row: MachineRow) => boolean) | null {
  const words = searchFold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const named = games.split(";").map((keys) => keys.split(","));
  return (row) => {
    const text = textOf(row);
    const game = gameOf(row.id);
    return words.every(
      (word, n) =>
        text.includes(word) || (game !== undefined && (game.includes(word) || named[n]?.includes(game) === true)),
    );
  };
}

type Place = readonly [position: number, id: number];
const isAfter = ({ position, id }: MachineRow, [afterPosition, afterId]: Place) =>
  position === afterPosition ? id > afterId : position > afterPosition;
const cursorOf = ({ position, id }: MachineRow) => `${position}.${id}`;
/** @throws AppError InvalidRequest */
function readCursor(cursor: string): Place {
  const [, position, id] = /^(-?\d{1,10})\.(\d{1,10})$/.exec(cursor) ?? [];
  if (position === undefined || id === undefined) throw new AppError(ErrorCode.InvalidRequest, { field: "cursor" });
  return [Number(position), Number(id)];
}

export interface PageChecks {
  /** Key of the game that a machine plays. */
  gameOf: (machineId: number) => string | undefined;
  /** Whether the player may know of the machine. */
  isShown: (row: MachineRow) => boolean;
}
export interface RowPage {
  rows: readonly MachineRow[];
  /** Where the next page begins; null: this is the last one. */
  next: string | null;
}

/**
 * In the order of the whole list. A cursor is a place in that order, so each machine that stays where it is comes exactly
 * once, whatever is added or retired meanwhile.
 * @throws AppError InvalidRequest for a cursor that is none; NotFound for a brand that does not exist
 */
export function pageOf(
  { byBrand, machines }: CatalogueContent,
  query: MachineQuery,
  { gameOf, isShown }: PageChecks,
): RowPage {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  let rows = query.brand === undefined ? machines : byBrand.get(query.brand);
  if (!rows) throw new AppError(ErrorCode.NotFound);
  if (query.ids !== undefined) {
    const wanted = new Set(query.ids.split(",").map(Number));
    rows = rows.filter(({ id }) => wanted.has(id));
  }
  const matches = matcherOf(query, gameOf);
  if (matches) rows = rows.filter(matches);
  if (after) rows = rows.filter((row) => isAfter(row, after));
  rows = rows.filter(isShown);
  const { limit = rows.length } = query;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: last && rows.length > limit ? cursorOf(last) : null };
}
