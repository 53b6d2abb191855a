/** What the console's lists share: pages by cursors, filters by time, and who is named in a row. */
import * as z from "zod/mini";
import { text } from "../calls.ts";
import { Id, MAX_ID, Timestamp } from "../entities.ts";

/** A page begins after its cursor: rows that come meanwhile appear on no later page, and no row appears twice. */
export const PageQuery = {
  cursor: z.optional(text(200)),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
} as const;
/** Both ends inclusive. */
export const SpanQuery = { from: z.optional(Timestamp), to: z.optional(Timestamp) } as const;
export const IdParam = z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_ID));

export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });

/** A player or a machine with its name. */
export const Named = z.object({ id: Id, name: z.string() });
export type Named = z.infer<typeof Named>;
