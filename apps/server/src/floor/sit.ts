/** Who may take a machine: joins, resumes or takes over its seat. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { HostParts } from "./hostParts.ts";
import type { MachineHost } from "./machineHost.ts";
import { reservedFor } from "./reservations.ts";
import { HostSeatConnection, initOf } from "./seatConnection.ts";
import type { Seat } from "./seat/types.ts";
import type { SessionRow } from "./sessions.ts";
import type { SeatConnection, SitRequest } from "./types.ts";

/**
 * Whether this player may sit down at the machine as it is now.
 * @throws AppError MachineOutOfOrder, MachineOffline, MachineReserved, EarlierTransferPending
 */
function mustBeFree(host: MachineHost, playerId: number): void {
  const owner = reservedFor(host.row, Date.now());
  const { online, tilt, doorOpen, credit, phase } = host.parts.driver.state();
  if (host.outOfPlay || host.closed) throw new AppError(ErrorCode.MachineOutOfOrder);
  if (!online) throw new AppError(ErrorCode.MachineOffline);
  if (tilt !== null || doorOpen) throw new AppError(ErrorCode.MachineOutOfOrder);
  if (owner !== null && owner !== playerId) throw new AppError(ErrorCode.MachineReserved);
  if (host.transferring) throw new AppError(ErrorCode.EarlierTransferPending);
  if (credit > 0 || phase !== "idle") throw new AppError(ErrorCode.MachineOutOfOrder);
}

/** Who sits down will want to play. @throws AppError NewPlayPaused */
function mustHaveRoom({ space }: HostParts): void {
  if (space.level === "full") throw new AppError(ErrorCode.NewPlayPaused);
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
  { playerId, clientTransferId }: Pick<SitRequest, "playerId" | "clientTransferId">,
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

/** Joins, resumes or takes over. @param onSeat called before anything is pushed to the seat @throws AppError as FloorService.sit */
export async function sit(
  host: MachineHost,
  request: SitRequest,
  onSeat?: (session: SessionRow) => void,
): Promise<HostSeatConnection> {
  const { parts } = host;
  // At once: the machine's work may wait for the disk.
  if (!host.seat && request.sessionId === undefined) mustHaveRoom(parts);
  return host.queue.enqueue(async () => {
    const { seat } = host;
    const { playerId, sessionId, ip } = request;
    if (sessionId !== undefined && seat?.session.id !== sessionId) throw await endOf(parts, request, sessionId);
    if (seat && seat.session.player_id !== playerId) throw new AppError(ErrorCode.MachineTaken);
    const takenOver = seat?.connected ?? false;
    if (seat) {
      const session = await parts.sessions.connect(seat.session, ip, parts.fence.epoch);
      onSeat?.(session);
      await host.resume(session);
      const { id } = seat.session;
      parts.log.info({ playerId, machineId: host.row.id, sessionId: id, takenOver }, "a player came back to the seat");
    } else {
      mustBeFree(host, playerId);
      mustHaveRoom(parts);
      await mustAfford(parts, playerId);
      await parts.policy?.mayJoin(playerId);
      const limits = await host.prepare(playerId);
      const session = await parts.sessions.begin(playerId, host.row.id, ip, parts.fence.epoch);
      onSeat?.(session);
      await host.join(session, limits);
    }
    const taken = host.seat;
    if (!taken) throw new AppError(ErrorCode.SessionTerminated);
    return new HostSeatConnection(host, taken, initOf(host, taken, seat !== null));
  });
}

export interface AttachRequest {
  playerId: number;
  sessionId: string;
  epoch: number;
  /** The last one that the client has: the next is higher. */
  metersSeq: number;
}
/**
 * The connection that has the seat gets the whole state again, at this host for the first time if the machine has a new
 * owner. The epoch stays. @param onSeat called before anything is pushed to the seat @param onState called with the state
 * @throws AppError SessionTerminated, SeatTakenOver, ServiceUnavailable
 */
export async function attach(
  host: MachineHost,
  { playerId, sessionId, epoch, metersSeq }: AttachRequest,
  onSeat: () => void,
  onState: (seat: Seat, init: SeatConnection["init"]) => void,
): Promise<void> {
  await host.queue.enqueue(async () => {
    const { session, connected } = host.seat ?? {};
    if (!session || session.id !== sessionId || session.player_id !== playerId)
      throw await endOf(host.parts, { playerId }, sessionId);
    if (session.epoch !== epoch) throw new AppError(ErrorCode.SeatTakenOver);
    onSeat();
    if (!connected) await host.resume(session);
    const { seat, active } = host;
    if (!seat || !active) throw new AppError(ErrorCode.SessionTerminated);
    active.meters = { ...active.meters, seq: Math.max(active.meters.seq, metersSeq) };
    onState(seat, initOf(host, seat, true));
  });
}
