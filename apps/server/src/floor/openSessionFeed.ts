/**
 * Notifies all connections of a player of their open session: that it waits for them, what waits at the
 * machine, and what its end paid. One for each machine. Its messages may be lost: the open session can always be read.
 */
import type { MachineStatus, OpenSession } from "@reelcast/contract";
import type { MachineState } from "@reelcast/machine";
import type { Bus } from "../bus/bus.ts";
import type { ActiveSession } from "./activeSession.ts";
import type { Seat } from "./seat/types.ts";
import { moneyAtMachine } from "./seat/view.ts";
import type { MoneyUnderWay } from "./seat/view.ts";

type Named = Pick<OpenSession, "id" | "name">;

/** The open session as its player is shown it. */
export function openSessionOf(
  { session }: Seat,
  { row, status }: { row: Named; status: MachineStatus },
  active: Pick<ActiveSession, "underWay"> | null,
  { credit, win, phase }: Pick<MachineState, "credit" | "win" | "phase">,
): OpenSession {
  return {
    status: "show",
    id: row.id,
    name: row.name,
    machine_status: status,
    session: session.id,
    credit: moneyAtMachine(credit, active?.underWay ?? null),
    ...((phase === "winToTake" || phase === "gamble") && { win }),
    phase,
  };
}

/** Credit changes with every game: that is sent at most so often. */
const LEAST_INTERVAL_MS = 1_000;

export class OpenSessionFeed {
  readonly #bus: Bus;
  readonly #now: () => number;
  readonly #isOwner: () => boolean;
  #last = "";
  #sentAt = -Infinity;
  /** Of the last call. */
  #underWay: MoneyUnderWay | null = null;
  /**
   * @param now milliseconds
   * @param isOwner false: another process may have the machine, and sends what is true
   */
  constructor(bus: Bus, now: () => number, isOwner: () => boolean) {
    this.#bus = bus;
    this.#now = now;
    this.#isOwner = isOwner;
  }

  /**
   * Sends what has changed, at once or with a later call: a host calls it several times a second. The beginning and the end of a
   * transfer never wait: the balance, which is sent at once, would be shown next to the credit from before it.
   */
  changed(playerId: number, open: OpenSession, underWay: MoneyUnderWay | null): void {
    if (!this.#isOwner()) return;
    const text = JSON.stringify(open);
    const waits = underWay === this.#underWay && this.#now() - this.#sentAt < LEAST_INTERVAL_MS;
    this.#underWay = underWay;
    if (text === this.#last || waits) return;
    this.#sent(text);
    this.#bus.publish("player.session", { playerId, push: { ...open, status: "changed" } });
  }
  /** The session waits for its player. */
  held(playerId: number, open: OpenSession): void {
    if (!this.#isOwner()) return;
    this.#sent(JSON.stringify(open));
    this.#bus.publish("player.session", { playerId, push: open });
  }
  /** @param amount paid into the wallet, or under review, minor units */
  ended({ id, name }: Named, { session }: Seat, reason: string, amount: number): void {
    this.#last = "";
    this.#sentAt = -Infinity;
    this.#underWay = null;
    const push = { status: "ended", id, name, session: session.id, reason, amount } as const;
    this.#bus.publish("player.session", { playerId: session.player_id, push });
  }
  #sent(text: string): void {
    this.#last = text;
    this.#sentAt = this.#now();
  }
}
