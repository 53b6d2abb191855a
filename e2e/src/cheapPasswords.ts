/**
 * Loaded before the process of commands (commands.ts): the passwords and PINs of players that tests add are hashed with the
 * lower costs of the database tests. A hash contains its costs, so the server checks them as any other. Full costs would slow
 * each player down by two long computations, which no test is about.
 */
import { registerHooks } from "node:module";

const CHEAP = new URL("../../apps/server/src/accounts/testing/passwordCost.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) => next(specifier === "./passwordCost.ts" ? CHEAP : specifier, context),
});
