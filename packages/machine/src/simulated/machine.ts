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
  TransferRefusal,
  TransferRequest,
  VideoSource,
} from "../driver.ts";
import { skinOf } from "../games/index.ts";
import type { Skin } from "../games/index.ts";
import { mathsOf } from "../maths/index.ts";
import { cryptoRandom } from "../random.ts";
import type { RandomSource } from "../random.ts";
import { bandsOf, betOf, lampsOf, selectsOf } from "./deck.ts";
import { displayOf } from "./display-state.ts";
import { Memory, freshMemory } from "./memory.ts";
import type { MachineMemory } from "./memory.ts";
import { deadlineOf, due, press, resetHandPay } from "./rules.ts";
import type { Rules, Step } from "./rules.ts";

const REMEMBERED_TRANSFERS = 40;
const MAX_CREDIT = 1_000_000_000_000;

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
  const { definition, memory: store, clock = systemClock, random = cryptoRandom(), speed = 1 } = options;
  const skin = skinOf(definition.skin);
  const stored = await store.load();
  let memory = stored === null || stored === undefined ? freshMemory(definition.skin) : Memory.parse(stored);
  if (stored === null || stored === undefined) await store.save(memory);

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

  const rules = (): Rules => ({ skin, now: clock.now(), random, speed });

  function state(): MachineState {
    const lamps = lampsOf(skin, { memory, locked: lock !== null });
    return {
      online: !down,
      tilt: memory.tilt,
      doorOpen: memory.doorOpen,
      locked: lock !== null,
      phase: memory.phase,
      credit: memory.meters.credit,
      bet: memory.phase === "idle" ? betOf(memory) : (memory.game?.bet ?? 0),
      win: memory.free ? memory.free.won : memory.phase === "idle" ? (memory.game?.win ?? 0) : memory.win,
      freeSpins: memory.free?.left ?? 0,
      controls: lamps,
      selects: selectsOf(memory),
      nextBet: betOf(memory),
    };
  }
  const display = (): DisplayState =>
    displayOf(memory, {
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

  function tell(events: readonly MachineEvent[]): void {
    seq += 1;
    if (watchers.size > 0) {
      const shown = display();
      for (const watch of watchers) watch(shown);
    }
    if (down) return;
    for (const listen of listeners) {
      for (const event of events) listen(event);
      listen({ type: "state", state: state() });
    }
  }

  function schedule(): void {
    if (timer) clock.clearTimeout(timer.handle);
    timer = null;
    const at = closed ? null : deadlineOf(memory);
    if (at === null) return;
    timer = {
      handle: clock.setTimeout(
        () => {
          timer = null;
          // A game that can't be written down waits: it is tried again, with the same draw where one was made.
          void inTurn(async () => {
            const deadline = deadlineOf(memory);
            if (deadline === null || closed) return;
            // Timers may fire a little early.
            if (deadline > clock.now()) schedule();
            else await commit(due(memory, rules()));
          }).catch(() => {
            if (!closed && !timer) timer = { handle: clock.setTimeout(schedule, 250) };
          });
        },
        Math.max(0, at - clock.now()),
      ),
    };
  }

  /** First the memory, then everything that others see. */
  async function commit(step: Step): Promise<void> {
    await store.save(step.memory);
    memory = step.memory;
    tell(step.events);
    schedule();
  }
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
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

  async function transfer(request: TransferRequest, kind: "in" | "out"): Promise<TransferAnswer> {
    const { transferId } = request;
    const known = recall(transferId);
    if (known) return known;
    const { meters } = memory;
    const amount = request.amount ?? meters.credit;
    const refuse = async (reason: TransferRefusal): Promise<TransferAnswer> => {
      const next = structuredClone(memory);
      next.transfers = [
        ...next.transfers,
        { id: transferId, status: "refused" as const, moved: 0, credit: meters.credit, reason },
      ].slice(-REMEMBERED_TRANSFERS);
      await store.save(next);
      memory = next;
      return { status: "refused", transferId, reason, credit: meters.credit };
    };
    if (!lock) return refuse("notLocked");
    if (memory.tilt !== null || memory.doorOpen) return refuse("tilt");
    if (memory.phase !== "idle") return refuse("gameInProgress");
    if (!Number.isSafeInteger(amount) || amount < 0 || (amount === 0 && request.amount !== null))
      return refuse("badAmount");
    if (kind === "in" && meters.credit + amount > MAX_CREDIT) return refuse("overLimit");
    if (kind === "out" && amount > meters.credit) return refuse("notEnoughCredit");
    const next = structuredClone(memory);
    if (kind === "in") next.meters.transferredIn += amount;
    else next.meters.transferredOut += amount;
    next.meters.credit += kind === "in" ? amount : -amount;
    next.transfers = [
      ...next.transfers,
      { id: transferId, status: "done" as const, moved: amount, credit: next.meters.credit },
    ].slice(-REMEMBERED_TRANSFERS);
    await commit({ memory: next, events: [] });
    return { status: "done", transferId, moved: amount, credit: next.meters.credit, duplicate: false };
  }
  function recall(transferId: string): TransferAnswer | null {
    const known = memory.transfers.find(({ id }) => id === transferId);
    if (!known) return null;
    return known.status === "done"
      ? { status: "done", transferId, moved: known.moved, credit: known.credit, duplicate: true }
      : { status: "refused", transferId, reason: (known.reason ?? "busy") as TransferRefusal, credit: known.credit };
  }
  async function alter(change: (next: Memory) => void, events: MachineEvent[]): Promise<void> {
    await inTurn(async () => {
      const next = structuredClone(memory);
      change(next);
      await store.save(next);
      memory = next;
      tell(events);
      schedule();
    });
  }

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
        video: {
          type: definition.videoType,
          width: definition.width,
          height: definition.height,
          frameRate: definition.frameRate,
          crop:
            definition.videoType === "camera"
              ? { x: 0.12, y: 0.2, width: 0.76, height: 0.52 }
              : { x: 0.03, y: 0.1, width: 0.94, height: 0.74 },
        },
      }));
    },
    state,
    bands: (): Band[] => bandsOf(skin, lampsOf(skin, { memory, locked: lock !== null })),
    meters: (): Promise<Meters> => ask(async () => ({ ...memory.meters })),
    press: (control): Promise<PressAnswer> =>
      ask(async () => {
        const step = press(memory, control, lock !== null, rules());
        if (!step.accepted) return step;
        const at = clock.now();
        await store.save(step.memory);
        presses += 1;
        lastPress = { control, at };
        memory = step.memory;
        tell(step.events);
        schedule();
        return { accepted: true, at };
      }),
    transferIn: (request) => ask(() => transfer(request, "in")),
    transferOut: (request) => ask(() => transfer(request, "out")),
    interrogate: (transferId): Promise<InterrogateAnswer> =>
      ask(async () => recall(transferId) ?? { status: "notFound", transferId }),
    lock: (timeoutMs) =>
      ask(async () => {
        if (lock) return true;
        if (memory.phase !== "idle" || memory.tilt !== null || memory.doorOpen) return false;
        lock = { handle: clock.setTimeout(() => void inTurn(async () => unlock()), timeoutMs) };
        tell([]);
        return true;
      }),
    unlock: () => ask(async () => unlock()),
    resetHandPay: () => ask(async () => commit(resetHandPay(memory, rules()))),
    gamesSince: (gameNumber): Promise<GameResult[]> =>
      ask(async () => memory.journal.filter((result) => result.gameNumber > gameNumber)),
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
        for (const listen of listeners) {
          listen({ type: isDown ? "offline" : "online" });
          listen({ type: "state", state: state() });
        }
      },
      loseNext(when) {
        lost = when;
      },
      tilt: (reason) =>
        alter((next) => (next.tilt = reason), [reason === null ? { type: "tiltCleared" } : { type: "tilt", reason }]),
      door: (open) => alter((next) => (next.doorOpen = open), [{ type: "door", open }]),
      clearMemory: () => alter((next) => Object.assign(next, freshMemory(definition.skin)), []),
    },
  };
}
