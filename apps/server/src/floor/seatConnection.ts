/** Who may take a machine, and one connection's hold on its seat: passes on what the player asks. Owns no state. */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { Transfer, TransferKind } from "../wallet/index.ts";
import type { HostParts } from "./hostParts.ts";
import type { MachineHost } from "./machineHost.ts";
import type { Seat } from "./seat/types.ts";
import { seatStateOf } from "./seat/view.ts";
import type { SeatConnection, SitRequest } from "./types.ts";

/** A press is worth nothing to its player later than this: no reel spins late. */
const PRESS_TTL_MS = 1_000;

/**
 * Whether this player may sit down at the machine as it is now.
 * @throws AppError MachineOutOfOrder, MachineOffline, MachineReserved, EarlierTransferPending
 */
function mustBeFree(host: MachineHost, playerId: number): void {
  const { reserved_for: owner, reserved_until: until } = host.row;
  const { online, tilt, doorOpen, credit, phase } = host.parts.driver.state();
  if (host.outOfPlay) throw new AppError(ErrorCode.MachineOutOfOrder);
  if (!online) throw new AppError(ErrorCode.MachineOffline);
  if (tilt !== null || doorOpen) throw new AppError(ErrorCode.MachineOutOfOrder);
  const reserved = owner !== null && (until ?? new Date(0)) > new Date();
  if (reserved && owner !== playerId) throw new AppError(ErrorCode.MachineReserved);
  if (host.transferring) throw new AppError(ErrorCode.EarlierTransferPending);
  if (credit > 0 || phase !== "idle") throw new AppError(ErrorCode.MachineOutOfOrder);
}

/** A session on another machine is reported first. @throws AppError BalanceEmpty */
async function mustAfford({ wallet, sessions, settings }: HostParts, playerId: number): Promise<void> {
  if (settings().zeroBalanceMayPlay || (await wallet.balance(playerId)) > 0) return;
  if (!(await sessions.ofPlayer(playerId))) throw new AppError(ErrorCode.BalanceEmpty);
}

/**
 * How a session ended, for its own player who comes back to it: SessionTerminated {reason, amount, deposited};
 * `deposited` is left out where the deposit is not settled yet. ServiceUnavailable while the session is not over.
 */
async function endOf(
  { sessions, wallet }: HostParts,
  { playerId, clientTransferId }: SitRequest,
  sessionId: string,
): Promise<AppError> {
  const session = await sessions.byId(sessionId);
  if (session?.player_id !== playerId) return new AppError(ErrorCode.SessionTerminated);
  if (session.state !== "closed") return new AppError(ErrorCode.ServiceUnavailable);
  const deposit =
    clientTransferId === undefined ? undefined : await wallet.byClientId(playerId, "cashin", clientTransferId);
  return new AppError(ErrorCode.SessionTerminated, {
    reason: session.end_reason,
    ...(session.paid_out === null ? {} : { amount: session.paid_out }),
    // Nothing of it was written down: with its session over, nothing will be.
    ...(deposit === null || deposit?.state === "failed" ? { deposited: 0 } : {}),
    ...(deposit?.state === "done" ? { deposited: deposit.moved } : {}),
  });
}

/** Joins, resumes or takes over. @throws AppError as Floor.sit */
export async function sit(host: MachineHost, request: SitRequest): Promise<SeatConnection> {
  const { parts } = host;
  parts.node.assertAuthority();
  return host.queue.enqueue(async () => {
    const { seat } = host;
    const { playerId, sessionId, ip } = request;
    if (sessionId !== undefined && seat?.session.id !== sessionId) throw await endOf(parts, request, sessionId);
    if (seat && seat.session.player_id !== playerId) throw new AppError(ErrorCode.MachineTaken);
    const takenOver = seat?.connected ?? false;
    if (seat) {
      await host.resume(await parts.sessions.connect(seat.session, ip, parts.fence.epoch));
      const { id } = seat.session;
      parts.log.info({ playerId, machineId: host.row.id, sessionId: id, takenOver }, "a player came back to the seat");
    } else {
      mustBeFree(host, playerId);
      await mustAfford(parts, playerId);
      await parts.policy?.mayJoin(playerId);
      const limits = await host.readLimits(playerId);
      await host.join(await parts.sessions.begin(playerId, host.row.id, ip, parts.fence.epoch), limits);
    }
    const taken = host.seat;
    if (!taken) throw new AppError(ErrorCode.SessionTerminated);
    return createSeatConnection(host, taken, seat !== null);
  });
}

function initOf(host: MachineHost, seat: Seat, resumed: boolean): SeatConnection["init"] {
  const { driver, rules, settings } = host.parts;
  const { row, active } = host;
  if (!active) throw new AppError(ErrorCode.SessionTerminated);
  const pending = host.unresolved;
  active.meters = { ...active.meters, seq: active.meters.seq + 1 };
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
      bands: driver.bands(),
      crop: row.video.crop,
    },
    meters: active.meters,
    limits: {
      depositSeconds: Math.round(rules.depositMs / 1000),
      idleSeconds: Math.round(rules.idleMs / 1000),
      maxAllIn: settings().maxAllIn,
      ...(active.limits ? { realityCheckMinutes: active.limits.realityCheckMinutes } : {}),
    },
    transfer: pending ? { transferId: pending.clientTransferId, kind: pending.kind, amount: pending.amount } : null,
    now: new Date().toISOString(),
  };
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

