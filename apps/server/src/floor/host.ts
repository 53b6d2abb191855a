/**
 * One machine in play: its driver, its seat and its timers. All that happens to the machine goes through here, one
 * thing at a time, so that there are no races to reason about. What the seat decides is carried out here; money moves
 * by `transfers.ts`; what happened is told on the bus.
 */
import { randomUUID } from "node:crypto";
import { AppError, CLOSE } from "@reelcast/contract";
import type { MachineStatus, MetersState } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { MachineDriver, MachineEvent, VideoSource } from "@reelcast/machine";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { SessionTotals, Transfer, Wallet } from "../wallet/index.ts";
import { tellJackpots } from "./jackpots.ts";
import { SeatLimits } from "./limits.ts";
import { changes, metersOf, statusOf } from "./meters.ts";
import type { MachineRow, Registry } from "./registry.ts";
import { newSeat, step } from "./seat.ts";
import type { EndReason, Seat, SeatEvent, SeatRules } from "./seat.ts";
import type { SessionRow, Sessions } from "./sessions.ts";
import { carryOut, resolve } from "./transfers.ts";
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

interface Occupied {
  session: SessionRow;
  seat: Seat;
  epoch: number;
  ip: string | null;
  totals: SessionTotals;
  meters: MetersState;
  /** Null where the house has no gate. */
  limits: SeatLimits | null;
  /** Those who wait for the end of the session; told what its last cash-out brought. */
  waiting: { resolve: (amount: number) => void }[];
  /** Moved to the wallet since the end began. */
  paidOut: number;
}

export class Host {
  row: MachineRow;
  readonly #parts: HostParts;
  readonly #fence: { machineId: number; epoch: number };
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #queue: Promise<unknown> = Promise.resolve();
  /** Presses have a line of their own: they don't wait for the database, but each for the one before. */
  #presses: Promise<unknown> = Promise.resolve();
  #pressing = 0;
  #occupied: Occupied | null = null;
  #status: MachineStatus = "unknown";
  #lastGame = 0;
  #unresolved: Transfer | null = null;
  #handPayAt: number | null = null;
  #ticking = false;
  #stopped = false;

