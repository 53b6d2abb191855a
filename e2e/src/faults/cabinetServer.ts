/**
 * N simulated machines behind a TCP port, each with a journal file: it stands for the cabinets of a floor, which go on
 * whatever happens to the house. `faults` sets what goes wrong on the line.
 */
import { once } from "node:events";
import { type Socket, createServer } from "node:net";
import {
  type MachineDefinition,
  type MachineDriver,
  type PressCommand,
  SEED_BRANDS,
  SEED_MACHINES,
  type SimulatedMachine,
  createSimulatedMachine,
  seededRandom,
} from "@reelcast/machine";
import { openDisk } from "./journalFile.ts";
import { type Command, type FromFloor, type Question, READING, monotonicMs, readLines, writeLine } from "./protocol.ts";

export interface CabinetOptions {
  folder: string;
  /** Machines 1 … count, of the seed's kinds. */
  machines: number;
  port?: number;
  /** Divides every duration of a game. */
  speed?: number;
  seed?: number;
  /** Leaves a protection out, so that a test can show that it is needed. */
  without?: readonly CabinetMutation[];
}
/** `epochs`: commands of any epoch are carried out. `mark`: an interrogation raises no high-water mark. */
export type CabinetMutation = "epochs" | "mark";

export interface LineFault {
  machine: number;
  /** Any command other than hello where not named. */
  command?: Command | undefined;
  /**
   * `before`: the question is lost. `after`: the answer is lost. `hold`: the question waits until `release`, as in a
   * slow network, and is carried out then.
   */
  what: "before" | "after" | "hold";
}
export interface CabinetFaults {
  /** Applies to the next command that fits. Resolves at once. */
  next(fault: LineFault): void;
  /** Delivers the questions that are held. */
  release(machine: number): void;
  /** Takes back what `next` has announced and no command has met. */
  forget(): void;
  /** How many questions of this machine are held now. */
  held(machine: number): number;
  clearMemory(machine: number): Promise<void>;
  credits(): Promise<{ machine: number; credit: number; phase: string }[]>;
}
export interface CabinetServer {
  readonly port: number;
  readonly auditFile: string;
  readonly faults: CabinetFaults;
  close(): Promise<void>;
}

type Asked = Pick<Question, "command" | "argument">;

function carryOut(machine: MachineDriver, { command, argument }: Asked, sentAt: number): Promise<unknown> {
  if (command === "press") {
    const press = argument as PressCommand;
    // Its time began where it was asked.
    return machine.press({ ...press, ttlMs: press.ttlMs - (monotonicMs() - sentAt) });
  }
  const ask = machine[command] as (argument: unknown) => Promise<unknown>;
  return ask.call(machine, argument);
}

function definitionOf(machineId: number): MachineDefinition {
  const kind = SEED_MACHINES[(machineId - 1) % SEED_MACHINES.length];
  if (!kind) throw new Error("the seed has no machines");
  const { name, skin, serial, videoType } = kind;
  const brand = SEED_BRANDS.find(({ key }) => key === kind.brand)?.name ?? kind.brand;
  return { machineId, name, brand, skin, serial, videoType, currency: "TRY", width: 640, height: 360, frameRate: 30 };
}

/** A game's theoretical return takes a second to compute, once: not while somebody waits for an answer. */
async function computeReturns(definitions: readonly MachineDefinition[]): Promise<void> {
  for (const definition of definitions) {
    const memory = { load: async () => null, save: async () => undefined };
    const machine = await createSimulatedMachine({ definition, memory });
    await machine.hello(0);
    await machine.identify();
    await machine.close();
  }
}

