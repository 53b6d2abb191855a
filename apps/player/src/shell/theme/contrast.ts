/** The contrast between a colour and its background by WCAG 2.2. */

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Rgba = readonly [number, number, number, number];

/** Parses "rgb(1, 2, 3)" and "rgba(1, 2, 3, 0.4)", the forms of computed colours; null for others. */
export function rgbaOf(computed: string): Rgba | null {
  const numbers = /^rgba?\(([^)]+)\)$/
    .exec(computed)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  const [red, green, blue, alpha = 1] = numbers ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  return [red, green, blue, alpha];
}

/** The visible colour of `upper` on an opaque background. */
export function over(upper: Rgba, lower: Rgba): Rgba {
  const mixed = (at: 0 | 1 | 2) => upper[at] * upper[3] + lower[at] * (1 - upper[3]);
  return [mixed(0), mixed(1), mixed(2), 1];
}
function luminance([red, green, blue]: Rgba): number {
  const linear = (value: number) =>
    value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** 1 (the same) to 21 (black on white). The background counts as opaque. */
export function contrastOn(ground: Rgba, colour: Rgba): number {
  const [dark = 0, light = 0] = [luminance(ground), luminance(over(colour, ground))].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
