/** What a machine itself reports to be wrong, and since when: the same moment under each of its hosts, as long as it lasts. */
import type { Need } from "@reelcast/contract/console";
import type { MachineState } from "@reelcast/machine";
import * as z from "zod/mini";

/** A need that the machine itself reports: a person must see to it. The column `trouble` of its row has the last one. */
export interface ReportedNeed {
  what: Extract<Need, "handPay" | "tilt" | "door" | "unreachable">;
  /** Since when a host knows of it, ms since the epoch. */
  since: number;
  text: string | null;
  /** Minor units; of a hand pay alone. */
  amount?: number;
}
const StoredNeed = z.object({
  what: z.enum(["handPay", "tilt", "door"]),
  since: z.int(),
  text: z.nullable(z.string()),
  amount: z.exactOptional(z.int()),
});
/** The need that an earlier host has stored in the machine's row; null: none. */
export const storedNeed = ({ trouble }: { trouble: unknown }): ReportedNeed | null =>
  StoredNeed.safeParse(trouble).data ?? null;

type Reported = Pick<MachineState, "online" | "tilt" | "doorOpen" | "phase" | "win">;
function reported({ online, tilt, doorOpen, phase, win }: Reported): Omit<ReportedNeed, "since"> | null {
  if (!online) return { what: "unreachable", text: null };
  if (phase === "handPay") return { what: "handPay", text: null, amount: win };
  if (tilt !== null) return { what: "tilt", text: tilt };
  return doorOpen ? { what: "door", text: null } : null;
}
/** The need that a machine reports now, with the beginning of the one before if it is the same. @param now ms */
export function reportedNeedOf(before: ReportedNeed | null, machine: Reported, now: number): ReportedNeed | null {
  const need = reported(machine);
  if (need === null) return null;
  const isSame = before?.what === need.what && before.text === need.text && (before.amount ?? 0) === (need.amount ?? 0);
  return isSame ? before : { ...need, since: now };
}
