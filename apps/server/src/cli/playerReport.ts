/** The output of `house player show`. Pure. */
import type { Protection } from "@reelcast/contract";
import type { Age } from "../protection/index.ts";
import { formatAmount, table } from "./money.ts";

/** One limit's value: minutes for a time limit, else an amount. */
const figure = (kind: string, value: number | null) =>
  value === null ? "none" : kind === "time" ? `${value} min` : formatAmount(value);

export function describePlayer(
  { id, username, bannedAt }: { id: number; username: string; bannedAt: Date | null },
  balance: number,
  { limits, realityCheckMinutes, breakUntil, exclusionUntil }: Protection,
  { verifiedAt, bornOn }: Age,
): string {
  const facts: [string, string][] = [
    ["player", `${username}, number ${id}`],
    ["balance", formatAmount(balance)],
    ["age", verifiedAt === null ? "not verified" : `verified ${verifiedAt.toISOString()}`],
    ["born", bornOn ?? "not known"],
    ["banned", bannedAt === null ? "no" : `since ${bannedAt.toISOString()}`],
    ["break", breakUntil === null ? "no" : `until ${breakUntil}`],
    ["self-exclusion", exclusionUntil === null ? "no" : `until ${exclusionUntil}`],
    ["reality check", realityCheckMinutes === null ? "no" : `every ${realityCheckMinutes} min`],
  ];
  const rows = limits.map(({ kind, period, value, used, resetsAt, pending }) => [
    `${kind} a ${period}`,
    figure(kind, value),
    figure(kind, used),
    resetsAt,
    pending === null ? "" : `${figure(kind, pending.value)}, may be confirmed from ${pending.from}`,
  ]);
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    "",
    table(["limit", "value", "used", "resets at", "waiting"], rows),
  ].join("\n");
}
