/** Tables of player protection. */
import type { LimitKind, LimitPeriod } from "@reelcast/contract";

export interface ProtectionTables {
  player_protection: {
    player_id: number;
    reality_check_minutes: number | null;
    break_until: Date | null;
    exclusion_until: Date | null;
  };
  /** No row: no limit. */
  player_limits: {
    player_id: number;
    kind: LimitKind;
    period: LimitPeriod;
    /** Minor units, or minutes of a time limit. */
    value: number | null;
    /** What is looser and waits for its day: null lifts the limit. */
    pending_value: number | null;
    pending_from: Date | null;
  };
}
