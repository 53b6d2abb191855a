/** What scripts/fonts.ts uses of a package without types. */
declare module "subset-font" {
  /** The font with the letters of the text alone, and with its axes. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: "woff2" },
  ): Promise<Uint8Array>;
}
