/** Brands and machines in the database, and an operator's changes to them. */
import { sql } from "kysely";
import type { Selectable, UpdateObject } from "kysely";
import type { SignificantEventKind, TouchArea } from "@reelcast/contract/console";
import type { PictureArea, PictureParts } from "@reelcast/machine";
import { createStatementRetry } from "../storage/index.ts";
import type { Db, RunStatement, Trx } from "../storage/index.ts";
import type { FloorTables } from "../storage/tables/floor.ts";
import type { ReportedNeed } from "./overview/reportedNeed.ts";
import { LEDGER_ERRORS } from "../wallet/index.ts";

export type BrandRow = Selectable<FloorTables["brands"]>;
export type MachineRow = Selectable<FloorTables["machines"]> & {
  brand: string;
  /** Areas of the picture, as its driver has described them. */
  video: { crop: PictureArea | null; glass: PictureArea | null; parts: PictureParts[] };
};

export interface NewMachine {
  name: string;
  brandId: number;
  skin: string;
  serial: string;
  videoType: "screen" | "camera";
}

export interface MachineEventRecord {
  kind: SignificantEventKind;
  facts: Record<string, unknown>;
  at: Date;
  /** Who sits at the machine; null: nobody. */
  seated: { sessionId: string; playerId: number } | null;
}

export interface MachineStore {
  brands(): Promise<BrandRow[]>;
  /** In their order, without retired ones. @param ids these alone */
  machines(ids?: readonly number[]): Promise<MachineRow[]>;
  machine(id: number): Promise<MachineRow | null>;
  machineCount(): Promise<number>;
  addBrand(trx: Trx, brand: { name: string; key?: string }): Promise<number>;
  addMachine(trx: Trx, machine: NewMachine): Promise<number>;
  /** Machines of that brand contribute to this jackpot from now on, and may win it. */
  nameJackpot(trx: Trx, brandId: number, jackpotId: number): Promise<void>;
  /**
   * False if there is no such machine. It comes back into play by a request to its host, which compares its meters
   * first.
   */
  setOutOfOrder(id: number, reason: string): Promise<boolean>;
  /**
   * Closed to new players: who is seated plays on. Closed again, it keeps its time, and its reason unless there is a new
   * one. False if there is no such machine.
   */
  close(id: number, reason: string | null): Promise<boolean>;
  /** To all players again. False if there is no such machine. */
  open(id: number): Promise<boolean>;
  /**
   * Removes it for good; null if it is done. "seated": somebody has an open session there; "unsettled": it has credit, or
   * money in doubt. @throws Error if there is no such machine
   */
  retire(id: number): Promise<"seated" | "unsettled" | null>;
  /** Reserves it for one player; null ends a reservation. False if there is no such machine. */
  reserve(id: number, reservation: { playerId: number; until: Date } | null): Promise<boolean>;
  /** Floors of this zone take it first; null: it belongs to none. False if there is no such machine. */
  setZone(id: number, zone: string | null): Promise<boolean>;
  /** Least amount that may be moved to it at once, minor units; null: its smallest bet. False if there is no such machine. */
  setLeastDeposit(id: number, amount: number | null): Promise<boolean>;
  /** Where its controls are in its picture; empty: as its driver says. False if there is no such machine. */
  setTouchAreas(id: number, areas: readonly TouchArea[]): Promise<boolean>;
  /** By the machine's host, under its lease. */
  quarantine(id: number, reason: string, epoch: number): Promise<void>;
  bigWin(id: number, epoch: number): Promise<void>;
  /** What the machine reports to be wrong, for its next host; null: nothing is. */
  storeNeed(id: number, need: ReportedNeed | null, epoch: number): Promise<void>;
  /** Records a significant event. The same one at the same time again adds none. */
  event(id: number, epoch: number, event: MachineEventRecord): Promise<void>;
}

class DatabaseMachineStore implements MachineStore {
  readonly #db: Db;
  readonly #operate: RunStatement;
  constructor(db: Db, until?: AbortSignal) {
    this.#db = db;
    this.#operate = createStatementRetry(LEDGER_ERRORS, until);
  }

  // ——— reading ———

