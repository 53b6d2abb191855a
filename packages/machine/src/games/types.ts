/** What a game is: plain data. One engine plays them all. */

/** Name of its folder. */
export type GameKey = string;
/** Symbols of all games; a skin defines how each is drawn. */
export type SymbolId =
  | "wild"
  | "scatter"
  | "top"
  | "high1"
  | "high2"
  | "high3"
  | "mid1"
  | "mid2"
  | "low1"
  | "low2"
  | "low3"
  | "low4";

export type Strip = readonly SymbolId[];

export interface FreeSpinFeature {
  /** Scatters anywhere that start it. */
  scatters: number;
  spins: number;
  /** Every win in it is multiplied by this. */
  multiplier: number;
  /** Maximum including retriggers. */
  maxSpins: number;
}
export interface HoldFeature {
  /** Offered after one in `oneIn` lost games without a hold, drawn by the machine. */
  oneIn: number;
}
export interface GambleFeature {
  /** Doublings in a row at most. */
  rounds: number;
  /** No doubling beyond this. Minor units. */
  limit: number;
}

/** The default export of a folder's `game.ts`. */
export interface Game {
  /** The share that it returns to players on its fewest lines, to six digits: a test holds the maths against it. */
  published: number;
  reels: number;
  rows: number;
  strips: { base: readonly Strip[]; bonus: readonly Strip[] };
  /** Row of each reel, per line. */
  lines: readonly (readonly number[])[];
  /** Multiples of the bet per line for 2, 3, 4, 5 equal symbols from the left. */
  pays: Partial<Record<SymbolId, Partial<Record<number, number>>>>;
  /** Multiples of the total bet by number of scatters anywhere. */
  scatterPays: Partial<Record<number, number>>;
  lineChoices: readonly number[];
  betChoices: readonly number[];
  freeSpins: FreeSpinFeature | null;
  hold: HoldFeature | null;
  gamble: GambleFeature | null;
  /** A spin: time to the stop of the first reel, and from each to the next, in ms. */
  timing: { firstStopMs: number; nextStopMs: number };
}

export interface GameDefinition extends Game {
  key: GameKey;
}

export interface LineWin {
  line: number;
  symbol: SymbolId;
  /** Cells from the left that won. */
  count: number;
  /** Multiple of the bet per line, before any multiplier of a feature. */
  pay: number;
}
export interface Outcome {
  stops: readonly number[];
  lines: LineWin[];
  scatters: [reel: number, row: number][];
  /** Multiple of the total bet. */
  scatterPay: number;
}

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
/** The look of a machine, from its game's `skins.ts`. */
export interface GameSkin {
  key: string;
  /** Serial number of the machine that a first start sets up, and its place among them. */
  serial: number;
  name: string;
  brand: string;
  videoType: "screen" | "camera";
  /** Minor units of one credit. */
  denominations: readonly number[];
  theme: Theme;
}
export interface Skin extends GameSkin {
  game: GameKey;
}
