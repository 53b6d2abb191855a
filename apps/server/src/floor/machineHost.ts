/**
 * One machine in play: the only code that applies events to its seat and carries out the decisions of the rules, one at
 * a time. Presses have a queue of their own, because no press may wait for the database. Commands of a connection are
 * in seatConnection.ts.
 */
import { AppError, ErrorCode, playRulesOf } from "@reelcast/contract";
import type { MachineStatus, OpenSession } from "@reelcast/contract";
import type { MachineState, VideoSource } from "@reelcast/machine";
import type { MachineLedger, Transfer } from "../wallet/index.ts";
import { activeSession, followTransfer } from "./activeSession.ts";
import type { ActiveSession } from "./activeSession.ts";
import { carryOutRequest } from "./carryOutRequest.ts";
import { Effects } from "./effects.ts";
import { GameLedger } from "./gameLedger.ts";
import type { HostContext, HostParts } from "./hostParts.ts";
import { HostQueue } from "./hostQueue.ts";
import { HostTick } from "./hostTick.ts";
import { LimitWatch } from "./limitWatch.ts";
import { whereReachable } from "./machineErrors.ts";
import { MachineEvents } from "./machineEvents.ts";
import { MeterComparison } from "./meterComparison.ts";
import type { ShownHost } from "./overview/hostTile.ts";
import { reportedNeedOf, storedNeed } from "./overview/reportedNeed.ts";
import type { ReportedNeed } from "./overview/reportedNeed.ts";
import { OpenSessionFeed, openSessionOf } from "./openSessionFeed.ts";
import { PlayerNotifier } from "./playerNotifier.ts";
import type { MachineRow } from "./machineStore.ts";
import type { HostRequest, MachineRequests, RequestOutcome } from "./requestStore.ts";
import type { SeatLimits } from "./seat/limits.ts";
import { SeatPlay } from "./seat/playRules.ts";
import { newSeat, newState } from "./seat/reducer.ts";
import type { EndReason, Seat, TransferRequest } from "./seat/types.ts";
import { moneyUnderWay, statusOf } from "./seat/view.ts";
import { SeatLoop } from "./seatLoop.ts";
import type { SessionRow } from "./sessions.ts";
import { WaitingCallers } from "./waitingCallers.ts";

export class MachineHost {
  row: MachineRow;
  readonly queue: HostQueue;
  /** False: it is about to be handed to another process. Games that have begun go on. */
  mayBeginGames = true;
  readonly #parts: HostParts;
  readonly #notifier: PlayerNotifier;
  readonly #feed: OpenSessionFeed;
  /** Null without a play policy. */
  readonly #watch: LimitWatch | null;
  readonly #loop: SeatLoop;
  readonly #games: GameLedger;
  readonly #comparison: MeterComparison;
  readonly #effects: Effects;
  readonly #tick: HostTick;
  readonly #callers = new WaitingCallers();
  readonly #unsubscribe: () => void;
  #active: ActiveSession | null = null;
  #lastPress = 0;
  #status: MachineStatus = "unknown";
  #reportedNeed: ReportedNeed | null = null;
  /** What the machine has reported last, also while it can't be reached: the next host reads it in the machine's row. */
  #storedNeed: ReportedNeed | null;
  readonly #events: MachineEvents;

