/** Settings.json as the operator wrote it, and whether an address may play. */
import { readFile } from "node:fs/promises";
import { CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Logger } from "pino";
import { pathOf } from "./route.ts";

/** @param file read for every visitor, so that a change needs no restart; absent or broken: the app's defaults hold */
export function settingsRoutes({ file, log }: { file: string; log: Logger }): FastifyPluginAsync {
  async function read(): Promise<unknown> {
    const text = await readFile(file, "utf8").catch(() => null);
    if (text === null) return {};
    try {
      return JSON.parse(text);
    } catch (error) {
      log.warn({ err: error, file }, "Settings.json is not JSON: the defaults are used");
      return {};
    }
  }
  return async (app) => {
    app.get(pathOf(CALLS.settings), async (_, reply) => reply.header("Cache-Control", "no-cache").send(await read()));
    app.get(pathOf(CALLS.check), async (request, reply) =>
      reply.header("Cache-Control", "no-store").send({ status: 1, code: 20000, ip: request.ip, country: "" }),
    );
  };
}
