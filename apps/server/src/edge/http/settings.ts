/** Settings.json as the operator wrote it, and whether an address may play. */
import { CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Network } from "../../network/index.ts";
import type { SettingsFile } from "../../settings.ts";
import { visitorOf } from "../guard.ts";
import { pathOf } from "./route.ts";

export interface SettingsParts {
  settings: Pick<SettingsFile, "raw">;
  network: Network;
}

export function settingsRoutes({ settings, network }: SettingsParts): FastifyPluginAsync {
  return async (app) => {
    app.get(pathOf(CALLS.settings), async (_, reply) => reply.header("Cache-Control", "no-cache").send(settings.raw()));
    app.get(pathOf(CALLS.check), async (request, reply) => {
      const verdict = await network.check(visitorOf(request, network));
      // A country that is not permitted is told by its own screen (code 0); a blocked address by the code, at the login.
      const code = verdict.permitted ? 20000 : verdict.because === "address" ? 10703 : 0;
      return reply
        .header("Cache-Control", "no-store")
        .send({ status: verdict.permitted ? 1 : 0, code, ip: request.ip, country: verdict.country });
    });
  };
}
