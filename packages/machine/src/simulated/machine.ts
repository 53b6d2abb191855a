/**
 * A simulated slot machine: meters, game, button deck and glass, and a durable memory. It implements the driver
 * interface as the driver of a cabinet does.
 *
 * All commands and events run in one serial queue, and are durable before they are answered.
 */
import type { Band, VideoType } from "@reelcast/contract";
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { DisplayState } from "../display.ts";
import { MachineFenced, MachineUnreachable } from "../driver.ts";
import type {
  GameResult,
  MachineDriver,
  MachineEvent,
  MachineIdentity,
  MachineState,
  Meters,
  PressAnswer,
  PressCommand,
  VideoSource,
} from "../driver.ts";
import { skinOf } from "../games/index.ts";
import type { Skin } from "../games/index.ts";
import { mathsOf } from "../maths/index.ts";
import { cryptoRandom } from "../random.ts";
import { SerialQueue } from "../serialQueue.ts";
import type { RandomSource } from "../random.ts";
import { bandsOf, betOf, lampsOf, minBetOf, selectsOf } from "./deck.ts";
import { cropOf, displayOf, shownWin } from "./display-state.ts";
import { resultOf } from "./journal.ts";
import { openMemoryWriter } from "./memory-writer.ts";
import { clearedMemory } from "./memory.ts";
import type { MachineMemory, Memory } from "./memory.ts";
import { deadlineOf, due, press, resetHandPay } from "./game-steps.ts";
import type { GameEvent, GameContext, Step } from "./game-steps.ts";
import { interrogate, transfer } from "./transfers.ts";
import type { Answered } from "./transfers.ts";

const HAND_PAY_FROM = 10_000_000;
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
export interface SimulatedOptions {
  definition: MachineDefinition;
  memory: MachineMemory;
  clock?: Clock;
  random?: RandomSource;
  /** Divides every duration of the game, for tests. */
  speed?: number;
  /** A win of this size or more is paid by hand. Minor units; default 100,000.00. */
  handPayFrom?: number;
  /** Called with the error of a listener; the machine continues. Default: a process warning. */
  onListenerError?: (error: unknown) => void;
}
/** Faults for tests. */
export interface Faults {
  /** The connection is down in both directions. The machine itself continues. */
  offline(down: boolean): void;
  /** The next command is lost before the machine receives it, or its answer after its execution. */
  loseNext(when: "before" | "after"): void;
  tilt(reason: string | null): Promise<void>;
  door(open: boolean): Promise<void>;
  /** Everything but the epoch is forgotten, as when a cabinet's memory is cleared: see `clearedMemory`. */
  clearMemory(): Promise<void>;
}
export interface SimulatedMachine extends MachineDriver {
  readonly faults: Faults;
}

const theoretical = new Map<string, number>();
function returnOf(skin: Skin): number {
  const known = theoretical.get(skin.game);
  if (known !== undefined) return known;
  const value = mathsOf(skin.game, 1).returnToPlayer;
  theoretical.set(skin.game, value);
  return value;
}

/**
 * Opens a machine on its memory: a new one if the memory is empty, else in its last state. Only reads until `hello`:
 * before that no timer runs, and every command throws MachineUnreachable. @throws where the memory can't be read
 */
