/**
 * A slot machine that is a program: meters, game, button deck and glass of its own, a memory that outlives it. It keeps
 * to the driver interface as a cabinet behind a SAS line would; the house can't tell.
 *
 * Everything that happens to it happens one after the other, and is in its memory before it is answered.
 */
import type { Band, VideoType } from "@reelcast/contract";
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { DisplayState } from "../display.ts";
import { MachineUnreachable } from "../driver.ts";
import type {
  GameResult,
  InterrogateAnswer,
  MachineDriver,
  MachineEvent,
  MachineIdentity,
  MachineState,
  Meters,
  PressAnswer,
  TransferAnswer,
  TransferRequest,
  VideoSource,
} from "../driver.ts";
import { skinOf } from "../games/index.ts";
import type { Skin } from "../games/index.ts";
import { mathsOf } from "../maths/index.ts";
import { cryptoRandom } from "../random.ts";
import type { RandomSource } from "../random.ts";
import { bandsOf, betOf, lampsOf, minBetOf, selectsOf } from "./deck.ts";
import { cropOf, displayOf, shownWin } from "./display-state.ts";
import { resultOf } from "./journal.ts";
import { openKeeper } from "./keeper.ts";
import { freshMemory } from "./memory.ts";
import type { MachineMemory, Memory } from "./memory.ts";
import { deadlineOf, due, press, resetHandPay } from "./rules.ts";
import type { Happening, Rules, Step } from "./rules.ts";
import { recall, transfer } from "./transfers.ts";
import type { Direction } from "./transfers.ts";

const HAND_PAY_FROM = 10_000_000;
/** A memory that can't be written or read is tried again after so long. */
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
  /** Divides every duration of the game: tests play faster. */
  speed?: number;
  /** A win of this size or more is paid by hand. Minor units; 100,000.00 unless told. */
  handPayFrom?: number;
  /** Hears what a listener threw: the machine goes on. A process warning unless told. */
  onListenerError?: (error: unknown) => void;
}
/** What tests make go wrong. */
export interface Faults {
  /** The line is down: nothing is heard, in either direction. The machine itself goes on. */
  offline(down: boolean): void;
  /** The next question is lost before the machine hears it, or its answer after it has acted. */
  loseNext(when: "before" | "after"): void;
  tilt(reason: string | null): Promise<void>;
  door(open: boolean): Promise<void>;
  /** Meters and transfers are forgotten, as when a cabinet's memory is cleared. */
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

/** Starts a machine on its memory: a new one where there is none, else the game that it was in. @throws where the memory can't be read */
export async function createSimulatedMachine(options: SimulatedOptions): Promise<SimulatedMachine> {
  const { definition, clock = systemClock, random = cryptoRandom(), speed = 1, handPayFrom = HAND_PAY_FROM } = options;
  const onListenerError =
    options.onListenerError ??
    ((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)));
  const skin = skinOf(definition.skin);
  const keeper = await openKeeper(options.memory, definition.skin);
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
  let queue: Promise<unknown> = Promise.resolve();

  const rules = (): Rules => ({ skin, now: clock.now(), random, speed, handPayFrom });
  const lamps = () => lampsOf(skin, { memory: memory(), locked: lock !== null });

