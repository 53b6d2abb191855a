/** The rules of play for the console: what is in force, who chose it, what another choice would mean, and the choice. */
import { PLAY_PROFILES, playRulesOf } from "@reelcast/contract";
import { PLAY_RULE_CALLS } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import { ACTS } from "../../acts/index.ts";
import { assertPermitted, chosenPlayRules, playRulesChoices } from "../../settings/index.ts";
import { actorOf, consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

const MAX_VERSIONS = 100;

export function playRuleRoutes(parts: ConsoleRoutes): FastifyPluginAsync {
  const { acts } = parts;
  const db = acts.storage.calls;
  return async (app) => {
    consoleRoute(app, parts, PLAY_RULE_CALLS.playRules, async () => {
      const chosen = await chosenPlayRules(db);
      const setting = chosen?.setting ?? "none";
      return {
        version: chosen?.id ?? 0,
        at: chosen?.at.toISOString() ?? null,
        by: chosen?.author ?? null,
        setting,
        rules: playRulesOf(setting),
        profiles: PLAY_PROFILES,
        retention: acts.settings.current().retention,
      };
    });
    consoleRoute(app, parts, PLAY_RULE_CALLS.playRulesHistory, async () => {
      const choices = await playRulesChoices(db, MAX_VERSIONS);
      return {
        versions: choices.map(({ id, at, author, source, why, setting }) => ({
          version: id,
          at: at.toISOString(),
          by: author,
          source,
          why,
          setting,
          rules: playRulesOf(setting),
        })),
      };
    });
    consoleRoute(app, parts, PLAY_RULE_CALLS.previewPlayRules, async ({ body: { setting } }) => {
      assertPermitted({ playRules: setting });
      return { rules: playRulesOf(setting) };
    });
    consoleRoute(app, parts, PLAY_RULE_CALLS.changePlayRules, async ({ who, body, request }) => {
      const { why, ...params } = body;
      const { result } = await ACTS.settings.playRules.run(acts, actorOf(who, request, why), params);
      return result;
    });
  };
}
