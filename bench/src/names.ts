/** The names of all benchmarks: each is a program of that name in this folder. */

/** Minutes each: only where they are named. */
export const LONG = ["long", "soak", "lighthouse", "scale"];
export const BENCHMARKS = [
  "sizes",
  "transfers",
  "games",
  "presses",
  "floor",
  "faults",
  "video",
  "stills",
  "fanout",
  "overview",
  "lobby",
  "wall",
  "brands",
  "history",
  "tap",
  "slowLine",
  "fairness",
  "attackers",
];
