/**
 * A ledger as simple as can be, for the simulation of reducer.simulation.test.ts. It refuses what the database refuses.
 * Amounts are minor units.
 */
import { ErrorCode } from "@reelcast/contract";
import type { MachineBalance, Transfer, TransferKind, TransferState } from "../../../wallet/index.ts";
import { isUnresolved, mayBecome } from "../../../wallet/testing/states.ts";
import type { SessionRow } from "../../sessions.ts";
import { session, transferOf } from "./fixtures.ts";
import type { EndReason, MetersRead, TransferRequest } from "../types.ts";
import type { Game } from "./modelMachine.ts";

/** The database can't be reached, or its answer is lost. */
export class Failed extends Error {}
/** What the database refuses: its guards are the second line, the rules must not need them. */
export class Refused extends Error {}

interface Suspension {
  key: string;
  held: number;
  credit: number;
  remaining: number;
}

export class ModelLedger {
  posted = 10_000;
  held = 0;
  suspense = 0;
  house = 0;
  machine: MachineBalance = { credit: 0, transferredIn: 70_000, transferredOut: 70_000 };
  quarantined: string | null = null;
  session: SessionRow | null = null;
  suspension: Suspension | null = null;
  lastGame = 0;
  readonly transfers = new Map<string, Transfer>();
  readonly #byClient = new Map<string, string>();
  #lastNumber = 0;
  #sessions = 0;

