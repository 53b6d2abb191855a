/** What an edge itself sends to the client of a seat where the floor could not: what the floor would have sent. */
import type { Bus } from "../../bus/bus.ts";
import { PlayerNotifier, wireTransfer } from "../playerNotifier.ts";
import type { Transfer } from "../../wallet/index.ts";
import type { EndReason } from "../seat/types.ts";
import type { Seated } from "./messages.ts";

export interface SeatKey {
  sessionId: string;
  epoch: number;
}
/** As `init` names the transfer that is under way. */
export type NamedTransfer = NonNullable<Seated["init"]["transfer"]>;
/** As pushes name it. */
export const seatKeyOf = ({ sessionId, epoch }: SeatKey): string => `${sessionId} ${epoch}`;
const seatOf = ({ sessionId, epoch }: SeatKey) => ({ connected: true, session: { id: sessionId, epoch } });

export class SeatClient {
  readonly #bus: Bus;
  readonly #notifier: PlayerNotifier;
  constructor(bus: Bus) {
    this.#bus = bus;
    this.#notifier = new PlayerNotifier(bus);
  }

  /** All of it, after pushes were lost. */
  state({ init, ...key }: Seated, hasAutoplayEnded: boolean): void {
    const seat = seatOf(key);
    const { meters, limits, transfer, playRules } = init;
    this.#notifier.push(seat, "meters", { suspense: 0, ...meters });
    if (transfer)
      this.#notifier.push(seat, "transfer", { ...transfer, amount: transfer.amount ?? 0, state: "pending" });
    if (limits.realityCheckMinutes !== undefined)
      this.#notifier.push(seat, "limits", { realityCheckMinutes: limits.realityCheckMinutes });
    if (playRules) this.#notifier.push(seat, "playRules", { ...playRules });
    if (hasAutoplayEnded) this.#notifier.push(seat, "autoplay", { remaining: 0, ended: "rules" });
  }
  /** How a transfer ended whose end was among the lost pushes. @param now null: it was never begun */
  outcome(key: SeatKey, of: NamedTransfer, now: Transfer | null): void {
    const failed = { ...of, amount: of.amount ?? 0, state: "failed" };
    this.#notifier.push(seatOf(key), "transfer", now ? wireTransfer(now) : failed);
  }
  takenOver(sessionId: string, epoch: number): void {
    this.#notifier.takenOver(sessionId, epoch);
  }
  /** @param reason one of END_REASONS @param amount minor units */
  ended(key: SeatKey, reason: string, amount: number): void {
    if (reason === "leave") this.close(key, 1000, reason);
    else this.#notifier.closed(seatOf(key), reason as EndReason, amount);
  }
  close({ sessionId, epoch }: SeatKey, code: number, reason: string): void {
    this.#bus.publish("seat.close", { sessionId, epoch, code, reason });
  }
}
