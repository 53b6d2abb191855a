/**
 * A machine, a ledger and a host, each as simple as can be, that carry out what the rules decide, for the simulation of
 * reducer.simulation.test.ts. Faults are injected at each command, at each write and at each effect.
 *
 * The ledger refuses what the database refuses; the machine keeps the rules of AFT: an id moves money once, and nothing at
 * or below the high-water mark is carried out. Amounts are minor units, times milliseconds of play time.
 */
import type { GamePhase, InterrogateAnswer, TransferAnswer } from "@reelcast/machine";
import type { MachineBalance, Transfer, TransferKind, TransferState } from "../../wallet/index.ts";
import { isUnresolved, mayBecome } from "../../wallet/index.ts";
import type { SessionRow } from "../sessions.ts";
import { newSeat, newState, reduce } from "./reducer.ts";
import { RULES, session, transferOf } from "./testing.ts";
import type {
  EndReason,
  MachineFacts,
  MetersRead,
  SeatEffect,
  SeatEvent,
  SeatState,
  TransferRequest,
} from "./types.ts";

/** Of a command, or of an effect: what goes wrong. */
export const FAULTS = ["before", "after", "late", "pending", "crashBefore", "crashAfter"] as const;
export type FaultKind = (typeof FAULTS)[number];

/** The machine can't be reached, or its answer is lost. */
class Unreachable extends Error {}
/** The database can't be reached, or its answer is lost. */
class Failed extends Error {}
/** The process ends here. */
class Crash extends Error {}
/** What the database refuses: its guards are the second line, the rules must not need them. */
export class Refused extends Error {}

/** A fault after so many places where one is possible, and so on. */
export class FaultPlan {
  #left: [number, FaultKind][];
  #gap: number;
  active = true;
  constructor(plan: readonly (readonly [number, FaultKind])[]) {
    this.#left = plan.map(([gap, kind]) => [gap, kind]);
    this.#gap = this.#left[0]?.[0] ?? 0;
  }
  next(): FaultKind | null {
    const [first] = this.#left;
    if (!this.active || !first) return null;
    if (this.#gap > 0) {
      this.#gap -= 1;
      return null;
    }
    this.#left = this.#left.slice(1);
    this.#gap = this.#left[0]?.[0] ?? 0;
    return first[1];
  }
}

interface Ask {
  id: string;
  number: number;
  kind: TransferKind;
  amount: number | null;
}
interface Game {
  number: number;
  bet: number;
  win: number;
}

export class SimulatedMachine {
  meters: MetersRead = { credit: 0, transferredIn: 70_000, transferredOut: 70_000 };
  online = true;
  phase: GamePhase = "idle";
  mark = 0;
  /** Something changed that is said as an event. */
  changed = false;
  games: Game[] = [];
  lastGame = 0;
  /** What it really moved, by id; outlives its memory. */
  readonly moved = new Map<string, number>();
  readonly #faults: FaultPlan;
  /** False: a machine that an interrogation leaves as it is, to show that the simulation notices. */
  readonly #raisesMark: boolean;
  #answers = new Map<string, TransferAnswer>();
  #pending = new Map<string, Ask>();
  /** Commands that are given up by their sender and arrive later. */
  #late: Ask[] = [];
  #win = 0;

