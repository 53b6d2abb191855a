/** Three fictional brands and their twelve machines: the game and the theme of each. */
import type { GameKey, SymbolId } from "./types.ts";

/** Symbols that the screen can draw. */
export type Glyph =
  | "seven"
  | "bar1"
  | "bar2"
  | "bar3"
  | "bell"
  | "cherry"
  | "lemon"
  | "orange"
  | "plum"
  | "grape"
  | "melon"
  | "star"
  | "diamond"
  | "ruby"
  | "crown"
  | "coin"
  | "moon"
  | "sun"
  | "flame"
  | "leaf"
  | "fish"
  | "anchor"
  | "shell"
  | "eye"
  | "lamp"
  | "key"
  | "rose"
  | "mask"
  | "A"
  | "K"
  | "Q"
  | "J"
  | "10"
  | "9"
  | "wild"
  | "scatter";

export interface Theme {
  /** Colours of the background, from top to bottom, of the frame, and of light. */
  sky: readonly [string, string, string];
  frame: readonly [string, string];
  reel: readonly [string, string];
  light: string;
  /** The background of the bonus. */
  bonusSky: readonly [string, string, string];
  glyphs: Partial<Record<SymbolId, Glyph>>;
}
export interface Skin {
  key: string;
  name: string;
  brand: string;
  game: GameKey;
  videoType: "screen" | "camera";
  /** Minor units of one credit. */
  denominations: readonly number[];
  theme: Theme;
}

const CLASSIC_GLYPHS = {
  top: "seven",
  high1: "bar3",
  high2: "bell",
  high3: "bar2",
  mid1: "star",
  mid2: "bar1",
  low1: "cherry",
  low2: "plum",
  low3: "orange",
} as const;
const FRUIT_GLYPHS = {
  top: "seven",
  high1: "diamond",
  high2: "melon",
  high3: "bell",
  mid1: "grape",
  mid2: "star",
  low1: "cherry",
  low2: "lemon",
  low3: "orange",
  low4: "plum",
} as const;
const LETTERS = { low1: "A", low2: "K", low3: "Q", low4: "J", wild: "wild", scatter: "scatter" } as const;

const skin = (value: Skin): Skin => value;

