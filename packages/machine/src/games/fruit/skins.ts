/** The machines that play it: fruit. */
import type { GameSkin } from "../types.ts";

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

export const skins: readonly GameSkin[] = [
  {
    key: "orchard-gold",
    serial: 4,
    name: "Orchard Gold",
    brand: "lodestar",
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
  },
  {
    key: "berry-rush",
    serial: 8,
    name: "Berry Rush",
    brand: "nordlys",
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
  },
  {
    key: "night-bazaar",
    serial: 11,
    name: "Night Bazaar",
    brand: "meridian",
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
  },
];
