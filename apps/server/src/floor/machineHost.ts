/**
 * One machine in play: the only thing that applies events to its seat and carries out what the rules decide, one at a
 * time. Presses have a lane of their own, since no press may wait for the database. What a connection may ask for is in
 * seatConnection.ts.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { MachineStatus } from "@reelcast/contract";
import { MachineFenced, MachineUnreachable, SerialQueue } from "@reelcast/machine";
import type { GameResult, MachineEvent, VideoSource } from "@reelcast/machine";
import { isFenced } from "../wallet/index.ts";
import type { MachineBooks, SessionTotals, Transfer } from "../wallet/index.ts";
import { activeSession } from "./activeSession.ts";
import type { ActiveSession } from "./activeSession.ts";
import { GameLedger } from "./gameLedger.ts";
import type { HostParts } from "./hostParts.ts";
import { LimitWatch } from "./limitWatch.ts";
import { carryOut as carryOutRequest } from "./requests.ts";
import type { MachineRequest } from "./requests.ts";
import { PlayerNotifier } from "./playerNotifier.ts";
import type { MachineRow } from "./registry.ts";
import type { SeatLimits } from "./seat/limits.ts";
import { newSeat, newState, reduce } from "./seat/reducer.ts";
import type { EndReason, Seat, SeatEffect, SeatEvent, SeatState, TransferRequest } from "./seat/types.ts";
import { statusOf } from "./seat/view.ts";
import { carryOutSession, whereReachable } from "./sessionEffects.ts";
import type { SessionEffectContext } from "./sessionEffects.ts";
import type { SessionRow } from "./sessions.ts";
import { carryOutTransfer } from "./transferEffects.ts";
import type { TransferEffectParts } from "./transferEffects.ts";

const TICK_MS = 250;
/** Meters are compared with the ledger so long after the last game or transfer, and again after so long without one. */
const COMPARE_AFTER_MS = 2_000;
const COMPARE_EVERY_MS = 30_000;
/** More events than this from one would be a mistake of the rules. */
const EVENTS_AT_ONCE = 64;
const LOOK_AT_MANUAL_MS = 5_000;

interface Deferred<T> {
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
}

export class MachineHost {
  row: MachineRow;
  readonly #parts: HostParts;
  readonly #notifier: PlayerNotifier;
  /** Null where the house has no play policy. */
  readonly #watch: LimitWatch | null;
  readonly #transfers: TransferEffectParts;
  readonly #sessions: SessionEffectContext;
  readonly #games: GameLedger;
  readonly #queue = new SerialQueue();
  readonly #presses = new SerialQueue();
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  /** Those who wait for the answer of a transfer, and for the end of the session. */
  readonly #askers = new Map<number, Deferred<Transfer>>();
  #leaving: Deferred<number>[] = [];
  #state: SeatState;
  #active: ActiveSession | null = null;
  #lastAsker = 0;
  #lastPress = 0;
  #status: MachineStatus = "unknown";
  #handPayAt: number | null = null;
  #compareAt = 0;
  #lookAtManualAt = 0;
  /** An effect of a transfer failed for a reason that no rule knows: it is read again. */
  #readTransferAgain = false;
  /** A machine whose doubt is over could not be given back to play yet. */
  #healAgain = false;
  #ticking = false;
  #stopped = false;

