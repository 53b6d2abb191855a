/** All calls of the console, by subject. A new subject is a file of its own, with a line here. */
import type { ConsoleCall } from "./call.ts";
import { FLOOR_CALLS } from "./floorCalls.ts";
import { APPROVAL_CALLS } from "./approvals.ts";
import { EVENT_CALLS } from "./events.ts";
import { GAME_CALLS } from "./games.ts";
import { HOUSE_CALLS } from "./house.ts";
import { AUDIT_CALLS } from "./audit.ts";
import { DESK_CALLS } from "./desk.ts";
import { HEALTH_CALLS } from "./health.ts";
import { OWN_CALLS } from "./own.ts";
import { PLAYER_ACT_CALLS } from "./playerActs.ts";
import { PLAYER_CALLS } from "./players.ts";
import { PLAY_RULE_CALLS } from "./playRules.ts";
import { QUEUE_CALLS } from "./queue.ts";
import { SIGN_IN_CALLS } from "./signIn.ts";
import { STAFF_CALLS } from "./staff.ts";
import { TRANSFER_CALLS } from "./transfers.ts";

export const CONSOLE_CALLS = {
  ...SIGN_IN_CALLS,
  ...OWN_CALLS,
  ...STAFF_CALLS,
  ...FLOOR_CALLS,
  ...HOUSE_CALLS,
  ...QUEUE_CALLS,
  ...EVENT_CALLS,
  ...PLAYER_CALLS,
  ...PLAYER_ACT_CALLS,
  ...GAME_CALLS,
  ...TRANSFER_CALLS,
  ...APPROVAL_CALLS,
  ...DESK_CALLS,
  ...HEALTH_CALLS,
  ...AUDIT_CALLS,
  ...PLAY_RULE_CALLS,
} as const satisfies Record<string, ConsoleCall>;
export type ConsoleCallName = keyof typeof CONSOLE_CALLS;
