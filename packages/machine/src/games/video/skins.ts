/** The machines that play it: each with a world of its own. */
import type { GameSkin } from "../types.ts";

const LETTERS = { low1: "A", low2: "K", low3: "Q", low4: "J", wild: "wild", scatter: "scatter" } as const;

export const skins: readonly GameSkin[] = [
  {
    key: "lantern-street",
    serial: 3,
    name: "Lantern Street",
    brand: "lodestar",
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
  },
  {
    key: "polar-fire",
    serial: 5,
    name: "Polar Fire",
    brand: "nordlys",
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
  },
  {
    key: "deep-anchor",
    serial: 6,
    name: "Deep Anchor",
    brand: "nordlys",
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
  },
  {
    key: "desert-eye",
    serial: 9,
    name: "Desert Eye",
    brand: "meridian",
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
  },
  {
    key: "velvet-mask",
    serial: 10,
    name: "Velvet Mask",
    brand: "meridian",
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
  },
];
