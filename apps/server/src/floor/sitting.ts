/** Who may take a machine, and one connection's hold on its seat: passes on what the player asks. Owns no state. */
import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { MachineDriver } from "@reelcast/machine";
import type { Transfer, TransferKind, Wallet } from "../wallet/index.ts";
import { seatStateOf } from "./occupied.ts";
import type { Occupied } from "./occupied.ts";
import type { HostParts } from "./parts.ts";
import type { MachineRow } from "./registry.ts";
import type { SeatRules } from "./seat.ts";
import { answerOf } from "./transfers.ts";
import type { Sitting } from "./types.ts";

/** What a connection needs of its machine's host. */
export interface Desk {
  driver: MachineDriver;
  wallet: Pick<Wallet, "balance" | "byKey">;
  rules: SeatRules;
  maxAllIn: number;
  row(): MachineRow;
  outOfPlay(): boolean;
  /** Who sits there now. */
  occupied(): Occupied | null;
  unresolved(): Transfer | null;
  /** One thing at a time of all that happens to the machine. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** One press after the other: none waits for the database, each sees the bet that those before it have chosen. */
  inLine<T>(press: () => Promise<T>): Promise<T>;
  /** To be called in turn. */
  transfer(at: Occupied, kind: TransferKind, amount: number | null, key: string): Promise<Transfer>;
  pressed(at: Occupied): void;
  /** @throws AppError 60018 once it is over */
  leave(at: Occupied): Promise<number>;
  disconnected(at: Occupied, epoch: number): void;
}

/** Whether this player may sit down at the machine as it is now. @throws AppError 60003, 60004, 60005, 60010 */
export function mayBeTaken(desk: Desk, playerId: number): void {
  const { reserved_for: owner, reserved_until: until } = desk.row();
  const { online, tilt, doorOpen, credit, phase } = desk.driver.state();
  if (desk.outOfPlay()) throw new AppError(60003);
  if (!online) throw new AppError(60004);
  if (tilt !== null || doorOpen) throw new AppError(60003);
  const reserved = owner !== null && (until ?? new Date(0)) > new Date();
  if (reserved && owner !== playerId) throw new AppError(60005);
  if (desk.unresolved()) throw new AppError(60010);
  if (credit > 0 || phase !== "idle") throw new AppError(60003);
}

/** Whoever sits elsewhere is told so first. @throws AppError 60006 */
export async function mayAfford(
  { wallet, sessions, zeroBalanceMayPlay }: Pick<HostParts, "wallet" | "sessions" | "zeroBalanceMayPlay">,
  playerId: number,
): Promise<void> {
  if (zeroBalanceMayPlay || (await wallet.balance(playerId)) > 0) return;
  if (!(await sessions.ofPlayer(playerId))) throw new AppError(60006);
}

/** Before a press of "play". Free spins and what follows a win go on as they are. @throws AppError 62002, 62004, 60008 */
function mayPlay({ limits }: Occupied, driver: MachineDriver): { answered(): void } | null {
  const { phase, nextBet } = driver.state();
  if (limits === null || phase === "bonus" || phase === "handPay") return null;
  return limits.play(nextBet, Date.now(), phase === "spinning");
}

function initOf(desk: Desk, at: Occupied, resumed: boolean): Sitting["init"] {
  const { driver, rules, maxAllIn } = desk;
  const { session, seat, meters, limits } = at;
  const row = desk.row();
  const pending = desk.unresolved();
  return {
    session: { id: session.id, startedAt: session.started_at.toISOString(), state: seatStateOf(seat), resumed },
    machine: {
      id: row.id,
      name: row.name,
      brand: { id: row.brand_id, name: row.brand },
      videoType: row.video_type,
      bands: driver.bands(),
      crop: row.video.crop,
    },
    meters,
    limits: {
      depositSeconds: Math.round(rules.depositMs / 1000),
      idleSeconds: Math.round(rules.idleMs / 1000),
      maxAllIn,
      ...(limits ? { realityCheckMinutes: limits.realityCheckMinutes } : {}),
    },
    transfer: pending ? { transferId: pending.key, kind: pending.kind, amount: pending.amount } : null,
    now: new Date().toISOString(),
  };
}

export function createSitting(desk: Desk, taken: Occupied, resumed: boolean): Sitting {
  const { driver, wallet } = desk;
  const { session, epoch } = taken;
  /** @throws AppError 60015 for a connection that has been taken over, 50100 once the session ends or is over */
  const live = (): Occupied => {
    const at = desk.occupied();
    if (!at || at.session.id !== session.id) throw new AppError(50100);
    if (at.epoch !== epoch) throw new AppError(60015);
    if (at.seat.ending !== null) throw new AppError(50100);
    return at;
  };
  taken.meters = { ...taken.meters, seq: taken.meters.seq + 1 };
  const init = initOf(desk, taken, resumed);
  const controls = init.machine.bands.flatMap((band) => band.controls);
  const plays = new Set(controls.flatMap(({ id, kind }) => (kind === "play" ? id : [])));
  return {
    sessionId: session.id,
    epoch,
    init,
    press: (control) =>
      desk.inLine(async () => {
        const at = live();
        if (desk.outOfPlay()) throw new AppError(60003);
        const bet = plays.has(control) ? mayPlay(at, driver) : null;
        try {
          const answer = await driver.press(control);
          bet?.answered();
          if (!answer.accepted)
            throw new AppError(answer.reason === "lowCredit" ? 60019 : answer.reason === "tilt" ? 60003 : 60008);
          desk.pressed(at);
          return { at: answer.at };
        } catch (error) {
          if (error instanceof MachineUnreachable) throw new AppError(60004, {}, { cause: error });
          throw error;
        }
      }),
    cashIn: ({ amount, transferId, sessionId = session.id }) =>
      desk.inTurn(async () => {
        // Asked for in a session that is over: what became of it is said, but it does not happen any more.
        const earlier = sessionId === session.id ? null : await wallet.byKey(session.player_id, "cashin", transferId);
        if (sessionId !== session.id && earlier === null) throw new AppError(50100);
        if (earlier && earlier.amount !== amount) throw new AppError(40902);
        const transfer = earlier ? answerOf(earlier) : await desk.transfer(live(), "cashin", amount, transferId);
        return { transferId, credit: transfer.creditAfter ?? 0, balance: transfer.balanceAfter ?? 0 };
      }),
    cashOut: ({ transferId = randomUUID() }) =>
      desk.inTurn(async () => {
        const at = live();
        const known = await wallet.byKey(session.player_id, "cashout", transferId);
        if (!known && driver.state().credit === 0) {
          return { amount: 0, credit: 0, balance: await wallet.balance(session.player_id) };
        }
        const transfer = await desk.transfer(at, "cashout", null, transferId);
        return {
          amount: transfer.moved ?? 0,
          credit: transfer.creditAfter ?? 0,
          balance: transfer.balanceAfter ?? 0,
        };
      }),
    async leave() {
      const at = desk.occupied();
      if (at?.session.id === session.id && at.epoch !== epoch) throw new AppError(60015);
      // One that is ending already is waited for; of one that is over, what it brought is said again.
      const amount = await desk.leave(taken).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 60018) return taken.paidOut;
        throw error;
      });
      return { amount };
    },
    disconnected: () => desk.disconnected(taken, epoch),
  };
}
