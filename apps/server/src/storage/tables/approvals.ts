/** Requests for manual payments that need a second person. */
import type { ColumnType, Generated, JSONColumnType } from "kysely";

export interface ApprovalTables {
  approvals: {
    id: Generated<number>;
    /** As in the audit log: "player.credit". */
    act: string;
    target: string;
    /** Minor units. */
    amount: number;
    /** Parameters of the act. */
    params: JSONColumnType<Record<string, unknown>, string, never>;
    /** Idempotency key of the operator: the same key moves money once. */
    key: string | null;
    requested_by: string;
    /** The name in the form that is compared: see `nameSkeleton`. */
    requester: string;
    requested_from: string;
    why: string;
    requested_at: Generated<Date>;
    expires_at: ColumnType<Date, never, never>;
    state: Generated<"waiting" | "approved" | "refused" | "expired">;
    decided_by: string | null;
    decider: string | null;
    decided_from: string | null;
    decided_at: ColumnType<Date | null, never, never>;
  };
}