  brands(): Promise<BrandRow[]> {
    return this.#db.selectFrom("brands").selectAll().orderBy("position").orderBy("id").execute();
  }
  #rows() {
    return this.#db
      .selectFrom("machines")
      .innerJoin("brands", "brands.id", "machines.brand_id")
      .selectAll("machines")
      .select("brands.name as brand")
      .where("machines.retired_at", "is", null)
      .orderBy("machines.position")
      .orderBy("machines.id");
  }
  async machines(ids?: readonly number[]): Promise<MachineRow[]> {
    if (ids?.length === 0) return [];
    const rows = this.#rows();
    return (await (ids ? rows.where("machines.id", "in", ids) : rows).execute()).map(withVideo);
  }
  async machine(id: number): Promise<MachineRow | null> {
    const row = await this.#operate(() => this.#rows().where("machines.id", "=", id).executeTakeFirst());
    return row ? withVideo(row) : null;
  }
  async machineCount(): Promise<number> {
    const row = await this.#db
      .selectFrom("machines")
      .select(sql<number>`count(*)::int`.as("n"))
      .executeTakeFirstOrThrow();
    return row.n;
  }

  // ——— by an operator ———

  async addBrand(trx: Trx, { name, key }: { name: string; key?: string }): Promise<number> {
    const row = await trx
      .insertInto("brands")
      .values({ name, skin: key ?? null, image: key === undefined ? null : `/brands/${key}.png` })
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  }
  async addMachine(trx: Trx, { name, brandId, skin, serial, videoType }: NewMachine): Promise<number> {
    const row = await trx
      .insertInto("machines")
      .values({
        name,
        brand_id: brandId,
        skin,
        serial,
        video_type: videoType,
        image: `/machines/${skin}.png`,
        out_of_order: null,
        quarantined: null,
        reserved_for: null,
        reserved_until: null,
        last_big_win_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  }
  async nameJackpot(trx: Trx, brandId: number, jackpotId: number): Promise<void> {
    await sql`
      update brands set jackpot = concat_ws(',', nullif(jackpot, ''), ${jackpotId}::text)
      where id = ${brandId} and not ${jackpotId}::text = any (string_to_array(jackpot, ','))`.execute(trx);
  }
  setOutOfOrder(id: number, reason: string): Promise<boolean> {
    const since = sql<Date>`case when out_of_order is null then now() else out_of_order_at end`;
    return this.#update(id, { out_of_order: reason, out_of_order_at: since });
  }
  close(id: number, reason: string | null): Promise<boolean> {
    return this.#update(id, {
      closed_at: sql<Date>`coalesce(closed_at, now())`,
      closed_reason: sql<string | null>`coalesce(${reason}, closed_reason)`,
    });
  }
  open(id: number): Promise<boolean> {
    return this.#update(id, { closed_at: null, closed_reason: null });
  }
  async retire(id: number): Promise<"seated" | "unsettled" | null> {
    const { rows } = await sql<{ why: string | null }>`select machine_retire(${id}) as why`.execute(this.#db);
    const why = rows[0]?.why ?? null;
    if (why === null) return null;
    if (why.startsWith("somebody is seated")) return "seated";
    if (why.startsWith("money")) return "unsettled";
    throw new Error(why);
  }
  setZone(id: number, zone: string | null): Promise<boolean> {
    return this.#update(id, { zone });
  }
  setLeastDeposit(id: number, amount: number | null): Promise<boolean> {
    return this.#update(id, { least_deposit: amount });
  }
  setTouchAreas(id: number, areas: readonly TouchArea[]): Promise<boolean> {
    return this.#update(id, { touch_areas: JSON.stringify(areas) });
  }
  reserve(id: number, reservation: { playerId: number; until: Date } | null): Promise<boolean> {
    return this.#update(id, {
      reserved_for: reservation?.playerId ?? null,
      reserved_until: reservation?.until ?? null,
    });
  }
  async #update(id: number, values: UpdateObject<FloorTables, "machines">): Promise<boolean> {
    const row = await this.#db
      .updateTable("machines")
      .set(values)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  }

  // ——— by the machine's host ———

  async quarantine(id: number, reason: string, epoch: number): Promise<void> {
    await this.#operate(() => sql`select machine_quarantine(${id}, ${reason}, ${epoch})`.execute(this.#db));
  }
  async bigWin(id: number, epoch: number): Promise<void> {
    await this.#operate(() => sql`select machine_big_win(${id}, ${epoch})`.execute(this.#db));
  }
  async storeNeed(id: number, need: ReportedNeed | null, epoch: number): Promise<void> {
    const text = need === null ? null : JSON.stringify(need);
    await this.#operate(() => sql`select machine_trouble(${id}, ${text}::jsonb, ${epoch})`.execute(this.#db));
  }
  async event(id: number, epoch: number, { kind, facts, at, seated }: MachineEventRecord): Promise<void> {
    const { sessionId = null, playerId = null } = seated ?? {};
    await this.#operate(() =>
      sql`
        select machine_event(${id}, ${epoch}, ${kind}, ${sessionId}, ${playerId}, ${JSON.stringify(facts)}::jsonb,
          ${at})`.execute(this.#db),
    );
  }
}

const withVideo = (row: Omit<MachineRow, "video">): MachineRow => ({
  ...row,
  video: { crop: null, glass: null, parts: [] },
});

/** @param until until it is aborted, what a host reads and writes waits for a database that is away */
export function createMachineStore(db: Db, until?: AbortSignal): MachineStore {
  return new DatabaseMachineStore(db, until);
}
