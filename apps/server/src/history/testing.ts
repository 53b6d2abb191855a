/** Fixtures for tests of history: players, machines and play, written by the ledger's functions. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import { addTestPlayer } from "../storage/testing/index.ts";

export interface Seat {
  playerId: number;
  machineId: number;
  sessionId: string;
  ip: string;
}

const EPOCH = 1;
const MACHINES = 20;

/** With the triggers disabled, since this writes past events. */
export async function unguarded(db: Db, work: (trx: Trx) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await work(trx);
  });
}

/**
 * Writes players, machines and play with their accounts in the ledger.
 * @param db of a superuser
 */
export class HistoryFixture {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async player(username: string): Promise<number> {
    const id = await addTestPlayer(this.#db, username);
    await this.#account("player", id);
    return id;
  }

  async machine(name: string): Promise<number> {
    const brand = await this.#db
      .insertInto("brands")
      .values({ name: randomUUID(), skin: null, image: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id } = await this.#db
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
    await this.#account("machine", id);
    await this.#account("house", id);
    await this.#db.insertInto("machine_leases").values({ machine_id: id, node: "test", epoch: EPOCH }).execute();
    return id;
  }

  /** Minor units: in where positive, out where negative. */
  async adjust(playerId: number, amount: number, tag: string, ip: string | null = null): Promise<void> {
    await sql`select adjust(${playerId}, ${amount}, ${randomUUID()}, ${JSON.stringify({ tag, ip })}::jsonb)`.execute(
      this.#db,
    );
  }

  async sit(playerId: number, machineId: number, started: Date, ended: Date | null, ip = "10.0.0.1"): Promise<Seat> {
    const sessionId = randomUUID();
    await unguarded(this.#db, (trx) =>
      trx
        .insertInto("sessions")
        .values({
          id: sessionId,
          player_id: playerId,
          machine_id: machineId,
          state: ended ? "closed" : "open",
          started_at: started,
          ended_at: ended,
          ip,
          end_reason: null,
        })
        .execute(),
    );
    return { playerId, machineId, sessionId, ip };
  }

  cashIn(at: Seat, amount: number): Promise<void> {
    return this.#move("cashin", at, amount);
  }

  cashOut(at: Seat, amount: number): Promise<void> {
    return this.#move("cashout", at, amount);
  }

  async game(
    at: Seat,
    gameNumber: number,
    figures: { bet?: number; win?: number; handPay?: number; free?: boolean; at?: Date },
  ): Promise<void> {
    const ended = figures.at ?? new Date();
    await sql`select record_game(${at.machineId}, ${gameNumber}, ${at.playerId}, ${at.sessionId},
      ${figures.free ?? false}, ${figures.bet ?? 0}, ${figures.win ?? 0}, ${figures.handPay ?? 0}, ${ended}, ${ended},
      null, ${EPOCH})`.execute(this.#db);
  }

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
      array[${-amount}::bigint, ${amount}::bigint], ${JSON.stringify(detail)}::jsonb)`.execute(this.#db);
  }

  async #account(kind: "player" | "machine" | "house" | "jackpot", ref: number): Promise<void> {
    await this.#db.insertInto("ledger_accounts").values({ kind, ref }).execute();
  }

  async #move(kind: "cashin" | "cashout", at: Seat, amount: number): Promise<void> {
    const id = randomUUID();
    // Like transfer_begin, but also for ended sessions, since this writes past events.
    await sql`
      insert into transfers (id, client_transfer_id, kind, player_id, machine_id, session_id, amount, state, ip, number)
      select ${id}::uuid, ${id}, ${kind}, ${at.playerId}, ${at.machineId}, ${at.sessionId}, ${amount}, 'reserved', ${at.ip},
        coalesce(max(number), 0) + 1 from transfers where machine_id = ${at.machineId}`.execute(this.#db);
    if (kind === "cashin")
      await sql`update ledger_accounts set held = held + ${amount} where kind = 'player' and ref = ${at.playerId}`.execute(
        this.#db,
      );
    await sql`select transfer_mark(${id}::uuid, 'sent', null, ${EPOCH})`.execute(this.#db);
    await sql`select transfer_settle(${id}::uuid, ${amount}, 0, ${EPOCH})`.execute(this.#db);
  }
}

/** Fills the history of players 1, 2, … like the ledger, but without a posting for each row. Only for benchmarks. */
export async function fillHistory(
  db: Db,
  { players, operations, sessions, games }: { players: number; operations: number; sessions: number; games: number },
): Promise<void> {
  await sql`insert into brands (id, name) overriding system value values (1, 'Bench')`.execute(db);
  await sql`
    insert into machines (id, brand_id, name, skin, serial, video_type) overriding system value
    select n, 1, 'Machine ' || n, '', n::text, 'screen' from generate_series(1, ${MACHINES}::int) n`.execute(db);
  await sql`
    insert into players (id, username, email, name, lastname, password_hash, pin_hash) overriding system value
    select n, 'bench' || n, 'bench' || n || '@example.com', '', '', '', '' from generate_series(1, ${players}::int) n`.execute(
    db,
  );
  await sql`
    insert into sessions (id, player_id, machine_id, state, started_at, ended_at, ip)
    select 's' || p || '-' || n, p, 1 + n % ${MACHINES}::int, 'closed', start, start + interval '2 hours', '10.0.' || n % 200 || '.1'
    from generate_series(1, ${sessions}::int) n, generate_series(1, ${players}::int) p,
      lateral (select timestamptz '2026-01-01 00:00Z' + n * interval '4 hours' as start) at`.execute(db);
  await sql`
    insert into operations
      (player_id, seq, at, type, amount, balance, origin, machine_id, session_id, tag, ip)
    select p, n, timestamptz '2026-01-01 00:00Z' + n * interval '288 seconds', 3 + n % 2,
      case n % 2 when 0 then -1 else 1 end * (100 + n % 5000), 1000000, 'machine', 1 + s % ${MACHINES}::int, 's' || p || '-' || s, '',
      '10.0.' || s % 200 || '.1'
    from generate_series(1, ${operations}::int) n, generate_series(1, ${players}::int) p,
      lateral (select 1 + (n - 1) * ${sessions}::int / ${operations}::int as s) of`.execute(db);
  await sql`
    insert into games (machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at)
    select p, n, p, 's' || p || '-' || s, n % 10 = 0, 100, n % 7 * 20, 0, at, at
    from generate_series(1, ${games}::int) n, generate_series(1, ${players}::int) p,
      lateral (select 1 + (n - 1) * ${sessions}::int / ${games}::int as s) of,
      lateral (select timestamptz '2026-01-01 00:00Z' + n * interval '288 seconds' as at) t`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
