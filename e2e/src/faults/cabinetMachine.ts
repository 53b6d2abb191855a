/** One machine of the cabinet process: it carries out questions of the current epoch, and writes them down. */
import {
  MachineFenced,
  type MachineDefinition,
  type MachineDriver,
  type PressCommand,
  type SimulatedMachine,
  createSimulatedMachine,
  seededRandom,
} from "@reelcast/machine";
import type { CabinetDisk } from "./journalFile.ts";
import { type Question, READING, monotonicMs } from "./protocol.ts";

/** `epochs`: commands of any epoch are carried out. `mark`: an interrogation raises no high-water mark. */
export type CabinetMutation = "epochs" | "mark";

interface Parts {
  disk: CabinetDisk;
  seed: number;
  /** Divides every duration of a game. */
  speed: number;
  without: readonly CabinetMutation[];
}
type Request = Pick<Question, "command" | "argument">;

function carryOut(machine: MachineDriver, { command, argument }: Request, sentAt: number): Promise<unknown> {
  if (command === "press") {
    const press = argument as PressCommand;
    // Its time began when it was sent.
    return machine.press({ ...press, ttlMs: press.ttlMs - (monotonicMs() - sentAt) });
  }
  const method = machine[command] as (argument: unknown) => Promise<unknown>;
  return method.call(machine, argument);
}

export class CabinetMachine {
  readonly simulated: SimulatedMachine;
  readonly #id: number;
  readonly #disk: CabinetDisk;
  readonly #without: readonly CabinetMutation[];
  /** The highest that the machine has received. */
  #epoch: number;
  /** The last number that `#withoutMark` has given. */
  #number = 1_000_000;

  private constructor(id: number, simulated: SimulatedMachine, epoch: number, { disk, without }: Parts) {
    this.#id = id;
    this.simulated = simulated;
    this.#epoch = epoch;
    this.#disk = disk;
    this.#without = without;
  }
  static async open(definition: MachineDefinition, parts: Parts): Promise<CabinetMachine> {
    const id = definition.machineId;
    const { memory, epoch } = await parts.disk.memoryOf(id);
    const simulated = await createSimulatedMachine({
      definition,
      memory,
      random: seededRandom(parts.seed + id),
      speed: parts.speed,
      // Hand pays are not tested here: they are paid without a transfer.
      handPayFrom: 1_000_000_000,
    });
    // A cabinet that is switched on again still belongs to the owner of its last hello.
    if (epoch > 0) await simulated.hello(epoch);
    return new CabinetMachine(id, simulated, epoch, parts);
  }

  /** @throws MachineFenced for a lower epoch; whatever the machine throws */
  async answer(question: Question): Promise<unknown> {
    if (question.command === "hello") return this.#hello(question);
    const { command, epoch } = question;
    const reads = READING.has(command);
    if (epoch < this.#epoch && !reads && !this.#without.includes("epochs")) return this.#refuse(question, epoch);
    const number = (question.argument as { number?: number } | null)?.number ?? 0;
    // Written down in the order in which the machine begins them.
    const noted = reads
      ? Promise.resolve()
      : this.#disk.append([{ type: "command", machine: this.#id, epoch, command, fenced: false }]);
    const result = await this.#disk.context.run({ epoch, number }, () =>
      carryOut(this.simulated, this.#withoutMark(question), question.sentAt),
    );
    await noted;
    return result;
  }

  async #hello(question: Question): Promise<null> {
    const epoch = Number(question.argument);
    if (epoch >= this.#epoch) {
      // Set before it is durable: from now on commands of a lower epoch are refused.
      this.#epoch = epoch;
      await this.simulated.hello(epoch);
    } else if (!this.#without.includes("epochs")) return this.#refuse(question, epoch);
    await this.#disk.append([{ type: "hello", machine: this.#id, epoch }]);
    return null;
  }
  async #refuse({ command, epoch }: Question, refused: number): Promise<never> {
    const highest = this.#epoch;
    await this.#disk.append([{ type: "command", machine: this.#id, epoch, command, fenced: true }]);
    throw new MachineFenced(`epoch ${refused} is below ${highest}`);
  }
  /** For the mutation `mark`: gives every number above the mark, as if there were none. */
  #withoutMark({ command, argument }: Request): Request {
    const isNumbered = command === "interrogate" || command === "transferIn" || command === "transferOut";
    if (!isNumbered || !this.#without.includes("mark")) return { command, argument };
    this.#number += 1;
    return { command, argument: { ...(argument as object), number: this.#number } };
  }
}
