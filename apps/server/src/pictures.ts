/** Pictures of brands and machines, drawn once and stored as files. */
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SEED_BRANDS, SKINS } from "@reelcast/machine";
import type { Logger } from "pino";

/** Draws missing pictures. If one can't be drawn, the app shows the brand or a plain card instead. */
export async function drawPictures(folder: string, log: Logger): Promise<void> {
  const machines = join(folder, "machines");
  const brands = join(folder, "brands");
  await Promise.all([mkdir(machines, { recursive: true }), mkdir(brands, { recursive: true })]);
  const missing = [
    ...SKINS.map(({ key }) => ({ file: join(machines, `${key}.png`), kind: "machine" as const, key })),
    ...SEED_BRANDS.map(({ key }) => ({ file: join(brands, `${key}.png`), kind: "brand" as const, key })),
  ].filter(({ file }) => !existsSync(file));
  if (missing.length === 0) return;
  // The drawing library is loaded only if a picture is missing.
  const { brandPicture, machinePicture } = await import("@reelcast/machine/screen");
  for (const { file, kind, key } of missing) {
    try {
      const picture = kind === "machine" ? machinePicture(key, 480, 360) : brandPicture(key, 240, 120);
      await writeFile(`${file}.new`, picture);
      await rename(`${file}.new`, file);
    } catch (error) {
      log.warn({ err: error, file }, "a picture could not be drawn");
    }
  }
}
