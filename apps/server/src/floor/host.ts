/**
 * One machine in play: its driver, its seat and its timers. All that happens to the machine goes through here, one
 * thing at a time, so that there are no races to reason about. What the seat decides is carried out here; games and
 * money are booked by `books.ts`; what a connection may ask for is in `sitting.ts`.
 */
import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import type { MachineStatus } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { GameResult, MachineDriver, MachineEvent, VideoSource } from "@reelcast/machine";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { FedJackpot, Transfer, TransferKind, Wallet } from "../wallet/index.ts";
import { Books } from "./books.ts";
import { tellJackpots } from "./jackpots.ts";
import { SeatLimits } from "./limits.ts";
import { statusOf } from "./meters.ts";
import { Voice, occupy } from "./occupied.ts";
import type { Occupied } from "./occupied.ts";
import type { MachineRow, Registry } from "./registry.ts";
import { newSeat, step } from "./seat.ts";
import type { EndReason, Seat, SeatEvent, SeatRules } from "./seat.ts";
import type { SessionRow, Sessions } from "./sessions.ts";
import { createSitting } from "./sitting.ts";
import type { Desk } from "./sitting.ts";
import type { Gate, SitRequest, Sitting } from "./types.ts";

const TICK_MS = 250;
const ACCOUNT_CLOSED: readonly EndReason[] = [
  "deposit",
  "idle",
  "held",
  "banned",
  "outOfOrder",
  "limit",
  "break",
  "excluded",
];

export interface HostParts {
  row: MachineRow;
  driver: MachineDriver;
  epoch: number;
  wallet: Wallet;
  sessions: Sessions;
  registry: Registry;
  bus: Bus;
  log: Logger;
  rules: SeatRules;
  /** Until a hand pay is paid without an attendant. */
  handPayMs: number;
  hotFlagLimit: number;
  maxAllIn: number;
  zeroBalanceMayPlay: boolean;
  gate: Gate | null;
}

export class Host {
  row: MachineRow;
  readonly #parts: HostParts;
  readonly #books: Books;
  readonly #voice: Voice;
  readonly #desk: Desk;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #queue: Promise<unknown> = Promise.resolve();
  /** Presses have a line of their own: they don't wait for the database, but each for the one before. */
  #presses: Promise<unknown> = Promise.resolve();
  #pressing = 0;
  #occupied: Occupied | null = null;
  #status: MachineStatus = "unknown";
  #handPayAt: number | null = null;
  #ticking = false;
  #stopped = false;

