/**
 * N simulated machines behind a TCP port, each with a journal file: they act as the cabinets of a floor, which continue
 * when servers and databases fail. `faults` sets what goes wrong on the connections.
 */
import { once } from "node:events";
import { type Socket, createServer } from "node:net";
import {
  type MachineDefinition,
  SEED_BRANDS,
  SEED_MACHINES,
  type SimulatedMachine,
  createSimulatedMachine,
} from "@reelcast/machine";
import { CabinetMachine, type CabinetMutation } from "./cabinetMachine.ts";
import { openDisk } from "./journalFile.ts";
import { LineFaults } from "./lineFaults.ts";
import { type FromFloor, type Question, readLines, writeLine } from "./protocol.ts";

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
/** What the harness can do to the machines and to their connections. */
export interface CabinetFaults extends Pick<LineFaults, "next" | "release" | "forget" | "held"> {
  clearMemory(machine: number): Promise<void>;
  credits(): Promise<{ machine: number; credit: number; phase: string }[]>;
}
export interface CabinetServer {
  readonly port: number;
  readonly auditFile: string;
  readonly faults: CabinetFaults;
  close(): Promise<void>;
}

function definitionOf(machineId: number): MachineDefinition {
  const kind = SEED_MACHINES[(machineId - 1) % SEED_MACHINES.length];
  if (!kind) throw new Error("the seed has no machines");
  const { name, skin, serial, videoType } = kind;
  const brand = SEED_BRANDS.find(({ key }) => key === kind.brand)?.name ?? kind.brand;
  return { machineId, name, brand, skin, serial, videoType, currency: "TRY", width: 640, height: 360, frameRate: 30 };
}

/** A game's theoretical return takes a second to compute, once: this is done before the first question. */
async function computeReturns(definitions: readonly MachineDefinition[]): Promise<void> {
  for (const definition of definitions) {
    const memory = { load: async () => null, save: async () => undefined };
    const machine = await createSimulatedMachine({ definition, memory });
    await machine.hello(0);
    await machine.identify();
    await machine.close();
  }
}

/** Where questions arrive, and what they are answered by. */
interface Cabinet {
  machines: ReadonlyMap<number, CabinetMachine>;
  faults: LineFaults;
}
function machineOf({ machines }: Cabinet, id: number): CabinetMachine {
  const machine = machines.get(id);
  if (!machine) throw new Error(`there is no machine ${id}`);
  return machine;
}

async function answer(cabinet: Cabinet, socket: Socket, id: number, question: Question): Promise<void> {
  const machine = machineOf(cabinet, id);
  const fault = cabinet.faults.take(id, question.command);
  if (fault === "before") return;
  if (fault === "hold") await cabinet.faults.hold(id);
  const reply = await machine.answer(question).then(
    (result) => ({ id: question.id, result: result ?? null }),
    (error: unknown) => ({ id: question.id, error: describe(error) }),
  );
  if (fault !== "after") writeLine(socket, reply);
}
function describe(error: unknown): { name: "MachineFenced" | "MachineUnreachable" | "Error"; message: string } {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name: name === "MachineFenced" || name === "MachineUnreachable" ? name : "Error", message };
}

/** Serves one connection of a floor: it attaches to one machine first, then sends questions. */
function serve(cabinet: Cabinet, socket: Socket): void {
  let attached = 0;
  readLines(socket, (line) => {
    const message = line as FromFloor;
    if ("attach" in message) {
      attached = message.attach;
      attach(socket, cabinet.machines.get(attached)?.simulated);
      return;
    }
    answer(cabinet, socket, attached, message).catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error));
      socket.destroy();
    });
  });
}
function attach(socket: Socket, machine: SimulatedMachine | undefined): void {
  if (!machine) {
    socket.destroy();
    return;
  }
  writeLine(socket, { attached: { state: machine.state(), bands: machine.bands() } });
  const unsubscribe = machine.subscribe((event) => writeLine(socket, { event }));
  socket.once("close", unsubscribe);
}

export async function createCabinetServer(options: CabinetOptions): Promise<CabinetServer> {
  const { folder, machines: count, port = 0, speed = 20, seed = 1, without = [] } = options;
  const disk = await openDisk(folder);
  const definitions = Array.from({ length: count }, (_, index) => definitionOf(index + 1));
  await computeReturns(definitions);
  const machines = new Map<number, CabinetMachine>();
  for (const definition of definitions)
    machines.set(definition.machineId, await CabinetMachine.open(definition, { disk, seed, speed, without }));
  const faults = new LineFaults();
  const cabinet = { machines, faults };

  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    serve(cabinet, socket);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");

  return {
    port: address.port,
    auditFile: disk.auditFile,
    faults: {
      next: (fault) => faults.next(fault),
      release: (machine) => faults.release(machine),
      forget: () => faults.forget(),
      held: (machine) => faults.held(machine),
      clearMemory: (machine) => machineOf(cabinet, machine).simulated.faults.clearMemory(),
      async credits() {
        return [...machines].map(([machine, { simulated }]) => {
          const { credit, phase } = simulated.state();
          return { machine, credit, phase };
        });
      },
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      for (const { simulated } of machines.values()) await simulated.close();
      await disk.close();
    },
  };
}
