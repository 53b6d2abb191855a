/** Tables of the floor: brands, machines, memories of simulated machines, sessions, requests of operators. */
import type { TouchArea } from "@reelcast/contract/console";
import type { Generated, JSONColumnType } from "kysely";

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
    /** Kind of its driver. */
    driver: Generated<string>;
    image: string | null;
    position: Generated<number>;
    /** Why an operator took it out of play. */
    out_of_order: string | null;
    /** When that was; of a machine in play without a meaning. Null: not known. */
    out_of_order_at: Generated<Date | null>;
    /** Why the server took it out of play, e.g. meters that don't agree with the ledger. */
    quarantined: string | null;
    quarantined_at: Generated<Date | null>;
    /** Nobody new may sit down since then; who is seated plays on. */
    closed_at: Generated<Date | null>;
    /** Only of a closed machine. */
    closed_reason: Generated<string | null>;
    /** It will never be played again. */
    retired_at: Generated<Date | null>;
    reserved_for: number | null;
    reserved_until: Date | null;
    last_big_win_at: Date | null;
    /** What it reports to be wrong and since when, by its host: `ReportedNeed`. Null: nothing. */
    trouble: Generated<unknown>;
    /** Where it stands: nodes of this zone take it first. */
    zone: Generated<string | null>;
    /** Least amount that may be moved to it at once, minor units. Null: its smallest bet. */
    least_deposit: Generated<number | null>;
    /** Where its controls are in its picture, as an operator has drawn them; instead of what its driver says. Empty: as it says. */
    touch_areas: JSONColumnType<TouchArea[], string | undefined, string>;
  };
  /** The persistent memory of a simulated machine. Only the machine reads it, no rule of the server. */
  machine_memories: {
    machine_id: number;
    state: unknown;
    revision: Generated<number>;
    /** The highest epoch of a `hello`. */
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
    /** Epoch of the lease of the last write. */
    lease_epoch: Generated<number | null>;
    /** When the session began to end. */
    ending_at: Generated<Date | null>;
    /** Amount of the final payment to the wallet, minor units. */
    paid_out: Generated<number | null>;
  };
  /** Requests of operators to a machine. Its host executes them; a notification only makes it read them. */
  machine_requests: {
    id: Generated<string>;
    machine_id: number;
    kind: "meters" | "unlock" | "handPay" | "settle" | "back" | "doubt";
    params: unknown;
    requested_by: string;
    reason: string | null;
    state: Generated<"waiting" | "done" | "refused">;
    answer: Generated<string | null>;
    /** Code and parameters of a refusal. Null where a process of an earlier version refused it. */
    refusal: Generated<unknown>;
    /** What its host has noted before it acted, and when. Null where the kind needs no note. */
    begun: Generated<unknown>;
    begun_at: Generated<Date | null>;
    created_at: Generated<Date>;
    done_at: Generated<Date | null>;
  };
}
