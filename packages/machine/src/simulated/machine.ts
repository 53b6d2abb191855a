/**
 * A simulated slot machine as a driver: the commands of an owner, each once under its epoch, on a connection that tests
 * can interrupt. The machine itself is in core.ts.
 */
import type { Band } from "@reelcast/contract";
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { MachineFenced, MachineUnreachable } from "../driver.ts";
import type {
  GameResult,
  InterrogateAnswer,
  MachineDriver,
  MachineEvent,
  MachineIdentity,
  MachineState,
  Meters,
  PressAnswer,
  PressCommand,
  TransferAnswer,
  TransferRequest,
  VideoSource,
} from "../driver.ts";
import { gameOf, skinOf } from "../games/index.ts";
import { returnOf } from "../maths/index.ts";
import { cryptoRandom } from "../random.ts";
import type { RandomSource } from "../random.ts";
import { MachineCore } from "./core.ts";
import type { CoreParts, MachineDefinition } from "./core.ts";
import { bandsOf, minBetOf } from "./deck.ts";
import { cropOf, glassOf, partsOf } from "../screen/parts.ts";
import { press, resetHandPay } from "./gameSteps.ts";
import type { GameEvent } from "./gameSteps.ts";
import { resultsOf } from "./journal.ts";
import { openMemoryWriter } from "./memoryWriter.ts";
import { clearedMemory } from "./memory.ts";
import type { MemoryStore, Memory } from "./memory.ts";
import { interrogate, transfer } from "./transfers.ts";
import type { Answered } from "./transfers.ts";

export type { MachineDefinition } from "./core.ts";

const HAND_PAY_FROM = 10_000_000;

export interface SimulatedOptions {
  definition: MachineDefinition;
  memory: MemoryStore;
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
  /**
   * The next transfer that the machine executes: its answer is lost and the machine forgets its id, while its meters
   * keep what it moved. False: none any more.
   */
  forgetNext(armed: boolean): void;
  tilt(reason: string | null): Promise<void>;
  door(open: boolean): Promise<void>;
  /** Everything but the epoch is forgotten, as when a cabinet's memory is cleared: see `clearedMemory`. */
  clearMemory(): Promise<void>;
}
export interface SimulatedMachine extends MachineDriver {
  readonly faults: Faults;
}

class SimulatedSlotMachine implements SimulatedMachine {
  readonly machineId: number;
  readonly faults: Faults;
  readonly #core: MachineCore;
  readonly #parts: CoreParts;
  /** What the connection loses next. */
  #losing: "before" | "after" | null = null;
  /** The machine forgets the next transfer. */
  #forgetting = false;
  /** Sequence number of the last press received under this epoch, executed or not. */
  #lastSequence = 0;

  constructor(parts: CoreParts) {
    this.machineId = parts.definition.machineId;
    this.#parts = parts;
    this.#core = new MachineCore(parts);
    this.faults = {
      offline: (down) => this.#core.setConnected(!down),
      loseNext: (when) => {
        this.#losing = when;
      },
      forgetNext: (armed) => {
        this.#forgetting = armed;
      },
      tilt: (reason) =>
        this.#change(() => ({ tilt: reason }), [reason === null ? { type: "tiltCleared" } : { type: "tilt", reason }]),
      door: (open) => this.#change(() => ({ doorOpen: open }), [{ type: "door", open }]),
      clearMemory: () => this.#change(() => clearedMemory(this.#core.memory, parts.definition.skin), []),
    };
  }

  // ——— the owner ———

