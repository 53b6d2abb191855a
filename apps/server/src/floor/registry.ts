/** Brands and machines in the database: what there is, and what an operator changes about it. */
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import type { FloorTables } from "../storage/tables/floor.ts";
import { createOperate } from "../wallet/index.ts";

export type BrandRow = Selectable<FloorTables["brands"]>;
export type MachineRow = Selectable<FloorTables["machines"]> & {
  brand: string;
  video: { crop: { x: number; y: number; width: number; height: number } | null };
};

export interface NewMachine {
  name: string;
  brandId: number;
  skin: string;
  serial: string;
  videoType: "screen" | "camera";
}

export interface Registry {
  brands(): Promise<BrandRow[]>;
  machines(): Promise<MachineRow[]>;
  machine(id: number): Promise<MachineRow | null>;
  machineCount(): Promise<number>;
  addBrand(trx: Trx, brand: { name: string; key?: string }): Promise<number>;
  addMachine(trx: Trx, machine: NewMachine): Promise<number>;
  /** Machines of that brand feed this jackpot from now on, and may win it. */
  nameJackpot(trx: Trx, brandId: number, jackpotId: number): Promise<void>;
  /** False: there is no such machine. It comes back through a request to its host, which compares its meters first. */
  setOutOfOrder(id: number, reason: string): Promise<boolean>;
  /** Takes it out of the house for good. Answers why it can't be, null where it is done. */
  retire(id: number): Promise<string | null>;
  /** Keeps it for one player until then; null gives it back to all. False: there is no such machine. */
  reserve(id: number, reservation: { playerId: number; until: Date } | null): Promise<boolean>;
  /** By the machine's host, under its lease. */
  quarantine(id: number, reason: string, epoch: number): Promise<void>;
  bigWin(id: number, epoch: number): Promise<void>;
}

/** @param until while it is not aborted, a database that is away is waited for by what a host writes */
export function createRegistry(db: Db, until?: AbortSignal): Registry {
  const operate = createOperate(until);
  const rows = () =>
    db
      .selectFrom("machines")
      .innerJoin("brands", "brands.id", "machines.brand_id")
      .selectAll("machines")
      .select("brands.name as brand")
      .where("machines.retired_at", "is", null)
      .orderBy("machines.position")
      .orderBy("machines.id");
  const withVideo = (row: Omit<MachineRow, "video">): MachineRow => ({ ...row, video: { crop: null } });
  async function machine(id: number): Promise<MachineRow | null> {
    const row = await operate(() => rows().where("machines.id", "=", id).executeTakeFirst());
    return row ? withVideo(row) : null;
  }
  return {
    brands: () => db.selectFrom("brands").selectAll().orderBy("position").orderBy("id").execute(),
    machines: async () => (await rows().execute()).map(withVideo),
    machine,
    async machineCount() {
      const row = await db
        .selectFrom("machines")
        .select(sql<number>`count(*)::int`.as("n"))
        .executeTakeFirstOrThrow();
      return row.n;
    },
    async addBrand(trx, { name, key }) {
      const row = await trx
        .insertInto("brands")
        .values({ name, skin: key ?? null, image: key === undefined ? null : `/brands/${key}.png` })
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async addMachine(trx, { name, brandId, skin, serial, videoType }) {
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
    },
    async nameJackpot(trx, brandId, jackpotId) {
      await sql`
        update brands set jackpot = concat_ws(',', nullif(jackpot, ''), ${jackpotId}::text)
        where id = ${brandId} and not ${jackpotId}::text = any (string_to_array(jackpot, ','))`.execute(trx);
    },
    async setOutOfOrder(id, reason) {
      const row = await db
        .updateTable("machines")
        .set({ out_of_order: reason })
        .where("id", "=", id)
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },
    async retire(id) {
      const { rows } = await sql<{ why: string | null }>`select machine_retire(${id}) as why`.execute(db);
      return rows[0]?.why ?? null;
    },
    async reserve(id, reservation) {
      const row = await db
        .updateTable("machines")
        .set({ reserved_for: reservation?.playerId ?? null, reserved_until: reservation?.until ?? null })
        .where("id", "=", id)
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },
    async quarantine(id, reason, epoch) {
      await operate(() => sql`select machine_quarantine(${id}, ${reason}, ${epoch})`.execute(db));
    },
    async bigWin(id, epoch) {
      await operate(() => sql`select machine_big_win(${id}, ${epoch})`.execute(db));
    },
  };
}
