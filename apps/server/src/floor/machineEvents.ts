/**
 * What a machine reports, and the games that the ledger has recorded: passed on to the rules of the seat, the limits of
 * its player, the ledger and the player's connections. Decides nothing.
 */
import type { GameResult, MachineEvent } from "@reelcast/machine";
import type { FedJackpot } from "../wallet/index.ts";
import { countGame } from "./activeSession.ts";
import type { ActiveSession } from "./activeSession.ts";
import { monotonicOf } from "./gameStarts.ts";
import type { HostContext, HostParts } from "./hostParts.ts";
import type { HostQueue } from "./hostQueue.ts";
import type { MeterComparison } from "./meterComparison.ts";
import { lastGameOf } from "./overview/hostTile.ts";
import type { ShownHost } from "./overview/hostTile.ts";
import type { PlayerNotifier } from "./playerNotifier.ts";
import type { Seat } from "./seat/types.ts";
import type { SeatLoop } from "./seatLoop.ts";
import { SignificantMachineEvents } from "./significantEvents.ts";

export interface MachineEventParts {
  host: Pick<HostParts, "machineStore" | "bus" | "settings" | "fence">;
  context: Pick<HostContext, "games" | "seat" | "readRow" | "recordGames">;
  queue: HostQueue;
  loop: SeatLoop;
  comparison: MeterComparison;
  notifier: PlayerNotifier;
  /** Null while the machine is free. */
  active: () => ActiveSession | null;
  /** Pushes what changed since the last push. */
  show: () => void;
  notifyAutoplay: () => void;
}

export class MachineEvents {
  readonly #parts: MachineEventParts;
  readonly #significant = new SignificantMachineEvents();
  /** Since this host was opened; null: none. */
  lastGame: ShownHost["lastGame"] = null;
  constructor(parts: MachineEventParts) {
    this.#parts = parts;
  }

  onEvent(event: MachineEvent): void {
    const { context, queue, loop, comparison, notifier, active, show } = this.#parts;
    const { games } = context;
    if (queue.stopped) return;
    notifier.machineEvent(context.seat(), event);
    this.#recordSignificant(event);
    switch (event.type) {
      case "state":
        // Meters are pushed at once; decisions are queued.
        show();
        queue.later(() => {
          const { online, phase, credit } = event.state;
          return loop.dispatch({ type: "machine", facts: { online, phase, credit } });
        });
        break;
      case "gameStart":
        active()?.limits?.started({ ...event, gameNumber: games.numberOf(event.gameNumber) });
        if (!event.free) active()?.play.started(performance.now());
        break;
      case "gameEnd":
        // Counted before it is recorded: the next press must not miss it.
        this.#gameOver({ ...event.result, gameNumber: games.numberOf(event.result.gameNumber) });
        // If recording fails, the comparison records the game.
        comparison.ensureSoon();
        queue.later(() => context.recordGames());
        break;
      case "offline":
        show();
        break;
      case "online":
        comparison.expedite();
        queue.later(() => loop.dispatch({ type: "tick" }));
        break;
    }
  }
  #recordSignificant(event: MachineEvent): void {
    const { host, context, queue } = this.#parts;
    const significant = this.#significant.of(event);
    if (significant === null) return;
    const { session } = context.seat() ?? {};
    const seated = session ? { sessionId: session.id, playerId: session.player_id } : null;
    const at = new Date();
    queue.record(() => host.machineStore.event(host.fence.machineId, host.fence.epoch, { ...significant, at, seated }));
  }
  /** After each game that the ledger has recorded. */
  async onRecorded(seat: Seat, game: GameResult, jackpots: readonly FedJackpot[]): Promise<void> {
    const { host, context, comparison, notifier, active } = this.#parts;
    const { machineStore, bus, settings, fence } = host;
    const session = active();
    comparison.postpone();
    session?.play.recorded(game, monotonicOf(game.startedAt));
    this.#gameOver(game);
    const won = notifier.jackpots(seat, fence.machineId, jackpots);
    if (session) countGame(session, game, won);
    if (game.handPay > 0) notifier.handPaid(seat, game.handPay);
    if (game.win < settings().hotFlagLimit) return;
    await machineStore.bigWin(fence.machineId, fence.epoch);
    await context.readRow();
    bus.publish("machine.changed", { id: fence.machineId });
  }
  /** For each game twice, when it ends and when it is recorded: the second time changes nothing. */
  #gameOver(game: GameResult): void {
    const session = this.#parts.active();
    this.lastGame = lastGameOf(game);
    session?.limits?.ended(game);
    session?.play.ended(game);
    this.#parts.notifyAutoplay();
  }
}