  constructor(parts: HostParts) {
    const { driver, bus, row, policy, wallet, fence, node, rules } = parts;
    this.row = row;
    this.#storedNeed = storedNeed(row);
    this.#parts = parts;
    this.#notifier = new PlayerNotifier(bus);
    const now = () => node.playTime();
    this.#feed = new OpenSessionFeed(bus, now, () => !node.sharing || node.hasAuthority());
    this.queue = new HostQueue(parts);
    const isPressing = () => this.queue.isPressing;
    this.#loop = new SeatLoop(newState(driver.state(), row.out_of_order !== null || row.quarantined !== null), {
      rules,
      now,
      carryOut: (effect) => this.#effects.carryOut(effect),
      onChange: () => this.#show(),
    });
    this.#games = new GameLedger({ driver, wallet, fence, isPressing, onGame: (...of) => events.onRecorded(...of) });
    this.#comparison = new MeterComparison({ games: this.#games, loop: this.#loop, now });
    const context: HostContext = {
      games: this.#games,
      seat: () => this.seat,
      nextPress: () => this.nextPress(),
      isPressing,
      recordGames: () => this.#games.record(this.seat),
      readLedger: () => this.#readLedger(),
      readRow: () => this.#readRow(),
      readTotals: () => this.#readTotals(),
      settleTotals: async () => (this.#active?.underWay && !this.transferring ? this.#readTotals() : undefined),
      checkLimits: () => this.#checkLimits(),
      readLedgerAndRow: () => this.#readLedgerAndRow(),
    };
    const events = (this.#events = new MachineEvents({
      host: parts,
      context,
      queue: this.queue,
      loop: this.#loop,
      comparison: this.#comparison,
      notifier: this.#notifier,
      active: () => this.#active,
      show: () => this.#show(),
      notifyAutoplay: () => this.notifyAutoplay(),
    }));
    this.#watch = policy ? new LimitWatch({ policy, host: parts, context, notifier: this.#notifier }) : null;
    this.#effects = new Effects({
      host: parts,
      context,
      notifier: this.#notifier,
      callers: this.#callers,
      comparison: this.#comparison,
      loop: this.#loop,
      onSessionEnded: (...end) => {
        this.#active = null;
        parts.onSeat(end[0].session.player_id, false);
        this.#feed.ended(this.row, ...end);
      },
    });
    this.#tick = new HostTick({
      host: parts,
      context,
      queue: this.queue,
      loop: this.#loop,
      effects: this.#effects,
      comparison: this.#comparison,
    });
    this.#unsubscribe = driver.subscribe((event) => events.onEvent(event));
    this.#tick.start();
  }

  // ——— state ———

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
  /** Null while the machine is free. */
  get seat(): Readonly<Seat> | null {
    return this.#loop.state.seat;
  }
  get active(): ActiveSession | null {
    return this.#active;
  }
  /** A transfer that is neither done nor failed. A second one is refused until it is. */
  get unresolved(): Transfer | null {
    const open = this.#loop.state.transfer;
    return open && "transfer" in open ? open.transfer : null;
  }
  /** The open session as its player is shown it; null while the machine is free. */
  get openSession(): OpenSession | null {
    return this.seat && openSessionOf(this.seat, this, this.#active, this.#parts.driver.state());
  }
  /** For the operators' overview. */
  get shown(): ShownHost {
    const { row, epoch, seat, unresolved } = this;
    const machine = this.#parts.driver.state();
    return { row, epoch, machine, seat, unresolved, reportedNeed: this.#reportedNeed, lastGame: this.#events.lastGame };
  }
  get transferring(): boolean {
    return this.#loop.state.transfer !== null;
  }
  get outOfPlay(): boolean {
    return this.#loop.state.outOfPlay;
  }
  /** To new players; who is seated plays on. */
  get closed(): boolean {
    return this.row.closed_at !== null;
  }
  /** Least amount that may be moved to it at once, minor units: what the operator has set, or its smallest bet. */
  get leastDeposit(): number {
    return this.row.least_deposit ?? this.#parts.minBet ?? 1;
  }
  get online(): boolean {
    return this.#parts.driver.state().online;
  }

  /** Numbers of presses rise under one epoch. */
  nextPress(): number {
    this.#lastPress += 1;
    return this.#lastPress;
  }

  // ——— recovery ———

  /** Finishes what an earlier owner left open. Must have run before a player may sit down. */
  async recover(ledger: MachineLedger, session: SessionRow | null): Promise<void> {
    await this.queue.enqueueRecovery(async () => {
      this.#games.begin(ledger);
      if (session) await this.#seat(session, await this.prepare(session.player_id), ledger);
      if (ledger.unresolved) {
        await this.#loop.dispatch({ type: "transferFound", transfer: ledger.unresolved });
        await this.#loop.dispatch({ type: "tick" });
      }
      await whereReachable(() => this.#comparison.run(true));
      if (ledger.unresolved === null && ledger.mayGoBackIntoPlay && this.row.quarantined !== null)
        this.#effects.retryLater("putBackIntoPlay");
      if (session?.state === "closing")
        await this.#loop.dispatch({ type: "end", reason: (session.end_reason ?? "held") as EndReason });
      this.#show();
    });
  }
  /**
   * Reads what a session needs to know of its player: before it begins, because it must not fail afterwards. Returns the
   * limits; null without a play policy.
   */
  async prepare(playerId: number): Promise<SeatLimits | null> {
    const { starts, settings } = this.#parts;
    await starts.read(playerId, playRulesOf(settings().playRules).minGameSeconds);
    return (await this.#watch?.begin(playerId)) ?? null;
  }
  /** @param found the ledger after a restart; without it the player has just sat down */
  async #seat(session: SessionRow, limits: SeatLimits | null, found?: MachineLedger): Promise<void> {
    const { driver, wallet, rules, node, starts, settings } = this.#parts;
    const totals = await wallet.sessionTotals(session.id);
    const machine = driver.state();
    const { credit, phase } = machine;
    const seat = newSeat({ session, now: node.playTime(), connected: !found, credit, phase }, rules);
    const underWay = found?.unresolved ? moneyUnderWay(found.unresolved, found.credit) : null;
    const { player_id: playerId } = session;
    const suspense = await wallet.checking(playerId);
    const play = new SeatPlay(starts.of(playerId), (at) => starts.note(playerId, at));
    const { playRules } = settings();
    const rulesOfSeat = { limits, play, playRules };
    // The presses of an earlier owner are not known.
    const known = { totals, underWay, suspense, lastPress: found ? undefined : null };
    this.#active = activeSession(seat, known, rulesOfSeat, machine, this.outOfPlay);
    this.#parts.onSeat(playerId, true);
    await this.#loop.dispatch({ type: "seated", seat });
  }
  async #readLedger(): Promise<MachineLedger> {
    const { machineId } = this.#parts.fence;
    const ledger = (await this.#parts.wallet.machineLedgers([machineId])).get(machineId);
    if (!ledger) throw new Error(`machine ${machineId} has no account`);
    return ledger;
  }
  async #readTotals(): Promise<void> {
    const { seat } = this;
    if (seat && this.#active) this.#active.totals = await this.#parts.wallet.sessionTotals(seat.session.id);
    if (this.#active && !this.transferring) this.#active.underWay = null;
    this.#refreshFacts();
  }
  #refreshFacts(): void {
    const { online, phase, credit } = this.#parts.driver.state();
    this.#loop.setFacts({ machine: { online, phase, credit } });
  }

  // ——— the rules of play ———

  /** Sends what is new of autoplay. */
  notifyAutoplay(): void {
    const push = this.#active?.play.takePush() ?? null;
    if (push) this.#notifier.push(this.seat, "autoplay", { ...push });
  }

  // ——— the player's own limits ———

  async #checkLimits(): Promise<void> {
    const { seat } = this;
    if (seat && this.#active) this.#notifier.playRules(seat, this.#active, this.#parts.settings().playRules);
    const reason = seat && this.#active && this.#watch ? await this.#watch.check(seat, this.#active) : null;
    if (reason !== null) await this.#loop.dispatch({ type: "end", reason });
  }
  /** The player changed them: they apply from now on. */
  limitsChanged(): void {
    this.queue.later(async () => {
      const { seat } = this;
      if (seat && this.#active) await this.#watch?.reread(seat, this.#active);
      await this.#checkLimits();
    });
  }

  // ——— the seat: join, resume and transfer run in the queue ———

  /** A player takes the free machine. */
  async join(session: SessionRow, limits: SeatLimits | null): Promise<void> {
    try {
      await this.#seat(session, limits);
    } catch (error) {
      // The session is stored, but this host does not know it: the next host reads it from the database.
      this.#parts.log.error({ err: error, machineId: this.row.id }, "a session began without its host");
      this.#parts.onFenced();
      throw error;
    }
  }
  /** Another connection of the same session takes the seat; the same one, if the epoch is the same, was lost. */
  async resume(session: SessionRow): Promise<void> {
    const { seat } = this;
    if (seat?.connected && seat.session.epoch !== session.epoch)
      this.#notifier.takenOver(seat.session.id, seat.session.epoch);
    if (seat && this.#active && seat.ending === null) {
      await this.#watch?.reread(seat, this.#active);
      this.#active.limits?.repeatNotices();
    }
    await this.#loop.dispatch({ type: "connected", session });
  }
  disconnected(sessionId: string, epoch: number): void {
    this.queue.later(async () => {
      const { seat } = this;
      if (seat?.session.id !== sessionId || seat.session.epoch !== epoch) return;
      await this.#loop.dispatch({ type: "disconnected" });
      const open = this.openSession;
      if (open?.session === sessionId) this.#feed.held(seat.session.player_id, open);
    });
  }
  pressed(sessionId: string): void {
    this.queue.later(async () => {
      if (this.seat?.session.id === sessionId) await this.#loop.dispatch({ type: "press" });
    });
  }
  stayed(sessionId: string): void {
    this.queue.later(async () => {
      if (this.seat?.session.id === sessionId) await this.#loop.dispatch({ type: "stay" });
    });
  }
  /** Resolves with the transfer when the rules answer: done, failed, or not settled yet. @throws AppError */
  async transfer(request: TransferRequest): Promise<Transfer> {
    const { caller, outcome } = this.#callers.addTransfer();
    try {
      this.#refreshFacts();
      await this.#loop.dispatch({ type: "transferRequested", caller: caller, request });
    } catch (error) {
      this.queue.onFailure(error);
      this.#callers.refuse(caller, new AppError(ErrorCode.ServiceUnavailable, {}, { cause: error }));
    } finally {
      // Every path through the rules answers; otherwise the caller would wait for ever.
      this.#callers.refuse(caller, new AppError(ErrorCode.TransferInDoubt));
    }
    return outcome;
  }
  /**
   * Ends the session, or joins those who wait for its end. Resolves once it is over, with the amount that it brought.
   * @param sessionId that session and no later one. @throws AppError NoOpenSession, AmountUnderReview
   */
  async end(playerId: number, reason: EndReason, sessionId?: string): Promise<number> {
    const { ended } = await this.queue.enqueue(async () => {
      const { seat } = this;
      if (seat?.session.player_id !== playerId || (sessionId ?? seat.session.id) !== seat.session.id)
        throw new AppError(ErrorCode.NoOpenSession);
      const waiting = { ended: this.#callers.addEnd() };
      await this.#loop.dispatch({ type: "end", reason });
      // In an object: the queue must not wait for the end.
      return waiting;
    });
    return ended;
  }
  /** What is under review of the player's money has changed. @param suspense minor units */
  suspenseChanged(suspense: number): void {
    this.queue.later(async () => {
      if (!this.#active) return;
      this.#active.suspense = suspense;
      this.#show();
    });
  }
  /** The player may not play any more: the credit goes back as soon as possible. */
  shutOut(reason: "banned" | "break" | "excluded"): void {
    this.queue.later(() => this.#loop.dispatch({ type: "end", reason }));
  }

  // ——— operators ———

  /** The machine's row may have changed, or its transfer may have been settled. */
  changed(): void {
    this.queue.later(async () => {
      await this.#readRow();
      await this.#tick.checkManualNow();
    });
  }
  async #readRow(): Promise<void> {
    const row = await this.#parts.machineStore.machine(this.row.id);
    if (!row) return;
    this.row = { ...row, video: this.row.video };
    this.#loop.setFacts({
      outOfPlay: row.out_of_order !== null || row.quarantined !== null || row.retired_at !== null,
    });
    if (row.out_of_order !== null && this.seat && this.seat.ending === null)
      this.queue.later(() => this.#loop.dispatch({ type: "end", reason: "outOfOrder" }));
    this.#show();
  }
  /** Carries out an operator's request to the machine; the answer is text. */
  request(request: HostRequest, requests: MachineRequests): Promise<RequestOutcome> {
    return this.queue.enqueue(async () => {
      const compare = () => this.#comparison.run(true);
      const context = { requests, seated: this.seat !== null, compare, readLedger: () => this.#readLedger() };
      const result = await carryOutRequest(this.#parts, request, context);
      await this.#readLedgerAndRow();
      return result;
    });
  }
  /** After the machine's credit was cleared, or its meters were taken as the new base. */
  async #readLedgerAndRow(): Promise<void> {
    this.#games.begin(await this.#readLedger());
    this.#refreshFacts();
    await this.#readRow();
  }

  /** Pushes what changed since the last push: status to the lobby, meters to the seat. */
  #show(): void {
    const { seat } = this;
    const machine = this.#parts.driver.state();
    this.#noteReportedNeed(machine);
    const status = statusOf(machine, seat, this.outOfPlay, this.closed);
    if (status !== this.#status) {
      this.#status = status;
      this.#parts.bus.publish("machine.status", { id: this.row.id, status });
    }
    if (!seat || !this.#active) return;
    followTransfer(this.#active, this.#loop.state.transfer);
    this.#notifier.meters(seat, this.#active, machine, status);
    if (this.openSession) this.#feed.changed(seat.session.player_id, this.openSession, this.#active.underWay);
  }

  #noteReportedNeed(machine: MachineState): void {
    const { machineStore, fence } = this.#parts;
    this.#reportedNeed = reportedNeedOf(machine.online ? this.#storedNeed : this.#reportedNeed, machine, Date.now());
    if (!machine.online || this.#reportedNeed === this.#storedNeed) return;
    const need = (this.#storedNeed = this.#reportedNeed);
    this.queue.record(() => machineStore.storeNeed(fence.machineId, need, fence.epoch));
  }

  /** Sessions stay as they are, for the next owner. Pending callers get an unknown outcome. */
  async stop(): Promise<void> {
    if (this.queue.stopped) return;
    this.#tick.stop();
    this.#unsubscribe();
    await this.queue.stop();
    if (this.#active && this.seat) this.#parts.onSeat(this.seat.session.player_id, false);
    this.#callers.rejectAll(new AppError(ErrorCode.ServiceUnavailable));
    await this.#parts.driver.close();
  }
}