  constructor(parts: HostParts) {
    const { driver, bus, row, policy, wallet, fence, log } = parts;
    this.row = row;
    this.#parts = parts;
    this.#notifier = new PlayerNotifier(bus);
    this.#state = newState(driver.state(), row.out_of_order !== null || row.quarantined !== null);
    const recordGames = () => this.#games.record(this.#state.seat);
    const pressing = () => this.#presses.busy;
    const now = () => this.#now();
    const seat = () => this.#state.seat;
    this.#games = new GameLedger({ driver, wallet, fence, pressing, onGame: (...game) => this.#recorded(...game) });
    const lastGame = () => this.#games.last;
    this.#watch = policy
      ? new LimitWatch({ policy, driver, log, notifier: this.#notifier, lastGame, recordGames, pressing })
      : null;
    this.#transfers = {
      driver,
      wallet,
      fence,
      recordGames,
      now,
      seat,
      suspendedCredit: async () => (await this.#books()).suspension?.credit ?? 0,
    };
    this.#sessions = {
      games: this.#games,
      now,
      seat,
      recordGames,
      nextPress: () => this.nextPress(),
      readBooks: () => this.#books(),
      readRow: () => this.#readRow(),
      readTotals: () => this.#readTotals(),
      onHealed: () => this.#healed(),
    };
    this.#unsubscribe = driver.subscribe((event) => this.#heard(event));
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  // ——— what others may look at ———

  get status(): MachineStatus {
    return this.#status;
  }
  get epoch(): number {
    return this.#parts.fence.epoch;
  }
  get source(): VideoSource {
    return this.#parts.driver.video();
  }
  get parts(): HostParts {
    return this.#parts;
  }
  /** Who sits there now, null: nobody. */
  get seat(): Readonly<Seat> | null {
    return this.#state.seat;
  }
  get active(): ActiveSession | null {
    return this.#active;
  }
  /** A transfer that is neither done nor failed: there is no second one until it is. */
  get unresolved(): Transfer | null {
    const open = this.#state.transfer;
    return open && "transfer" in open ? open.transfer : null;
  }
  get transferring(): boolean {
    return this.#state.transfer !== null;
  }
  get outOfPlay(): boolean {
    return this.#state.outOfPlay;
  }
  get online(): boolean {
    return this.#parts.driver.state().online;
  }
  get stopped(): boolean {
    return this.#stopped;
  }
  /** One thing at a time of all that happens to the machine. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.enqueue(() => this.#unlessOver(work));
  }
  /** One press after the other: each sees the bet that those before it have chosen. */
  enqueuePress<T>(press: () => Promise<T>): Promise<T> {
    return this.#presses.enqueue(() => this.#unlessOver(press));
  }
  /** @throws AppError ServiceUnavailable where another owner has the machine, or this process ends */
  async #unlessOver<T>(work: () => Promise<T>): Promise<T> {
    if (this.#stopped) throw new AppError(ErrorCode.ServiceUnavailable);
    // It may have waited long behind others.
    this.#parts.node.assertAuthority();
    try {
      return await work();
    } catch (error) {
      if (!this.#isOver(error)) throw error;
      this.#failed(error);
      throw new AppError(ErrorCode.ServiceUnavailable, {}, { cause: error });
    }
  }
  /** Numbers of presses rise under one epoch. */
  nextPress(): number {
    this.#lastPress += 1;
    return this.#lastPress;
  }
  #now(): number {
    return this.#parts.node.playTime();
  }

  // ——— recovery ———

  /** Finishes what an owner before this one left open. Before it has run, nobody may sit down. */
  async recover(books: MachineBooks, session: SessionRow | null): Promise<void> {
    await this.#queue.enqueue(async () => {
      this.#games.begin(books);
      if (session) await this.#seat(session, false, await this.readLimits(session.player_id));
      if (books.unresolved) {
        await this.#dispatch({ type: "transferFound", transfer: books.unresolved, now: this.#now() });
        await this.#dispatch({ type: "tick", now: this.#now() });
      }
      await whereReachable(() => this.#compare(true));
      this.#healAgain = books.unresolved === null && books.mayHeal && this.row.quarantined !== null;
      if (session?.state === "closing")
        await this.#dispatch({ type: "end", reason: (session.end_reason ?? "held") as EndReason, now: this.#now() });
      this.#show();
    });
  }
  /** Null where the house has no play policy. Read before a session begins: it must not fail afterwards. */
  async readLimits(playerId: number): Promise<SeatLimits | null> {
    return (await this.#watch?.begin(playerId)) ?? null;
  }
  async #seat(session: SessionRow, connected: boolean, limits: SeatLimits | null): Promise<void> {
    const { driver, wallet, rules } = this.#parts;
    const totals = await wallet.sessionTotals(session.id);
    const machine = driver.state();
    const { credit, phase } = machine;
    const seat = newSeat({ session, now: this.#now(), connected, credit, phase }, rules);
    this.#active = activeSession(seat, totals, limits, machine, this.outOfPlay);
    await this.#dispatch({ type: "seated", seat, now: this.#now() });
  }
  async #books(): Promise<MachineBooks> {
    const { machineId } = this.#parts.fence;
    const books = (await this.#parts.wallet.machineBooks([machineId])).get(machineId);
    if (!books) throw new Error(`machine ${machineId} has no account`);
    return books;
  }

  // ——— the loop ———

  async #dispatch(first: SeatEvent): Promise<void> {
    const events = [first];
    for (let handled = 0; handled < events.length; handled += 1) {
      if (handled > EVENTS_AT_ONCE) throw new Error("one event led to too many others");
      const event = events[handled];
      if (!event) break;
      const { state, effects } = reduce(this.#state, event, this.#parts.rules);
      this.#state = state;
      for (const effect of effects) {
        const result = await this.#carryOut(effect);
        if (result) events.push(result);
      }
    }
    this.#show();
  }

  async #carryOut(effect: SeatEffect): Promise<SeatEvent | null> {
    const { onStep } = this.#parts;
    if (effect.do.startsWith("tell")) {
      if (effect.do === "tellClosed") this.#closed(effect.seat, effect.reason, effect.amount);
      else this.#notifier.effect(this.#state.seat, effect, this.#parts.driver.state().win);
      return null;
    }
    if (effect.do === "answer" || effect.do === "refuse") return this.#reply(effect);
    await onStep?.(`before:${effect.do}`);
    const result = (await this.#carryOutTransfer(effect)) ?? (await this.#carryOutSession(effect));
    await onStep?.(`after:${effect.do}`);
    return result;
  }
  async #carryOutTransfer(effect: SeatEffect): Promise<SeatEvent | null> {
    try {
      const event = await carryOutTransfer(this.#transfers, effect);
      if (event === null || event === "none") return null;
      if (event.type === "concluded" || event.type === "madeManual") this.#compareAt = this.#now() + COMPARE_AFTER_MS;
      if (event.type === "madeManual") await this.#readRow();
      return event;
    } catch (error) {
      if (this.#isOver(error)) throw error;
      this.#parts.log.error({ err: error, machineId: this.row.id, effect: effect.do }, "a step of a transfer failed");
      this.#readTransferAgain = true;
      return { type: "transferLost", now: this.#now() };
    }
  }
  /** What fails is wanted again at the next tick: it must not keep the effects behind it from being carried out. */
  async #carryOutSession(effect: SeatEffect): Promise<SeatEvent | null> {
    try {
      const event = await carryOutSession(this.#parts, this.#sessions, effect);
      if (event?.type === "closed") this.#compareAt = event.now;
      return event;
    } catch (error) {
      if (this.#isOver(error)) throw error;
      if (!(error instanceof MachineUnreachable))
        this.#parts.log.error({ err: error, machineId: this.row.id, effect: effect.do }, "a step of a session failed");
      if (effect.do === "quarantine") this.#compareAt = 0;
      if (effect.do === "healMachine") this.#healAgain = true;
      return null;
    }
  }
  #reply(effect: Extract<SeatEffect, { do: "answer" | "refuse" }>): null {
    const asker = this.#askers.get(effect.asker);
    this.#askers.delete(effect.asker);
    if (effect.do === "answer") asker?.resolve(effect.transfer);
    else asker?.reject(new AppError(effect.code, effect.params));
    return null;
  }
  async #readTotals(): Promise<void> {
    const { seat } = this.#state;
    if (seat && this.#active) this.#active.totals = await this.#parts.wallet.sessionTotals(seat.session.id);
    this.#refreshFacts();
  }
  /** What the machine says now, without a decision: the rules hear of it at once with the event that comes. */
  #refreshFacts(): void {
    const { online, phase, credit } = this.#parts.driver.state();
    this.#state = { ...this.#state, machine: { online, phase, credit } };
  }

  #closed(seat: Seat, reason: EndReason, amount: number): void {
    this.#active = null;
    this.#notifier.closed(seat, reason, amount);
    const leaving = this.#leaving;
    this.#leaving = [];
    for (const waiting of leaving) {
      if (reason === "checking") waiting.reject(new AppError(ErrorCode.AmountUnderReview, { amount }));
      else waiting.resolve(amount);
    }
  }

  // ——— meters, ledger and games ———

  /** @param certain nobody can press meanwhile @throws MachineUnreachable */
  async #compare(certain: boolean): Promise<void> {
    if (this.#state.transfer !== null) return;
    await this.#games.record(this.#state.seat);
    const read = await this.#games.read(this.#state.seat !== null);
    if (read === null) return;
    this.#compareAt = this.#now() + COMPARE_EVERY_MS;
    await this.#dispatch({ type: "compared", ...read, certain, now: this.#now() });
    if (this.#state.suspected !== null) this.#compareAt = this.#now() + TICK_MS;
  }
  async #recorded(seat: Seat, game: GameResult, jackpots: Parameters<PlayerNotifier["jackpots"]>[2]): Promise<void> {
    const { registry, bus, settings, fence } = this.#parts;
    this.#compareAt = this.#now() + COMPARE_AFTER_MS;
    this.#active?.limits?.ended(game);
    const won = this.#notifier.jackpots(seat, this.row.id, jackpots);
    if (this.#active) {
      const totals: SessionTotals = { ...this.#active.totals };
      totals.handPaid += game.handPay;
      totals.jackpots += won;
      this.#active.totals = totals;
    }
    if (game.win < settings().hotFlagLimit) return;
    await registry.bigWin(this.row.id, fence.epoch);
    await this.#readRow();
    bus.publish("machine.changed", { id: this.row.id });
  }

  // ——— what the machine says ———

  #heard(event: MachineEvent): void {
    if (this.#stopped) return;
    const { seat } = this.#state;
    this.#notifier.machineEvent(seat, event);
    switch (event.type) {
      case "state":
        // The picture of the meters goes out at once; decisions wait for their turn.
        this.#show();
        this.#later(() => {
          const { online, phase, credit } = event.state;
          return this.#dispatch({ type: "machine", facts: { online, phase, credit }, now: this.#now() });
        });
        break;
      case "gameStart":
        this.#active?.limits?.started({ ...event, gameNumber: this.#games.numberOf(event.gameNumber) });
        break;
      case "gameEnd":
        // Counted at once: the next press must not find it missing.
        this.#active?.limits?.ended({ ...event.result, gameNumber: this.#games.numberOf(event.result.gameNumber) });
        // Should that fail, the next comparison records it.
        this.#compareAt = Math.min(this.#compareAt, this.#now() + COMPARE_AFTER_MS);
        this.#later(() => this.#games.record(this.#state.seat));
        break;
      case "offline":
        this.#show();
        break;
      case "online":
        this.#compareAt = 0;
        this.#later(() => this.#dispatch({ type: "tick", now: this.#now() }));
        break;
    }
  }

  #isOver(error: unknown): boolean {
    return error instanceof MachineFenced || isFenced(error);
  }
  #later(work: () => Promise<void>): void {
    this.#queue
      .enqueue(async () => (this.#stopped ? undefined : work()))
      .catch((error: unknown) => this.#failed(error));
  }
  #failed(error: unknown): void {
    if (this.#stopped || error instanceof MachineUnreachable) return;
    const { log, onFenced } = this.#parts;
    if (this.#isOver(error)) {
      log.warn({ err: error, machineId: this.row.id }, "another owner has the machine");
      onFenced();
    } else log.error({ err: error, machineId: this.row.id }, "the floor could not do something; it is tried again");
  }

  #tick(): void {
    // A database or a machine that is slow must not pile ticks up. Without authority nothing is done, and no time passes.
    if (this.#ticking || this.#stopped || !this.#parts.node.hasAuthority()) return;
    this.#ticking = true;
    this.#later(async () => {
      try {
        await this.#onTick();
      } finally {
        this.#ticking = false;
      }
    });
  }
  async #onTick(): Promise<void> {
    if (this.#readTransferAgain) {
      const { unresolved } = await this.#books();
      await this.#readTotals();
      this.#readTransferAgain = false;
      if (unresolved) await this.#dispatch({ type: "transferFound", transfer: unresolved, now: this.#now() });
    }
    if (this.#healAgain) {
      this.#healAgain = false;
      await this.#carryOutSession({ do: "healMachine" });
    }
    await this.#payByHand();
    await this.#unlock();
    await this.#lookAtManual();
    await this.#watchLimits();
    await this.#dispatch({ type: "tick", now: this.#now() });
    if (this.#now() >= this.#compareAt) await whereReachable(() => this.#compare(false));
  }

  /** A hand pay may have begun under an owner before this one, or while the machine was away. */
  async #payByHand(): Promise<void> {
    const { driver, handPayMs } = this.#parts;
    if (driver.state().phase !== "handPay") this.#handPayAt = null;
    else this.#handPayAt ??= this.#now() + handPayMs;
    if (this.#handPayAt !== null && this.#now() >= this.#handPayAt) await whereReachable(() => driver.resetHandPay());
  }
  /** What releases the lock after a transfer may have been lost. */
  async #unlock(): Promise<void> {
    const { driver } = this.#parts;
    const { locked, online } = driver.state();
    if (locked && online && this.#state.transfer === null) await whereReachable(() => driver.unlock());
  }
  /** Somebody else may have settled it: what was told of that may have been lost. */
  async #lookAtManual(): Promise<void> {
    const open = this.unresolved;
    if (open?.state !== "manual" || this.#now() < this.#lookAtManualAt) return;
    this.#lookAtManualAt = this.#now() + LOOK_AT_MANUAL_MS;
    const stored = await this.#parts.wallet.get(open.id);
    if (stored && stored.state !== "manual")
      await this.#dispatch({ type: "settledElsewhere", transfer: stored, now: this.#now() });
  }

  // ——— what the player's own limits say ———

  async #watchLimits(): Promise<void> {
    const { seat } = this.#state;
    const reason = seat && this.#active && this.#watch ? await this.#watch.look(seat, this.#active) : null;
    if (reason !== null) await this.#dispatch({ type: "end", reason, now: this.#now() });
  }
  /** The player changed them: they count from now on. */
  limitsChanged(): void {
    this.#later(async () => {
      const { seat } = this.#state;
      if (seat && this.#active) await this.#watch?.reread(seat, this.#active);
      await this.#watchLimits();
    });
  }

  // ——— what is asked of it; to be called in turn (`enqueue`) ———

  /** Somebody takes the free machine. */
  async join(session: SessionRow, limits: SeatLimits | null): Promise<void> {
    try {
      await this.#seat(session, true, limits);
    } catch (error) {
      // The session has begun: this host is given up, and the next one finds it in the database.
      this.#parts.log.error({ err: error, machineId: this.row.id }, "a session began without its host");
      this.#parts.onFenced();
      throw error;
    }
  }
  /** Another connection of the same session takes the seat. */
  async resume(session: SessionRow): Promise<void> {
    const { seat } = this.#state;
    if (seat?.connected) this.#notifier.takenOver(seat.session.id, seat.session.epoch);
    if (seat && this.#active && seat.ending === null) {
      await this.#watch?.reread(seat, this.#active);
      this.#active.limits?.tellAgain();
    }
    await this.#dispatch({ type: "connected", session, now: this.#now() });
  }
  disconnected(sessionId: string, epoch: number): void {
    this.#later(async () => {
      const { seat } = this.#state;
      if (seat?.session.id !== sessionId || seat.session.epoch !== epoch) return;
      await this.#dispatch({ type: "disconnected", now: this.#now() });
      if (this.#state.seat?.session.id === sessionId)
        this.#notifier.held(seat.session.player_id, this.row, this.#status);
    });
  }
  pressed(sessionId: string): void {
    this.#later(async () => {
      if (this.#state.seat?.session.id === sessionId) await this.#dispatch({ type: "press", now: this.#now() });
    });
  }
  /** Resolves with the transfer as it is when the rules answer: done, failed, or not settled yet. @throws AppError */
  async transfer(request: TransferRequest): Promise<Transfer> {
    this.#lastAsker += 1;
    const asker = this.#lastAsker;
    const { promise, resolve, reject } = Promise.withResolvers<Transfer>();
    promise.catch(() => {});
    this.#askers.set(asker, { resolve, reject });
    try {
      this.#refreshFacts();
      await this.#dispatch({ type: "transferAsked", asker, request, now: this.#now() });
    } catch (error) {
      this.#failed(error);
      reject(new AppError(ErrorCode.ServiceUnavailable, {}, { cause: error }));
    } finally {
      // Every path through the rules answers; without it a caller would wait for ever.
      if (this.#askers.delete(asker)) reject(new AppError(ErrorCode.TransferInDoubt));
    }
    return promise;
  }
  /**
   * Gives the seat back, or waits with those who wait for its end already: resolves with what that brought, once the
   * session is over. @param sessionId that session and no later one. @throws AppError NoOpenSession, AmountUnderReview
   */
  async end(playerId: number, reason: EndReason, sessionId?: string): Promise<number> {
    const ended = await this.enqueue(async () => {
      const { seat } = this.#state;
      if (seat?.session.player_id !== playerId || (sessionId ?? seat.session.id) !== seat.session.id)
        throw new AppError(ErrorCode.NoOpenSession);
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      promise.catch(() => {});
      this.#leaving.push({ resolve, reject });
      await this.#dispatch({ type: "end", reason, now: this.#now() });
      return { promise };
    });
    return ended.promise;
  }
  /** The player's tokens ended for good, or for long: the credit goes back as soon as it can. */
  shutOut(reason: "banned" | "break" | "excluded"): void {
    this.#later(() => this.#dispatch({ type: "end", reason, now: this.#now() }));
  }

  // ——— what an operator does ———

  /** The machine's row may have changed, or its transfer been settled. */
  changed(): void {
    this.#later(async () => {
      await this.#readRow();
      this.#lookAtManualAt = 0;
      await this.#lookAtManual();
    });
  }
  async #readRow(): Promise<void> {
    const row = await this.#parts.registry.machine(this.row.id);
    if (!row) return;
    this.row = { ...row, video: this.row.video };
    const outOfPlay = row.out_of_order !== null || row.quarantined !== null || row.retired_at !== null;
    this.#state = { ...this.#state, outOfPlay };
    if (row.out_of_order !== null && this.#state.seat && this.#state.seat.ending === null)
      this.#later(() => this.#dispatch({ type: "end", reason: "outOfOrder", now: this.#now() }));
    this.#show();
  }
  /** Carries out what an operator asks of the machine; answers in words. */
  request(request: MachineRequest): Promise<{ done: boolean; answer: string }> {
    return this.enqueue(async () => {
      const compare = () => this.#compare(true);
      const context = { seated: this.#state.seat !== null, compare, books: () => this.#books() };
      const result = await carryOutRequest(this.#parts, request, context);
      await this.#healed();
      return result;
    });
  }
  /** After the machine was cleared, or its meters count anew. */
  async #healed(): Promise<void> {
    this.#games.begin(await this.#books());
    this.#refreshFacts();
    await this.#readRow();
  }

  // ——— what players are told ———

  /** Tells what changed since it was told last: status to the lobby, meters to the seat. */
  #show(): void {
    const { seat } = this.#state;
    const machine = this.#parts.driver.state();
    const status = statusOf(machine, seat, this.outOfPlay);
    if (status !== this.#status) {
      this.#status = status;
      this.#parts.bus.publish("machine.status", { id: this.row.id, status });
    }
    if (seat && this.#active) this.#notifier.meters(seat, this.#active, machine, status);
  }

  /** Ends timers; sessions stay as they are, for the next owner. Pending callers get an unknown outcome. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#queue.drained();
    for (const waiting of [...this.#leaving, ...this.#askers.values()])
      waiting.reject(new AppError(ErrorCode.ServiceUnavailable));
    await this.#parts.driver.close();
  }
}
