/** The rules of a machine's game. */
import { Readable } from "node:stream";
import { RULES_CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { MachineRulesService } from "../../machineRules/index.ts";
import type { Guard } from "../guard.ts";
import { declareRoutes } from "./calls.ts";
import { route } from "./route.ts";

export interface MachineRulesParts {
  rules: MachineRulesService;
  guard: Guard;
}

/** An operator's file is saved, never shown in the house's own page; and if it were, nothing in it could run or load. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export function machineRulesRoutes({ rules, guard }: MachineRulesParts): FastifyPluginAsync {
  return async (app) => {
    route(app, guard, RULES_CALLS.machineRules, ({ params }) => rules.of(params.id));
    await app.register(async (heavy) => {
      declareRoutes(heavy, { heavy: true });
      route(heavy, guard, RULES_CALLS.machineResults, ({ who, params }) => rules.results(who.playerId, params.id));
    });
    route(app, guard, RULES_CALLS.rulesFile, async ({ params, reply }) => {
      const content = await rules.file(params.id);
      void reply.headers({
        "Content-Length": content.length,
        "Content-Disposition": `attachment; filename="machine-${params.id}-rules.pdf"`,
        "Content-Security-Policy": FILE_POLICY,
      });
      return Readable.from([content]);
    });
  };
}
