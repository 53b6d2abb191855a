/** Pictures of brands, machines and symbols, drawn once and stored as files, with smaller copies as WebP. */
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GLYPHS, SEED_BRANDS, SKINS } from "@reelcast/machine";
import type { Logger } from "pino";
import { SIZED_WIDTHS, sizedName } from "./pictureNames.ts";

const DRAWN = {
  machines: SKINS.map(({ key }) => key),
  brands: SEED_BRANDS.map(({ key }) => key),
  symbols: GLYPHS,
} as const;
type Kind = keyof typeof DRAWN;

async function replace(file: string, content: Buffer): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

/** Modification time in ms; null: no such file, or an empty one. */
async function changedAt(file: string): Promise<number | null> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() && found.size > 0 ? found.mtimeMs : null;
}

async function drawMissing(folder: string, kind: Kind, log: Logger): Promise<void> {
  const fileOf = (key: string) => join(folder, `${key}.${kind === "symbols" ? "webp" : "png"}`);
  const missing = DRAWN[kind].filter((key) => !existsSync(fileOf(key)));
  if (missing.length === 0) return;
  // The drawing library is loaded only if a picture is missing.
  const { brandPicture, machinePicture, symbolPicture } = await import("@reelcast/machine/screen");
  const draw = {
    machines: (key: string) => machinePicture(key, 480, 360),
    brands: (key: string) => brandPicture(key, 240, 120),
    symbols: (key: string) => symbolPicture(key, 96),
  };
  for (const key of missing) {
    const file = fileOf(key);
    try {
      await replace(file, draw[kind](key));
    } catch (error) {
      log.warn({ err: error, file }, "a picture could not be drawn");
    }
  }
}

/** The copies of every picture in the folder, those of the operator too: made if missing, or older than the picture. */
async function makeSized(folder: string, log: Logger): Promise<void> {
  const pictures = (await readdir(folder)).filter((name) => /\.(png|jpe?g)$/i.test(name));
  for (const name of pictures) {
    const file = join(folder, name);
    const changed = await changedAt(file);
    if (changed === null) continue;
    for (const width of SIZED_WIDTHS) {
      const sized = join(folder, sizedName(name, width));
      if (((await changedAt(sized)) ?? 0) >= changed) continue;
      try {
        const { resizedPicture } = await import("@reelcast/machine/screen");
        await replace(sized, await resizedPicture(await readFile(file), width));
      } catch (error) {
        log.warn({ err: error, file }, "a picture could not be resized");
      }
    }
  }
}

/**
 * Draws missing pictures and makes their smaller copies. If one can't be drawn, the app shows the brand or a plain card
 * instead; without a copy, the picture itself is sent.
 */
export async function drawPictures(folder: string, log: Logger): Promise<void> {
  for (const kind of ["machines", "brands", "symbols"] as const) {
    const pictures = join(folder, kind);
    await mkdir(pictures, { recursive: true });
    await drawMissing(pictures, kind, log);
    // Symbols are small already.
    if (kind !== "symbols") await makeSized(pictures, log);
  }
}
