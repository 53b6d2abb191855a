/** Tables of jackpots. What a pot holds is the ledger account `jackpot:<id>`. */
import type { Generated } from "kysely";

export interface JackpotTables {
  jackpots: {
    id: Generated<number>;
    name: string;
    /** Of each bet, in parts per ten thousand. */
    share: number;
    /** What the house puts in after a hit. */
    seed: number;
    /** It hits at this amount at the latest, and never pays more. */
    maximum: number;
    /** Where it hits. Told to nobody: not to players, not to operators. */
    threshold: number;
  };
  /** Of the shares that a machine has brought. */
  jackpot_remainders: {
    jackpot_id: number;
    machine_id: number;
    /** Ten thousandths of a minor unit that no posting holds yet. */
    remainder: number;
  };
  jackpot_hits: {
    id: Generated<number>;
    jackpot_id: number;
    machine_id: number;
    game_number: number;
    player_id: number;
    session_id: string;
    amount: number;
    at: Generated<Date>;
  };
}
