/** The web app manifest: the app's own file, with the name and the language that the operator has set. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError, DESCRIPTIONS, ErrorCode, directionOf, houseLanguage } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";

/** Its name in the folder of the app and at the root of the site. */
export const MANIFEST = "manifest.webmanifest";

export interface ManifestParts {
  /** Folder of the built app. */
  app: string;
  settings: () => Pick<Settings, "menuTitle" | "language">;
}

/** `GET /manifest.webmanifest`. @throws AppError NotFound where the app is not built */
export function manifestRoute({ app: folder, settings }: ManifestParts): FastifyPluginAsync {
  return async (app) => {
    app.get(`/${MANIFEST}`, { config: { counts: "file" } }, async (_, reply) => {
      const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => {
        throw new AppError(ErrorCode.NotFound);
      });
      const { menuTitle } = settings();
      const language = houseLanguage(settings());
      return reply
        .header("Cache-Control", "no-cache")
        .type("application/manifest+json; charset=utf-8")
        .send({
          ...(JSON.parse(text) as object),
          name: menuTitle,
          short_name: menuTitle,
          description: DESCRIPTIONS[language],
          lang: language,
          dir: directionOf(language),
        });
    });
  };
}
