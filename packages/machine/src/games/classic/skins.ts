/** The machines that play it: sevens, bars and bells. */
import type { GameSkin } from "../types.ts";

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

export const skins: readonly GameSkin[] = [
  {
    key: "copper-canyon",
    serial: 1,
    name: "Copper Canyon",
    brand: "lodestar",
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
  },
  {
    key: "royal-sevens",
    serial: 2,
    name: "Royal Sevens",
    brand: "lodestar",
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
  },
  {
    key: "frost-bars",
    serial: 7,
    name: "Frost Bars",
    brand: "nordlys",
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
  },
  {
    key: "triple-meridian",
    serial: 12,
    name: "Triple Meridian",
    brand: "meridian",
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
  },
];
