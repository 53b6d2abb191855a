/** Tables of the floor: brands, machines, what simulated machines remember, and sessions. */
import type { Generated } from "kysely";

export interface FloorTables {
  brands: {
    id: Generated<number>;
    name: string;
    /** Art of a drawn brand. */
    skin: string | null;
    image: string | null;
    jackpot: Generated<string>;
    position: Generated<number>;
  };
  machines: {
    id: Generated<number>;
    brand_id: number;
    name: string;
    /** Game and art of a simulated machine. */
    skin: string;
    serial: string;
    video_type: "screen" | "camera";
    /** Which kind of driver speaks to it. */
    driver: Generated<string>;
    image: string | null;
    position: Generated<number>;
    /** Why an operator took it out of play. */
    out_of_order: string | null;
    /** Why the house itself took it out of play, e.g. meters that don't agree with the ledger. */
    quarantined: string | null;
    quarantined_at: Generated<Date | null>;
    /** It will never be played again. */
    retired_at: Generated<Date | null>;
    reserved_for: number | null;
    reserved_until: Date | null;
    last_big_win_at: Date | null;
  };
  /** The simulated machine's own memory: it belongs to the machine, and no rule of the house reads it. */
  machine_memories: {
    machine_id: number;
    state: unknown;
    revision: Generated<number>;
    /** The highest epoch that has said hello. */
    epoch: Generated<number>;
    updated_at: Generated<Date>;
  };
  sessions: {
    id: string;
    player_id: number;
    machine_id: number;
    /** Rises with every connection that takes the seat. */
    epoch: Generated<number>;
    state: "open" | "closing" | "closed";
    started_at: Generated<Date>;
    ended_at: Date | null;
    ip: string | null;
    end_reason: string | null;
    /** Of the lease under which this row was written last. */
    lease_epoch: Generated<number | null>;
    /** Since when it is being given back. */
    ending_at: Generated<Date | null>;
    /** What its end brought into the wallet, minor units. */
    paid_out: Generated<number | null>;
  };
  /** What an operator asks of a machine: its host carries it out, a notification only wakes it. */
  machine_requests: {
    id: Generated<string>;
    machine_id: number;
    kind: "meters" | "unlock" | "settle" | "back";
    params: unknown;
    requested_by: string;
    reason: string | null;
    state: Generated<"waiting" | "done" | "refused">;
    answer: Generated<string | null>;
    created_at: Generated<Date>;
    done_at: Generated<Date | null>;
  };
}
