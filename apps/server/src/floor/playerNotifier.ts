/** Notifies the player of a seat. Without a connection nothing is sent: a reconnecting player gets the whole state. */
import { CLOSE, ErrorCode, InfoCode, messageOf, playRulesOf } from "@reelcast/contract";
import type { ErrorParams, MachineStatus, Settings } from "@reelcast/contract";
import type { MachineEvent, MachineState } from "@reelcast/machine";
import type { Bus, Topics } from "../bus/bus.ts";
import type { FedJackpot, Transfer } from "../wallet/index.ts";
import type { ActiveSession } from "./activeSession.ts";
import { changes, metersOf, netOf } from "./seat/view.ts";
import type { EndReason, NotificationEffect, Seat } from "./seat/types.ts";

/** Of a seat: where its pushes go. */
type Receiver = Pick<Seat, "connected"> & { session: Pick<Seat["session"], "id" | "epoch"> };

/** The player has left by themselves, or was notified of the kick before. */
const KNOWN: readonly EndReason[] = ["leave", "kick"];

export class PlayerNotifier {
  readonly #bus: Bus;
  constructor(bus: Bus) {
    this.#bus = bus;
  }

  push(seat: Receiver | null, method: Topics["seat.push"]["method"], params: Record<string, unknown>): void {
    if (!seat?.connected) return;
    const { id: sessionId, epoch } = seat.session;
    this.#bus.publish("seat.push", { sessionId, epoch, method, params });
  }
  info(seat: Receiver | null, action: string, code: string | number, params: ErrorParams = {}): void {
    this.push(seat, "info", { code, params, message: messageOf(code, params), action });
  }
  /** @param win on the meter of the machine, minor units */
  effect(seat: Seat | null, effect: NotificationEffect, win: number): void {
    switch (effect.do) {
      case "notifyDepositCountdown":
        return this.info(seat, "SESSION_CLOSE_WARNING", InfoCode.DepositCountdown, { count: effect.seconds });
      case "notifyIdleCountdown":
        return this.info(seat, "SESSION_CLOSE_WARNING", InfoCode.IdleCountdown, { count: effect.seconds });
      case "notifyCountdownCancelled":
        return this.info(seat, "SESSION_CLOSE_CANCELLED", InfoCode.IdleCountdown);
      case "notifyWinWaits":
        return this.info(seat, "TAKE_WIN", ErrorCode.Success, { amount: win });
      case "notifyEnding":
        if (effect.reason === "kick") this.info(seat, "QUIT_REQUEST", ErrorCode.RemovedFromMachine);
        if (effect.reason === "outOfOrder") this.info(seat, "OUT_OF_ORDER", ErrorCode.MachineOutOfOrder);
        return;
      case "notifyPending": {
        const { clientTransferId, kind } = effect.request;
        return this.#transfer(seat, { transferId: clientTransferId, kind, state: "pending", amount: effect.amount });
      }
      case "notifyRefused": {
        const { clientTransferId, kind, amount } = effect.request;
        return this.#transfer(seat, {
          transferId: clientTransferId,
          kind,
          state: "failed",
          amount: amount ?? 0,
          code: effect.code,
        });
      }
      case "notifyTransfer":
        return this.#transfer(seat, wireTransfer(effect.transfer));
    }
  }
  /** A transfer that the server begins has no id at first: it is notified when it has one. */
  #transfer(seat: Seat | null, params: { transferId: string | null } & Record<string, unknown>): void {
    if (params.transferId !== null) this.push(seat, "transfer", params);
  }
  /** Events of the machine that the player needs at once. */
  machineEvent(seat: Seat | null, event: MachineEvent): void {
    if (event.type === "handPay") this.info(seat, "HAND_PAY", ErrorCode.HandPayPending, { amount: event.amount });
    else if (event.type === "offline") this.info(seat, "MACHINE_OFFLINE", ErrorCode.MachineOffline);
    else if (event.type === "online") this.info(seat, "MACHINE_BACK", ErrorCode.Success);
    else if (event.type === "tilt")
      this.info(seat, "OUT_OF_ORDER", ErrorCode.MachineOutOfOrder, { reason: event.reason });
  }
  /** The win is in the player's balance. @param amount minor units */
  handPaid(seat: Seat, amount: number): void {
    this.info(seat, "HAND_PAID", ErrorCode.Success, { amount });
  }
  /** Publishes the jackpots after a game, and notifies its player of hits. Returns what was won, minor units. */
  jackpots(seat: Seat, machineId: number, fed: readonly FedJackpot[]): number {
    let won = 0;
    for (const { id, name, amount, version, hit } of fed) {
      this.#bus.publish("jackpot", { id, name, amount, version });
      if (hit === 0) continue;
      won += hit;
      this.#bus.publish("jackpot.hit", { id, machineId, amount: hit });
      this.info(seat, "JACKPOT", ErrorCode.Success, { amount: hit, name });
    }
    return won;
  }
  /** Sends what has changed since the last push. */
  meters(seat: Seat, active: ActiveSession, machine: MachineState, status: MachineStatus): void {
    const net = netOf(active.totals, machine.credit, active.underWay);
    const next = metersOf(machine, { status, net, suspense: active.suspense }, active.meters.seq + 1);
    const changed = changes(active.meters, next);
    if (!changed) return;
    active.meters = next;
    this.push(seat, "meters", { ...changed, seq: next.seq });
  }
  /** Sends the rules of play if they were changed since. @param setting the current one */
  playRules(seat: Seat, active: ActiveSession, setting: Settings["playRules"]): void {
    if (active.playRules === setting) return;
    active.playRules = setting;
    this.push(seat, "playRules", { ...playRulesOf(setting) });
  }
  /** To the connection that had the seat until now. */
  takenOver(sessionId: string, epoch: number): void {
    const code = ErrorCode.SeatTakenOver;
    const params = { code, params: {}, message: messageOf(code, {}), action: "QUIT_REQUEST" };
    this.#bus.publish("seat.push", { sessionId, epoch, method: "info", params });
    this.#bus.publish("seat.close", { sessionId, epoch, code: CLOSE.takenOver, reason: "taken over" });
  }
  /** The session is over. @param amount under review, if that is the reason */
  closed(seat: Receiver, reason: EndReason, amount: number): void {
    if (reason === "checking") this.info(seat, "CLOSE_SESSION", ErrorCode.AmountUnderReview, { reason, amount });
    else if (!KNOWN.includes(reason)) this.info(seat, "CLOSE_SESSION", InfoCode.SessionClosing, { reason });
    if (reason === "leave") return;
    const { id: sessionId, epoch } = seat.session;
    // After the answer to a caller on that connection.
    setImmediate(() => this.#bus.publish("seat.close", { sessionId, epoch, code: 1000, reason }));
  }
}

/** As the push `transfer` names it. */
export function wireTransfer({ clientTransferId, kind, state, moved, amount, code }: Transfer) {
  return {
    transferId: clientTransferId,
    kind,
    state: state === "done" || state === "failed" ? state : "pending",
    amount: moved ?? amount ?? 0,
    ...(code === null ? {} : { code }),
  };
}