  constructor(parts: HostParts) {
    this.row = parts.row;
    this.#parts = parts;
    const { driver, wallet, log, rules, maxAllIn } = parts;
    this.#books = new Books({
      ...{ driver, wallet, log, fence: { machineId: parts.row.id, epoch: parts.epoch } },
      onGame: (at, game, jackpots) => this.#recorded(at, game, jackpots),
    });
    this.#voice = new Voice(parts.bus);
    this.#desk = {
      ...{ driver, wallet, rules, maxAllIn },
      row: () => this.row,
      outOfPlay: () => this.outOfPlay,
      occupied: () => this.#occupied,
      unresolved: () => this.#books.unresolved,
      inTurn: (work) => this.#inTurn(work),
      inLine: (press) => this.#inLine(press),
      transfer: (at, kind, amount, key) => this.#transfer(at, kind, amount, key),
      pressed: (at) =>
        this.#later(async () => {
          if (this.#occupied === at) await this.#apply({ type: "press", now: Date.now() });
        }),
      leave: (playerId) => this.end(playerId, "leave"),
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

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  #inLine<T>(press: () => Promise<T>): Promise<T> {
    this.#pressing += 1;
    const result = this.#presses.then(press).finally(() => (this.#pressing -= 1));
    this.#presses = result.catch(() => {});
    return result;
  }

  // ——— recovery ———

  /** Finishes what a process before this one left open. Before it has run, nobody may sit down. */
  async recover(): Promise<void> {
    await this.#inTurn(async () => {
      const { sessions, driver } = this.#parts;
      await this.#books.open();
      const session = await sessions.ofMachine(this.row.id);
      if (session) {
        const { phase, credit } = driver.state();
        const seat = newSeat({ now: Date.now(), connected: false, credit, phase }, this.#parts.rules);
        this.#occupied = await this.#occupy(session, seat, await this.#limitsFor(session.player_id));
        if (session.state === "closing") {
          await this.#apply({ type: "end", reason: (session.end_reason ?? "held") as EndReason, now: Date.now() });
        }
      }
      await this.#settleUnresolved();
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
      player: (params) => this.#tell("JACKPOT", 20000, params),
    });
    if (game.win < hotFlagLimit) return;
    this.row = { ...(await registry.bigWin(this.row.id)), video: this.row.video };
    bus.publish("machine.changed", { id: this.row.id });
  }
  async #settleUnresolved(): Promise<void> {
    const settled = await this.#books.settle();
    if (!settled) return;
    this.#voice.transfer(this.#occupied, settled);
    await this.#afterTransfer(settled);
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
    const { bus } = this.#parts;
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
        this.#tell("HAND_PAY", 60017, { amount: event.amount });
        break;
      case "handPayReset":
        this.#handPayAt = null;
        break;
      case "offline":
        this.#tell("MACHINE_OFFLINE", 60004);
        this.#show();
        break;
      case "online":
        this.#tell("MACHINE_BACK", 20000);
        this.#later(async () => {
          await this.#settleUnresolved();
          await this.#recordGames();
        });
        break;
      case "tilt":
        this.#tell("OUT_OF_ORDER", 60003, { reason: event.reason });
        break;
      default:
        break;
    }
    if (event.type === "gameEnd" && event.result.win >= this.#parts.hotFlagLimit)
      bus.publish("machine.changed", { id: this.row.id });
  }

  #later(work: () => Promise<void>): void {
    this.#inTurn(work).catch((error: unknown) => {
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
        await this.#settleUnresolved();
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

  async #limitsFor(playerId: number): Promise<SeatLimits | null> {
    const { gate, driver } = this.#parts;
    if (!gate) return null;
    const limits = new SeatLimits(await gate.allowance(playerId), this.#books.lastGame, Date.now());
    const { phase, bet } = driver.state();
    if (phase !== "idle" && phase !== "bonus") limits.found(bet);
    return limits;
  }

  /** Reads the limits again where they are old, says what is to be said, and ends a session whose time is over. */
  async #watchLimits(): Promise<void> {
    const at = this.#occupied;
    if (!at?.limits || at.seat.ending !== null) return;
    if (at.limits.isStale(Date.now())) await this.#rereadLimits(at, at.limits);
    if (at.limits.barred !== null) return this.#apply({ type: "end", reason: at.limits.barred, now: Date.now() });
    for (const news of at.limits.news(Date.now(), this.#parts.driver.state().phase === "idle")) {
      const until = new Date(news.until).toISOString();
      if (news.say === "lossReached") this.#tell("LIMIT_REACHED", 62002, { until });
      else if (news.say === "timeNear") this.#tell("LIMIT_NEAR", 62007, { minutes: news.minutes, until });
      else {
        this.#tell("LIMIT_REACHED", 62003, { until });
        await this.#apply({ type: "end", reason: "limit", now: Date.now() });
      }
    }
  }
  async #rereadLimits(at: Occupied, limits: SeatLimits): Promise<void> {
    const { gate, driver, log } = this.#parts;
    if (!gate) return;
    try {
      await this.#recordGames().catch((error: unknown) => {
        // A machine that is away: what it plays on is counted when it is back.
        if (!(error instanceof MachineUnreachable)) throw error;
      });
      const allowance = await gate.allowance(at.session.player_id);
      const { phase, online } = driver.state();
      limits.renew(allowance, this.#books.lastGame, Date.now(), phase === "idle" && online && this.#pressing === 0);
    } catch (error) {
      limits.postpone(Date.now());
      log.warn({ err: error, machineId: this.row.id }, "the limits of a player could not be read again");
    }
  }
  /** The player changed them: they count from now on. */
  limitsChanged(): void {
    this.#later(async () => {
      const at = this.#occupied;
      if (!at?.limits) return;
      await this.#rereadLimits(at, at.limits);
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
      switch (effect.do) {
        case "tellDeposit":
          this.#tell("QUIT_REQUEST", "CODE_18800", { count: effect.seconds });
          break;
        case "tellIdle":
          this.#tell("SESSION_CLOSE_WARNING", "CODE_18802", { count: effect.seconds });
          break;
        case "tellGoesOn":
          this.#tell("SESSION_CLOSE_CANCELLED", "CODE_18802");
          break;
        case "tellWinWaits":
          this.#tell("TAKE_WIN", 20000, { amount: this.#parts.driver.state().win });
          break;
        case "tellEnding":
          if (effect.reason === "kick") this.#tell("CLOSE_SESSION", 60016);
          else if (effect.reason === "outOfOrder") this.#tell("OUT_OF_ORDER", 60003);
          break;
        case "takeWin":
          await this.#parts.driver.press("take");
          break;
        case "cashOut":
          await this.#payOut(at);
          break;
        case "close":
          await this.#close(at, effect.reason);
          break;
      }
    }
    this.#show();
  }

  /** The credit of a seat that is being given back. */
  async #payOut(at: Occupied): Promise<void> {
    if (this.#books.unresolved) return;
    try {
      const transfer = await this.#transfer(at, "cashout", null, randomUUID());
      at.paidOut += transfer.moved ?? 0;
    } catch (error) {
      // Not now: a game that has just begun, a machine that does not answer. The next tick tries again.
      if (!(error instanceof AppError)) throw error;
    }
  }

  async #close(at: Occupied, reason: EndReason): Promise<void> {
    await this.#recordGames();
    await this.#parts.sessions.close(at.session.id, reason);
    if (ACCOUNT_CLOSED.includes(reason) || reason === "cancel") this.#tell("CLOSE_SESSION", "CODE_18801", { reason });
    this.#occupied = null;
    for (const waiting of at.waiting) waiting.resolve(at.paidOut);
    if (reason !== "leave") this.#voice.closed(at, reason);
    this.#show();
    await this.#reconcile();
  }

  // ——— what players are told ———

  #tell(action: string, code: string | number, params: Record<string, unknown> = {}): void {
    this.#voice.tell(this.#occupied, action, code, params);
  }
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
    return this.#inTurn(async () => {
      const at = this.#occupied;
      if (at && at.session.player_id !== request.playerId) throw new AppError(60001);
      if (at) return this.#resume(at, request);
      return this.#join(request);
    });
  }

  async #join({ playerId, ip }: SitRequest): Promise<Sitting> {
    const { driver, wallet, sessions, rules, zeroBalanceMayPlay, gate } = this.#parts;
    const { row } = this;
    if (this.outOfPlay || this.#stopped) throw new AppError(60003);
    const state = driver.state();
    if (!state.online) throw new AppError(60004);
    if (state.tilt !== null || state.doorOpen) throw new AppError(60003);
    const reserved = row.reserved_for !== null && (row.reserved_until ?? new Date(0)) > new Date();
    if (reserved && row.reserved_for !== playerId) throw new AppError(60005);
    if (this.#books.unresolved) throw new AppError(60010);
    if (state.credit > 0 || state.phase !== "idle") throw new AppError(60003);
    if (!zeroBalanceMayPlay && (await wallet.balance(playerId)) === 0) {
      const open = await sessions.ofPlayer(playerId);
      if (!open) throw new AppError(60006);
    }
    await gate?.mayJoin(playerId);
    const limits = await this.#limitsFor(playerId);
    const session = await sessions.begin(playerId, row.id, ip);
    const seat = newSeat({ now: Date.now(), connected: true, credit: 0, phase: "idle" }, rules);
    this.#occupied = await this.#occupy(session, seat, limits);
    this.#show();
    return createSitting(this.#desk, this.#occupied, false);
  }

  async #resume(at: Occupied, { playerId, ip }: SitRequest): Promise<Sitting> {
    if (at.seat.ending !== null && at.seat.ending !== "held") throw new AppError(60016);
    const before = at.epoch;
    const wasConnected = at.seat.connected;
    at.epoch = await this.#parts.sessions.nextEpoch(at.session.id);
    at.ip = ip;
    if (wasConnected) this.#voice.takenOver(at.session.id, before);
    if (at.seat.ending === "held") {
      // The money is on its way back already.
      throw new AppError(50100);
    }
    if (at.limits) {
      await this.#rereadLimits(at, at.limits);
      at.limits.tellAgain();
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
    this.#parts.bus.publish("player.session", {
      playerId: session.player_id,
      name: this.row.name,
      machineId: this.row.id,
      status: this.#status,
    });
  }

  async #transfer(at: Occupied, kind: TransferKind, amount: number | null, key: string): Promise<Transfer> {
    const { driver, wallet, maxAllIn, gate } = this.#parts;
    if (kind === "cashin" && (amount ?? 0) > maxAllIn) throw new AppError(60011, { maximum: maxAllIn });
    if (kind === "cashin" && this.outOfPlay) throw new AppError(60003);
    const { player_id: playerId, id: sessionId } = at.session;
    // What was let through once is answered as it was then.
    if (gate && kind === "cashin" && (await wallet.byKey(playerId, kind, key)) === null)
      await gate.mayCashIn(playerId, amount ?? 0);
    // A win that waits belongs to the player: it is taken before the credit goes.
    await this.#apply({ type: "transfer", underWay: true, now: Date.now() });
    const push = { transferId: key, kind };
    this.#voice.push(this.#occupied, "transfer", {
      ...push,
      state: "pending",
      amount: amount ?? driver.state().credit,
    });
    try {
      const request = { key, kind, playerId, machineId: this.row.id, sessionId, amount, ip: at.ip };
      const transfer = await this.#books.move(at, request);
      this.#voice.transfer(this.#occupied, transfer);
      at.totals = await wallet.sessionTotals(sessionId);
      return transfer;
    } catch (error) {
      if (error instanceof AppError && error.code !== 60014)
        this.#voice.push(this.#occupied, "transfer", {
          ...push,
          state: "failed",
          amount: amount ?? 0,
          code: error.code,
        });
      if (error instanceof MachineUnreachable) throw new AppError(60004, {}, { cause: error });
      throw error;
    } finally {
      await this.#settled(at);
    }
  }

  async #settled(at: Occupied): Promise<void> {
    if (this.#occupied !== at) return;
    const { phase, credit } = this.#parts.driver.state();
    at.seat = { ...at.seat, phase, credit, depositBy: credit > 0 ? null : at.seat.depositBy };
    if (this.#books.unresolved) return;
    // Ending a transfer may close the seat: that has its own turn, so that the answer goes out first.
    at.seat = { ...at.seat, transferring: false };
    this.#show();
  }

  async #afterTransfer(transfer: Transfer): Promise<void> {
    const at = this.#occupied;
    if (!at || transfer.sessionId !== at.session.id) return;
    at.totals = await this.#parts.wallet.sessionTotals(at.session.id);
    if (transfer.kind === "cashout" && at.seat.ending !== null) at.paidOut += transfer.moved ?? 0;
    await this.#settled(at);
  }

  /** Gives the seat back: resolves with what the last cash-out brought, once the session is over. @throws AppError 60018 */
  async end(playerId: number, reason: EndReason): Promise<number> {
    const ended = await this.#inTurn(async () => {
      const at = this.#occupied;
      if (!at || at.session.player_id !== playerId) throw new AppError(60018);
      const promise = new Promise<number>((done) => at.waiting.push({ resolve: done }));
      await this.#apply({ type: "end", reason, now: Date.now() });
      return { promise };
    });
    return ended.promise;
  }

  /** The player's tokens ended for good, or for long: the credit goes back as soon as it can. */
  async shutOut(reason: "banned" | "break" | "excluded"): Promise<void> {
    await this.#inTurn(() => this.#apply({ type: "end", reason, now: Date.now() }));
  }

  /** An operator changed the machine's row. */
  async changed(row: MachineRow): Promise<void> {
    await this.#inTurn(async () => {
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
    await this.#queue;
    await this.#parts.driver.close();
  }
}
