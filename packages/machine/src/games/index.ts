/** The games by their keys. */
import { classic } from "./classic.ts";
import { fruit } from "./fruit.ts";
import type { GameDefinition, GameKey } from "./types.ts";
import { video } from "./video.ts";

export const GAMES: Readonly<Record<GameKey, GameDefinition>> = { classic, video, fruit };

/** @throws RangeError for a key that no game has */
export function gameOf(key: string): GameDefinition {
  if (!Object.hasOwn(GAMES, key)) throw new RangeError(`there is no game "${key}"`);
  return GAMES[key as GameKey];
}

export { SEED_BRANDS, SEED_MACHINES, SKINS, skinOf } from "./skins.ts";
export type { Skin, Theme } from "./skins.ts";
export type * from "./types.ts";
