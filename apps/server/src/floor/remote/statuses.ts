/**
 * The statuses of its machines that a floor sends to the edges. Of two entries of one machine the one with the higher
 * lease is newer, and under one lease the one with the higher version; so their order does not matter. What is lost is
 * noticed by a digest and read again.
 */
import { Id, MachineStatusSchema, Money } from "@reelcast/contract";
import * as z from "zod/mini";
import { defineCall, defineFeed } from "../../bus/messages.ts";

const Node = z.string().check(z.maxLength(80));
const Entry = z.object({
  id: Id,
  status: MachineStatusSchema,
  /** Epoch of the machine's lease. */
  lease: z.int(),
  version: z.int(),
  /** The game program, as the driver names it. */
  game: z.string(),
  minBet: z.nullable(Money),
});
export type StatusEntry = z.infer<typeof Entry>;

/** What has changed, by brand. */
export const STATUSES = defineFeed("status", z.object({ node: Node, entries: z.array(Entry) }));

export const DIGEST_MS = 2_000;
/** Of all machines that a floor runs, by its id; sent every two seconds. */
export const DIGESTS = defineFeed("digest", z.object({ count: z.int(), sum: z.number() }));

/** By the floor's id: the machines that it runs, by rising id. `next`: where the next page begins; null: that was all. */
export const SNAPSHOT = defineCall("snapshot", {
  read: {
    params: z.object({ after: z.int().check(z.nonnegative()) }),
    result: z.object({ entries: z.array(Entry), next: z.nullable(Id) }),
  },
});
/** Entries of a page: far below the size of a message. */
export const PAGE = 1_000;

/** FNV-1a of the three numbers, 32 bits. */
function hashOf({ id, lease, version }: StatusEntry): number {
  let hash = 0x811c9dc5;
  for (const value of [id, lease, version])
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((value >>> shift) & 0xff), 0x01000193);
  return hash >>> 0;
}
interface Sum {
  count: number;
  sum: number;
}
/** The same for the same entries in any order. An entry costs the same whether there are ten or ten thousand. */
export class Digest implements Sum {
  count = 0;
  sum = 0;
  add(entry: StatusEntry): void {
    this.count += 1;
    this.sum = (this.sum + hashOf(entry)) >>> 0;
  }
  remove(entry: StatusEntry): void {
    this.count -= 1;
    this.sum = (this.sum - hashOf(entry)) >>> 0;
  }
  equals({ count, sum }: Sum): boolean {
    return this.count === count && this.sum === sum;
  }
}
export function digestOf(entries: Iterable<StatusEntry>): Sum {
  const digest = new Digest();
  for (const entry of entries) digest.add(entry);
  const { count, sum } = digest;
  return { count, sum };
}
