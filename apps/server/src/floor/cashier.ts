/**
 * Money between the wallet and one machine, as its player asks for it or as a seat that is given back needs it. Checks
 * what the house allows, tells the player, and leaves the seat as the transfer left the machine.
 */
import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { MachineDriver } from "@reelcast/machine";
import type { Transfer, TransferKind, Wallet } from "../wallet/index.ts";
import type { Books } from "./books.ts";
import type { Occupied, Voice } from "./occupied.ts";
import type { SeatEvent } from "./seat.ts";
import type { Gate } from "./types.ts";

export interface CashierParts {
  driver: MachineDriver;
  wallet: Wallet;
  books: Books;
  voice: Voice;
  gate: Gate | null;
  maxAllIn: number;
  occupied: () => Occupied | null;
  outOfPlay: () => boolean;
  /** The seat's own rules hear of a transfer. */
  apply: (event: SeatEvent) => Promise<void>;
  show: () => void;
}

export class Cashier {
  readonly #parts: CashierParts;
  constructor(parts: CashierParts) {
    this.#parts = parts;
  }

  /** @throws AppError 60003, 60011; of the gate: 62001, 62002, 62005, 62006 */
  async #mayMove(playerId: number, kind: TransferKind, amount: number | null, key: string): Promise<void> {
    const { wallet, gate, maxAllIn, outOfPlay } = this.#parts;
    if (kind !== "cashin") return;
    if ((amount ?? 0) > maxAllIn) throw new AppError(60011, { maximum: maxAllIn });
    if (outOfPlay()) throw new AppError(60003);
    // What was let through once is answered as it was then.
    if (gate && (await wallet.byKey(playerId, kind, key)) === null) await gate.mayCashIn(playerId, amount ?? 0);
  }

  /** @param amount minor units; null for all credit. @throws AppError 60004, 60009 … 60014, 40902, and of the gate */
  async transfer(at: Occupied, kind: TransferKind, amount: number | null, key: string): Promise<Transfer> {
    const { driver, wallet, books, voice, apply, occupied } = this.#parts;
    const { player_id: playerId, id: sessionId, machine_id: machineId } = at.session;
    await this.#mayMove(playerId, kind, amount, key);
    // A win that waits belongs to the player: it is taken before the credit goes.
    await apply({ type: "transfer", underWay: true, now: Date.now() });
    const push = { transferId: key, kind };
    voice.push(occupied(), "transfer", { ...push, state: "pending", amount: amount ?? driver.state().credit });
    try {
      const transfer = await books.move(at, { key, kind, playerId, machineId, sessionId, amount, ip: at.ip });
      voice.transfer(occupied(), transfer);
      at.totals = await wallet.sessionTotals(sessionId);
      return transfer;
    } catch (error) {
      if (error instanceof AppError && error.code !== 60014)
        voice.push(occupied(), "transfer", { ...push, state: "failed", amount: amount ?? 0, code: error.code });
      if (error instanceof MachineUnreachable) throw new AppError(60004, {}, { cause: error });
      throw error;
    } finally {
      this.#settled(at);
    }
  }

  /** The credit of a seat that is being given back. */
  async payOut(at: Occupied): Promise<void> {
    if (this.#parts.books.unresolved) return;
    try {
      const transfer = await this.transfer(at, "cashout", null, randomUUID());
      at.paidOut += transfer.moved ?? 0;
    } catch (error) {
      // Not now: a game that has just begun, a machine that does not answer. The next tick tries again.
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** Asks what became of a transfer whose answer was lost, and goes on from there. */
  async settle(): Promise<void> {
    const { wallet, books, voice, occupied } = this.#parts;
    const transfer = await books.settle();
    if (!transfer) return;
    const at = occupied();
    voice.transfer(at, transfer);
    if (!at || transfer.sessionId !== at.session.id) return;
    at.totals = await wallet.sessionTotals(at.session.id);
    if (transfer.kind === "cashout" && at.seat.ending !== null) at.paidOut += transfer.moved ?? 0;
    this.#settled(at);
  }

  #settled(at: Occupied): void {
    const { driver, books, occupied, show } = this.#parts;
    if (occupied() !== at) return;
    const { phase, credit } = driver.state();
    at.seat = { ...at.seat, phase, credit, depositBy: credit > 0 ? null : at.seat.depositBy };
    if (books.unresolved) return;
    // Ending a transfer may close the seat: that has its own turn, so that the answer goes out first.
    at.seat = { ...at.seat, transferring: false };
    show();
  }
}
