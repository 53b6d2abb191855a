/**
 * A host as simple as can be, for the simulation of reducer.simulation.test.ts: it carries out at the machine and in
 * the ledger what the rules decide. Amounts are minor units, times milliseconds of play time.
 */
import { ErrorCode } from "@reelcast/contract";
import type { MachineBalance, Transfer } from "../../../wallet/index.ts";
import type { SessionRow } from "../../sessions.ts";
import { newSeat, newState, reduce } from "../reducer.ts";
import { RULES } from "./fixtures.ts";
import type { EndReason, MetersRead, SeatEffect, SeatEvent, SeatState, TransferRequest } from "../types.ts";
import { Failed, Refused } from "./modelLedger.ts";
import type { ModelLedger } from "./modelLedger.ts";
import { Crash, Unreachable } from "./modelMachine.ts";
import type { FaultPlan, ModelMachine } from "./modelMachine.ts";

/** Does what machineHost.ts, transferEffects.ts and settleMachine.ts do, in the same order. */
export class ModelHost {
  now = 0;
  state: SeatState;
  /** Effects of a difference between meters and ledger without an open transfer. */
  differences = 0;
  /** A machine whose host failed before it put it back into play is left to an operator. */
  backIntoPlayLost = false;
  readonly #machine: ModelMachine;
  readonly #ledger: ModelLedger;
  readonly #faults: FaultPlan;
  #readAgain = false;
  #caller = 0;
  #houseIds = 0;

  constructor(machine: ModelMachine, ledger: ModelLedger, faults: FaultPlan) {
    this.#machine = machine;
    this.#ledger = ledger;
    this.#faults = faults;
    this.state = newState(machine.facts(), false);
  }

