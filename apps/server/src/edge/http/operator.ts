/** Calls of an operator's own server, with an operator's key. */
import { AppError, CodedError, ErrorCode, LINK_CALLS } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import type { Accounts } from "../../accounts/index.ts";
import { recordAct } from "../../audit/index.ts";
import type { OperatorKeys } from "../../operators/index.ts";
import { perMinute, RateLimiter } from "../../rateLimiter.ts";
import type { Db } from "../../storage/index.ts";
import { bearerOf } from "../guard.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

/** Links that one key may make: a hall that opens fills in a few minutes. */
const LINKS_PER_KEY = perMinute(300);

/** A spelling of the names of several players is the name of none. @throws the error, if it is another one */
function noneOfSeveral(error: unknown): null {
  if (error instanceof CodedError && error.code === ConsoleErrorCode.PlayerNameShared) return null;
  throw error;
}

export interface OperatorParts {
  db: Db;
  keys: Pick<OperatorKeys, "holderOf">;
  accounts: Pick<Accounts, "findPlayer" | "makeLink">;
  guard: Guard;
}

export function operatorRoutes({ db, keys, accounts, guard }: OperatorParts): FastifyPluginAsync {
  const perKey = new RateLimiter(LINKS_PER_KEY);
  return async (app) => {
    route(app, guard, LINK_CALLS.makeLink, async ({ body, request }) => {
      const bearer = bearerOf(request);
      perKey.count((await keys.holderOf(db, bearer)).id);
      const wanted = body.username ?? body.id;
      const player = wanted === undefined ? null : await accounts.findPlayer(wanted).catch(noneOfSeveral);
      if (!player) throw new AppError(ErrorCode.NotFound);
      if (player.bannedAt !== null) throw new AppError(ErrorCode.PlayerBanned);
      return db.transaction().execute(async (trx) => {
        const key = await keys.holderOf(trx, bearer);
        const link = await accounts.makeLink(trx, player.id, key.id);
        await recordAct(trx, {
          by: `key ${key.name}`,
          via: "api",
          from: request.ip,
          act: "player.link",
          target: `player ${player.id}`,
          before: null,
          after: { username: player.username, expiresAt: link.expiresAt },
          why: null,
        });
        return link;
      });
    });
  };
}
