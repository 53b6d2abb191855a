/** All calls of the console, by subject. A new subject is a file of its own, with a line here. */
import type { ConsoleCall } from "./call.ts";
import { FLOOR_CALLS } from "./floorCalls.ts";
import { OWN_CALLS } from "./own.ts";
import { SIGN_IN_CALLS } from "./signIn.ts";
import { STAFF_CALLS } from "./staff.ts";

export const CONSOLE_CALLS = {
  ...SIGN_IN_CALLS,
  ...OWN_CALLS,
  ...STAFF_CALLS,
  ...FLOOR_CALLS,
} as const satisfies Record<string, ConsoleCall>;
export type ConsoleCallName = keyof typeof CONSOLE_CALLS;