export async function createSimulatedMachine(options: SimulatedOptions): Promise<SimulatedMachine> {
  const { definition, clock = systemClock, random = cryptoRandom(), speed = 1, handPayFrom = HAND_PAY_FROM } = options;
  const onListenerError =
    options.onListenerError ??
    ((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)));
  const skin = skinOf(definition.skin);
  const keeper = await openMemoryWriter(options.memory, definition.skin);
  const memory = () => keeper.current();

  const listeners = new Set<(event: MachineEvent) => void>();
  const watchers = new Set<(display: DisplayState) => void>();
  let seq = 0;
  let presses = 0;
  let lastPress: DisplayState["lastPress"] = null;
  let lock: { handle: unknown } | null = null;
  let down = false;
  let lost: "before" | "after" | null = null;
  let timer: { handle: unknown } | null = null;
  let closed = false;
  /** Of the last hello that was answered; null before the first. */
  let epoch: number | null = null;
  /** Final: a higher epoch has said hello. */
  let fenced = false;
  /** Sequence number of the last press received under this epoch, executed or not. */
  let lastSequence = 0;
  const queue = new SerialQueue();

  const rules = (): GameContext => ({ skin, now: clock.now(), random, speed, handPayFrom });
  const lamps = () => lampsOf(skin, { memory: memory(), locked: lock !== null });

  function state(): MachineState {
    const now = memory();
    return {
      online: epoch !== null && !down && !fenced,
      tilt: now.tilt,
      doorOpen: now.doorOpen,
      locked: lock !== null,
      phase: now.phase,
      credit: now.meters.credit,
      bet: now.phase === "idle" ? betOf(now) : (now.game?.bet ?? 0),
      win: shownWin(now),
      freeSpins: now.free?.left ?? 0,
      controls: lamps(),
      selects: selectsOf(now),
      nextBet: betOf(now),
    };
  }
  const display = (): DisplayState =>
    displayOf(memory(), {
      machineId: definition.machineId,
      name: definition.name,
      brand: definition.brand,
      skin: definition.skin,
      seq,
      presses,
      locked: lock !== null,
      lastPress,
      now: clock.now(),
    });

  /** A listener that throws affects neither the other listeners nor the machine. */
  function notify<T>(audience: ReadonlySet<(value: T) => void>, value: T): void {
    for (const listen of audience) {
      try {
        listen(value);
      } catch (error) {
        onListenerError(error);
      }
    }
  }
  function publish(events: readonly MachineEvent[]): void {
    seq += 1;
    if (watchers.size > 0) notify(watchers, display());
    if (down || listeners.size === 0) return;
    for (const event of events) notify(listeners, event);
    notify(listeners, { type: "state", state: state() });
  }

  function wake(ms: number, work: () => Promise<void>): void {
    if (timer) clock.clearTimeout(timer.handle);
    timer =
      closed || fenced
        ? null
        : {
            handle: clock.setTimeout(
              () => {
                timer = null;
                void enqueue(work).catch(() => {
                  // If the write is in doubt, the timer is already set.
                  if (!timer) schedule();
                });
              },
              Math.max(0, ms),
            ),
          };
  }
  /** Sets the timer for the next deadline. */
  function schedule(): void {
    if (timer) clock.clearTimeout(timer.handle);
    timer = null;
    const at = deadlineOf(memory());
    if (at === null) return;
    wake(at - clock.now(), async () => {
      const deadline = deadlineOf(memory());
      // Timers may fire a little early.
      if (deadline !== null && deadline <= clock.now()) await commit(due(memory(), rules()));
      else schedule();
    });
  }

  /** Writes the memory first, then publishes. */
  async function commit(step: Step): Promise<void> {
    await keeper.write(step.memory, step.events);
    schedule();
    publish(step.events);
  }
  /** Another owner has the machine: this driver stops, and retries nothing. */
  function fence(): void {
    if (fenced) return;
    fenced = true;
    if (timer) clock.clearTimeout(timer.handle);
    if (lock) clock.clearTimeout(lock.handle);
    timer = null;
    lock = null;
    if (down) return;
    notify(listeners, { type: "offline" });
    notify(listeners, { type: "state", state: state() });
  }
  function refuseFenced(): void {
    if (fenced) throw new MachineFenced("another owner has said hello with a higher epoch");
  }
  /** Adds work to the serial queue. It runs only when the memory is not in doubt. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    return queue.enqueue(async () => {
      refuseFenced();
      try {
        const unnoticed = epoch === null ? null : await keeper.resolveDoubt();
        if (unnoticed) {
          schedule();
          publish(unnoticed);
        }
        return await work();
      } finally {
        if (epoch !== null && keeper.isFenced()) fence();
        else if (epoch !== null && keeper.inDoubt()) wake(RETRY_MS, async () => {});
      }
    });
  }
  /**
   * A command of the owner; it or its answer may be lost on the connection. It has the epoch of its call, so that a
   * queued command is refused after a higher hello.
   */
  async function command<T>(work: () => Promise<T>, carried: number | null = epoch): Promise<T> {
    refuseFenced();
    if (down || closed) throw new MachineUnreachable("the machine does not answer");
    if (carried === null) throw new MachineUnreachable("no hello was said to the machine yet");
    const losing = lost;
    lost = null;
    if (losing === "before") throw new MachineUnreachable("the command was lost");
    const answer = await enqueue(async () => {
      if (carried < memory().epoch) throw new MachineFenced("the command is of an epoch that is over");
      return work();
    }).catch((error: unknown) => {
      const known = error instanceof MachineUnreachable || (error instanceof MachineFenced && losing === null);
      throw known ? error : new MachineUnreachable("the machine failed", { cause: error });
    });
    if (losing === "after" || down) throw new MachineUnreachable("the answer was lost");
    return answer;
  }
  async function hello(asked: number): Promise<void> {
    if (!Number.isSafeInteger(asked) || asked < 0) throw new RangeError("an epoch is a whole number, not below 0");
    await command(async () => {
      await keeper.claim(asked);
      if (asked === epoch) return;
      epoch = asked;
      lastSequence = memory().pressed;
      // A lock belongs to the owner that took it.
      if (lock) clock.clearTimeout(lock.handle);
      lock = null;
      schedule();
      publish([]);
    }, asked);
  }

  function unlock(): void {
    if (!lock) return;
    clock.clearTimeout(lock.handle);
    lock = null;
    publish([]);
  }

  function pressOnce({ control, sequence, ttlMs }: PressCommand): Promise<PressAnswer> {
    const calledAt = clock.monotonic();
    return command(async () => {
      if (!Number.isSafeInteger(sequence) || sequence <= lastSequence) return { accepted: false, reason: "repeated" };
      lastSequence = sequence;
      const waited = clock.monotonic() - calledAt;
      if (!(waited < ttlMs)) return { accepted: false, reason: "expired" };
      const step = press(memory(), control, lock !== null, rules());
      if (!step.accepted) return step;
      const at = clock.now();
      await keeper.write({ ...step.memory, pressed: sequence }, step.events);
      presses += 1;
      lastPress = { control, at };
      schedule();
      publish(step.events);
      return { accepted: true, at };
    });
  }
  /** An answer is given only when its memory is durable, or no higher epoch has been heard. */
  async function answerOf<A>({ answer, next }: Answered<A>): Promise<A> {
    if (next) await commit({ memory: next, events: [] });
    else await keeper.verify();
    return answer;
  }
  /** A change by the machine itself, not by a command. */
  const change = (of: () => Partial<Memory>, events: GameEvent[]): Promise<void> =>
    enqueue(async () => {
      if (epoch === null) throw new MachineUnreachable("no hello was said to the machine yet");
      await commit({ memory: { ...memory(), ...of() }, events });
    });

  return {
    machineId: definition.machineId,
    hello,
    async identify(): Promise<MachineIdentity> {
      return command(async () => ({
        machineId: definition.machineId,
        manufacturer: definition.brand,
        model: definition.name,
        serial: definition.serial,
        game: skin.game,
        returnToPlayer: returnOf(skin),
        currency: definition.currency,
        minBet: minBetOf(skin),
        video: {
          type: definition.videoType,
          width: definition.width,
          height: definition.height,
          frameRate: definition.frameRate,
          crop: cropOf(definition.videoType === "camera"),
        },
      }));
    },
    state,
    bands: (): Band[] => bandsOf(skin, lamps()),
    meters: (): Promise<Meters> => command(async () => ({ ...memory().meters })),
    press: pressOnce,
    transferIn: (request) => command(() => answerOf(transfer(memory(), request, "in", lock !== null))),
    transferOut: (request) => command(() => answerOf(transfer(memory(), request, "out", lock !== null))),
    interrogate: (request) => command(() => answerOf(interrogate(memory(), request))),
    lock: (timeoutMs) =>
      command(async () => {
        await keeper.verify();
        const { phase, tilt, doorOpen } = memory();
        if (phase !== "idle" || tilt !== null || doorOpen) return false;
        if (lock) clock.clearTimeout(lock.handle);
        lock = { handle: clock.setTimeout(unlock, timeoutMs) };
        publish([]);
        return true;
      }),
    unlock: () => command(async () => unlock()),
    resetHandPay: () => command(async () => commit(resetHandPay(memory(), rules()))),
    gamesSince: (gameNumber): Promise<GameResult[]> =>
      command(async () =>
        memory()
          .journal.map(resultOf)
          .filter((result) => result.gameNumber > gameNumber),
      ),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    video: (): VideoSource => ({
      kind: "drawn",
      display,
      subscribe(listener) {
        watchers.add(listener);
        return () => void watchers.delete(listener);
      },
    }),
    async close() {
      closed = true;
      if (timer) clock.clearTimeout(timer.handle);
      if (lock) clock.clearTimeout(lock.handle);
      await queue.drained();
      listeners.clear();
      watchers.clear();
    },
    faults: {
      offline(isDown) {
        if (down === isDown) return;
        down = isDown;
        if (epoch === null || fenced) return;
        notify(listeners, { type: isDown ? "offline" : "online" });
        notify(listeners, { type: "state", state: state() });
      },
      loseNext(when) {
        lost = when;
      },
      tilt: (reason) =>
        change(() => ({ tilt: reason }), [reason === null ? { type: "tiltCleared" } : { type: "tilt", reason }]),
      door: (open) => change(() => ({ doorOpen: open }), [{ type: "door", open }]),
      clearMemory: () => change(() => clearedMemory(memory(), definition.skin), []),
    },
  };
}
