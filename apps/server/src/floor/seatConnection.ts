/**
 * One connection's hold on a seat: checks what the player requests and passes it to the host. Owns no state of the
 * seat.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode, playRulesOf } from "@reelcast/contract";
import type { AutoplayOptions, Band } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { PictureParts, PressAnswer } from "@reelcast/machine";
import type { Transfer, TransferKind } from "../wallet/index.ts";
import { PRESS_TTL_MS } from "./commandTimes.ts";
import type { HostParts } from "./hostParts.ts";
import type { MachineHost } from "./machineHost.ts";
import type { MachineRow } from "./machineStore.ts";
import type { PlayPress, PressOutcome } from "./seat/playRules.ts";
import type { Seat } from "./seat/types.ts";
import { seatStateOf } from "./seat/view.ts";
import type { PressTime, SeatConnection } from "./types.ts";

/** The first message of a connection: machine, meters and limits. */
export function initOf(host: MachineHost, seat: Seat, resumed: boolean): SeatConnection["init"] {
  const { driver, rules, settings, hasFreeSpins } = host.parts;
  const { row, active } = host;
  if (!active) throw new AppError(ErrorCode.SessionTerminated);
  const pending = host.unresolved;
  const bands = driver.bands();
  active.meters = { ...active.meters, seq: active.meters.seq + 1 };
  active.playRules = settings().playRules;
  return {
    session: {
      id: seat.session.id,
      startedAt: seat.session.started_at.toISOString(),
      state: seatStateOf(seat, driver.state()),
      resumed,
    },
    machine: {
      id: row.id,
      name: row.name,
      brand: { id: row.brand_id, name: row.brand },
      videoType: row.video_type,
      bands,
      crop: row.video.crop,
      glass: row.video.glass,
      parts: partsOf(row, bands),
      image: row.image,
      ...(hasFreeSpins === undefined ? {} : { hasFreeSpins }),
    },
    meters: active.meters,
    limits: {
      depositSeconds: Math.round(rules.depositMs / 1000),
      idleSeconds: Math.round(rules.idleMs / 1000),
      maxAllIn: settings().maxAllIn,
      leastDeposit: host.leastDeposit,
      ...(active.limits ? { realityCheckMinutes: active.limits.realityCheckMinutes } : {}),
    },
    transfer: pending ? { transferId: pending.clientTransferId, kind: pending.kind, amount: pending.amount } : null,
    now: new Date().toISOString(),
    ...(active.lastPress === undefined ? {} : { lastPress: active.lastPress }),
    playRules: playRulesOf(active.playRules),
  };
}

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
/** Nothing of the picture may be left out: what is next to a drawn button is not known. */
const NO_DECK = { x: 0, y: 1, width: 1, height: 0 };
/** Of a camera, whose driver says nothing of its picture. */
const CAMERA_ASPECT = 16 / 9;

/** The picture as the driver describes it, with the controls where an operator has drawn them. Those that it does not have are left out. */
export function partsOf({ video, touch_areas: drawn }: MachineRow, bands: readonly Band[]): PictureParts[] {
  const ids = new Set(bands.flatMap((band) => band.controls.map(({ id }) => id)));
  const controls = drawn.filter(({ control }) => ids.has(control));
  if (controls.length === 0) return video.parts;
  const described =
    video.parts.length > 0
      ? video.parts
      : [{ aspect: CAMERA_ASPECT, glass: video.glass ?? WHOLE, reels: [], meters: null, deck: NO_DECK }];
  return described.map((parts) => ({ ...parts, controls }));
}

/**
 * The answer of a transfer that is over.
 * @throws AppError with the code of a failed one, TransferInDoubt, AmountUnderReview while it is in doubt
 */
async function answerOf(transfer: Transfer, wallet: HostParts["wallet"]): Promise<Transfer> {
  if (transfer.state === "done") return transfer;
  if (transfer.state === "failed") throw new AppError((transfer.code ?? ErrorCode.TransferRefused) as ErrorCode);
  if (transfer.state === "manual")
    throw new AppError(ErrorCode.AmountUnderReview, { amount: await wallet.checking(transfer.playerId) });
  throw new AppError(ErrorCode.TransferInDoubt);
}

const REFUSED_PRESS: Partial<Record<Extract<PressAnswer, { accepted: false }>["reason"], ErrorCode>> = {
  lowCredit: ErrorCode.InsufficientCredit,
  expired: ErrorCode.PressTooLate,
  tilt: ErrorCode.MachineOutOfOrder,
};

/** `by`: it reaches the machine before this time of `performance.now()`, or is not carried out. */
type DuePress = PressTime & { control: string; auto: boolean; by: number };

export class HostSeatConnection implements SeatConnection {
  readonly sessionId: string;
  readonly epoch: number;
  readonly init: SeatConnection["init"];
  readonly #host: MachineHost;
  readonly #playerId: number;
  /** Controls of the kind "play": each may begin a game. */
  readonly #plays: ReadonlySet<string>;
  #lastSequence = 0;
  #isConnected = true;