export async function createCabinetServer(options: CabinetOptions): Promise<CabinetServer> {
  const { folder, machines: count, port = 0, speed = 20, seed = 1, without = [] } = options;
  const disk = await openDisk(folder);
  const machines = new Map<number, SimulatedMachine>();
  /** Highest epoch that each machine has received. */
  const epochs = new Map<number, number>();
  const numbers = new Map<number, number>();
  const pending: LineFault[] = [];
  const holding = new Map<number, (() => void)[]>();
  const sockets = new Set<Socket>();

  const definitions = Array.from({ length: count }, (_, index) => definitionOf(index + 1));
  await computeReturns(definitions);
  for (const definition of definitions) {
    const id = definition.machineId;
    const { memory, epoch } = await disk.memoryOf(id);
    const machine = await createSimulatedMachine({
      definition,
      memory,
      random: seededRandom(seed + id),
      speed,
      // Money that is paid by hand goes past the transfers that are tested here.
      handPayFrom: 1_000_000_000,
    });
    // A cabinet that is switched on again is still the one that its last owner greeted.
    if (epoch > 0) await machine.hello(epoch);
    epochs.set(id, epoch);
    machines.set(id, machine);
  }

  /** Every number is above the mark, as if there were none: to show what it is for. */
  function withoutMark(id: number, question: Asked): Asked {
    const { command, argument } = question;
    const isNumbered = command === "interrogate" || command === "transferIn" || command === "transferOut";
    if (!without.includes("mark") || !isNumbered) return question;
    const number = (numbers.get(id) ?? 1_000_000) + 1;
    numbers.set(id, number);
    return { command, argument: { ...(argument as object), number } };
  }

  function take(machine: number, command: Command): LineFault | undefined {
    const index = pending.findIndex(
      (fault) => fault.machine === machine && (fault.command ? fault.command === command : command !== "hello"),
    );
    return index < 0 ? undefined : pending.splice(index, 1)[0];
  }

  async function answer(socket: Socket, id: number, question: Question): Promise<void> {
    const machine = machines.get(id);
    if (!machine) throw new Error(`there is no machine ${id}`);
    const { command, epoch } = question;
    const fault = take(id, command);
    if (fault?.what === "before") return;
    if (fault?.what === "hold") {
      await new Promise<void>((resolve) => holding.set(id, [...(holding.get(id) ?? []), resolve]));
    }
    const reply = (value: { result: unknown } | { error: Error }) => {
      if (fault?.what === "after") return;
      if ("result" in value) return writeLine(socket, { id: question.id, result: value.result ?? null });
      const { name, message } = value.error;
      const known = name === "MachineFenced" || name === "MachineUnreachable" ? name : "Error";
      writeLine(socket, { id: question.id, error: { name: known, message } });
    };
    const refuse = async (message: string) => {
      await disk.append([{ type: "command", machine: id, epoch, command, fenced: true }]);
      const error = new Error(message);
      error.name = "MachineFenced";
      reply({ error });
    };
    const highest = epochs.get(id) ?? 0;
    const isOld = epoch < highest && !READING.has(command);
    try {
      if (command === "hello") {
        const said = Number(question.argument);
        if (said < highest) {
          if (!without.includes("epochs")) return await refuse(`epoch ${said} is below ${highest}`);
        } else {
          // Noted before it is durable: what comes meanwhile under a lower epoch is refused already.
          epochs.set(id, said);
          await machine.hello(said);
        }
        await disk.append([{ type: "hello", machine: id, epoch: said }]);
        return reply({ result: null });
      }
      if (isOld && !without.includes("epochs")) return await refuse(`epoch ${epoch} is below ${highest}`);
      const number = (question.argument as { number?: number } | null)?.number ?? 0;
      // Written down in the order in which the machine begins them.
      const noted = READING.has(command)
        ? Promise.resolve()
        : disk.append([{ type: "command", machine: id, epoch, command, fenced: false }]);
      const result = await disk.context.run({ epoch, number }, () =>
        carryOut(machine, withoutMark(id, question), question.sentAt),
      );
      await noted;
      reply({ result });
    } catch (error) {
      reply({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  function attach(socket: Socket, id: number): void {
    const machine = machines.get(id);
    if (!machine) {
      socket.destroy();
      return;
    }
    writeLine(socket, { attached: { state: machine.state(), bands: machine.bands() } });
    const unsubscribe = machine.subscribe((event) => writeLine(socket, { event }));
    socket.once("close", unsubscribe);
  }

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    let machine = 0;
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    readLines(socket, (line) => {
      const message = line as FromFloor;
      if ("attach" in message) {
        machine = message.attach;
        attach(socket, machine);
      } else {
        answer(socket, machine, message).catch((error: unknown) => {
          process.emitWarning(error instanceof Error ? error : String(error));
          socket.destroy();
        });
      }
    });
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");

  const machineOf = (id: number) => {
    const machine = machines.get(id);
    if (!machine) throw new Error(`there is no machine ${id}`);
    return machine;
  };
  return {
    port: address.port,
    auditFile: disk.auditFile,
    faults: {
      next: (fault) => void pending.push(fault),
      release(machine) {
        const waiting = holding.get(machine) ?? [];
        holding.delete(machine);
        for (const resolve of waiting) resolve();
      },
      forget: () => void (pending.length = 0),
      held: (machine) => holding.get(machine)?.length ?? 0,
      clearMemory: (machine) => machineOf(machine).faults.clearMemory(),
      async credits() {
        return [...machines].map(([machine, driver]) => {
          const { credit, phase } = driver.state();
          return { machine, credit, phase };
        });
      },
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      for (const machine of machines.values()) await machine.close();
      await disk.close();
    },
  };
}
