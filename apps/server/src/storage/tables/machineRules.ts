/** Rules of machines as operators entered them, and figures of games. */
import type { Generated } from "kysely";

export interface MachineRulesTables {
  machine_rules: {
    machine_id: number;
    kind: "text" | "pdf";
    /** A text is in UTF-8. */
    content: Buffer;
    stored_at: Generated<Date>;
  };
  /** `GameFigures` by version of a game: the same for all processes. */
  game_figures: {
    version: string;
    figures: unknown;
    computed_at: Generated<Date>;
  };
}