  constructor(parts: HostParts) {
    this.row = parts.row;
    this.#parts = parts;
    this.#fence = { machineId: parts.row.id, epoch: parts.epoch };
    this.#unsubscribe = parts.driver.subscribe((event) => this.#hear(event));
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  get status(): MachineStatus {
    return this.#status;
  }
  get epoch(): number {
    return this.#fence.epoch;
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

  /** A press sees the bet that the presses before it have chosen. */
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
      const { wallet, sessions, driver } = this.#parts;
      this.#lastGame = await wallet.lastGame(this.row.id);
      const [unresolved] = await wallet.unresolved(this.row.id);
      this.#unresolved = unresolved ?? null;
      const session = await sessions.ofMachine(this.row.id);
      if (session) {
        const { phase, credit } = driver.state();
        const seat = newSeat({ now: Date.now(), connected: false, credit, phase }, this.#parts.rules);
        this.#occupied = await this.#occupy(session, seat, session.epoch, session.ip);
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

  async #occupy(session: SessionRow, seat: Seat, epoch: number, ip: string | null): Promise<Occupied> {
    const totals = await this.#parts.wallet.sessionTotals(session.id);
    const limits = await this.#limitsFor(session.player_id);
    const state = this.#parts.driver.state();
    return {
      session,
      seat,
      epoch,
      ip,
      totals,
      meters: metersOf(state, statusOf(state, seat, this.outOfPlay), this.#net(totals, state.credit), 1),
      limits,
      waiting: [],
      paidOut: 0,
    };
  }

  async #settleUnresolved(): Promise<void> {
    const transfer = this.#unresolved;
    if (!transfer) return;
    const { driver, wallet, log } = this.#parts;
    try {
      const settled = await resolve({ driver, wallet, fence: this.#fence }, transfer);
      if (settled.state === "done" || settled.state === "failed") {
        this.#unresolved = null;
        log.info(
          { transferId: settled.id, state: settled.state, moved: settled.moved },
          "a transfer was settled by the machine's answer",
        );
        this.#pushTransfer(settled);
        await this.#afterTransfer(settled);
      } else this.#unresolved = settled;
    } catch (error) {
      if (!(error instanceof MachineUnreachable)) throw error;
    }
  }

  /** Games that the ledger has not seen yet, in order. */
  async #recordGames(): Promise<void> {
    const { driver, wallet, registry, bus, hotFlagLimit } = this.#parts;
    const at = this.#occupied;
    if (!at) return;
    for (const game of await driver.gamesSince(this.#lastGame)) {
      const { jackpots } = await wallet.recordGame(
        {
          machineId: this.row.id,
          playerId: at.session.player_id,
          sessionId: at.session.id,
          gameNumber: game.gameNumber,
          free: game.free,
          bet: game.bet,
          win: game.win,
          handPay: game.handPay,
          startedAt: new Date(game.startedAt),
          endedAt: new Date(game.endedAt),
          detail: game.detail,
        },
        this.#fence,
      );
      this.#lastGame = game.gameNumber;
      at.limits?.ended(game);
      at.totals.handPaid += game.handPay;
      at.totals.jackpots += tellJackpots(jackpots, {
        bus,
        machineId: this.row.id,
        player: (params) => this.#tell("JACKPOT", 20000, params),
      });
      if (game.win >= hotFlagLimit) {
        this.row = { ...(await registry.bigWin(this.row.id)), video: this.row.video };
        bus.publish("machine.changed", { id: this.row.id });
      }
    }
  }

  /** At rest, the machine's credit meter must be what the ledger says. A difference is never smoothed over. */
  async #reconcile(): Promise<void> {
    const { driver, wallet, registry, log } = this.#parts;
    if (this.#unresolved || driver.state().phase !== "idle" || !driver.state().online) return;
    const [meters, ledger] = [await driver.meters(), await wallet.ledgerMachine(this.row.id)];
    const unowned = this.#occupied === null && meters.credit > 0;
    if (meters.credit === ledger && !unowned) return;
    const reason = unowned
      ? `credit ${meters.credit} without an owner`
      : `the credit meter shows ${meters.credit}, the ledger ${ledger}`;
    log.error(
      { machineId: this.row.id, meter: meters.credit, ledger },
      "a machine was taken out of play: its meters don't agree with the ledger",
    );
    this.row = { ...(await registry.quarantine(this.row.id, reason)), video: this.row.video };
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
        if (this.#unresolved) await this.#settleUnresolved();
        if (this.#handPayAt !== null && Date.now() >= this.#handPayAt) {
          this.#handPayAt = null;
          await this.#parts.driver.resetHandPay();
        }
        await this.#minds();
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
    const limits = new SeatLimits(await gate.allowance(playerId), this.#lastGame, Date.now());
    const { phase, bet } = driver.state();
    if (phase !== "idle" && phase !== "bonus") limits.found(bet);
    return limits;
  }

  /** Reads the limits again where they are old, says what is to be said, and ends a session whose time is over. */
  async #minds(): Promise<void> {
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
      await this.#recordGames();
      const allowance = await gate.allowance(at.session.player_id);
      const { phase, online } = driver.state();
      limits.renew(allowance, this.#lastGame, Date.now(), phase === "idle" && online && this.#pressing === 0);
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
      await this.#minds();
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
    if (this.#unresolved) return;
    try {
      const transfer = await this.#transfer(at, "cashout", null, randomUUID());
      at.paidOut += transfer.moved ?? 0;
    } catch (error) {
      // Not now: a game that has just begun, a machine that does not answer. The next tick tries again.
      if (!(error instanceof AppError)) throw error;
    }
  }

  async #close(at: Occupied, reason: EndReason): Promise<void> {
    const { sessions, bus } = this.#parts;
    await this.#recordGames();
    await sessions.close(at.session.id, reason);
    if (ACCOUNT_CLOSED.includes(reason) || reason === "cancel") this.#tell("CLOSE_SESSION", "CODE_18801", { reason });
    this.#occupied = null;
    for (const waiting of at.waiting) waiting.resolve(at.paidOut);
    if (reason !== "leave")
      bus.publish("seat.close", { sessionId: at.session.id, epoch: at.epoch, code: 1000, reason });
    this.#show();
    await this.#reconcile();
  }

  // ——— what players are told ———

  #net(totals: SessionTotals, credit: number): number {
    return credit + totals.cashOut + totals.handPaid + totals.jackpots - totals.cashIn;
  }

  #push(method: "info" | "meters" | "transfer", params: Record<string, unknown>): void {
    const at = this.#occupied;
    if (!at?.seat.connected) return;
    this.#parts.bus.publish("seat.push", { sessionId: at.session.id, epoch: at.epoch, method, params });
  }
  #tell(action: string, code: string | number, params: Record<string, unknown> = {}): void {
    this.#push("info", { code, params, message: "", action });
  }
  #pushTransfer(transfer: Transfer): void {
    const state = transfer.state === "done" || transfer.state === "failed" ? transfer.state : "pending";
    this.#push("transfer", {
      transferId: transfer.key,
      kind: transfer.kind,
      state,
      amount: transfer.moved ?? transfer.amount ?? 0,
      ...(transfer.code === null ? {} : { code: transfer.code }),
    });
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
    if (!at) return;
    const next = metersOf(state, status, this.#net(at.totals, state.credit), at.meters.seq + 1);
    const changed = changes(at.meters, next);
    if (!changed) return;
    at.meters = next;
    this.#push("meters", { ...changed, seq: next.seq });
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
    if (this.#unresolved) throw new AppError(60010);
    if (state.credit > 0 || state.phase !== "idle") throw new AppError(60003);
    if (!zeroBalanceMayPlay && (await wallet.balance(playerId)) === 0) {
      const open = await sessions.ofPlayer(playerId);
      if (!open) throw new AppError(60006);
    }
    await gate?.mayJoin(playerId);
    const session = await sessions.begin(playerId, row.id, ip);
    const seat = newSeat({ now: Date.now(), connected: true, credit: 0, phase: "idle" }, rules);
    this.#occupied = await this.#occupy(session, seat, session.epoch, ip);
    this.#show();
    return this.#sitting(this.#occupied, false);
  }

  async #resume(at: Occupied, { playerId, ip }: SitRequest): Promise<Sitting> {
    if (at.seat.ending !== null && at.seat.ending !== "held") throw new AppError(60016);
    const { bus } = this.#parts;
    const before = { sessionId: at.session.id, epoch: at.epoch };
    const wasConnected = at.seat.connected;
    at.epoch = await this.#parts.sessions.nextEpoch(at.session.id);
    at.ip = ip;
    if (wasConnected) {
      bus.publish("seat.push", {
        ...before,
        method: "info",
        params: { code: 60015, params: {}, message: "", action: "QUIT_REQUEST" },
      });
      bus.publish("seat.close", { ...before, code: CLOSE.takenOver, reason: "taken over" });
    }
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
    return this.#sitting(at, true);
  }

  #sitting(at: Occupied, resumed: boolean): Sitting {
    const { driver, rules, maxAllIn } = this.#parts;
    const epoch = at.epoch;
    const { session } = at;
    /** Commands of a connection that has been taken over are refused. */
    const live = (): Occupied => {
      const now = this.#occupied;
      if (!now || now.session.id !== session.id) throw new AppError(50100);
      if (now.epoch !== epoch) throw new AppError(60015);
      if (now.seat.ending !== null) throw new AppError(50100);
      return now;
    };
    at.meters = { ...at.meters, seq: at.meters.seq + 1 };
    const pending = this.#unresolved;
    const { video } = this.row;
    const bands = driver.bands();
    const plays = new Set(
      bands.flatMap(({ controls }) => controls.flatMap(({ id, kind }) => (kind === "play" ? id : []))),
    );
    return {
      sessionId: session.id,
      epoch,
      init: {
        session: { id: session.id, startedAt: session.started_at.toISOString(), state: stateOf(at.seat), resumed },
        machine: {
          id: this.row.id,
          name: this.row.name,
          brand: { id: this.row.brand_id, name: this.row.brand },
          videoType: this.row.video_type,
          bands,
          crop: video.crop,
        },
        meters: at.meters,
        limits: {
          depositSeconds: Math.round(rules.depositMs / 1000),
          idleSeconds: Math.round(rules.idleMs / 1000),
          maxAllIn,
          ...(at.limits ? { realityCheckMinutes: at.limits.realityCheckMinutes } : {}),
        },
        transfer: pending ? { transferId: pending.key, kind: pending.kind, amount: pending.amount } : null,
        now: new Date().toISOString(),
      },
      press: (control) =>
        this.#inLine(async () => {
          const seated = live();
          if (this.outOfPlay) throw new AppError(60003);
          const bet = seated.limits && plays.has(control) ? this.#mayPlay(seated.limits) : null;
          try {
            const answer = await driver.press(control);
            bet?.answered();
            if (!answer.accepted)
              throw new AppError(answer.reason === "lowCredit" ? 60019 : answer.reason === "tilt" ? 60003 : 60008);
            this.#later(async () => {
              if (this.#occupied === seated) await this.#apply({ type: "press", now: Date.now() });
            });
            return { at: answer.at };
          } catch (error) {
            if (error instanceof MachineUnreachable) throw new AppError(60004, {}, { cause: error });
            throw error;
          }
        }),
      cashIn: ({ amount, transferId }) =>
        this.#inTurn(async () => {
          const transfer = await this.#transfer(live(), "cashin", amount, transferId);
          return { transferId, credit: transfer.creditAfter ?? 0, balance: transfer.balanceAfter ?? 0 };
        }),
      cashOut: ({ transferId = randomUUID() }) =>
        this.#inTurn(async () => {
          const seated = live();
          const known = await this.#parts.wallet.byKey(session.player_id, "cashout", transferId);
          if (!known && driver.state().credit === 0) {
            return { amount: 0, credit: 0, balance: await this.#parts.wallet.balance(session.player_id) };
          }
          const transfer = await this.#transfer(seated, "cashout", null, transferId);
          return {
            amount: transfer.moved ?? 0,
            credit: transfer.creditAfter ?? 0,
            balance: transfer.balanceAfter ?? 0,
          };
        }),
      leave: async () => {
        live();
        return { amount: await this.end(session.player_id, "leave") };
      },
      disconnected: () => {
        this.#later(async () => {
          const now = this.#occupied;
          if (now?.session.id !== session.id || now.epoch !== epoch) return;
          await this.#apply({ type: "disconnected", now: Date.now() });
          this.#parts.bus.publish("player.session", {
            playerId: session.player_id,
            name: this.row.name,
            machineId: this.row.id,
            status: this.#status,
          });
        });
      },
    };
  }

  /** Before a press of "play". Free spins and what follows a win go on as they are. @throws AppError 62002, 62004, 60008 */
  #mayPlay(limits: SeatLimits): { answered(): void } | null {
    const { phase, nextBet } = this.#parts.driver.state();
    return phase === "bonus" || phase === "handPay" ? null : limits.play(nextBet, Date.now(), phase === "spinning");
  }

  async #transfer(at: Occupied, kind: "cashin" | "cashout", amount: number | null, key: string): Promise<Transfer> {
    const { driver, wallet, maxAllIn, gate } = this.#parts;
    if (kind === "cashin" && (amount ?? 0) > maxAllIn) throw new AppError(60011, { maximum: maxAllIn });
    if (kind === "cashin" && this.outOfPlay) throw new AppError(60003);
    const { session } = at;
    // What was let through once is answered as it was then.
    if (gate && kind === "cashin" && (await wallet.byKey(session.player_id, kind, key)) === null)
      await gate.mayCashIn(session.player_id, amount ?? 0);
    // A win that waits belongs to the player: it is taken before the credit goes.
    await this.#apply({ type: "transfer", underWay: true, now: Date.now() });
    this.#push("transfer", { transferId: key, kind, state: "pending", amount: amount ?? driver.state().credit });
    try {
      await this.#recordGames();
      const transfer = await carryOut(
        { driver, wallet, fence: this.#fence },
        { key, kind, playerId: session.player_id, machineId: this.row.id, sessionId: session.id, amount, ip: at.ip },
      );
      this.#pushTransfer(transfer);
      at.totals = await wallet.sessionTotals(session.id);
      return transfer;
    } catch (error) {
      if (error instanceof AppError) {
        if (error.code !== 60014)
          this.#push("transfer", { transferId: key, kind, state: "failed", amount: amount ?? 0, code: error.code });
      }
      const [left] = await wallet.unresolved(this.row.id);
      this.#unresolved = left ?? null;
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
    if (this.#unresolved) return;
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

function stateOf(seat: Seat): "waiting" | "playing" | "winToTake" | "bonus" | "cashout" | "held" {
  if (seat.ending !== null) return "cashout";
  if (!seat.connected) return "held";
  if (seat.phase === "bonus") return "bonus";
  if (seat.phase === "winToTake") return "winToTake";
  return seat.credit > 0 || seat.phase !== "idle" ? "playing" : "waiting";
}