  async hello(epoch: number): Promise<void> {
    if (!Number.isSafeInteger(epoch) || epoch < 0) throw new RangeError("an epoch is a whole number, not below 0");
    const core = this.#core;
    await this.#command(async () => {
      await this.#parts.writer.claim(epoch);
      if (epoch === core.epoch) return;
      core.epoch = epoch;
      this.#lastSequence = core.memory.pressed;
      core.dropLock();
      core.schedule();
      core.publish([]);
    }, epoch);
  }
  /**
   * A command of the owner; it or its answer may be lost on the connection. It has the epoch of its call, so that a
   * queued command is refused after a higher hello. @throws MachineUnreachable, MachineFenced
   */
  async #command<T>(work: () => Promise<T>, epoch: number | null = this.#core.epoch): Promise<T> {
    const core = this.#core;
    core.refuseFenced();
    if (!core.isConnected || core.isClosed) throw new MachineUnreachable("the machine does not answer");
    if (epoch === null) throw new MachineUnreachable("no hello was said to the machine yet");
    const losing = this.#losing;
    this.#losing = null;
    if (losing === "before") throw new MachineUnreachable("the command was lost");
    const answer = await core
      .enqueue(async () => {
        if (epoch < core.memory.epoch) throw new MachineFenced("the command is of an epoch that is over");
        return work();
      })
      .catch((error: unknown) => {
        const known = error instanceof MachineUnreachable || (error instanceof MachineFenced && losing === null);
        throw known ? error : new MachineUnreachable("the machine failed", { cause: error });
      });
    if (losing === "after" || !core.isConnected) throw new MachineUnreachable("the answer was lost");
    return answer;
  }
  /** A change by the machine itself, not by a command. */
  #change(of: () => Partial<Memory>, events: GameEvent[]): Promise<void> {
    const core = this.#core;
    return core.enqueue(async () => {
      if (core.epoch === null) throw new MachineUnreachable("no hello was said to the machine yet");
      await core.commit({ memory: { ...core.memory, ...of() }, events });
    });
  }

  // ——— what the machine shows ———

  async identify(): Promise<MachineIdentity> {
    const { definition, skin } = this.#parts;
    return this.#command(async () => ({
      machineId: definition.machineId,
      manufacturer: definition.brand,
      model: definition.name,
      serial: definition.serial,
      game: skin.game,
      returnToPlayer: returnOf(skin.game),
      currency: definition.currency,
      minBet: minBetOf(skin),
      hasFreeSpins: gameOf(skin.game).freeSpins !== null,
      video: {
        type: definition.videoType,
        width: definition.width,
        height: definition.height,
        frameRate: definition.frameRate,
        crop: cropOf(definition.videoType === "camera"),
        glass: glassOf(definition.videoType === "camera"),
        parts: partsOf(definition.videoType === "camera", gameOf(skin.game), this.bands()),
      },
    }));
  }
  state(): MachineState {
    return this.#core.state();
  }
  bands(): Band[] {
    return bandsOf(this.#parts.skin, this.#core.lamps());
  }
  meters(): Promise<Meters> {
    return this.#command(async () => ({ ...this.#core.memory.meters }));
  }
  gamesSince(gameNumber: number): Promise<GameResult[]> {
    return this.#command(async () =>
      resultsOf(this.#core.memory, this.#parts.skin).filter((result) => result.gameNumber > gameNumber),
    );
  }
  subscribe(listener: (event: MachineEvent) => void): () => void {
    return this.#core.listeners.add(listener);
  }
  video(): VideoSource {
    return {
      kind: "drawn",
      display: () => this.#core.display(),
      subscribe: (listener) => this.#core.displayListeners.add(listener),
    };
  }

  // ——— play ———

  press({ control, sequence, ttlMs }: PressCommand): Promise<PressAnswer> {
    const { clock } = this.#parts;
    const core = this.#core;
    const calledAt = clock.monotonic();
    return this.#command(async () => {
      if (!Number.isSafeInteger(sequence) || sequence <= this.#lastSequence)
        return { accepted: false, reason: "repeated" };
      this.#lastSequence = sequence;
      const waited = clock.monotonic() - calledAt;
      if (!(waited < ttlMs)) return { accepted: false, reason: "expired" };
      const step = press(core.memory, control, core.isLocked, core.rules());
      if (!step.accepted) return step;
      const at = await core.commitPress(control, { ...step, memory: { ...step.memory, pressed: sequence } });
      return { accepted: true, at };
    });
  }
  resetHandPay(): Promise<void> {
    return this.#command(() => this.#core.commit(resetHandPay(this.#core.memory, this.#core.rules())));
  }

  // ——— transfers ———

  transferIn(request: TransferRequest): Promise<TransferAnswer> {
    return this.#transfer(request, "in");
  }
  transferOut(request: TransferRequest): Promise<TransferAnswer> {
    return this.#transfer(request, "out");
  }
  #transfer(request: TransferRequest, direction: "in" | "out"): Promise<TransferAnswer> {
    return this.#command(async () => {
      const step = transfer(this.#core.memory, request, direction, this.#core.isLocked);
      if (!this.#forgetting || step.answer.status !== "done" || step.next === null) return this.#durable(step);
      this.#forgetting = false;
      const { transfers } = this.#core.memory;
      await this.#core.commit({ memory: { ...step.next, transfers }, events: [] });
      throw new MachineUnreachable("the answer was lost");
    });
  }
  interrogate(request: Pick<TransferRequest, "transferId" | "number">): Promise<InterrogateAnswer> {
    return this.#command(() => this.#durable(interrogate(this.#core.memory, request)));
  }
  /** An answer is given only when its memory is durable, or no higher epoch is known. */
  async #durable<Answer>({ answer, next }: Answered<Answer>): Promise<Answer> {
    if (next) await this.#core.commit({ memory: next, events: [] });
    else await this.#parts.writer.verify();
    return answer;
  }
  lock(timeoutMs: number): Promise<boolean> {
    return this.#command(async () => {
      await this.#parts.writer.verify();
      const { phase, tilt, doorOpen } = this.#core.memory;
      if (phase !== "idle" || tilt !== null || doorOpen) return false;
      this.#core.lock(timeoutMs);
      return true;
    });
  }
  unlock(): Promise<void> {
    return this.#command(async () => this.#core.unlock());
  }

  close(): Promise<void> {
    return this.#core.close();
  }
}

/**
 * Opens a machine on its memory: a new one if the memory is empty, else in its last state. Only reads until `hello`:
 * before that no timer runs, and every command throws MachineUnreachable. @throws if the memory can't be read
 */
export async function createSimulatedMachine(options: SimulatedOptions): Promise<SimulatedMachine> {
  const { definition, clock = systemClock, random = cryptoRandom(), speed = 1, handPayFrom = HAND_PAY_FROM } = options;
  return new SimulatedSlotMachine({
    definition,
    skin: skinOf(definition.skin),
    writer: await openMemoryWriter(options.memory, definition.skin),
    clock,
    random,
    speed,
    handPayFrom,
    onListenerError:
      options.onListenerError ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error))),
  });
}
