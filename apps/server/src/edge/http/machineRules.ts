/** The rules of a machine's game. */
import { Readable } from "node:stream";
import { AppError, ErrorCode, RULES_CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { MachineRulesService } from "../../machineRules/index.ts";
import type { FloorService } from "../../floor/index.ts";
import type { Guard } from "../guard.ts";
import { declareRoutes } from "./calls.ts";
import { route } from "./route.ts";

export interface MachineRulesParts {
  rules: MachineRulesService;
  floor: Pick<FloorService, "whoSees">;
  guard: Guard;
}

/** An operator's file is saved, never shown in the house's own page; and if it were, nothing in it could run or load. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export function machineRulesRoutes({ rules, floor, guard }: MachineRulesParts): FastifyPluginAsync {
  /** @throws AppError NotFound of a machine that the player is not shown */
  async function mustSee(playerId: number, machineId: number): Promise<void> {
    const sees = await floor.whoSees();
    if (!sees(playerId, machineId)) throw new AppError(ErrorCode.NotFound);
  }
  return async (app) => {
    route(app, guard, RULES_CALLS.machineRules, async ({ who, params }) => {
      await mustSee(who.playerId, params.id);
      return rules.of(params.id);
    });
    await app.register(async (heavy) => {
      declareRoutes(heavy, { heavy: true });
      route(heavy, guard, RULES_CALLS.machineResults, async ({ who, params }) => {
        await mustSee(who.playerId, params.id);
        return rules.results(who.playerId, params.id);
      });
    });
    route(app, guard, RULES_CALLS.rulesFile, async ({ who, params, reply }) => {
      await mustSee(who.playerId, params.id);
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
