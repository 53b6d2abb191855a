/** What a machine itself reports to be wrong, and since when: the same moment under each of its hosts, as long as it lasts. */
import type { Need } from "@reelcast/contract/console";
import type { MachineState } from "@reelcast/machine";
import * as z from "zod/mini";

/** Something at the machine itself that a person must see to. */
export interface Trouble {
  what: Extract<Need, "handPay" | "tilt" | "door" | "unreachable">;
  /** Since when a host knows of it, ms since the epoch. */
  since: number;
  text: string | null;
  /** Minor units; of a hand pay alone. */
  amount?: number;
}
const KeptTrouble = z.object({
  what: z.enum(["handPay", "tilt", "door"]),
  since: z.int(),
  text: z.nullable(z.string()),
  amount: z.exactOptional(z.int()),
});
/** The trouble that an earlier host has noted in the machine's row; null: none. */
export const keptTrouble = ({ trouble }: { trouble: unknown }): Trouble | null =>
  KeptTrouble.safeParse(trouble).data ?? null;

type Reported = Pick<MachineState, "online" | "tilt" | "doorOpen" | "phase" | "win">;
function reported({ online, tilt, doorOpen, phase, win }: Reported): Omit<Trouble, "since"> | null {
  if (!online) return { what: "unreachable", text: null };
  if (phase === "handPay") return { what: "handPay", text: null, amount: win };
  if (tilt !== null) return { what: "tilt", text: tilt };
  return doorOpen ? { what: "door", text: null } : null;
}
/** The trouble that a machine has now, with the beginning of the one before if it is the same. @param now ms */
export function troubleOf(before: Trouble | null, machine: Reported, now: number): Trouble | null {
  const trouble = reported(machine);
  if (trouble === null) return null;
  const isSame =
    before?.what === trouble.what && before.text === trouble.text && (before.amount ?? 0) === (trouble.amount ?? 0);
  return isSame ? before : { ...trouble, since: now };
}
