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
    image: string | null;
    position: Generated<number>;
    /** Why an operator took it out of play. */
    out_of_order: string | null;
    /** Why the house itself took it out of play, e.g. meters that don't agree with the ledger. */
    quarantined: string | null;
    reserved_for: number | null;
    reserved_until: Date | null;
    last_big_win_at: Date | null;
  };
  /** The simulated machine's own memory: it belongs to the machine, and no rule of the house reads it. */
  machine_memories: { machine_id: number; state: unknown; updated_at: Generated<Date> };
  sessions: {
    id: string;
    player_id: number;
    machine_id: number;
    /** Rises with every connection that takes the seat. */
    epoch: Generated<number>;
    state: "open" | "closing" | "closed";
    /** Until when a lost connection keeps the seat; null while connected. */
    held_until: Date | null;
    started_at: Generated<Date>;
    ended_at: Date | null;
    ip: string | null;
    end_reason: string | null;
  };
}
