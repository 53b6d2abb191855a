/**
 * The typefaces of the glass, registered from the npm packages that ship them. The screen uses no system fonts, so that
 * every host draws the same picture.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { GlobalFonts } from "@napi-rs/canvas";

const FACES = {
  /** Condensed sans: labels, buttons, figures. */
  plain: ["@fontsource-variable/oswald", "oswald-latin-wght-normal", "oswald-latin-ext-wght-normal"],
  /** Roman capitals: temples, kingdoms, legends. */
  roman: ["@fontsource-variable/cinzel", "cinzel-latin-wght-normal", "cinzel-latin-ext-wght-normal"],
  /** Fat script: fruit and soda fountain. */
  script: ["@fontsource/lobster", "lobster-latin-400-normal", "lobster-latin-ext-400-normal"],
  /** Fat slab: bars, ranks, western. */
  slab: ["@fontsource/alfa-slab-one", "alfa-slab-one-latin-400-normal", "alfa-slab-one-latin-ext-400-normal"],
  /** Art deco: old cinemas, old Vegas. */
  deco: ["@fontsource/limelight", "limelight-latin-400-normal", "limelight-latin-ext-400-normal"],
} as const;

export type Face = keyof typeof FACES;

const family = (face: Face, part: number) => `reelcast-${face}-${part}`;
let registered = false;

/** Registers every face once per process. @throws Error if a font file is missing or unreadable. */
export function registerFonts(): void {
  if (registered) return;
  const require = createRequire(import.meta.url);
  for (const face of Object.keys(FACES) as Face[]) {
    const [pack, ...files] = FACES[face];
    files.forEach((file, part) => {
      const path = require.resolve(`${pack}/files/${file}.woff2`);
      if (!GlobalFonts.register(readFileSync(path), family(face, part)))
        throw new Error(`cannot read font ${pack}/${file}`);
    });
  }
  registered = true;
}

/** A `ctx.font` value: size in canvas units, weight where the face has weights (plain, roman). */
export function font(face: Face, size: number, weight = 400): string {
  return `${weight} ${size}px ${family(face, 0)}, ${family(face, 1)}`;
}
