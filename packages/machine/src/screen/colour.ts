/** Colour arithmetic on #rrggbb strings for the drawn machine. Knows nothing of canvases. */

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1, 7), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

function write([r, g, b]: Rgb): string {
  const two = (n: number) =>
    Math.max(0, Math.min(255, Math.round(n)))
      .toString(16)
      .padStart(2, "0");
  return `#${two(r)}${two(g)}${two(b)}`;
}

/** `a` for t = 0, `b` for t = 1. */
export function mix(a: string, b: string, t: number): string {
  const [r1, g1, b1] = parse(a);
  const [r2, g2, b2] = parse(b);
  return write([r1 + (r2 - r1) * t, g1 + (g2 - g1) * t, b1 + (b2 - b1) * t]);
}

export const lighter = (colour: string, t: number): string => mix(colour, "#ffffff", t);
export const darker = (colour: string, t: number): string => mix(colour, "#000000", t);

/** The colour with an opacity, 0 … 1. */
export function alpha(hex: string, opacity: number): string {
  const [r, g, b] = parse(hex);
  return `rgba(${r},${g},${b},${opacity})`;
}
