/** Rows of the audit log of component tests, the newest first. */
import type { AuditPage } from "@reelcast/contract/console";

const AT = "2026-01-02T03:04:05.000Z";
export const rows = (count: number): AuditPage => ({
  items: Array.from({ length: count }, (_, index) => ({
    seq: count - index,
    at: AT,
    by: "Mehmet",
    via: "console" as const,
    from: "staff 2",
    act: "player.note",
    target: "player 7",
    why: `row ${count - index}`,
    outcome: index === 0 ? "refused" : null,
  })),
  older: null,
  newer: count,
});
