/**
 * One machine in play: its driver, its seat and its timers. All that happens to the machine goes through here, one
 * thing at a time, so that there are no races to reason about. What the seat decides is carried out here; games and
 * money are booked by `books.ts`; what a connection may ask for is in `sitting.ts`.
 */
import { AppError } from "@reelcast/contract";
import type { MachineStatus } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { GameResult, MachineEvent, VideoSource } from "@reelcast/machine";
import type { FedJackpot } from "../wallet/index.ts";
import { Books } from "./books.ts";
import { Cashier } from "./cashier.ts";
import { tellJackpots } from "./jackpots.ts";
import type { SeatLimits } from "./limits.ts";
import { Line } from "./line.ts";
import { statusOf } from "./meters.ts";
import { Voice, occupy } from "./occupied.ts";
import type { Occupied } from "./occupied.ts";
import { Ends } from "./ends.ts";
import type { HostParts } from "./parts.ts";
import type { MachineRow } from "./registry.ts";
import { newSeat, step } from "./seat.ts";
import type { EndReason, Seat, SeatEffect, SeatEvent } from "./seat.ts";
import type { SessionRow } from "./sessions.ts";
import { createSitting, mayAfford, mayBeTaken } from "./sitting.ts";
import type { Desk } from "./sitting.ts";
import type { SitRequest, Sitting } from "./types.ts";
import { LimitWatch } from "./watch.ts";

const TICK_MS = 250;
/** Whoever leaves knows it, and who is kicked has been told. */
const UNTOLD: readonly EndReason[] = ["leave", "kick"];

export class Host {
  row: MachineRow;
  readonly #parts: HostParts;
  readonly #books: Books;
  readonly #voice: Voice;
  readonly #cashier: Cashier;
  /** Null where the house has no gate. */
  readonly #watch: LimitWatch | null;
  readonly #desk: Desk;
  readonly #ends: Ends;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #queue = new Line();
  /** Presses don't wait for the database, but each for the one before. */
  readonly #presses = new Line();
  #occupied: Occupied | null = null;
  #status: MachineStatus = "unknown";
  #handPayAt: number | null = null;
  #ticking = false;
  #stopped = false;

  constructor(parts: HostParts) {
    this.row = parts.row;
    this.#parts = parts;
    const { driver, wallet, log, rules, maxAllIn, gate } = parts;
    const fence = { machineId: parts.row.id, epoch: parts.epoch };
    const books = new Books({ driver, wallet, log, fence, onGame: (...game) => this.#recorded(...game) });
    const voice = new Voice(parts.bus);
    const outOfPlay = () => this.outOfPlay;
    const shared = { driver, wallet, log, books, voice, maxAllIn, outOfPlay, occupied: () => this.#occupied };
    this.#books = books;
    this.#ends = new Ends(parts.sessions, wallet);
    this.#voice = voice;
    this.#watch = gate ? new LimitWatch({ ...shared, gate, pressing: () => this.#presses.busy }) : null;
    const apply = (event: SeatEvent) => this.#apply(event);
    this.#cashier = new Cashier({ ...shared, gate, apply, show: () => this.#show() });
    this.#desk = {
      ...shared,
      rules,
      row: () => this.row,
      unresolved: () => books.unresolved,
      inTurn: (work) => this.#queue.run(work),
      inLine: (press) => this.#presses.run(press),
      transfer: (at, kind, amount, key) => this.#cashier.transfer(at, kind, amount, key),
      pressed: (at) =>
        this.#later(async () => {
          if (this.#occupied === at) await this.#apply({ type: "press", now: Date.now() });
        }),
      leave: ({ session }) => this.end(session.player_id, "leave", session.id),
      disconnected: (at, epoch) => this.#later(() => this.#disconnected(at, epoch)),
    };
    this.#unsubscribe = parts.driver.subscribe((event) => this.#hear(event));
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  get status(): MachineStatus {
    return this.#status;
  }
  get epoch(): number {
    return this.#parts.epoch;
  }
  get source(): VideoSource {
    return this.#parts.driver.video();
  }
  seatOf(playerId: number): { sessionId: string; epoch: number } | null {
    const at = this.#occupied;
    if (!at || at.session.player_id !== playerId) return null;
    return { sessionId: at.session.id, epoch: at.epoch };
  }
  get sessionPlayer(): number | null {
    return this.#occupied?.session.player_id ?? null;
  }
  get outOfPlay(): boolean {
    return this.row.out_of_order !== null || this.row.quarantined !== null;
  }

  // ——— recovery ———

  /** Finishes what a process before this one left open. Before it has run, nobody may sit down. */
  async recover(): Promise<void> {
    await this.#queue.run(async () => {
      const { sessions, driver } = this.#parts;
      await this.#books.open();
      const session = await sessions.ofMachine(this.row.id);
      if (session) {
        const { phase, credit } = driver.state();
        const seat = newSeat({ now: Date.now(), connected: false, credit, phase }, this.#parts.rules);
        // What is still on its way must land before the seat can be given back.
        seat.transferring = this.#books.unresolved?.sessionId === session.id;
        this.#occupied = await this.#occupy(session, seat, (await this.#watch?.begin(session.player_id)) ?? null);
        if (session.state === "closing") {
          await this.#apply({ type: "end", reason: (session.end_reason ?? "held") as EndReason, now: Date.now() });
        }
      }
      await this.#cashier.settle();
      await this.#recordGames();
      await this.#reconcile();
      this.#show();
    });
  }

  async #occupy(session: SessionRow, seat: Seat, limits: SeatLimits | null): Promise<Occupied> {
    const totals = await this.#parts.wallet.sessionTotals(session.id);
    const state = this.#parts.driver.state();
    return occupy({ session, seat, totals, limits }, state, statusOf(state, seat, this.outOfPlay));
  }

