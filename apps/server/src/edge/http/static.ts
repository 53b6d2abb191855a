/** The built app and the pictures of machines. Every path of the app that is not a file is answered with the app's page. */
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import { declareRoutes } from "./calls.ts";
import { MANIFEST } from "./manifest.ts";
import { isForPage } from "./page.ts";

/** The path below the folder of the app, wherever that folder is. */
const HASHED = `assets${sep}`;

/** @param app folder of the built app; @param pictures folder with `machines/` and `brands/` */
export function staticFiles({ app: folder, pictures }: { app: string; pictures: string }): FastifyPluginAsync {
  return async (app) => {
    declareRoutes(app, { counts: "file" });
    await app.register(fastifyStatic, {
      root: [folder],
      wildcard: false,
      index: false,
      globIgnore: [`${MANIFEST}*`],
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        void reply.header(
          "Cache-Control",
          relative(folder, path).startsWith(HASHED) ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
    for (const kind of ["machines", "brands"]) {
      await app.register(fastifyStatic, {
        root: join(pictures, kind),
        prefix: `/${kind}/`,
        decorateReply: false,
        index: false,
        maxAge: "1d",
      });
    }
    app.setNotFoundHandler((request, reply) => {
      if (!isForPage(request)) throw new AppError(ErrorCode.NotFound);
      if (!existsSync(join(folder, "index.html"))) {
        return reply.code(503).type("text/plain").send("The app is not built yet: run npm start.");
      }
      return reply.header("Cache-Control", "no-cache").sendFile("index.html", folder);
    });
  };
}
