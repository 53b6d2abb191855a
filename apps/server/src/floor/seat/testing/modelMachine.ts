/**
 * A machine as simple as can be, for the simulation of reducer.simulation.test.ts, and the faults of each command to
 * it, each write to the ledger and each effect. It keeps the rules of a driver: an id moves money once, and nothing at
 * or below the high-water mark is carried out. Amounts are minor units.
 */
import type { GamePhase, InterrogateAnswer, TransferAnswer } from "@reelcast/machine";
import type { TransferKind } from "../../../wallet/index.ts";
import type { MachineFacts, MetersRead } from "../types.ts";

/** Of a command, or of an effect: what goes wrong. */
export const FAULTS = ["before", "after", "late", "pending", "crashBefore", "crashAfter"] as const;
export type FaultKind = (typeof FAULTS)[number];

/** The machine can't be reached, or its answer is lost. */
export class Unreachable extends Error {}
/** The process ends here. */
export class Crash extends Error {}

/** A fault after so many places where one is possible, and so on. */
export class FaultPlan {
  #left: [number, FaultKind][];
  #gap: number;
  active = true;
  constructor(plan: readonly (readonly [number, FaultKind])[]) {
    this.#left = plan.map(([gap, kind]) => [gap, kind]);
    this.#gap = this.#left[0]?.[0] ?? 0;
  }
  next(): FaultKind | null {
    const [first] = this.#left;
    if (!this.active || !first) return null;
    if (this.#gap > 0) {
      this.#gap -= 1;
      return null;
    }
    this.#left = this.#left.slice(1);
    this.#gap = this.#left[0]?.[0] ?? 0;
    return first[1];
  }
}

interface Command {
  id: string;
  number: number;
  kind: TransferKind;
  amount: number | null;
}
export interface Game {
  number: number;
  bet: number;
  win: number;
}

export class ModelMachine {
  meters: MetersRead = { credit: 0, transferredIn: 70_000, transferredOut: 70_000 };
  online = true;
  phase: GamePhase = "idle";
  mark = 0;
  /** A change that is reported as an event. */
  changed = false;
  games: Game[] = [];
  lastGame = 0;
  /** What it really moved, by id; outlives its memory. */
  readonly moved = new Map<string, number>();
  readonly #faults: FaultPlan;
  /** False: a machine that an interrogation leaves as it is, to show that the simulation notices. */
  readonly #raisesMark: boolean;
  #answers = new Map<string, TransferAnswer>();
  #pending = new Map<string, Command>();
  /** Commands that are given up by their sender and arrive later. */
  #late: Command[] = [];
  #win = 0;

  constructor(faults: FaultPlan, raisesMark: boolean) {
    this.#faults = faults;
    this.#raisesMark = raisesMark;
  }
  facts(): MachineFacts {
    return { online: this.online, phase: this.phase, credit: this.meters.credit };
  }
  #command<T>(work: () => T, command?: Command): T {
    if (!this.online) throw new Unreachable();
    const fault = this.#faults.next();
    if (fault === "crashBefore") throw new Crash();
    if (fault === "before") throw new Unreachable();
    if (fault === "late") {
      if (command) this.#late.push(command);
      throw new Unreachable();
    }
    if (fault === "pending" && command) this.#pending.set(command.id, command);
    const result = work();
    if (fault === "after") throw new Unreachable();
    if (fault === "crashAfter") throw new Crash();
    return result;
  }

  lock(): boolean {
    return this.#command(() => this.phase === "idle");
  }
  unlock(): void {
    this.#command(() => {});
  }
  readMeters(): MetersRead {
    return this.#command(() => this.meters);
  }
  gamesSince(number: number): Game[] {
    return this.#command(() => this.games.filter((game) => game.number > number));
  }
  send(command: Command): TransferAnswer {
    return this.#command(
      () => (this.#pending.has(command.id) ? { status: "pending", transferId: command.id } : this.#carryOut(command)),
      command,
    );
  }
  #carryOut({ id, number, kind, amount }: Command): TransferAnswer {
    const known = this.#answers.get(id);
    const { credit } = this.meters;
    if (known) return known;
    if (number <= this.mark) return { status: "refused", transferId: id, reason: "superseded", credit };
    const refused =
      this.phase !== "idle"
        ? "gameInProgress"
        : (amount ?? 0) > credit && kind === "cashout"
          ? "notEnoughCredit"
          : null;
    if (refused !== null) return this.#answered({ status: "refused", transferId: id, reason: refused, credit });
    const moved = amount ?? credit;
    const [incoming, outgoing] = kind === "cashin" ? [moved, 0] : [0, moved];
    this.meters = {
      credit: credit + incoming - outgoing,
      transferredIn: this.meters.transferredIn + incoming,
      transferredOut: this.meters.transferredOut + outgoing,
    };
    this.mark = Math.max(this.mark, number);
    this.moved.set(id, moved);
    this.changed = true;
    return this.#answered({ status: "done", transferId: id, moved, credit: this.meters.credit, duplicate: false });
  }
  #answered(answer: TransferAnswer): TransferAnswer {
    this.#answers.set(answer.transferId, answer);
    return answer;
  }
  interrogate(id: string, number: number): InterrogateAnswer {
    return this.#command(() => {
      if (this.#pending.has(id)) return { status: "pending", transferId: id };
      if (this.#raisesMark) this.mark = Math.max(this.mark, number);
      return this.#answers.get(id) ?? { status: "notFound", transferId: id };
    });
  }

  // ——— what happens at the machine by itself ———

  finishPending(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const command of pending) this.#carryOut(command);
  }
  deliverLate(): void {
    const late = this.#late;
    this.#late = [];
    for (const command of late) this.#carryOut(command);
  }
  startGame(bet: number): void {
    if (!this.online || this.phase !== "idle" || this.meters.credit < bet || this.#pending.size > 0) return;
    this.meters = { ...this.meters, credit: this.meters.credit - bet };
    this.phase = "spinning";
    this.lastGame += 1;
    this.games.push({ number: this.lastGame, bet, win: -1 });
    this.changed = true;
  }
  /** The game under way ends; a win waits to be taken. */
  stopReels(win: number): void {
    if (this.phase !== "spinning") return;
    this.#win = win;
    this.phase = "winToTake";
    this.changed = true;
    if (win === 0) this.takeWin();
  }
  takeWin(): void {
    if (this.phase !== "winToTake") return;
    this.meters = { ...this.meters, credit: this.meters.credit + this.#win };
    this.games = this.games.map((game) => (game.win === -1 ? { ...game, win: this.#win } : game));
    this.#win = 0;
    this.phase = "idle";
    this.changed = true;
  }
  pressTake(): void {
    this.#command(() => this.takeWin());
  }
  setOnline(online: boolean): void {
    this.changed ||= this.online !== online;
    this.online = online;
  }
  /** A technician clears the memory: nothing is under way on the line any more either. */
  clear(): void {
    this.meters = { credit: 0, transferredIn: 0, transferredOut: 0 };
    this.phase = "idle";
    this.mark = 0;
    this.games = [];
    this.#win = 0;
    this.#answers.clear();
    this.#pending.clear();
    this.#late = [];
    this.changed = true;
  }
}
