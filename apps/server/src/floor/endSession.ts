/** Ends sessions for callers who do not hold the seat: players from elsewhere, and operators. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { MachineHost } from "./machineHost.ts";
import type { FloorService } from "./types.ts";
import { within } from "./within.ts";

/** A call waits at most this long for a session to end; the end goes on without it. */
const END_WITHIN_MS = 20_000;

/** @throws AppError TransferInDoubt if it takes longer: the money is safe, and is paid later */
const inTime = <T>(ending: Promise<T>) => within(END_WITHIN_MS, ending, () => new AppError(ErrorCode.TransferInDoubt));

/** @throws AppError as FloorService.kick */
export async function kick(
  host: MachineHost,
  { playerId, mayKickOthers }: Omit<Parameters<FloorService["kick"]>[0], "machineId">,
): ReturnType<FloorService["kick"]> {
  const seated = host.seat?.session.player_id;
  if (seated === undefined) throw new AppError(ErrorCode.NoOpenSession);
  if (seated !== playerId && !mayKickOthers) throw new AppError(ErrorCode.NotPermitted);
  const amount = await inTime(host.end(seated, "kick"));
  const machine = host.row.name;
  return seated === playerId ? { machine, amount, balance: await host.parts.wallet.balance(playerId) } : { machine };
}
/** @throws AppError as FloorService.cancel */
export async function cancel(host: MachineHost, playerId: number): ReturnType<FloorService["cancel"]> {
  const amount = await inTime(host.end(playerId, "cancel"));
  return { amount, balance: await host.parts.wallet.balance(playerId) };
}
/** The seat of this player at the machine, if it is connected or within its grace. */
export function seatOf(host: MachineHost | undefined, playerId: number): { sessionId: string; epoch: number } | null {
  const session = host?.seat?.session;
  return session?.player_id === playerId ? { sessionId: session.id, epoch: session.epoch } : null;
}
