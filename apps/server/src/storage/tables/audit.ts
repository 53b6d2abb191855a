/** The audit log and its head. Rows are written by the SQL function `record_act` alone. */
import type { ColumnType } from "kysely";

type Written<T> = ColumnType<T, never, never>;

export interface AuditTables {
  audit_log: {
    /** Rises by one with each row. */
    seq: Written<number>;
    at: Written<Date>;
    by: Written<string>;
    via: Written<"command" | "api" | "console" | "system">;
    from: Written<string | null>;
    act: Written<string>;
    target: Written<string | null>;
    before: Written<unknown>;
    after: Written<unknown>;
    why: Written<string | null>;
    /** SHA-256 over the hash of the row before and this row. */
    hash: Written<Buffer>;
  };
  /** One row: number, time and hash of the log's last row. */
  audit_head: { id: Written<number>; seq: Written<number>; at: Written<Date>; hash: Written<Buffer> };
}
