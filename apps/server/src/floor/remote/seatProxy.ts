/**
 * A player's seat at a machine that another process may run. It passes commands to the floor that has the machine, and
 * pushes to the sockets of this process, in their order. When pushes were lost it asks for the whole state; when the floor
 * is gone it looks for the machine's next owner. It repeats no command: the client does, by its id.
 */
import { randomUUID } from "node:crypto";
import { AppError, CLOSE, ErrorCode } from "@reelcast/contract";
import type { AutoplayOptions, SessionEnd } from "@reelcast/contract";
import type { Bus, Topics } from "../../bus/bus.ts";
import { BusAway, BusUnanswered } from "../../bus/errors.ts";
import type { OperationOf, ParamsOf, ResultOf } from "../../bus/messages.ts";
import { PRESS_TTL_MS } from "../commandTimes.ts";
import type { Transfer } from "../../wallet/index.ts";
import type { PressTime, SeatConnection } from "../types.ts";
import type { FloorClocks } from "./floorClocks.ts";
import { MACHINE, hasNotReached } from "./messages.ts";
import type { Seated, SeatMessage } from "./messages.ts";
import { SeatClient, seatKeyOf } from "./seatClient.ts";
import type { NamedTransfer } from "./seatClient.ts";

const PRESS_WITHIN_MS = 2_000;
const MONEY_WITHIN_MS = 25_000;
const ATTACH_WITHIN_MS = 2_000;
const GONE_WITHIN_MS = 1_000;
/** A machine without an owner for so long, while the bus is up: the client connects again by itself. */
const OWNER_WITHIN_MS = 30_000;
/** An answer that the floor sent before it gave the machine back has arrived by then. */
const LATE_ANSWER_MS = 250;
/** Before the first, second and every other try to attach; the last with a random part. */
const ATTACH_PAUSES_MS = [0, 50, 100];
const ATTACH_EVERY_MS = 200;
const ATTACH_JITTER_MS = 100;
/** More pushes than this wait for no snapshot: the next gap asks for another one. */
const KEPT_PUSHES = 64;

type Machine = typeof MACHINE;

export interface SeatProxyParts {
  bus: Bus;
  /** Id of this edge. */
  edge: string;
  clocks: FloorClocks;
  /** How that session ended, from the database; null: it is open, or not known. */
  endOf(playerId: number, sessionId: string): Promise<SessionEnd | null>;
  /** That transfer in the database; null: it was never begun. */
  transferOf(playerId: number, kind: NamedTransfer["kind"], clientTransferId: string): Promise<Transfer | null>;
  /** The connection is over. */
  onEnd(proxy: SeatProxy): void;
}
interface SeatProxyOf {
  connection: string;
  playerId: number;
  machineId: number;
}

export class SeatProxy implements SeatConnection {
  readonly connection: string;
  readonly #parts: SeatProxyParts;
  readonly #playerId: number;
  readonly machineId: number;
  readonly #client: SeatClient;
  #phase: "sitting" | "live" | "relocating" | "ended" = "sitting";
  #seated: Seated | null = null;
  #lease = 0;
  #floor = "";
  /** Of the last push that was passed on. */
  #n = 0;
  /** Pushes that wait for the answer of `sit` or `attach`. */
  #held: SeatMessage[] = [];
  #metersSeq = 0;
  #hasAutoplay = false;
  /** The client was sent that it is under way, and not yet that it is over. */
  #transfer: NamedTransfer | null = null;
  /** Of the last command to the floor, and of the last press of the client. */
  #k = 0;
  #lastSequence = 0;
  #attaching = false;
  #attachAgain = false;
  /** Callers who wait for the answer to `leave`. */
  #leaving = 0;
  /** Rejects the requests under way. */
  readonly #underWay = new Set<() => void>();
  readonly #onChange = new Set<() => void>();
  /** How the session ended, for a player who waits for that. */
  #end: { amount: number } | AppError | null = null;

  constructor({ connection, playerId, machineId }: SeatProxyOf, parts: SeatProxyParts) {
    this.connection = connection;
    this.#parts = parts;
    this.#playerId = playerId;
    this.machineId = machineId;
    this.#client = new SeatClient(parts.bus);
  }

  // ——— state ———