  constructor(host: MachineHost, { session }: Seat, init: SeatConnection["init"]) {
    this.sessionId = session.id;
    this.epoch = session.epoch;
    this.init = init;
    this.#host = host;
    this.#playerId = session.player_id;
    const controls = init.machine.bands.flatMap((band) => band.controls);
    this.#plays = new Set(controls.flatMap(({ id, kind }) => (kind === "play" ? id : [])));
  }

  /** @param by it reaches the machine before this time of `performance.now()`, or is not carried out */
  async press(
    control: string,
    sequence?: number,
    auto = false,
    time: PressTime = { madeAt: performance.now() },
    by = performance.now() + PRESS_TTL_MS,
  ): Promise<{ at: number }> {
    this.#host.parts.node.assertAuthority();
    if (sequence !== undefined) {
      if (sequence <= this.#lastSequence) throw new AppError(ErrorCode.PressRefused);
      this.#lastSequence = sequence;
    }
    return this.#host.queue.enqueuePress(() => this.#executePress({ control, auto, by, ...time }));
  }
  async stay(): Promise<Record<string, never>> {
    this.#host.parts.node.assertAuthority();
    this.#assertLive();
    this.#host.stayed(this.sessionId);
    return {};
  }
  async autoplay(options: AutoplayOptions | null): Promise<{ autoplay: AutoplayOptions | null }> {
    this.#host.parts.node.assertAuthority();
    // Behind the presses that came before it.
    return this.#host.queue.enqueuePress(async () => {
      this.#assertLive();
      const rules = playRulesOf(this.#host.parts.settings().playRules);
      return { autoplay: this.#host.active?.play.declare(options, this.epoch, rules) ?? null };
    });
  }
  async cashIn(...[request]: Parameters<SeatConnection["cashIn"]>): ReturnType<SeatConnection["cashIn"]> {
    const { amount, clientTransferId, sessionId: requestedIn = this.sessionId } = request;
    const { wallet, node } = this.#host.parts;
    node.assertAuthority();
    return this.#host.queue.enqueue(async () => {
      // A repeated request gets the first answer, whatever has become of the session since.
      const known = await wallet.byClientId(this.#playerId, "cashin", clientTransferId);
      if (known && known.amount !== amount) throw new AppError(ErrorCode.TransferIdReused);
      // Requested in a session that is over, and not stored then: it is not carried out any more.
      if (!known && requestedIn !== this.sessionId) throw new AppError(ErrorCode.SessionTerminated);
      if (!known) {
        this.#assertLive();
        await this.#mayCashIn(amount);
      }
      const transfer = known ?? (await this.#transfer("cashin", amount, clientTransferId));
      const { creditAfter, balanceAfter } = await answerOf(transfer, wallet);
      if (!known) this.#host.active?.limits?.cashedIn(transfer.moved ?? 0);
      return { transferId: clientTransferId, credit: creditAfter ?? 0, balance: balanceAfter ?? 0 };
    });
  }
  async cashOut({
    clientTransferId = randomUUID(),
  }: Parameters<SeatConnection["cashOut"]>[0]): ReturnType<SeatConnection["cashOut"]> {
    const { wallet, node } = this.#host.parts;
    node.assertAuthority();
    return this.#host.queue.enqueue(async () => {
      const known = await wallet.byClientId(this.#playerId, "cashout", clientTransferId);
      if (!known) this.#assertLive();
      const transfer = known ?? (await this.#transfer("cashout", null, clientTransferId));
      const { moved, creditAfter, balanceAfter } = await answerOf(transfer, wallet);
      return { amount: moved ?? 0, credit: creditAfter ?? 0, balance: balanceAfter ?? 0 };
    });
  }
  async leave(): Promise<{ amount: number }> {
    const { sessions, node } = this.#host.parts;
    const { sessionId } = this;
    node.assertAuthority();
    const { seat } = this.#host;
    if (seat?.session.id === sessionId && seat.session.epoch !== this.epoch)
      throw new AppError(ErrorCode.SeatTakenOver);
    // Waits for a session that ends already. For one that is over, the stored amount is the answer.
    const amount = await this.#host.end(this.#playerId, "leave", sessionId).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== ErrorCode.NoOpenSession) throw error;
      return (await sessions.byId(sessionId))?.paid_out ?? 0;
    });
    return { amount };
  }
  disconnected(): void {
    this.#isConnected = false;
    this.#host.disconnected(this.sessionId, this.epoch);
  }

  /**
   * @throws AppError NotSeated once the connection has ended: what still waits in the queue is not carried out;
   * SeatTakenOver for one that has been taken over, SessionTerminated once the session ends or is over
   */
  #assertLive(): void {
    const { seat } = this.#host;
    if (!this.#isConnected) throw new AppError(ErrorCode.NotSeated);
    if (!seat || seat.session.id !== this.sessionId) throw new AppError(ErrorCode.SessionTerminated);
    if (seat.session.epoch !== this.epoch) throw new AppError(ErrorCode.SeatTakenOver);
    if (seat.ending !== null) throw new AppError(ErrorCode.SessionTerminated);
  }
  /** Before a press of "play": the rules of play. Returns what must be called with the outcome. @throws AppError */
  #permitPlay(auto: boolean): (outcome: PressOutcome) => void {
    const { driver, settings } = this.#host.parts;
    const { phase, nextBet } = driver.state();
    const { play, limits } = this.#host.active ?? {};
    const press: PlayPress = { auto, epoch: this.epoch, phase, bet: nextBet, isUnder25: limits?.isUnder25 ?? true };
    try {
      play?.permit(press, playRulesOf(settings().playRules), performance.now());
    } finally {
      this.#host.notifyAutoplay();
    }
    return (outcome) => {
      play?.answered(press, outcome, performance.now());
      this.#host.notifyAutoplay();
    };
  }
  /**
   * Before a press of "play": the player's own limits. Free spins and what follows a win go on as they are.
   * @throws AppError LossLimitReached, BetExceedsLossLimit, PressRefused
   */
  #mayPlay(): { answered(): void } | null {
    const { phase, nextBet } = this.#host.parts.driver.state();
    const limits = this.#host.active?.limits ?? null;
    if (limits === null || phase === "bonus" || phase === "handPay") return null;
    return limits.play(nextBet, Date.now(), phase === "spinning");
  }
  /** A stop may begin a game if the reels have stopped by then. Take win, free spins and hand pays go on. @throws AppError NewPlayPaused */
  #mustHaveRoom(): void {
    const { driver, space } = this.#host.parts;
    const { phase } = driver.state();
    if (space.level === "full" && (phase === "idle" || phase === "spinning"))
      throw new AppError(ErrorCode.NewPlayPaused);
  }
  async #executePress({ control, auto, by, madeAt, at }: DuePress): Promise<{ at: number }> {
    const { driver, settings } = this.#host.parts;
    this.#assertLive();
    // All that it has waited counts: on its way, between processes, in the queue, and on the way to the machine.
    const ttlMs = Math.min(by, madeAt + settings().pressMaxAgeMs) - performance.now();
    if (ttlMs <= 0) throw new AppError(ErrorCode.PressTooLate);
    if (this.#host.outOfPlay) throw new AppError(ErrorCode.MachineOutOfOrder);
    // Its meters are about to be compared: no press may move them.
    if (this.#host.unresolved) throw new AppError(ErrorCode.EarlierTransferPending);
    // Autoplay plays, and does nothing else.
    if (auto && !this.#plays.has(control)) throw new AppError(ErrorCode.PressRefused);
    const begins = this.#plays.has(control);
    if (begins && !this.#host.mayBeginGames && driver.state().phase === "idle")
      throw new AppError(ErrorCode.ServiceUnavailable);
    if (begins) this.#mustHaveRoom();
    const answered = begins ? this.#permitPlay(auto) : null;
    let outcome: PressOutcome = "refused";
    const { active } = this.#host;
    const before = active?.lastPress;
    try {
      const bet = begins ? this.#mayPlay() : null;
      // Until the machine has answered it is not known which press is the last.
      if (active) active.lastPress = undefined;
      const answer = await driver.press({ control, sequence: this.#host.nextPress(), ttlMs });
      bet?.answered();
      if (active) active.lastPress = answer.accepted ? at : before;
      if (!answer.accepted) throw new AppError(REFUSED_PRESS[answer.reason] ?? ErrorCode.PressRefused);
      outcome = "accepted";
      this.#host.pressed(this.sessionId);
      return { at: answer.at };
    } catch (error) {
      if (!(error instanceof MachineUnreachable)) throw error;
      outcome = "unknown";
      throw new AppError(ErrorCode.MachineOffline, {}, { cause: error });
    } finally {
      answered?.(outcome);
    }
  }
  /**
   * Only for a new request: a repeated one was checked before.
   * @throws AppError NewPlayPaused, MachineOutOfOrder, AmountOutOfRange, DepositTooSmall, and of the policy
   */
  async #mayCashIn(amount: number): Promise<void> {
    const { policy, settings, space } = this.#host.parts;
    const { maxAllIn } = settings();
    if (space.level === "full") throw new AppError(ErrorCode.NewPlayPaused);
    if (amount > maxAllIn) throw new AppError(ErrorCode.AmountOutOfRange, { maximum: maxAllIn });
    if (this.#host.outOfPlay) throw new AppError(ErrorCode.MachineOutOfOrder);
    await policy?.mayCashIn(this.#playerId, amount);
    const { leastDeposit } = this.#host;
    if (amount < leastDeposit) throw new AppError(ErrorCode.DepositTooSmall, { amount: leastDeposit });
  }
  #transfer(kind: TransferKind, amount: number | null, clientTransferId: string): Promise<Transfer> {
    return this.#host.transfer({ clientTransferId, kind, amount, ip: this.#host.seat?.session.ip ?? null });
  }
}
