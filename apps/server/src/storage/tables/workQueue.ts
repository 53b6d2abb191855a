/** Who works on an item of the work queue. The items themselves are computed from the other tables. */
import type { Generated } from "kysely";

export interface WorkQueueTables {
  /** No row: nobody has taken it. */
  work_items: {
    /** As in the contract: "transfer:<id>". */
    key: string;
    /** Name of the member of staff. */
    owner: string;
    taken_at: Generated<Date>;
  };
}