  get #state(): Seated {
    if (!this.#seated) throw new AppError(ErrorCode.NotSeated);
    return this.#seated;
  }
  get sessionId(): string {
    return this.#state.sessionId;
  }
  get epoch(): number {
    return this.#state.epoch;
  }
  get init(): SeatConnection["init"] {
    return this.#state.init;
  }
  /** As pushes name it; null until the seat is given. */
  get seatKey(): string | null {
    return this.#seated && seatKeyOf(this.#seated);
  }
  /** For the beat: the floor that has the seat; null while there is none. */
  get floor(): string | null {
    return this.#phase === "live" ? this.#floor : null;
  }
  get isRelocating(): boolean {
    return this.#phase === "relocating";
  }
  get position(): [string, number] {
    return [this.connection, this.#n];
  }
  #setPhase(phase: "live" | "relocating" | "ended"): void {
    this.#phase = phase;
    for (const onChange of this.#onChange) onChange();
    this.#onChange.clear();
  }
  /** The answer of `sit`. */
  begin(seated: Seated): void {
    this.#take(seated);
    this.#metersSeq = seated.init.meters.seq;
    this.#transfer = seated.init.transfer ?? null;
    this.#setPhase("live");
    // After the sockets know the seat: they keep what is published before.
    this.#passHeld();
  }
  #take(seated: Seated): void {
    this.#seated = seated;
    this.#lease = seated.lease;
    this.#floor = seated.floor;
    this.#n = seated.n;
    this.#parts.clocks.note(seated.floor, seated.at);
  }

  // ——— commands ———

