/**
 * `node scripts/fonts.ts`: makes the font file of the Turkish letters that Inter's file for Latin lacks. Inter's own file with them
 * has all extended Latin letters and is 26 times as large, which a player on a slow line would wait for. To be run again when
 * the package of the font changes.
 */
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

/** As in the `unicode-range` of fonts.css. */
const LETTERS = "ĞğİŞş₺";
const SOURCE = new URL(
  "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  import.meta.url,
);
const TARGET = new URL("../packages/ui/src/styles/inter-turkish-wght-normal.woff2", import.meta.url);

const font = await subsetFont(await readFile(SOURCE), LETTERS, { targetFormat: "woff2" });
await writeFile(TARGET, font);
console.log(`${font.length} bytes for ${LETTERS}`);
