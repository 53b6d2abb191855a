/** The built app and the pictures of machines. Every path of the app that is not a file is answered with the app's page. */
import { existsSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import { AppError, ErrorCode, PAGE_LANGUAGE, pageFile } from "@reelcast/contract";
import type { Language } from "@reelcast/contract";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { SIZED_WIDTHS, sizedName } from "../../pictureNames.ts";
import { declareRoutes } from "./calls.ts";
import { MANIFEST } from "./manifest.ts";
import { isForPage } from "./page.ts";

/** The path below the folder of the app, wherever that folder is. */
const HASHED = `assets${sep}`;
/** A picture changes only if the operator replaces it; then the old one may still be shown for so long. */
const PICTURE_CACHE = "public, max-age=604800, stale-while-revalidate=2592000";

/**
 * Serves the files of a built app from the site's root, compressed where the build has compressed them, and its page for every
 * address that names no file.
 *
 * @param notBuilt what is said where there is no page @param language of the page, where it is built in several
 */
export async function serveBuiltApp(
  app: FastifyInstance,
  folder: string,
  notBuilt: string,
  language: () => Language = () => PAGE_LANGUAGE,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: [folder],
    wildcard: false,
    index: false,
    globIgnore: [`${MANIFEST}*`],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const inside = relative(folder, path);
      // A picture: its route has set the header.
      if (inside.startsWith("..")) return;
      void reply.header(
        "Cache-Control",
        inside.startsWith(HASHED) ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isForPage(request)) throw new AppError(ErrorCode.NotFound);
    const page = pageFile(language());
    if (!existsSync(join(folder, page))) return reply.code(503).type("text/plain").send(notBuilt);
    return reply.header("Cache-Control", "no-cache").sendFile(page, folder);
  });
}

export interface SiteFiles {
  /** Folder of the built app. */
  app: string;
  /** Folder with `machines/`, `brands/` and `symbols/`. */
  pictures: string;
  /** Of the house. */
  language: () => Language;
}

export function staticFiles({ app: folder, pictures, language }: SiteFiles): FastifyPluginAsync {
  return async (app) => {
    declareRoutes(app, { counts: "file" });
    await serveBuiltApp(app, folder, "The app is not built yet: run npm start.", language);
    await app.register(pictureFiles(pictures));
  };
}
/** @param pictures folder with `machines/`, `brands/` and `symbols/` */
export function pictureFiles(pictures: string): FastifyPluginAsync {
  return async (app) => {
    declareRoutes(app, { counts: "file" });
    for (const kind of ["machines", "brands", "symbols"]) {
      const root = join(pictures, kind);
      // The query `w`: the copy of that width, if there is one.
      app.get<{ Params: { file: string }; Querystring: { w?: string } }>(`/${kind}/:file`, (request, reply) => {
        const { file } = request.params;
        if (basename(file) !== file) throw new AppError(ErrorCode.NotFound);
        const width = SIZED_WIDTHS.find((one) => String(one) === request.query.w);
        const names = width === undefined ? [file] : [sizedName(file, width), file];
        const found = names.find((name) => existsSync(join(root, name)));
        if (found === undefined) throw new AppError(ErrorCode.NotFound);
        return reply.header("Cache-Control", PICTURE_CACHE).sendFile(found, root);
      });
    }
  };
}
