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
    /** A looser value that takes effect at `pending_from`; null removes the limit. */
    pending_value: number | null;
    pending_from: Date | null;
  };
}
