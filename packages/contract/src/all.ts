/**
 * Every call, for code that describes or checks all of them. The app imports the tables one by one, each with its
 * screens.
 */
import { ACCOUNT_CALLS } from "./account.ts";
import { CALLS } from "./calls.ts";
import type { Call } from "./calls.ts";
import { FAILURE_CALLS } from "./failures.ts";
import { HISTORY_CALLS } from "./history.ts";
import { LINK_CALLS } from "./links.ts";
import { LOBBY_CALLS } from "./lobby.ts";
import { RULES_CALLS } from "./machineRules.ts";
import { TEMPLATE_CALLS } from "./template.ts";

export const allCalls = (): Readonly<Record<string, Call>> => ({
  ...CALLS,
  ...LOBBY_CALLS,
  ...ACCOUNT_CALLS,
  ...FAILURE_CALLS,
  ...HISTORY_CALLS,
  ...LINK_CALLS,
  ...RULES_CALLS,
  ...TEMPLATE_CALLS,
});