  total(): number {
    return this.posted + this.machine.credit + this.suspense + this.house;
  }
  unresolved(): Transfer[] {
    return [...this.transfers.values()].filter(({ state }) => isUnresolved(state));
  }
  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }
  #become(id: string, state: TransferState, part: Partial<Transfer> = {}): Transfer {
    const known = this.transfers.get(id);
    if (!known) throw new Refused("no such transfer");
    if (known.state === state) return known;
    if (!mayBecome(known.state, state)) throw new Refused(`a transfer that is ${known.state} can't become ${state}`);
    const next = { ...known, ...part, state };
    this.transfers.set(id, next);
    return next;
  }

  sit(): SessionRow {
    if (this.session || this.unresolved().length > 0) throw new Refused("the machine is not free");
    this.#sessions += 1;
    this.session = session({ id: `session-${this.#sessions}` });
    return this.session;
  }
  storeEnding(reason: EndReason): void {
    if (this.session?.state === "open") this.session = { ...this.session, state: "closing", end_reason: reason };
  }
  close(id: string): void {
    if (this.session?.id !== id) return;
    if (this.unresolved().some(({ state }) => state !== "manual"))
      throw new Refused("a transfer of the session is open");
    if (this.machine.credit !== 0) throw new Refused("the session leaves credit");
    this.session = null;
  }

  /** Null: refused, another one is under way or the money is not there. */
  begin(
    request: TransferRequest & { clientTransferId: string },
  ):
    | { transfer: Transfer; fresh: boolean }
    | typeof ErrorCode.EarlierTransferPending
    | typeof ErrorCode.InsufficientBalance {
    const { clientTransferId, kind, amount } = request;
    const known = this.transfers.get(this.#byClient.get(`${kind}:${clientTransferId}`) ?? "");
    if (known) return { transfer: known, fresh: false };
    if (this.unresolved().length > 0) return ErrorCode.EarlierTransferPending;
    if (!this.session) throw new Refused("the session is over");
    if (kind === "cashin" && this.posted - this.held < (amount ?? 0)) return ErrorCode.InsufficientBalance;
    if (kind === "cashin") this.held += amount ?? 0;
    const number = this.nextNumber();
    const sessionId = this.session.id;
    const transfer = transferOf({ id: `transfer-${number}`, number, kind, amount, clientTransferId, sessionId });
    this.transfers.set(transfer.id, transfer);
    this.#byClient.set(`${kind}:${clientTransferId}`, transfer.id);
    return { transfer, fresh: true };
  }
  mark(id: string, state: "sent" | "unknown"): Transfer {
    return this.#become(id, state);
  }
  settle(id: string, moved: number, credit: number): Transfer {
    const { kind, amount, state } = this.transfers.get(id) ?? transferOf();
    if (state === "manual") throw new Refused("a manual transfer is not settled so");
    if (kind === "cashout" && moved > this.machine.credit) throw new Failed("the machine's account can't be below 0");
    const transfer = this.#become(id, "done", { moved, creditAfter: credit });
    if (state === "done") return transfer;
    if (kind === "cashin") this.held -= amount ?? 0;
    this.posted += kind === "cashin" ? -moved : moved;
    this.#machineMoved(kind, moved, true);
    return transfer;
  }
  #machineMoved(kind: TransferKind, moved: number, withCredit: boolean): void {
    const [incoming, outgoing] = kind === "cashin" ? [moved, 0] : [0, moved];
    this.machine = {
      credit: this.machine.credit + (withCredit ? incoming - outgoing : 0),
      transferredIn: this.machine.transferredIn + incoming,
      transferredOut: this.machine.transferredOut + outgoing,
    };
  }
  fail(id: string, code: number): Transfer {
    const { kind, amount, state } = this.transfers.get(id) ?? transferOf();
    if (state === "manual") throw new Refused("a manual transfer does not fail so");
    const transfer = this.#become(id, "failed", { code });
    if (state !== "failed" && kind === "cashin") this.held -= amount ?? 0;
    return transfer;
  }
  makeManual(id: string, reason: string): Transfer {
    const { kind, amount, state } = this.transfers.get(id) ?? transferOf();
    const transfer = this.#become(id, "manual");
    if (state === "manual") return transfer;
    const held = kind === "cashin" ? (amount ?? 0) : 0;
    this.held -= held;
    this.#suspend(`clear-${id}`, held, reason);
    return transfer;
  }
  suspendSession(reason: string): Suspension {
    if (!this.session) return this.suspension ?? { key: "", held: 0, credit: 0, remaining: 0 };
    if (this.unresolved().length > 0) throw new Refused("a transfer of the session is open");
    return this.#suspend(`clear-${this.#sessions}`, 0, reason);
  }
  #suspend(key: string, held: number, reason: string): Suspension {
    const { credit } = this.machine;
    this.posted -= held;
    this.suspense += held + credit;
    this.machine = { ...this.machine, credit: 0 };
    this.session = null;
    this.quarantined ??= reason;
    this.suspension = { key, held, credit, remaining: held + credit };
    return this.suspension;
  }
  resolveManual(id: string, state: "done" | "failed", moved: number): Transfer {
    const known = this.transfers.get(id) ?? transferOf();
    if (known.state === state) return known;
    const { suspension } = this;
    if (known.state !== "manual" || !suspension) throw new Refused("it is not manual");
    const back = known.kind === "cashin" ? suspension.held - moved : moved;
    if (back < 0 || back > suspension.remaining) throw new Refused("more than the evidence");
    this.posted += back;
    this.suspense -= back;
    const remaining = suspension.remaining - back;
    this.suspension = remaining === 0 ? null : { ...suspension, remaining };
    if (moved > 0) this.#machineMoved(known.kind, moved, false);
    return this.#become(id, state, state === "done" ? { moved } : { code: ErrorCode.TransferRefused });
  }
  settleMachine(meters: MetersRead): void {
    if (this.unresolved().length > 0 || this.machine.credit !== 0 || meters.credit !== 0)
      throw new Refused("it is not clear");
    const due = this.suspension?.remaining ?? 0;
    this.suspense -= due;
    this.posted += due;
    this.suspension = null;
    this.machine = { ...meters, credit: 0 };
  }
  backIntoPlay(meters: MetersRead): void {
    const { credit, transferredIn, transferredOut } = this.machine;
    const differ =
      meters.credit !== credit || meters.transferredIn !== transferredIn || meters.transferredOut !== transferredOut;
    if (this.unresolved().length === 0 && this.suspension === null && !differ) this.quarantined = null;
  }
  recordGame({ number, bet, win }: Game): void {
    if (number <= this.lastGame) return;
    this.lastGame = number;
    this.machine = { ...this.machine, credit: this.machine.credit - bet + win };
    this.house += bet - win;
  }
}
