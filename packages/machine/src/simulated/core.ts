/**
 * The simulated machine itself: its durable memory, its time and its events. All changes run in one serial queue, and
 * are durable before they are published. Commands, and the connection that may lose them, are in machine.ts.
 */
import type { VideoType } from "@reelcast/contract";
import type { Clock } from "../clock.ts";
import type { DisplayState } from "../display.ts";
import { MachineFenced } from "../driver.ts";
import type { MachineEvent, MachineState } from "../driver.ts";
import type { Skin } from "../games/index.ts";
import type { RandomSource } from "../random.ts";
import { SerialQueue } from "@reelcast/contract/serialQueue";
import { betOf, lampsOf, selectsOf } from "./deck.ts";
import { displayOf, shownWin, standingSymbols } from "./displayState.ts";
import { deadlineOf, due } from "./gameSteps.ts";
import type { GameContext, GameEvent, Step } from "./gameSteps.ts";
import { Listeners } from "./listeners.ts";
import type { MemoryWriter } from "./memoryWriter.ts";
import type { Memory } from "./memory.ts";
import { Timer } from "./timer.ts";

/** Retry interval for a memory that can't be written or read. */
const RETRY_MS = 250;

export interface MachineDefinition {
  machineId: number;
  name: string;
  brand: string;
  /** Key of its skin: game and art. */
  skin: string;
  serial: string;
  currency: string;
  videoType: VideoType;
  width: number;
  height: number;
  frameRate: number;
}
export interface CoreParts {
  definition: MachineDefinition;
  skin: Skin;
  writer: MemoryWriter;
  clock: Clock;
  random: RandomSource;
  speed: number;
  handPayFrom: number;
  onListenerError: (error: unknown) => void;
}

/** No step of a game takes longer: a deadline beyond it was written by another computer, whose clock is ahead. */
const LONGEST_STEP_MS = 10_000;

export class MachineCore {
  readonly listeners: Listeners<MachineEvent>;
  readonly displayListeners: Listeners<DisplayState>;
  /** Of the last hello that was answered; null before the first. */
  epoch: number | null = null;
  readonly #parts: CoreParts;
  readonly #queue = new SerialQueue();
  /** For the next deadline of the game, or the next attempt to end a doubt about the memory. */
  readonly #timer: Timer;
  readonly #lock: Timer;
  #seq = 0;
  #presses = 0;
  #lastPress: DisplayState["lastPress"] = null;
  #isConnected = true;
  #isClosed = false;
  /** Final: a higher epoch has said hello. */
  #isFenced = false;

  constructor(parts: CoreParts) {
    this.#parts = parts;
    this.listeners = new Listeners(parts.onListenerError);
    this.displayListeners = new Listeners(parts.onListenerError);
    this.#timer = new Timer(parts.clock);
    this.#lock = new Timer(parts.clock);
  }

  // ——— state ———