  constructor(faults: FaultPlan, raisesMark: boolean) {
    this.#faults = faults;
    this.#raisesMark = raisesMark;
  }
  facts(): MachineFacts {
    return { online: this.online, phase: this.phase, credit: this.meters.credit };
  }
  #command<T>(work: () => T, ask?: Ask): T {
    if (!this.online) throw new Unreachable();
    const fault = this.#faults.next();
    if (fault === "crashBefore") throw new Crash();
    if (fault === "before") throw new Unreachable();
    if (fault === "late") {
      if (ask) this.#late.push(ask);
      throw new Unreachable();
    }
    if (fault === "pending" && ask) this.#pending.set(ask.id, ask);
    const result = work();
    if (fault === "after") throw new Unreachable();
    if (fault === "crashAfter") throw new Crash();
    return result;
  }

  lock(): boolean {
    return this.#command(() => this.phase === "idle");
  }
  unlock(): void {
    this.#command(() => {});
  }
  readMeters(): MetersRead {
    return this.#command(() => this.meters);
  }
  gamesSince(number: number): Game[] {
    return this.#command(() => this.games.filter((game) => game.number > number));
  }
  send(ask: Ask): TransferAnswer {
    return this.#command(
      () => (this.#pending.has(ask.id) ? { status: "pending", transferId: ask.id } : this.#carryOut(ask)),
      ask,
    );
  }
  #carryOut({ id, number, kind, amount }: Ask): TransferAnswer {
    const known = this.#answers.get(id);
    const { credit } = this.meters;
    if (known) return known;
    if (number <= this.mark) return { status: "refused", transferId: id, reason: "superseded", credit };
    const refused =
      this.phase !== "idle"
        ? "gameInProgress"
        : (amount ?? 0) > credit && kind === "cashout"
          ? "notEnoughCredit"
          : null;
    if (refused !== null) return this.#answered({ status: "refused", transferId: id, reason: refused, credit });
    const moved = amount ?? credit;
    const [incoming, outgoing] = kind === "cashin" ? [moved, 0] : [0, moved];
    this.meters = {
      credit: credit + incoming - outgoing,
      transferredIn: this.meters.transferredIn + incoming,
      transferredOut: this.meters.transferredOut + outgoing,
    };
    this.mark = Math.max(this.mark, number);
    this.moved.set(id, moved);
    this.changed = true;
    return this.#answered({ status: "done", transferId: id, moved, credit: this.meters.credit, duplicate: false });
  }
  #answered(answer: TransferAnswer): TransferAnswer {
    this.#answers.set(answer.transferId, answer);
    return answer;
  }
  interrogate(id: string, number: number): InterrogateAnswer {
    return this.#command(() => {
      if (this.#pending.has(id)) return { status: "pending", transferId: id };
      if (this.#raisesMark) this.mark = Math.max(this.mark, number);
      return this.#answers.get(id) ?? { status: "notFound", transferId: id };
    });
  }

  // ——— what happens at the machine by itself ———

  finishPending(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const ask of pending) this.#carryOut(ask);
  }
  deliverLate(): void {
    const late = this.#late;
    this.#late = [];
    for (const ask of late) this.#carryOut(ask);
  }
  startGame(bet: number): void {
    if (!this.online || this.phase !== "idle" || this.meters.credit < bet || this.#pending.size > 0) return;
    this.meters = { ...this.meters, credit: this.meters.credit - bet };
    this.phase = "spinning";
    this.lastGame += 1;
    this.games.push({ number: this.lastGame, bet, win: -1 });
    this.changed = true;
  }
  /** The game under way ends; a win waits to be taken. */
  stopReels(win: number): void {
    if (this.phase !== "spinning") return;
    this.#win = win;
    this.phase = "winToTake";
    this.changed = true;
    if (win === 0) this.takeWin();
  }
  takeWin(): void {
    if (this.phase !== "winToTake") return;
    this.meters = { ...this.meters, credit: this.meters.credit + this.#win };
    this.games = this.games.map((game) => (game.win === -1 ? { ...game, win: this.#win } : game));
    this.#win = 0;
    this.phase = "idle";
    this.changed = true;
  }
  pressTake(): void {
    this.#command(() => this.takeWin());
  }
  setOnline(online: boolean): void {
    this.changed ||= this.online !== online;
    this.online = online;
  }
  /** A technician clears the memory: nothing is under way on the line any more either. */
  clear(): void {
    this.meters = { credit: 0, transferredIn: 0, transferredOut: 0 };
    this.phase = "idle";
    this.mark = 0;
    this.games = [];
    this.#win = 0;
    this.#answers.clear();
    this.#pending.clear();
    this.#late = [];
    this.changed = true;
  }
}

interface Suspension {
  key: string;
  held: number;
  credit: number;
  remaining: number;
}

export class SimulatedLedger {
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
  ): { transfer: Transfer; fresh: boolean } | 60010 | 60012 {
    const { clientTransferId, kind, amount } = request;
    const known = this.transfers.get(this.#byClient.get(`${kind}:${clientTransferId}`) ?? "");
    if (known) return { transfer: known, fresh: false };
    if (this.unresolved().length > 0) return 60010;
    if (!this.session) throw new Refused("the session is over");
    if (kind === "cashin" && this.posted - this.held < (amount ?? 0)) return 60012;
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
    return this.#become(id, state, state === "done" ? { moved } : { code: 60013 });
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

/** Does what machineHost.ts, transferEffects.ts and care.ts do, in the same order. */
export class SimulatedHost {
  now = 0;
  state: SeatState;
  /** Effects that say that meters and ledger differ, while no transfer is under way. */
  differences = 0;
  /** A healing that was cut off is an operator's. */
  healingLost = false;
  readonly #machine: SimulatedMachine;
  readonly #ledger: SimulatedLedger;
  readonly #faults: FaultPlan;
  #readAgain = false;
  #asker = 0;
  #houseIds = 0;

  constructor(machine: SimulatedMachine, ledger: SimulatedLedger, faults: FaultPlan) {
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
        this.#hear();
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
  #hear(): void {
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
  ask(request: TransferRequest): void {
    if (!this.state.seat || this.state.seat.ending !== null) return;
    this.#asker += 1;
    this.state = { ...this.state, machine: this.#machine.facts() };
    this.#dispatch({ type: "transferAsked", asker: this.#asker, request, now: this.now });
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
        if (effect.do.startsWith("tell") || effect.do === "answer" || effect.do === "refuse") continue;
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
    return !["storeEnding", "takeWin", "close", "suspend", "quarantine", "healMachine", "refreshTotals"].includes(
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
          throw new Refused("the machine is told before it is stored as sent");
        const answer = this.#reach(() => this.#machine.send({ id, number, amount, kind }));
        return answer === "lost" ? { type: "answerLost", now } : { type: "answered", answer, now };
      }
      case "unlock":
        this.#reach(() => this.#machine.unlock());
        return "none";
      case "noteUnknown":
        return { type: "notedUnknown", transfer: this.#write(() => ledger.mark(effect.transfer.id, "unknown")), now };
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
    if (!this.state.seat) return { type: "notReserved", code: 50100, params: {}, now };
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
          openedAt: new Date(0),
          resolvedBy: null,
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
      case "healMachine":
        this.#heal();
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
  #heal(): void {
    this.healingLost = true;
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
      this.healingLost = false;
      this.state = { ...this.state, machine: this.#machine.facts() };
      this.#readRow();
    });
  }
  #readRow(): void {
    this.state = { ...this.state, outOfPlay: this.#ledger.quarantined !== null };
  }
}