export const SKINS: readonly Skin[] = [
  // ——— Lodestar: classics with a warm, brass look ———
  skin({
    key: "copper-canyon",
    name: "Copper Canyon",
    brand: "lodestar",
    game: "classic",
    videoType: "camera",
    denominations: [25, 50, 100, 500],
    theme: {
      sky: ["#3a1408", "#7c2d12", "#1c0a05"],
      frame: ["#ffd9a0", "#8a4b16"],
      reel: ["#fff6e6", "#e9cfa5"],
      light: "#ffb347",
      bonusSky: ["#1a1033", "#5b21b6", "#0b0618"],
      glyphs: CLASSIC_GLYPHS,
    },
  }),
  skin({
    key: "royal-sevens",
    name: "Royal Sevens",
    brand: "lodestar",
    game: "classic",
    videoType: "screen",
    denominations: [50, 100, 500],
    theme: {
      sky: ["#2a0614", "#7f1d3a", "#14020a"],
      frame: ["#ffe08a", "#9a6b12"],
      reel: ["#fffdf5", "#eadfbe"],
      light: "#ffd84d",
      bonusSky: ["#0b1e3a", "#1d4ed8", "#050b18"],
      glyphs: { ...CLASSIC_GLYPHS, mid1: "crown" },
    },
  }),
  skin({
    key: "lantern-street",
    name: "Lantern Street",
    brand: "lodestar",
    game: "video",
    videoType: "screen",
    denominations: [5, 10, 25, 50],
    theme: {
      sky: ["#2b0a0a", "#991b1b", "#160404"],
      frame: ["#ffcf70", "#a03a12"],
      reel: ["#2a0d10", "#12060a"],
      light: "#ff8a3d",
      bonusSky: ["#06262a", "#0f766e", "#021012"],
      glyphs: { ...LETTERS, top: "lamp", high1: "fish", high2: "coin", high3: "rose", mid1: "leaf", mid2: "key" },
    },
  }),
  skin({
    key: "orchard-gold",
    name: "Orchard Gold",
    brand: "lodestar",
    game: "fruit",
    videoType: "screen",
    denominations: [10, 20, 50, 100],
    theme: {
      sky: ["#0c2b12", "#166534", "#04140a"],
      frame: ["#fff0a8", "#5f8a1f"],
      reel: ["#fbfff2", "#dfeac4"],
      light: "#d9f99d",
      bonusSky: ["#2b1a05", "#a16207", "#120a02"],
      glyphs: FRUIT_GLYPHS,
    },
  }),
  // ——— Nordlys: cold light, northern themes ———
  skin({
    key: "polar-fire",
    name: "Polar Fire",
    brand: "nordlys",
    game: "video",
    videoType: "screen",
    denominations: [5, 10, 25, 50],
    theme: {
      sky: ["#031a2b", "#0e7490", "#020c18"],
      frame: ["#d6f6ff", "#2b6f8f"],
      reel: ["#06202f", "#031018"],
      light: "#67e8f9",
      bonusSky: ["#1b0730", "#7e22ce", "#0a0214"],
      glyphs: { ...LETTERS, top: "flame", high1: "moon", high2: "diamond", high3: "star", mid1: "shell", mid2: "leaf" },
    },
  }),
  skin({
    key: "deep-anchor",
    name: "Deep Anchor",
    brand: "nordlys",
    game: "video",
    videoType: "camera",
    denominations: [5, 10, 25, 50],
    theme: {
      sky: ["#04182f", "#1e3a8a", "#020915"],
      frame: ["#f7e7b0", "#345a8c"],
      reel: ["#0a1c38", "#050d1d"],
      light: "#93c5fd",
      bonusSky: ["#032b24", "#047857", "#01130f"],
      glyphs: { ...LETTERS, top: "anchor", high1: "fish", high2: "shell", high3: "coin", mid1: "key", mid2: "star" },
    },
  }),
  skin({
    key: "frost-bars",
    name: "Frost Bars",
    brand: "nordlys",
    game: "classic",
    videoType: "screen",
    denominations: [25, 50, 100, 500],
    theme: {
      sky: ["#0b1a33", "#3b82f6", "#050d1c"],
      frame: ["#ffffff", "#6b8fc2"],
      reel: ["#f6fbff", "#cfe0f5"],
      light: "#bfdbfe",
      bonusSky: ["#22063a", "#a21caf", "#0d0218"],
      glyphs: { ...CLASSIC_GLYPHS, mid1: "diamond" },
    },
  }),
  skin({
    key: "berry-rush",
    name: "Berry Rush",
    brand: "nordlys",
    game: "fruit",
    videoType: "camera",
    denominations: [10, 20, 50, 100],
    theme: {
      sky: ["#2a0626", "#a21caf", "#14020f"],
      frame: ["#ffd6f5", "#8b2a86"],
      reel: ["#fff5fd", "#ecc9e6"],
      light: "#f5a3ff",
      bonusSky: ["#2b0b05", "#c2410c", "#140502"],
      glyphs: { ...FRUIT_GLYPHS, high1: "ruby" },
    },
  }),
  // ——— Meridian: sand, silk and night ———
  skin({
    key: "desert-eye",
    name: "Desert Eye",
    brand: "meridian",
    game: "video",
    videoType: "screen",
    denominations: [5, 10, 25, 50],
    theme: {
      sky: ["#2b1d05", "#b45309", "#140c02"],
      frame: ["#ffeaa8", "#0f766e"],
      reel: ["#2a1c08", "#140d04"],
      light: "#fcd34d",
      bonusSky: ["#07123a", "#3730a3", "#03061a"],
      glyphs: { ...LETTERS, top: "eye", high1: "sun", high2: "crown", high3: "lamp", mid1: "ruby", mid2: "coin" },
    },
  }),
  skin({
    key: "velvet-mask",
    name: "Velvet Mask",
    brand: "meridian",
    game: "video",
    videoType: "screen",
    denominations: [5, 10, 25, 50],
    theme: {
      sky: ["#1f0a2e", "#6d28d9", "#0e0416"],
      frame: ["#ffd9f0", "#7a2a6b"],
      reel: ["#1f0d2e", "#0f0618"],
      light: "#e9a8ff",
      bonusSky: ["#2e0712", "#be123c", "#160308"],
      glyphs: { ...LETTERS, top: "mask", high1: "rose", high2: "ruby", high3: "crown", mid1: "moon", mid2: "key" },
    },
  }),
  skin({
    key: "night-bazaar",
    name: "Night Bazaar",
    brand: "meridian",
    game: "fruit",
    videoType: "screen",
    denominations: [10, 20, 50, 100],
    theme: {
      sky: ["#06122b", "#312e81", "#030716"],
      frame: ["#ffe9a8", "#6d4bb3"],
      reel: ["#fffdf2", "#e6dcc0"],
      light: "#fde68a",
      bonusSky: ["#2b0606", "#b91c1c", "#140202"],
      glyphs: { ...FRUIT_GLYPHS, mid2: "lamp" },
    },
  }),
  skin({
    key: "triple-meridian",
    name: "Triple Meridian",
    brand: "meridian",
    game: "classic",
    videoType: "camera",
    denominations: [25, 50, 100, 500],
    theme: {
      sky: ["#08211f", "#0f766e", "#03100f"],
      frame: ["#fff2c2", "#8a6d1a"],
      reel: ["#fffef7", "#e0e6d0"],
      light: "#5eead4",
      bonusSky: ["#33100a", "#ea580c", "#160603"],
      glyphs: { ...CLASSIC_GLYPHS, mid1: "sun" },
    },
  }),
];

/** @throws RangeError for a key that no skin has */
export function skinOf(key: string): Skin {
  const found = SKINS.find((skin) => skin.key === key);
  if (!found) throw new RangeError(`there is no skin "${key}"`);
  return found;
}

export const SEED_BRANDS = [
  { key: "lodestar", name: "Lodestar" },
  { key: "nordlys", name: "Nordlys" },
  { key: "meridian", name: "Meridian" },
] as const;

export const SEED_MACHINES = SKINS.map((skin, index) => ({
  name: skin.name,
  brand: skin.brand,
  skin: skin.key,
  serial: `RC-${String(index + 1).padStart(4, "0")}`,
  videoType: skin.videoType,
}));