  get memory(): Memory {
    return this.#parts.writer.current();
  }
  get isLocked(): boolean {
    return this.#lock.isRunning;
  }
  get isClosed(): boolean {
    return this.#isClosed;
  }
  get isConnected(): boolean {
    return this.#isConnected;
  }
  rules(): GameContext {
    const { skin, clock, random, speed, handPayFrom } = this.#parts;
    return { skin, now: clock.now(), random, speed, handPayFrom };
  }
  lamps(): MachineState["controls"] {
    return lampsOf(this.#parts.skin, { memory: this.memory, locked: this.isLocked });
  }
  state(): MachineState {
    const { memory } = this;
    return {
      online: this.epoch !== null && this.#isConnected && !this.#isFenced,
      tilt: memory.tilt,
      doorOpen: memory.doorOpen,
      locked: this.isLocked,
      phase: memory.phase,
      credit: memory.meters.credit,
      bet: memory.phase === "idle" ? betOf(memory) : (memory.game?.bet ?? 0),
      win: shownWin(memory),
      freeSpins: memory.free?.left ?? 0,
      controls: this.lamps(),
      selects: selectsOf(memory),
      nextBet: betOf(memory),
      symbols: standingSymbols(memory, this.#parts.skin),
    };
  }
  display(): DisplayState {
    const { machineId, name, brand, skin } = this.#parts.definition;
    return displayOf(this.memory, {
      machineId,
      name,
      brand,
      skin,
      seq: this.#seq,
      presses: this.#presses,
      locked: this.isLocked,
      lastPress: this.#lastPress,
      now: this.#parts.clock.now(),
    });
  }

  // ——— changes, in the queue ———

  /** Adds work to the serial queue. It runs only when the memory is not in doubt. @throws MachineFenced */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    const { writer } = this.#parts;
    return this.#queue.enqueue(async () => {
      this.refuseFenced();
      try {
        const unnoticed = this.epoch === null ? null : await writer.resolveDoubt();
        if (unnoticed) {
          this.schedule();
          this.publish(unnoticed);
        }
        return await work();
      } finally {
        if (this.epoch !== null && writer.isFenced()) this.#fence();
        else if (this.epoch !== null && writer.inDoubt()) this.#startTimer(RETRY_MS, async () => {});
      }
    });
  }
  /** Writes the memory first, then publishes. */
  async commit(step: Step): Promise<void> {
    await this.#parts.writer.write(step.memory, step.events);
    this.schedule();
    this.publish(step.events);
  }
  /** As `commit`, of a press. Returns its time. */
  async commitPress(control: string, step: Step): Promise<number> {
    const at = this.#parts.clock.now();
    await this.#parts.writer.write(step.memory, step.events);
    this.#presses += 1;
    this.#lastPress = { control, at };
    this.schedule();
    this.publish(step.events);
    return at;
  }
  publish(events: readonly GameEvent[]): void {
    this.#seq += 1;
    if (this.displayListeners.size > 0) this.displayListeners.notify(this.display());
    if (!this.#isConnected || this.listeners.size === 0) return;
    for (const event of events) this.listeners.notify(event);
    this.#notifyState();
  }
  #notifyState(): void {
    this.listeners.notify({ type: "state", state: this.state() });
  }
  lock(timeoutMs: number): void {
    this.#lock.start(timeoutMs, () => this.publish([]));
    this.publish([]);
  }
  unlock(): void {
    if (!this.isLocked) return;
    this.#lock.stop();
    this.publish([]);
  }
  /** A lock belongs to the owner that took it. */
  dropLock(): void {
    this.#lock.stop();
  }

  // ——— time ———

  #startTimer(ms: number, work: () => Promise<void>): void {
    this.#timer.stop();
    if (this.#isClosed || this.#isFenced) return;
    this.#timer.start(ms, () => {
      this.enqueue(work).catch(() => {
        // If the write is in doubt, the timer is already set.
        if (!this.#timer.isRunning) this.schedule();
      });
    });
  }
  /** Sets the timer for the next deadline. */
  schedule(): void {
    const { clock } = this.#parts;
    this.#timer.stop();
    const at = deadlineOf(this.memory);
    if (at === null) return;
    const left = (deadline: number) => {
      const ms = deadline - clock.now();
      return ms > LONGEST_STEP_MS ? 0 : ms;
    };
    this.#startTimer(left(at), async () => {
      const deadline = deadlineOf(this.memory);
      // Timers may fire a little early.
      if (deadline !== null && left(deadline) <= 0) await this.commit(due(this.memory, this.rules()));
      else this.schedule();
    });
  }

  // ——— owner and connection ———

  refuseFenced(): void {
    if (this.#isFenced) throw new MachineFenced("another owner has said hello with a higher epoch");
  }
  /** Another owner has the machine: this driver stops, and retries nothing. */
  #fence(): void {
    if (this.#isFenced) return;
    this.#isFenced = true;
    this.#timer.stop();
    this.#lock.stop();
    if (!this.#isConnected) return;
    this.listeners.notify({ type: "offline" });
    this.#notifyState();
  }
  setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    if (this.epoch === null || this.#isFenced) return;
    this.listeners.notify({ type: isConnected ? "online" : "offline" });
    this.#notifyState();
  }
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer.stop();
    this.#lock.stop();
    await this.#queue.drained();
    this.listeners.clear();
    this.displayListeners.clear();
  }
}
