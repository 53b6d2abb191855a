/** Table of the operators' overview. */
import type { Generated } from "kysely";

export interface OverviewTables {
  /** Who watches a machine's picture now. What was watched is in the audit log. */
  machine_watches: {
    id: string;
    staff_id: number;
    /** Id of the session in which it began: it ends with that. */
    staff_session: number;
    /** Of the member of staff, in the audit log. */
    name: string;
    origin: string | null;
    machine_id: number;
    /** Id of the viewer in the media process; null: it is being made. */
    resource: string | null;
    started_at: Generated<Date>;
    /** When an edge has seen last that the picture is received. */
    seen_at: Generated<Date>;
  };
}