  // ——— the books ———

  #recordGames(): Promise<void> {
    return this.#books.record(this.#occupied);
  }
  async #recorded(at: Occupied, game: GameResult, jackpots: readonly FedJackpot[]): Promise<void> {
    const { registry, bus, hotFlagLimit } = this.#parts;
    at.limits?.ended(game);
    at.totals.handPaid += game.handPay;
    at.totals.jackpots += tellJackpots(jackpots, {
      bus,
      machineId: this.row.id,
      player: (params) => this.#voice.tell(at, "JACKPOT", 20000, params),
    });
    if (game.win < hotFlagLimit) return;
    this.row = { ...(await registry.bigWin(this.row.id)), video: this.row.video };
    bus.publish("machine.changed", { id: this.row.id });
  }
  /** A difference between the machine and the ledger is never smoothed over. */
  async #reconcile(): Promise<void> {
    const reason = await this.#books.difference(this.#occupied !== null);
    if (reason === null) return;
    this.row = { ...(await this.#parts.registry.quarantine(this.row.id, reason)), video: this.row.video };
    this.#show();
  }

  // ——— what the machine says ———

  #hear(event: MachineEvent): void {
    if (this.#stopped) return;
    this.#voice.repeats(this.#occupied, event);
    switch (event.type) {
      case "state":
        // The picture of the meters goes out at once; decisions wait for their turn.
        this.#show();
        this.#later(() =>
          this.#apply({ type: "machine", phase: event.state.phase, credit: event.state.credit, now: Date.now() }),
        );
        break;
      case "gameStart":
        this.#occupied?.limits?.started(event);
        break;
      case "gameEnd":
        // Counted at once: the next press must not find it missing.
        this.#occupied?.limits?.ended(event.result);
        this.#later(() => this.#recordGames());
        break;
      case "handPay":
        this.#handPayAt = Date.now() + this.#parts.handPayMs;
        break;
      case "handPayReset":
        this.#handPayAt = null;
        break;
      case "offline":
        this.#show();
        break;
      case "online":
        this.#later(async () => {
          await this.#cashier.settle();
          await this.#recordGames();
        });
        break;
    }
    if (event.type === "gameEnd" && event.result.win >= this.#parts.hotFlagLimit)
      this.#parts.bus.publish("machine.changed", { id: this.row.id });
  }

  #later(work: () => Promise<void>): void {
    this.#queue.run(work).catch((error: unknown) => {
      if (!this.#stopped && !(error instanceof MachineUnreachable)) {
        this.#parts.log.error(
          { err: error, machineId: this.row.id },
          "the floor could not carry something out; it is tried again",
        );
      }
    });
  }

  #tick(): void {
    // A database or a machine that is slow must not pile ticks up.
    if (this.#ticking || this.#stopped) return;
    this.#ticking = true;
    this.#later(async () => {
      try {
        await this.#cashier.settle();
        if (this.#handPayAt !== null && Date.now() >= this.#handPayAt) {
          this.#handPayAt = null;
          await this.#parts.driver.resetHandPay();
        }
        await this.#watchLimits();
        await this.#apply({ type: "tick", now: Date.now() });
      } finally {
        this.#ticking = false;
      }
    });
  }

  // ——— what the player's own limits say ———

  async #watchLimits(): Promise<void> {
    const at = this.#occupied;
    const reason = at && this.#watch ? await this.#watch.look(at) : null;
    if (reason !== null) await this.#apply({ type: "end", reason, now: Date.now() });
  }
  /** The player changed them: they count from now on. */
  limitsChanged(): void {
    this.#later(async () => {
      if (this.#occupied) await this.#watch?.reread(this.#occupied);
      await this.#watchLimits();
    });
  }

  // ——— what the seat decides ———

  async #apply(event: SeatEvent): Promise<void> {
    const at = this.#occupied;
    if (!at) return;
    const { seat, effects } = step(at.seat, event, this.#parts.rules);
    const began = at.seat.ending === null && seat.ending !== null;
    at.seat = seat;
    if (began && seat.ending) await this.#parts.sessions.closing(at.session.id, seat.ending);
    for (const effect of effects) {
      try {
        await this.#carryOut(at, effect);
      } catch (error) {
        // A machine that is away: what the seat wants of it, it wants again at the next tick.
        if (!(error instanceof MachineUnreachable)) throw error;
      }
    }
    this.#show();
  }
  async #carryOut(at: Occupied, effect: SeatEffect): Promise<void> {
    if (effect.do === "takeWin") await this.#parts.driver.press("take");
    else if (effect.do === "cashOut") await this.#cashier.payOut(at);
    else if (effect.do === "close") await this.#close(at, effect.reason);
    else this.#voice.says(at, effect, this.#parts.driver.state().win);
  }

  async #close(at: Occupied, reason: EndReason): Promise<void> {
    await this.#recordGames();
    await this.#parts.sessions.close(at.session.id, reason);
    if (!UNTOLD.includes(reason)) this.#voice.tell(at, "CLOSE_SESSION", "CODE_18801", { reason });
    this.#occupied = null;
    this.#ends.remember(at);
    for (const waiting of at.waiting) waiting.resolve(at.paidOut);
    // Who waits for the end on that connection hears of it first.
    if (reason !== "leave") setImmediate(() => this.#voice.closed(at, reason));
    this.#show();
    await this.#reconcile();
  }

  // ——— what players are told ———

  /** Tells what changed since it was told last: status to the lobby, meters to the seat. */
  #show(): void {
    const at = this.#occupied;
    const state = this.#parts.driver.state();
    const status = statusOf(state, at?.seat ?? null, this.outOfPlay);
    if (status !== this.#status) {
      this.#status = status;
      this.#parts.bus.publish("machine.status", { id: this.row.id, status });
    }
    if (at) this.#voice.meters(at, state, status);
  }

  // ——— what players ask ———

  async sit(request: SitRequest): Promise<Sitting> {
    return this.#queue.run(async () => {
      const at = this.#occupied;
      const { sessionId } = request;
      if (sessionId !== undefined && at?.session.id !== sessionId) throw await this.#ends.tell(request, sessionId);
      if (at && at.session.player_id !== request.playerId) throw new AppError(60001);
      if (at) return this.#resume(at, request);
      return this.#join(request);
    });
  }

  async #join({ playerId, ip }: SitRequest): Promise<Sitting> {
    const { sessions, rules, gate } = this.#parts;
    if (this.#stopped) throw new AppError(60003);
    mayBeTaken(this.#desk, playerId);
    await mayAfford(this.#parts, playerId);
    await gate?.mayJoin(playerId);
    const limits = (await this.#watch?.begin(playerId)) ?? null;
    const session = await sessions.begin(playerId, this.row.id, ip);
    const seat = newSeat({ now: Date.now(), connected: true, credit: 0, phase: "idle" }, rules);
    this.#occupied = await this.#occupy(session, seat, limits);
    this.#show();
    return createSitting(this.#desk, this.#occupied, false);
  }

  async #resume(at: Occupied, { playerId, ip }: SitRequest): Promise<Sitting> {
    const before = at.epoch;
    const wasConnected = at.seat.connected;
    at.epoch = await this.#parts.sessions.nextEpoch(at.session.id);
    at.ip = ip;
    if (wasConnected) this.#voice.takenOver(at.session.id, before);
    if (at.seat.ending === null) {
      await this.#watch?.reread(at);
      at.limits?.tellAgain();
    }
    await this.#apply({ type: "connected", now: Date.now() });
    this.#parts.log.info(
      { playerId, machineId: this.row.id, sessionId: at.session.id, takenOver: wasConnected },
      "a player came back to the seat",
    );
    return createSitting(this.#desk, at, true);
  }

  async #disconnected({ session }: Occupied, epoch: number): Promise<void> {
    const now = this.#occupied;
    if (now?.session.id !== session.id || now.epoch !== epoch) return;
    await this.#apply({ type: "disconnected", now: Date.now() });
    if (this.#occupied === now) this.#voice.held(session.player_id, this.row, this.#status);
  }

  /**
   * Gives the seat back, or waits with those who wait for its end already: resolves with what that brought, once the
   * session is over. @param sessionId that session and no later one. @throws AppError 60018
   */
  async end(playerId: number, reason: EndReason, sessionId?: string): Promise<number> {
    const ended = await this.#queue.run(async () => {
      const at = this.#occupied;
      if (at?.session.player_id !== playerId || (sessionId ?? at.session.id) !== at.session.id)
        throw new AppError(60018);
      const promise = new Promise<number>((done) => at.waiting.push({ resolve: done }));
      await this.#apply({ type: "end", reason, now: Date.now() });
      return { promise };
    });
    return ended.promise;
  }

  /** The player's tokens ended for good, or for long: the credit goes back as soon as it can. */
  async shutOut(reason: "banned" | "break" | "excluded"): Promise<void> {
    await this.#queue.run(() => this.#apply({ type: "end", reason, now: Date.now() }));
  }

  /** An operator changed the machine's row. */
  async changed(row: MachineRow): Promise<void> {
    await this.#queue.run(async () => {
      this.row = row;
      if (row.out_of_order !== null) await this.#apply({ type: "end", reason: "outOfOrder", now: Date.now() });
      this.#show();
    });
  }

  /** Ends timers; sessions stay as they are, for the next process. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#queue.empty();
    await this.#parts.driver.close();
  }
}