  function state(): MachineState {
    const now = memory();
    return {
      online: !down,
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

  /** A listener that throws is a mistake of its own: the others hear, and the machine goes on. */
  function notify<T>(audience: ReadonlySet<(value: T) => void>, value: T): void {
    for (const listen of audience) {
      try {
        listen(value);
      } catch (error) {
        onListenerError(error);
      }
    }
  }
  function tell(events: readonly MachineEvent[]): void {
    seq += 1;
    if (watchers.size > 0) notify(watchers, display());
    if (down || listeners.size === 0) return;
    for (const event of events) notify(listeners, event);
    notify(listeners, { type: "state", state: state() });
  }

  function wake(ms: number, work: () => Promise<void>): void {
    if (timer) clock.clearTimeout(timer.handle);
    timer = closed
      ? null
      : {
          handle: clock.setTimeout(
            () => {
              timer = null;
              void inTurn(work).catch(() => {
                // Doubt has set its own timer already.
                if (!timer) schedule();
              });
            },
            Math.max(0, ms),
          ),
        };
  }
  /** Sets the timer for what happens next by itself. */
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

  /** First the memory, then everything that others see. */
  async function commit(step: Step): Promise<void> {
    await keeper.write(step.memory, step.events);
    schedule();
    tell(step.events);
  }
  /** One after the other, and only with a memory that is certain. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(async () => {
      try {
        const unnoticed = await keeper.settle();
        if (unnoticed) {
          schedule();
          tell(unnoticed);
        }
        return await work();
      } finally {
        if (keeper.inDoubt()) wake(RETRY_MS, async () => {});
      }
    });
    queue = result.catch(() => {});
    return result;
  }
  /** A question over the line: it, or its answer, may be lost. */
  async function ask<T>(work: () => Promise<T>): Promise<T> {
    if (down || closed) throw new MachineUnreachable("the machine does not answer");
    const losing = lost;
    lost = null;
    if (losing === "before") throw new MachineUnreachable("the question was lost");
    const answer = await inTurn(work).catch((error: unknown) => {
      throw error instanceof MachineUnreachable
        ? error
        : new MachineUnreachable("the machine failed", { cause: error });
    });
    if (losing === "after" || down) throw new MachineUnreachable("the answer was lost");
    return answer;
  }

  function unlock(): void {
    if (!lock) return;
    clock.clearTimeout(lock.handle);
    lock = null;
    tell([]);
  }

  async function transferOnce(request: TransferRequest, direction: Direction): Promise<TransferAnswer> {
    const { answer, next } = transfer(memory(), request, direction, lock !== null);
    if (next) await commit({ memory: next, events: [] });
    return answer;
  }
  const alter = (change: Partial<Memory>, events: Happening[]): Promise<void> =>
    inTurn(() => commit({ memory: { ...memory(), ...change }, events }));

  schedule();

  return {
    machineId: definition.machineId,
    async identify(): Promise<MachineIdentity> {
      return ask(async () => ({
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
    meters: (): Promise<Meters> => ask(async () => ({ ...memory().meters })),
    press: (control): Promise<PressAnswer> =>
      ask(async () => {
        const step = press(memory(), control, lock !== null, rules());
        if (!step.accepted) return step;
        const at = clock.now();
        await keeper.write(step.memory, step.events);
        presses += 1;
        lastPress = { control, at };
        schedule();
        tell(step.events);
        return { accepted: true, at };
      }),
    transferIn: (request) => ask(() => transferOnce(request, "in")),
    transferOut: (request) => ask(() => transferOnce(request, "out")),
    interrogate: (transferId): Promise<InterrogateAnswer> =>
      ask(async () => recall(memory(), transferId) ?? { status: "notFound", transferId }),
    lock: (timeoutMs) =>
      ask(async () => {
        const { phase, tilt, doorOpen } = memory();
        if (phase !== "idle" || tilt !== null || doorOpen) return false;
        if (lock) clock.clearTimeout(lock.handle);
        lock = { handle: clock.setTimeout(unlock, timeoutMs) };
        tell([]);
        return true;
      }),
    unlock: () => ask(async () => unlock()),
    resetHandPay: () => ask(async () => commit(resetHandPay(memory(), rules()))),
    gamesSince: (gameNumber): Promise<GameResult[]> =>
      ask(async () =>
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
      await queue;
      listeners.clear();
      watchers.clear();
    },
    faults: {
      offline(isDown) {
        if (down === isDown) return;
        down = isDown;
        notify(listeners, { type: isDown ? "offline" : "online" });
        notify(listeners, { type: "state", state: state() });
      },
      loseNext(when) {
        lost = when;
      },
      tilt: (reason) => alter({ tilt: reason }, [reason === null ? { type: "tiltCleared" } : { type: "tilt", reason }]),
      door: (open) => alter({ doorOpen: open }, [{ type: "door", open }]),
      clearMemory: () => alter(freshMemory(definition.skin), []),
    },
  };
}
