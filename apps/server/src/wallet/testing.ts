/** For tests of the wallet: a player with money, and a machine whose lease this process holds. */
import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import type { BeginTransfer, Fence, GameRecord, Transfer, TransferKind, Wallet } from "./index.ts";

export const OPENING = 10_000;

export interface Table {
  playerId: number;
  machineId: number;
  fence: Fence;
}

let last = 0;
export async function newTable(db: Db, wallet: Wallet, opening = OPENING): Promise<Table> {
  last += 1;
  const id = last;
  await db.transaction().execute(async (trx) => {
    await addTestSeat(trx, wallet, id);
  });
  if (opening > 0) await wallet.adjust({ playerId: id, amount: opening, key: "opening", tag: "test" });
  return { playerId: id, machineId: id, fence: { machineId: id, epoch: 1 } };
}

export const sessionOf = (playerId: number) => `s${playerId}`;
/** A player, a machine and an open session of the same number, with their accounts and the lease of that machine. */
export async function addTestSeat(trx: Trx, wallet: Wallet, id: number): Promise<void> {
  await sql`insert into players (id, username, email, name, lastname, password_hash, pin_hash)
    values (${id}, ${`player${id}`}, ${`player${id}@example.com`}, '', '', '', '')`.execute(trx);
  await sql`insert into brands (id, name) values (1, 'Brand') on conflict do nothing`.execute(trx);
  await sql`insert into machines (id, brand_id, name, skin, serial, video_type)
    values (${id}, 1, 'Machine', 'royal-sevens', ${`S${id}`}, 'screen')`.execute(trx);
  await wallet.openPlayer(trx, id);
  await wallet.openMachine(trx, id);
  await trx.insertInto("machine_leases").values({ machine_id: id, node: "test", epoch: 1 }).execute();
  await sql`select session_begin(${sessionOf(id)}, ${id}, ${id}, null, 1)`.execute(trx);
}

/** Makes another process the owner of the machine. */
export async function takeOver(db: Db, at: Table): Promise<Table> {
  const epoch = at.fence.epoch + 1;
  await db.updateTable("machine_leases").set({ epoch }).where("machine_id", "=", at.machineId).execute();
  return { ...at, fence: { ...at.fence, epoch } };
}

export const request = (
  at: Table,
  kind: TransferKind,
  amount: number | null,
  clientTransferId: string = randomUUID(),
): BeginTransfer => ({ ...at, clientTransferId, kind, amount, sessionId: sessionOf(at.playerId), ip: null });

export const game = (at: Table, gameNumber: number, figures: Partial<GameRecord>): GameRecord => ({
  playerId: at.playerId,
  machineId: at.machineId,
  sessionId: sessionOf(at.playerId),
  gameNumber,
  free: false,
  bet: 0,
  win: 0,
  handPay: 0,
  startedAt: new Date(0),
  endedAt: new Date(1),
  detail: { stops: [1, 2, 3] },
  ...figures,
});

export async function cashIn(wallet: Wallet, at: Table, amount: number, moved = amount): Promise<Transfer> {
  const { transfer } = await wallet.begin(request(at, "cashin", amount));
  await wallet.markSent(transfer.id, at.fence);
  return wallet.settle(transfer.id, { moved, credit: moved }, at.fence);
}

/** The code of its refusal; null without an error; the error itself if it has no code. */
export const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

/** A machine that stores the answers of its transfers by their ids: recovery asks it. */
export class OracleMachine {
  credit = 0;
  readonly #moved = new Map<string, number>();

  /** Moves all, a part, or nothing; the same id again moves nothing more. */
  move(transfer: Transfer, part: number): number {
    const known = this.#moved.get(transfer.id);
    if (known !== undefined) return known;
    const most =
      transfer.kind === "cashin" ? (transfer.amount ?? 0) : Math.min(transfer.amount ?? Infinity, this.credit);
    const moved = Math.floor(most * part);
    this.credit += transfer.kind === "cashin" ? moved : -moved;
    this.#moved.set(transfer.id, moved);
    return moved;
  }

  interrogate(id: string): number | undefined {
    return this.#moved.get(id);
  }
}
