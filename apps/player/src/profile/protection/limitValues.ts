/** How much of a limit is used, and whether a looser one can be confirmed. Pure. */

/** For the progress bar, 0 to 100. */
export function percentUsed(used: number, value: number): number {
  return Math.min(100, Math.max(0, Math.round((used / value) * 100)));
}

/** Whether a looser limit can be confirmed now. The server decides, this predicts it. @param now ms since the epoch */
export const canConfirm = ({ from, until }: { from: string; until?: string | undefined }, now: number): boolean =>
  now >= Date.parse(from) && (until === undefined || now < Date.parse(until));
