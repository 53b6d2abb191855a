/** Tables of jackpots. The amount of a pot is the balance of the ledger account `jackpot:<id>`. */
import type { Generated } from "kysely";

export interface JackpotTables {
  jackpots: {
    id: Generated<number>;
    name: string;
    /** Of each bet, in parts per ten thousand. */
    share: number;
    /** The amount from the house after a hit. */
    seed: number;
    /** It hits at this amount at the latest, and never pays more. */
    maximum: number;
    /** The amount at which it hits: secret, also for operators. */
    threshold: number;
  };
  /** Contributions of machines. */
  jackpot_remainders: {
    jackpot_id: number;
    machine_id: number;
    /** Ten-thousandths of a minor unit that are not posted yet. */
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