function createSeatConnection(host: MachineHost, taken: Seat, resumed: boolean): SeatConnection {
  const { parts } = host;
  const { driver, wallet, policy, settings } = parts;
  const { session } = taken;
  const { id: sessionId, epoch, player_id: playerId } = session;
  const init = initOf(host, taken, resumed);
  const controls = init.machine.bands.flatMap((band) => band.controls);
  const plays = new Set(controls.flatMap(({ id, kind }) => (kind === "play" ? id : [])));
  let lastSequence = 0;
  let isConnected = true;

  /**
   * @throws AppError NotSeated once the connection has ended: what still waits in the queue is not carried out;
   * SeatTakenOver for one that has been taken over, SessionTerminated once the session ends or is over
   */
  function live(): Readonly<Seat> {
    const { seat } = host;
    if (!isConnected) throw new AppError(ErrorCode.NotSeated);
    if (!seat || seat.session.id !== sessionId) throw new AppError(ErrorCode.SessionTerminated);
    if (seat.session.epoch !== epoch) throw new AppError(ErrorCode.SeatTakenOver);
    if (seat.ending !== null) throw new AppError(ErrorCode.SessionTerminated);
    return seat;
  }
  /**
   * Before a press of "play". Free spins and what follows a win go on as they are.
   * @throws AppError LossLimitReached, BetExceedsLossLimit, PressRefused
   */
  function mayPlay(): { answered(): void } | null {
    const { phase, nextBet } = driver.state();
    const limits = host.active?.limits ?? null;
    if (limits === null || phase === "bonus" || phase === "handPay") return null;
    return limits.play(nextBet, Date.now(), phase === "spinning");
  }
  async function executePress(control: string, arrivedAt: number): Promise<{ at: number }> {
    live();
    parts.node.assertAuthority();
    if (host.outOfPlay) throw new AppError(ErrorCode.MachineOutOfOrder);
    // Its meters are about to be compared: nothing may move them.
    if (host.unresolved) throw new AppError(ErrorCode.EarlierTransferPending);
    const ttlMs = PRESS_TTL_MS - (performance.now() - arrivedAt);
    const bet = plays.has(control) ? mayPlay() : null;
    try {
      const answer = await driver.press({ control, sequence: host.nextPress(), ttlMs });
      bet?.answered();
      if (!answer.accepted)
        throw new AppError(
          answer.reason === "lowCredit"
            ? ErrorCode.InsufficientCredit
            : answer.reason === "tilt"
              ? ErrorCode.MachineOutOfOrder
              : ErrorCode.PressRefused,
        );
      host.pressed(sessionId);
      return { at: answer.at };
    } catch (error) {
      if (error instanceof MachineUnreachable) throw new AppError(ErrorCode.MachineOffline, {}, { cause: error });
      throw error;
    }
  }
  /**
   * What was let through once is answered as it was then: the caller has looked.
   * @throws AppError MachineOutOfOrder, AmountOutOfRange, and of the policy
   */
  async function mayCashIn(amount: number): Promise<void> {
    const { maxAllIn } = settings();
    if (amount > maxAllIn) throw new AppError(ErrorCode.AmountOutOfRange, { maximum: maxAllIn });
    if (host.outOfPlay) throw new AppError(ErrorCode.MachineOutOfOrder);
    await policy?.mayCashIn(playerId, amount);
  }
  const transfer = (kind: TransferKind, amount: number | null, clientTransferId: string): Promise<Transfer> =>
    host.transfer({ clientTransferId, kind, amount, ip: host.seat?.session.ip ?? null });

  return {
    sessionId,
    epoch,
    init,
    async press(control, sequence) {
      parts.node.assertAuthority();
      if (sequence !== undefined) {
        if (sequence <= lastSequence) throw new AppError(ErrorCode.PressRefused);
        lastSequence = sequence;
      }
      const arrivedAt = performance.now();
      return host.queue.enqueuePress(() => executePress(control, arrivedAt));
    },
    async cashIn({ amount, clientTransferId, sessionId: askedIn = sessionId }) {
      parts.node.assertAuthority();
      return host.queue.enqueue(async () => {
        // A repetition gets the first answer, whatever has become of the session since.
        const known = await wallet.byClientId(playerId, "cashin", clientTransferId);
        if (known && known.amount !== amount) throw new AppError(ErrorCode.TransferIdReused);
        // Asked for in a session that is over, and not written down then: it does not happen any more.
        if (!known && askedIn !== sessionId) throw new AppError(ErrorCode.SessionTerminated);
        if (!known) {
          live();
          await mayCashIn(amount);
        }
        const { creditAfter, balanceAfter } = await answerOf(
          known ?? (await transfer("cashin", amount, clientTransferId)),
          wallet,
        );
        return { transferId: clientTransferId, credit: creditAfter ?? 0, balance: balanceAfter ?? 0 };
      });
    },
    async cashOut({ clientTransferId = randomUUID() }) {
      parts.node.assertAuthority();
      return host.queue.enqueue(async () => {
        const known = await wallet.byClientId(playerId, "cashout", clientTransferId);
        if (!known) live();
        const { moved, creditAfter, balanceAfter } = await answerOf(
          known ?? (await transfer("cashout", null, clientTransferId)),
          wallet,
        );
        return { amount: moved ?? 0, credit: creditAfter ?? 0, balance: balanceAfter ?? 0 };
      });
    },
    async leave() {
      parts.node.assertAuthority();
      const { seat } = host;
      if (seat?.session.id === sessionId && seat.session.epoch !== epoch) throw new AppError(ErrorCode.SeatTakenOver);
      // One that is ending already is waited for; of one that is over, what it brought is said again.
      const amount = await host.end(playerId, "leave", sessionId).catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== ErrorCode.NoOpenSession) throw error;
        return (await parts.sessions.byId(sessionId))?.paid_out ?? 0;
      });
      return { amount };
    },
    disconnected() {
      isConnected = false;
      return host.disconnected(sessionId, epoch);
    },
  };
}
