/** Names of the symbols on reels. */
import type { TextKey, Translate } from "../i18n/index.ts";

const NAMES: Readonly<Record<string, TextKey>> = {
  seven: "recall.seven",
  bar1: "recall.bar1",
  bar2: "recall.bar2",
  bar3: "recall.bar3",
  bell: "recall.bell",
  cherry: "recall.cherry",
  lemon: "recall.lemon",
  orange: "recall.orange",
  plum: "recall.plum",
  grape: "recall.grape",
  melon: "recall.melon",
  star: "recall.star",
  diamond: "recall.diamond",
  ruby: "recall.ruby",
  crown: "recall.crown",
  coin: "recall.coin",
  moon: "recall.moon",
  sun: "recall.sun",
  flame: "recall.flame",
  leaf: "recall.leaf",
  fish: "recall.fish",
  anchor: "recall.anchor",
  shell: "recall.shell",
  eye: "recall.eye",
  lamp: "recall.lamp",
  key: "recall.key",
  rose: "recall.rose",
  mask: "recall.mask",
  wild: "recall.wild",
  scatter: "recall.scatter",
};

/** A letter or a figure, and what another machine calls its symbols, is its own name. */
export function symbolName(symbol: string, t: Translate): string {
  const name = Object.hasOwn(NAMES, symbol) ? NAMES[symbol] : undefined;
  return name === undefined ? symbol : t(name);
}
