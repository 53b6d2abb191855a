/** The list of machines in parts: for the server, and for the lobby of a large house. */
import * as z from "zod/mini";
import { CALLS, text } from "./calls.ts";
import type { Call } from "./calls.ts";
import { MAX_ID, MAX_MACHINE_PAGE } from "./entities.ts";

/** Which machines of the list: all of it without a field. */
const MachineQuery = z.object({
  /** So many at most, in the order of the whole list. */
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_MACHINE_PAGE))),
  /** The `X-Next-Cursor` of the page before. */
  cursor: z.optional(text(40)),
  brand: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_ID))),
  /** "3,8": these alone. */
  ids: z.optional(text(4_000).check(z.regex(/^\d{1,10}(,\d{1,10})*$/))),
  /** Words that name, brand or key of the game contain. */
  search: z.optional(text(100)),
  /**
   * For each word of `search`, separated by `;`: keys of the games (by `,`) whose names in the player's language contain
   * it.
   */
  games: z.optional(text(400).check(z.regex(/^[\w,;-]*$/))),
});
export type MachineQuery = z.infer<typeof MachineQuery>;

/** In place of the call of the same name that the app begins with. */
export const LOBBY_CALLS = {
  machines: { ...CALLS.machines, query: MachineQuery },
} as const satisfies Record<string, Call>;
