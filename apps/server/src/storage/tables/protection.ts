/** Tables of player protection. */
import type { LimitPeriod } from "@reelcast/contract";

export interface ProtectionTables {
  player_protection: {
    player_id: number;
    reality_check_minutes: number | null;
    break_until: Date | null;
    exclusion_until: Date | null;
    /** When the player last set a financial limit, or declined one: they are not asked for one again so soon. */
    limit_decided_at: Date | null;
  };
  /** No row: no limit. */
  player_limits: {
    player_id: number;
    /** deposit: moves to machines, by its first name; account: deposits to the account. (protection/limitStore.ts) */
    kind: "account" | "deposit" | "loss" | "time";
    period: LimitPeriod;
    /** Minor units, or minutes of a time limit. */
    value: number | null;
    /** A looser value that can be confirmed from `pending_from` on; null removes the limit. */
    pending_value: number | null;
    pending_from: Date | null;
  };
}
