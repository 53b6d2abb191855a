/**
 * The games and their machines. A game is a folder next to this file, with `game.ts` and `skins.ts`. It is found
 * automatically, under the name of its folder (docs/extending.md).
 */
import { readdirSync } from "node:fs";
import type { Game, GameDefinition, GameKey, GameSkin, Glyph, Skin } from "./types.ts";

const HERE = new URL("./", import.meta.url);

interface GameFolder {
  game: GameDefinition;
  skins: readonly Skin[];
}

async function load(key: GameKey): Promise<GameFolder> {
  const file = (name: string) => new URL(`${key}/${name}`, HERE).href;
  const { game } = (await import(/* @vite-ignore */ file("game.ts"))) as { game: Game };
  const { skins } = (await import(/* @vite-ignore */ file("skins.ts"))) as { skins: readonly GameSkin[] };
  return { game: { ...game, key }, skins: skins.map((skin) => ({ ...skin, game: key })) };
}

const keys = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();
const folders = await Promise.all(keys.map(load));

/** In the order of their names. */
export const GAMES: readonly GameDefinition[] = folders.map(({ game }) => game);
/** In the order of their serial numbers. */
export const SKINS: readonly Skin[] = folders
  .flatMap(({ skins }) => skins)
  .toSorted((one, other) => one.serial - other.serial);

/** @throws RangeError for a key that no game has */
export function gameOf(key: GameKey): GameDefinition {
  const found = GAMES.find((game) => game.key === key);
  if (!found) throw new RangeError(`there is no game "${key}"`);
  return found;
}

/** @throws RangeError for a key that no skin has */
export function skinOf(key: string): Skin {
  const found = SKINS.find((skin) => skin.key === key);
  if (!found) throw new RangeError(`there is no skin "${key}"`);
  return found;
}

/** The symbols of all games, as they are drawn. */
export const GLYPHS: readonly Glyph[] = [...new Set(SKINS.flatMap(({ theme }) => Object.values(theme.glyphs)))];

/** Fictional. */
export const SEED_BRANDS = [
  { key: "lodestar", name: "Lodestar" },
  { key: "nordlys", name: "Nordlys" },
  { key: "meridian", name: "Meridian" },
] as const;

/** The machines that a first start sets up. */
export const SEED_MACHINES = SKINS.map(({ key, name, brand, serial, videoType }) => ({
  name,
  brand,
  skin: key,
  serial: `RC-${String(serial).padStart(4, "0")}`,
  videoType,
}));

export type * from "./types.ts";
