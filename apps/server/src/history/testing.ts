/** What the tests of history share: players who play on machines, written by the functions of the ledger itself. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

export interface Seat {
  playerId: number;
  machineId: number;
  sessionId: string;
  ip: string;
}

const EPOCH = 1;

/** Rows of people and machines with their accounts in the ledger; the machines' leases are this test's. */
export function createStage(db: Db) {
  const account = (kind: "player" | "machine" | "house" | "jackpot", ref: number) =>
    db.insertInto("ledger_accounts").values({ kind, ref }).execute();

  async function move(kind: "cashin" | "cashout", at: Seat, amount: number): Promise<void> {
    const id = randomUUID();
    await sql`select transfer_begin(${id}::uuid, ${id}, ${kind}, ${at.playerId}, ${at.machineId}, ${at.sessionId},
      ${amount}, ${at.ip}, ${EPOCH})`.execute(db);
    await sql`select transfer_mark(${id}::uuid, 'sent', null, ${EPOCH})`.execute(db);
    await sql`select transfer_settle(${id}::uuid, ${amount}, 0, ${EPOCH})`.execute(db);
  }

  return {
    async player(username: string): Promise<number> {
      const { id } = await db
        .insertInto("players")
        .values({
          username,
          email: `${username}@example.com`,
          name: "",
          lastname: "",
          permissions: [145],
          password_hash: "",
          pin_hash: "",
          banned_at: null,
          last_login_at: null,
          last_login_ip: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await account("player", id);
      return id;
    },
    async machine(name: string): Promise<number> {
      const brand = await db
        .insertInto("brands")
        .values({ name: randomUUID(), skin: null, image: null })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { id } = await db
        .insertInto("machines")
        .values({
          brand_id: brand.id,
          name,
          skin: "",
          serial: randomUUID(),
          video_type: "screen",
          image: null,
          out_of_order: null,
          quarantined: null,
          reserved_for: null,
          reserved_until: null,
          last_big_win_at: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await account("machine", id);
      await account("house", id);
      await db
        .insertInto("machine_leases")
        .values({ machine_id: id, owner: "test", epoch: EPOCH, expires_at: new Date(Date.now() + 600_000) })
        .execute();
      return id;
    },
    /** Minor units: in where positive, out where negative. */
    async adjust(playerId: number, amount: number, tag: string, ip: string | null = null): Promise<void> {
      await sql`select adjust(${playerId}, ${amount}, ${randomUUID()}, ${JSON.stringify({ tag, ip })}::jsonb)`.execute(
        db,
      );
    },
    async sit(playerId: number, machineId: number, started: Date, ended: Date | null, ip = "10.0.0.1"): Promise<Seat> {
      const sessionId = randomUUID();
      await db
        .insertInto("sessions")
        .values({
          id: sessionId,
          player_id: playerId,
          machine_id: machineId,
          state: ended ? "closed" : "open",
          held_until: null,
          started_at: started,
          ended_at: ended,
          ip,
          end_reason: null,
        })
        .execute();
      return { playerId, machineId, sessionId, ip };
    },
    cashIn: (at: Seat, amount: number) => move("cashin", at, amount),
    cashOut: (at: Seat, amount: number) => move("cashout", at, amount),
    async game(
      at: Seat,
      gameNumber: number,
      figures: { bet?: number; win?: number; handPay?: number; free?: boolean; at?: Date },
    ): Promise<void> {
      const ended = figures.at ?? new Date();
      await sql`select record_game(${at.machineId}, ${gameNumber}, ${at.playerId}, ${at.sessionId},
        ${figures.free ?? false}, ${figures.bet ?? 0}, ${figures.win ?? 0}, ${figures.handPay ?? 0}, ${ended}, ${ended},
        null, ${EPOCH})`.execute(db);
    },
    /** A journal of which the player's account has one side, as promotions and jackpots post theirs. */
    async post(
      source: string,
      kind: string,
      playerId: number,
      amount: number,
      detail: unknown,
      from: "promotions" | "house" = "promotions",
    ): Promise<void> {
      await sql`select post_journal(${source}, ${kind}, array[account_of(${from}, 0), account_of('player', ${playerId})],
        array[${-amount}::bigint, ${amount}::bigint], ${JSON.stringify(detail)}::jsonb)`.execute(db);
    },
  };
}
