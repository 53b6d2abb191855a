/** The operator's settings, as the app reads them, and whether an address may play. */
import { CALLS, ErrorCode, HOUSE_SETTINGS } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Network } from "../../network/index.ts";
import type { SettingsStore } from "../../settings/index.ts";
import { visitorOf } from "../guard.ts";
import { pathOf } from "./route.ts";

export interface SettingsParts {
  settings: Pick<SettingsStore, "body">;
  network: Network;
  /** The server's times, which the settings can't change. */
  playTimes: Settings["playTimes"];
  /** The rule of the same name. */
  limitPrompt: () => boolean;
}

const isOfHouse = (key: string): boolean => (HOUSE_SETTINGS as readonly string[]).includes(key);

export function settingsRoutes({ settings, network, playTimes, limitPrompt }: SettingsParts): FastifyPluginAsync {
  return async (app) => {
    // The app reads it at each start, as it does its own files.
    app.get(pathOf(CALLS.settings), { config: { counts: "file" } }, async (_, reply) => {
      const body = Object.entries(settings.body()).filter(([key]) => !isOfHouse(key));
      return reply
        .header("Cache-Control", "no-cache")
        .send({ ...Object.fromEntries(body), playTimes, limitPrompt: limitPrompt() });
    });
    app.get(pathOf(CALLS.check), async (request, reply) => {
      const verdict = await network.check(visitorOf(request, network));
      // A country that is not permitted has its own screen (code 0); a blocked address gets the code at the login.
      const code = verdict.permitted
        ? ErrorCode.Success
        : verdict.reason === "address"
          ? ErrorCode.AddressNotPermitted
          : 0;
      return reply
        .header("Cache-Control", "no-store")
        .send({ status: verdict.permitted ? 1 : 0, code, ip: request.ip, country: verdict.country });
    });
  };
}