  async press(
    control: string,
    sequence?: number,
    auto = false,
    { madeAt, at }: PressTime = { madeAt: performance.now() },
  ): Promise<{ at: number }> {
    const now = this.#floorTime();
    if (sequence !== undefined) {
      if (sequence <= this.#lastSequence) throw new AppError(ErrorCode.PressRefused);
      this.#lastSequence = sequence;
    }
    // By the floor's clock, which this is behind by the way of its quickest message: a press is never taken for younger.
    const made = { madeAt: now - (performance.now() - madeAt), at };
    return this.#command("press", { ...this.#numbered(now + PRESS_TTL_MS), control, auto, ...made }, PRESS_WITHIN_MS);
  }
  async autoplay(options: AutoplayOptions | null): Promise<{ autoplay: AutoplayOptions | null }> {
    const by = this.#floorTime() + PRESS_TTL_MS;
    const answer = await this.#command("autoplay", { ...this.#numbered(by), wish: options }, PRESS_WITHIN_MS);
    this.#hasAutoplay = answer.autoplay !== null;
    return answer;
  }
  stay(): Promise<Record<string, never>> {
    return this.#command("stay", this.#holding(), PRESS_WITHIN_MS);
  }
  cashIn(request: Parameters<SeatConnection["cashIn"]>[0]): ReturnType<SeatConnection["cashIn"]> {
    const { sessionId } = this;
    return this.#command("cashin", { ...this.#holding(), sessionId, ...request }, MONEY_WITHIN_MS, true);
  }
  cashOut({
    clientTransferId = randomUUID(),
  }: Parameters<SeatConnection["cashOut"]>[0]): ReturnType<SeatConnection["cashOut"]> {
    return this.#command("cashout", { ...this.#holding(), clientTransferId }, MONEY_WITHIN_MS, true);
  }
  /** The only command that is sent again: each owner of the machine gives the same answer. */
  async leave(): Promise<{ amount: number }> {
    this.#leaving += 1;
    try {
      let answer = await this.#leaveOnce(false);
      while (!answer) answer = await this.#leaveOnce(true);
      return answer;
    } finally {
      this.#leaving -= 1;
    }
  }
  /** Null: there is no answer yet. @param again an earlier request may be carried out */
  async #leaveOnce(again: boolean): Promise<{ amount: number } | null> {
    if (this.#phase === "ended") {
      if (this.#end && !(this.#end instanceof AppError)) return this.#end;
      throw this.#end ?? new AppError(ErrorCode.NotSeated);
    }
    const lease = this.#lease;
    if (this.#phase === "live")
      return this.#command("leave", this.#holding(), MONEY_WITHIN_MS).catch(async (error: unknown) => {
        const isLost = error instanceof BusUnanswered || this.#phase !== "live" || this.#lease !== lease;
        const isAway = again && error instanceof AppError && error.cause instanceof BusAway;
        if (!isLost && !isAway) throw error;
        if (isAway) await pause(ATTACH_EVERY_MS);
        return null;
      });
    await new Promise<void>((resolve) => void this.#onChange.add(resolve));
    return null;
  }
  disconnected(): void {
    if (this.#phase === "ended") return;
    this.#finish(new AppError(ErrorCode.NotSeated));
    this.#sendGone();
  }
  #sendGone(): void {
    const { machineId, connection } = this;
    const within = { withinMs: GONE_WITHIN_MS };
    // A floor that does not get it misses the connection in the next beats.
    void this.#parts.bus.request(MACHINE, machineId, "gone", { connection }, within).catch(() => {});
  }
  #holding() {
    return { connection: this.connection, lease: this.#lease };
  }
  #numbered(by: number) {
    this.#k += 1;
    return { ...this.#holding(), k: this.#k, by };
  }
  /** By the floor's clock, at most. @throws AppError ServiceUnavailable while no floor has the seat */
  #floorTime(): number {
    this.#mustBeLive();
    const now = this.#parts.clocks.now(this.#floor);
    if (now === null) throw new AppError(ErrorCode.ServiceUnavailable);
    return now;
  }
  #mustBeLive(): void {
    if (this.#phase === "ended") throw this.#end instanceof AppError ? this.#end : new AppError(ErrorCode.NotSeated);
    if (this.#phase !== "live") throw new AppError(ErrorCode.ServiceUnavailable);
  }
  /**
   * @param isMoney what gets no answer may have been carried out
   * @throws AppError ServiceUnavailable, TransferInDoubt, and of the seat; BusUnanswered
   */
  async #command<O extends OperationOf<Machine>>(
    operation: O,
    params: ParamsOf<Machine, O>,
    withinMs: number,
    isMoney = false,
  ): Promise<ResultOf<Machine, O>> {
    this.#mustBeLive();
    const { promise, resolve, reject } = Promise.withResolvers<ResultOf<Machine, O>>();
    const giveUp = () => reject(new AppError(isMoney ? ErrorCode.TransferInDoubt : ErrorCode.ServiceUnavailable));
    this.#underWay.add(giveUp);
    this.#parts.bus
      .request(MACHINE, this.machineId, operation, params, { withinMs })
      .then(resolve, reject)
      .finally(() => this.#underWay.delete(giveUp));
    try {
      return await promise;
    } catch (error) {
      if (error instanceof BusUnanswered && isMoney)
        throw new AppError(ErrorCode.TransferInDoubt, {}, { cause: error });
      if (!hasNotReached(error)) throw error;
      // A bus that is down itself says nothing of the floor.
      if (!(error instanceof BusAway) || this.#parts.bus.isUp) this.relocate();
      throw new AppError(ErrorCode.ServiceUnavailable, {}, { cause: error });
    }
  }

  // ——— pushes ———

  /** From the floor. */
  onMessage(message: SeatMessage): void {
    if (this.#phase === "ended") return;
    if (this.#phase !== "live" || this.#attaching) {
      this.#held.push(message);
      if (this.#held.length > KEPT_PUSHES) this.#held.shift();
      return;
    }
    this.#pass(message);
  }
  #pass({ lease, n, push }: SeatMessage): void {
    if (lease !== this.#lease || n <= this.#n || !this.#seated) return;
    if (n > this.#n + 1) return this.resync();
    this.#n = n;
    if (push.kind === "close") return this.#client.close(this.#seated, push.code, push.reason);
    const { sessionId, epoch } = this.#seated;
    const { method, params } = push as Pick<Topics["seat.push"], "method" | "params">;
    this.#parts.bus.publish("seat.push", { sessionId, epoch, method, params });
  }
  #passHeld(): void {
    const held = this.#held.toSorted((a, b) => a.n - b.n);
    this.#held = [];
    for (const message of held) this.onMessage(message);
  }
  /** What the client is sent, by whichever process. */
  observe({ method, params }: Pick<Topics["seat.push"], "method" | "params">): void {
    const { seq, remaining } = params;
    if (method === "meters" && typeof seq === "number") this.#metersSeq = Math.max(this.#metersSeq, seq);
    if (method === "autoplay") this.#hasAutoplay = remaining !== 0;
    if (method !== "transfer") return;
    if (params["state"] === "pending") this.#transfer = params as NamedTransfer;
    else if (params["transferId"] === this.#transfer?.transferId) this.#transfer = null;
  }

  /** The client's socket was sent its close, by whichever process. Who leaves still waits for the answer. */
  onClose(code: number): void {
    if (this.#phase === "ended" || (this.#leaving > 0 && code !== CLOSE.takenOver)) return;
    this.#finish(new AppError(code === CLOSE.takenOver ? ErrorCode.SeatTakenOver : ErrorCode.SessionTerminated));
    this.#sendGone();
  }

  // ——— the whole state again ———

  /** Pushes were lost: the floor that has the seat is asked for its state. */
  resync(): void {
    if (this.#phase === "live" || this.#phase === "relocating") void this.#attach();
  }
  /** The floor sent pushes up to this one before it answered. */
  isAt(n: number): void {
    if (this.#phase === "live" && !this.#attaching && n > this.#n) this.resync();
  }
  /** The floor does not have the seat any more, or gives no answer: what is under way gets no answer either. */
  relocate(): void {
    if (this.#phase !== "live") return;
    const lease = this.#lease;
    this.#setPhase("relocating");
    const underWay = [...this.#underWay];
    const giveUp = () => {
      // The same owner has the seat again, and answers what it was asked.
      if (this.#phase === "live" && this.#lease === lease) return;
      for (const one of underWay) one();
    };
    setTimeout(giveUp, LATE_ANSWER_MS).unref();
    this.resync();
  }
  async #attach(): Promise<void> {
    if (this.#attaching) return void (this.#attachAgain = true);
    this.#attaching = true;
    let withoutOwnerMs = 0;
    try {
      for (let tries = 0; this.#phase === "live" || this.#phase === "relocating"; tries += 1) {
        await pause(ATTACH_PAUSES_MS[tries] ?? ATTACH_EVERY_MS + Math.random() * ATTACH_JITTER_MS);
        const began = performance.now();
        this.#attachAgain = false;
        if (await this.#tryAttach()) {
          if (!this.#attachAgain) return;
          tries = 0;
        }
        if (this.#parts.bus.isUp) withoutOwnerMs += performance.now() - began + ATTACH_EVERY_MS;
        if (this.#phase === "relocating" && withoutOwnerMs > OWNER_WITHIN_MS) return this.#giveUp();
      }
    } finally {
      this.#attaching = false;
      this.#passHeld();
    }
  }
  /** Whether there is an answer. */
  async #tryAttach(): Promise<boolean> {
    if (this.#phase === "ended" || !this.#seated) return true;
    const { bus, edge } = this.#parts;
    const { sessionId, epoch } = this.#seated;
    const known = { metersSeq: this.#metersSeq, k: this.#k };
    const params = { connection: this.connection, edge, playerId: this.#playerId, sessionId, epoch, ...known };
    try {
      const seated = await bus.request(MACHINE, this.machineId, "attach", params, { withinMs: ATTACH_WITHIN_MS });
      // Of an owner that was deposed.
      if (seated.lease < this.#lease) return false;
      this.#attached(seated);
      return true;
    } catch (error) {
      return this.#attachFailed(error);
    }
  }
  #attached(seated: Seated): void {
    if (this.#hasClosed()) return this.#sendGone();
    const hasMoved = seated.lease !== this.#lease;
    const known = this.#transfer;
    this.#take(seated);
    // The next owner does not know what was declared.
    this.#client.state(seated, hasMoved && this.#hasAutoplay);
    this.#setPhase("live");
    if (known && known.transferId !== seated.init.transfer?.transferId) void this.#sendOutcome(known);
  }
  /** It has ended meanwhile: the machine's state does not say how. */
  async #sendOutcome(known: NamedTransfer): Promise<void> {
    try {
      const now = await this.#parts.transferOf(this.#playerId, known.kind, known.transferId);
      if (!this.#hasClosed()) this.#client.outcome(this, known, now);
    } catch {
      // The client asks for the whole state on its next connection.
      if (!this.#hasClosed()) this.#giveUp();
    }
  }
  /** The phase may have changed while an answer was awaited. */
  #hasClosed(): boolean {
    return this.#phase === "ended";
  }
  async #attachFailed(error: unknown): Promise<boolean> {
    if (this.#hasClosed()) return true;
    if (error instanceof BusAway) {
      if (this.#parts.bus.isUp) this.relocate();
      return false;
    }
    if (!(error instanceof AppError)) return false;
    if (error.code === ErrorCode.SeatTakenOver) {
      this.#client.takenOver(this.sessionId, this.epoch);
      this.#finish(error);
      return true;
    }
    if (error.code !== ErrorCode.SessionTerminated) return false;
    await this.#sessionEnded(error);
    return true;
  }
  /** Its end was not seen here: the client is notified as by the floor. */
  async #sessionEnded(error: AppError): Promise<void> {
    const { sessionId, epoch } = this;
    const end = await this.#parts.endOf(this.#playerId, sessionId).catch(() => null);
    if (this.#hasClosed()) return;
    const params = error.params as { reason?: unknown; amount?: unknown };
    const reason = end?.reason ?? (typeof params.reason === "string" ? params.reason : "");
    const amount = end?.amount ?? (typeof params.amount === "number" ? params.amount : 0);
    const isPaid = reason !== "checking";
    if (this.#leaving > 0) this.#finish(isPaid ? { amount } : new AppError(ErrorCode.AmountUnderReview, { amount }));
    else {
      this.#finish(error);
      this.#client.ended({ sessionId, epoch }, reason, amount);
    }
  }
  /** Nobody has the machine. */
  #giveUp(): void {
    this.#finish(new AppError(ErrorCode.ServiceUnavailable));
    this.#client.close(this, CLOSE.restart, "no owner");
  }
  #finish(end: { amount: number } | AppError): void {
    if (this.#phase === "ended") return;
    this.#end = end;
    this.#held = [];
    this.#setPhase("ended");
    this.#parts.onEnd(this);
  }
}

const pause = async (ms: number) => ms > 0 && new Promise((resolve) => setTimeout(resolve, ms).unref());