  /** Runs what a person or the clock brings. What a crash leaves is what the ledger and the machine hold. */
  run(work: () => void): void {
    let next = work;
    for (;;) {
      try {
        this.#tolerate(next);
        this.#deliverEvents();
        return;
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        next = () => this.#recover();
      }
    }
  }
  crash(): void {
    this.run(() => {
      throw new Crash();
    });
  }
  /** The host logs it and goes on: the next tick tries again. */
  #tolerate(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof Failed)) throw error;
    }
  }
  #deliverEvents(): void {
    for (let events = 0; this.#machine.changed; events += 1) {
      if (events > 20) throw new Error("the machine's events never end");
      this.#machine.changed = false;
      this.#tolerate(() => this.#recordGames());
      this.#tolerate(() => this.#dispatch({ type: "machine", facts: this.#machine.facts(), now: this.now }));
    }
  }
  #recover(): void {
    const { session: known } = this.#ledger;
    const machine = this.#machine.facts();
    this.#readAgain = false;
    this.state = newState(machine, this.#ledger.quarantined !== null);
    const [unresolved] = this.#ledger.unresolved();
    if (known) this.#seat(known, false);
    if (unresolved) {
      this.#dispatch({ type: "transferFound", transfer: unresolved, now: this.now });
      this.#dispatch({ type: "tick", now: this.now });
    }
    this.#reachable(() => {
      this.#recordGames();
      this.#compare(true);
    });
    if (known?.state === "closing")
      this.#dispatch({ type: "end", reason: (known.end_reason ?? "held") as EndReason, now: this.now });
  }
  #seat(known: SessionRow, connected: boolean): void {
    const { credit, phase } = this.#machine.facts();
    const seat = newSeat({ session: known, now: this.now, connected, credit, phase }, RULES);
    this.#dispatch({ type: "seated", seat, now: this.now });
  }
  #reachable(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
  }

  // ——— what people do ———

  sit(): void {
    const { online, phase, credit } = this.#machine.facts();
    const free =
      !this.state.seat && !this.state.outOfPlay && !this.state.transfer && online && phase === "idle" && credit === 0;
    if (free && this.#ledger.unresolved().length === 0 && this.#ledger.quarantined === null)
      this.#seat(this.#ledger.sit(), true);
  }
  request(request: TransferRequest): void {
    if (!this.state.seat || this.state.seat.ending !== null) return;
    this.#caller += 1;
    this.state = { ...this.state, machine: this.#machine.facts() };
    this.#dispatch({ type: "transferRequested", caller: this.#caller, request, now: this.now });
  }
  press(bet: number): void {
    const { seat, transfer, outOfPlay } = this.state;
    if (!seat || seat.ending !== null || transfer !== null || outOfPlay) return;
    this.#machine.startGame(bet);
    this.#dispatch({ type: "press", now: this.now });
  }
  end(reason: EndReason): void {
    this.#dispatch({ type: "end", reason, now: this.now });
  }
  connect(connected: boolean): void {
    const { session: known } = this.#ledger;
    if (known)
      this.#dispatch(
        connected ? { type: "connected", session: known, now: this.now } : { type: "disconnected", now: this.now },
      );
  }
  tick(): void {
    if (this.#readAgain) {
      const [unresolved] = this.#write(() => this.#ledger.unresolved());
      this.#readAgain = false;
      if (unresolved) this.#dispatch({ type: "transferFound", transfer: unresolved, now: this.now });
    }
    this.#dispatch({ type: "tick", now: this.now });
    this.#reachable(() => this.#compare(false));
  }
  #compare(certain: boolean): void {
    if (this.state.transfer !== null) return;
    this.#recordGames();
    const read = this.#read();
    if (read) this.#dispatch({ type: "compared", ...read, certain, now: this.now });
  }
  #read(): { meters: MetersRead; ledger: MachineBalance } | null {
    if (this.#machine.phase !== "idle") return null;
    const meters = this.#machine.readMeters();
    if (this.state.seat && this.#machine.lastGame > this.#ledger.lastGame && this.#machine.games.length > 0)
      return null;
    return { meters, ledger: this.#ledger.machine };
  }
  #recordGames(): void {
    if (!this.state.seat) return;
    for (const game of this.#machine.gamesSince(this.#ledger.lastGame))
      if (game.win >= 0) this.#ledger.recordGame(game);
  }

  // ——— the loop ———

  #dispatch(first: SeatEvent): void {
    const events = [first];
    for (const event of events) {
      if (events.length > 64) throw new Error("one event led to too many others");
      const { state, effects } = reduce(this.state, event, RULES);
      this.state = state;
      for (const effect of effects) {
        if (effect.do.startsWith("notify") || effect.do === "answer" || effect.do === "refuse") continue;
        const result = this.#carryOut(effect);
        if (result) events.push(result);
      }
    }
  }
  /** A write to the ledger: lost before it, or its answer afterwards. */
  #write<T>(work: () => T): T {
    const fault = this.#faults.next();
    if (fault === "crashBefore") throw new Crash();
    if (fault === "before" || fault === "late") throw new Failed();
    const result = work();
    if (fault === "after" || fault === "pending") throw new Failed();
    if (fault === "crashAfter") throw new Crash();
    return result;
  }
  #carryOut(effect: SeatEffect): SeatEvent | null {
    try {
      const event = this.#transferEffect(effect);
      if (event === null) return this.#sessionEffect(effect);
      if (event === "none") return null;
      if (event.type === "madeManual") this.#readRow();
      return event;
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      // The rest goes on: an event that came of an effect before this one must not be dropped. A tick tries again.
      if (!this.#isOfTransfer(effect)) return null;
      this.#readAgain = true;
      return { type: "transferLost", now: this.now };
    }
  }
  #isOfTransfer(effect: SeatEffect): boolean {
    return !["storeEnding", "takeWin", "close", "suspend", "quarantine", "putBackIntoPlay", "refreshTotals"].includes(
      effect.do,
    );
  }
  #reach<T>(question: () => T): T | "lost" {
    try {
      return question();
    } catch (error) {
      if (error instanceof Unreachable) return "lost";
      throw error;
    }
  }
  #transferEffect(effect: SeatEffect): SeatEvent | "none" | null {
    const { now } = this;
    const ledger = this.#ledger;
    switch (effect.do) {
      case "reserve":
      case "recordNothing":
        return this.#reserve(effect);
      case "lock": {
        const granted = this.#reach(() => this.#machine.lock());
        return { type: "lockAnswered", answer: granted === "lost" ? "lost" : granted ? "granted" : "refused", now };
      }
      case "markSent":
        return { type: "markedSent", transfer: this.#write(() => ledger.mark(effect.transfer.id, "sent")), now };
      case "send": {
        const { id, number, amount, kind } = effect.transfer;
        if (ledger.transfers.get(id)?.state !== "sent")
          throw new Refused("the machine gets the command before it is stored as sent");
        const answer = this.#reach(() => this.#machine.send({ id, number, amount, kind }));
        return answer === "lost" ? { type: "answerLost", now } : { type: "answered", answer, now };
      }
      case "unlock":
        this.#reach(() => this.#machine.unlock());
        return "none";
      case "markUnknown":
        return { type: "markedUnknown", transfer: this.#write(() => ledger.mark(effect.transfer.id, "unknown")), now };
      case "interrogate":
        return this.#interrogate(effect.transfer);
      case "settle": {
        const { transfer, moved, credit } = effect;
        return { type: "concluded", transfer: this.#write(() => ledger.settle(transfer.id, moved, credit)), now };
      }
      case "fail":
        return { type: "concluded", transfer: this.#write(() => ledger.fail(effect.transfer.id, effect.code)), now };
      case "makeManual": {
        const { transfer, reason } = effect;
        return { type: "madeManual", transfer: this.#write(() => ledger.makeManual(transfer.id, reason)), now };
      }
      case "resolveManual": {
        const { transfer, state, moved } = effect;
        return { type: "concluded", transfer: this.#write(() => ledger.resolveManual(transfer.id, state, moved)), now };
      }
      default:
        return null;
    }
  }
  #reserve(effect: Extract<SeatEffect, { do: "reserve" | "recordNothing" }>): SeatEvent {
    const { now } = this;
    if (!this.state.seat) return { type: "notReserved", code: ErrorCode.SessionTerminated, params: {}, now };
    this.#houseIds += 1;
    const clientTransferId = effect.request.clientTransferId ?? `house-${this.#houseIds}`;
    return this.#write(() => {
      const begun = this.#ledger.begin({ ...effect.request, clientTransferId });
      if (typeof begun === "number") return { type: "notReserved", code: begun, params: {}, now };
      if (effect.do === "reserve" || !begun.fresh) return { type: "reserved", ...begun, now };
      this.#ledger.mark(begun.transfer.id, "sent");
      return { type: "reserved", transfer: this.#ledger.settle(begun.transfer.id, 0, 0), fresh: false, now };
    });
  }
  #interrogate(transfer: Transfer): SeatEvent {
    const { now } = this;
    const found = this.#reach(() => {
      this.#recordGames();
      const answer = this.#machine.interrogate(transfer.id, transfer.number);
      if (this.#machine.phase !== "idle") throw new Unreachable();
      return { answer, meters: this.#machine.readMeters() };
    });
    if (found === "lost") return { type: "interrogationLost", now };
    const ledger = this.#write(() => this.#ledger.machine);
    const expected = transfer.state === "manual" ? (this.#ledger.suspension?.credit ?? 0) : 0;
    return { type: "interrogated", ...found, ledger, expected, now };
  }
  #sessionEffect(effect: SeatEffect): SeatEvent | null {
    const { now } = this;
    switch (effect.do) {
      case "storeEnding":
        this.#write(() => this.#ledger.storeEnding(effect.reason));
        return { type: "endingStored", now };
      case "takeWin":
        this.#reachable(() => this.#machine.pressTake());
        return null;
      case "close":
        return this.#close(effect.seat.session.id);
      case "suspend": {
        this.differences += 1;
        const { key, held, credit, remaining } = this.#write(() => this.#ledger.suspendSession(effect.reason));
        this.#readRow();
        const of = { machineId: 3, playerId: 7, sessionId: effect.seat.session.id, transferId: null };
        const suspension = {
          ...of,
          id: key,
          held,
          credit,
          remaining,
          reason: effect.reason,
        };
        return { type: "suspended", suspension, now };
      }
      case "quarantine":
        this.differences += 1;
        this.#write(() => {
          this.#ledger.quarantined = effect.reason;
        });
        this.#readRow();
        return null;
      case "refreshTotals":
        this.#write(() => {});
        this.state = { ...this.state, machine: this.#machine.facts() };
        return null;
      case "putBackIntoPlay":
        this.#putBackIntoPlay();
        return null;
      default:
        return null;
    }
  }
  #close(id: string): SeatEvent | null {
    if (this.state.seat?.session.id !== id) return null;
    let event: SeatEvent | null = null;
    this.#reachable(() => {
      this.#recordGames();
      const read = this.#read();
      if (read === null) return;
      if (read.meters.credit === 0 && read.ledger.credit === 0) {
        this.#write(() => this.#ledger.close(id));
        event = { type: "closed", paid: 0, now: this.now };
      } else event = { type: "notClosed", ...read, now: this.now };
    });
    return event;
  }
  #putBackIntoPlay(): void {
    this.backIntoPlayLost = true;
    const ledger = this.#ledger;
    this.#reachable(() => {
      const { suspension } = ledger;
      if (suspension) {
        const { credit } = this.#machine.readMeters();
        if (credit !== suspension.remaining) return;
        if (credit > 0) {
          const answer = this.#machine.send({
            id: suspension.key,
            number: ledger.nextNumber(),
            kind: "cashout",
            amount: null,
          });
          if (answer.status !== "done") return;
        }
        const meters = this.#machine.readMeters();
        this.#write(() => ledger.settleMachine(meters));
      }
      const meters = this.#machine.readMeters();
      this.#write(() => ledger.backIntoPlay(meters));
      this.backIntoPlayLost = false;
      this.state = { ...this.state, machine: this.#machine.facts() };
      this.#readRow();
    });
  }
  #readRow(): void {
    this.state = { ...this.state, outOfPlay: this.#ledger.quarantined !== null };
  }
}
