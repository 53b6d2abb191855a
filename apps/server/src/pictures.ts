/** Pictures of brands, machines and symbols, drawn once and stored as files, with smaller copies as WebP. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { GLYPHS, SEED_BRANDS, SKINS } from "@reelcast/machine";
import type { Logger } from "pino";
import * as z from "zod/mini";
import { PICTURE_KINDS, SIZED_WIDTHS, sizedName } from "./pictureNames.ts";

const DRAWN = {
  machines: SKINS.map(({ key }) => key),
  brands: SEED_BRANDS.map(({ key }) => key),
  symbols: GLYPHS,
} as const;
type Kind = keyof typeof DRAWN;

/** Whole or not at all. @param changedAt the time of its change; now if it is not named */
export async function replace(file: string, content: Buffer, changedAt?: Date): Promise<void> {
  await writeFile(`${file}.new`, content);
  if (changedAt) await utimes(`${file}.new`, changedAt, changedAt);
  await rename(`${file}.new`, file);
}

const isPicture = (name: string) => /\.(png|jpe?g)$/i.test(name);

/** Modification time in ms; null: no such file, or an empty one. */
async function changedAt(file: string): Promise<number | null> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() && found.size > 0 ? found.mtimeMs : null;
}

/** In the folder of pictures: SHA-256 of what was drawn, by path. An operator's picture in its place has another one. */
const DRAWN_LIST = "drawn.json";
const DrawnList = z.record(z.string(), z.string());

/** The pictures that were drawn here, with their SHA-256, by path. */
export async function drawnPictures(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, DRAWN_LIST), "utf8").catch(() => "{}");
  try {
    return new Map(Object.entries(DrawnList.parse(JSON.parse(text))));
  } catch {
    return new Map();
  }
}

/**
 * Draws what is missing. All of it is in the list before it is in the folder: what a process that ends leaves half done
 * is not taken for the operator's.
 * @param all the folder of all pictures @param drawn gets what is drawn
 */
async function drawMissing(all: string, kind: Kind, drawn: Map<string, string>, log: Logger): Promise<void> {
  const folder = join(all, kind);
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
  const pictures = new Map<string, Buffer>();
  for (const key of missing) {
    const file = fileOf(key);
    try {
      const content = draw[kind](key);
      pictures.set(file, content);
      drawn.set(`${kind}/${basename(file)}`, createHash("sha256").update(content).digest("hex"));
    } catch (error) {
      log.warn({ err: error, file }, "a picture could not be drawn");
    }
    // Between two pictures other work goes on.
    await setImmediate();
  }
  await replace(join(all, DRAWN_LIST), Buffer.from(JSON.stringify(Object.fromEntries(drawn))));
  for (const [file, content] of pictures)
    await replace(file, content).catch((error: unknown) =>
      log.warn({ err: error, file }, "a picture could not be stored"),
    );
}

/**
 * The copies of every picture in the folder, those of the operator too: made if missing, or older than the picture, and
 * removed with it.
 */
async function makeSized(folder: string, log: Logger): Promise<void> {
  const names = await readdir(folder);
  const pictures = names.filter((name) => isPicture(name));
  for (const width of SIZED_WIDTHS)
    for (const name of names) {
      const end = sizedName("", width);
      const original = name.slice(0, -end.length);
      if (name.endsWith(end) && isPicture(original) && !names.includes(original))
        await rm(join(folder, name), { force: true });
    }
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
  const drawn = await drawnPictures(folder);
  for (const kind of PICTURE_KINDS) {
    const pictures = join(folder, kind);
    await mkdir(pictures, { recursive: true });
    await drawMissing(folder, kind, drawn, log);
    // Symbols are small already.
    if (kind !== "symbols") await makeSized(pictures, log);
  }
}
