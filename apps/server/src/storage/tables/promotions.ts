/** Tables of promotions. */
import type { Generated } from "kysely";

export interface PromotionTables {
  promotion_grants: {
    id: Generated<number>;
    player_id: number;
    promotion: "discount" | "bonus" | "weekly";
    /** The period in which it can be claimed once: the slot of a cooldown, or an ISO week. */
    claim_window: string;
    amount: number;
    /** The amount of which `amount` is a share. */
    basis: number;
    /** The last game (discount, weekly) or posting of the player's account (bonus) that was counted. */
    counted_to: number;
    at: Date;
    ip: string | null;
  };
}
