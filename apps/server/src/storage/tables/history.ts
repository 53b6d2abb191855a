/** Tables of history. Triggers fill them (functions/logs.sql); the server only reads them. */
export interface HistoryTables {
  /** The postings of players' accounts, with the other columns of a list. */
  operations: {
    player_id: number;
    /** Number of the posting on the player's account: 1, 2, 3, … */
    seq: number;
    at: Date;
    /** OPERATION of the contract. */
    type: number;
    /** Positive: into the player's account. */
    amount: number;
    /** Balance after it. */
    balance: number;
    origin: "machine" | "house" | "promotions" | "jackpot";
    machine_id: number | null;
    session_id: string | null;
    tag: string;
    ip: string | null;
  };
}
