/**
 * A slot machine as such: the interface of any machine (`MachineDriver`), three games as data with their maths, and a
 * simulated machine that plays them. How it looks is in `@reelcast/machine/screen`.
 */
export * from "./driver.ts";
export type * from "./display.ts";
export { shiftDisplay } from "./display.ts";
export { GAMES, GLYPHS, SEED_BRANDS, SEED_MACHINES, SKINS, gameOf, skinOf } from "./games/index.ts";
export type { GameDefinition, GameKey, Skin, SymbolId, Theme } from "./games/index.ts";
export { drawGame, figuresOf, formatMaths, machineMaths, returnOf, versionOf } from "./maths/index.ts";
export type { GameFigures, GameMaths, LineFigures } from "./maths/index.ts";
export { cryptoRandom, seededRandom } from "./random.ts";
export type { RandomSource } from "./random.ts";
export { systemClock } from "./clock.ts";
export type { Clock } from "./clock.ts";
export { createSimulatedMachine } from "./simulated/machine.ts";
export type { Faults, MachineDefinition, SimulatedMachine, SimulatedOptions } from "./simulated/machine.ts";
export type { MemoryStore } from "./simulated/memory.ts";
