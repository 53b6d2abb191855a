/** A player's own account: data, balance and stored settings. */
import { ACCOUNT_CALLS, CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Accounts } from "../../accounts/index.ts";
import type { Wallet } from "../../wallet/index.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

export interface PlayerParts {
  accounts: Accounts;
  wallet: Pick<Wallet, "balance"> & {
    /** How much of the player's money is being checked, minor units. */
    checking: (playerId: number) => Promise<number>;
  };
  guard: Guard;
}

export function playerRoutes({ accounts, wallet, guard }: PlayerParts): FastifyPluginAsync {
  return async (app) => {
    route(app, guard, CALLS.balance, async ({ who: { playerId } }) => {
      const [balance, checking] = await Promise.all([wallet.balance(playerId), wallet.checking(playerId)]);
      return { balance, checking };
    });
    route(app, guard, ACCOUNT_CALLS.profile, async ({ who }) =>
      accounts.profile(who, await wallet.balance(who.playerId)),
    );
    route(app, guard, ACCOUNT_CALLS.playerSettings, ({ who }) => accounts.playerSettings(who));
    route(app, guard, ACCOUNT_CALLS.savePlayerSettings, ({ who, body }) => accounts.savePlayerSettings(who, body));
  };
}
