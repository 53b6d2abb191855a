/**
 * A machine driver over the line of the cabinet process. An answer that does not come in time is lost: whatever was
 * asked may have happened. It asks everything once; only its connection is made again.
 */
import { type Socket, connect } from "node:net";
import type { Band } from "@reelcast/contract";
import {
  type MachineDriver,
  type MachineEvent,
  MachineFenced,
  type MachineState,
  MachineUnreachable,
  type Meters,
} from "@reelcast/machine";
import { type Command, type FromCabinet, monotonicMs, readLines, writeLine } from "./protocol.ts";

export interface CabinetDriverOptions {
  machineId: number;
  port: number;
  /** An answer that takes longer is lost. ms */
  answerWithinMs?: number;
  /** Awaited before a question is sent, and after its answer has come: where a test stops the process. */
  onCommand?: (point: `before:${Command}` | `after:${Command}`) => Promise<void> | undefined;
  /** Changes the meters on their way, to show what comparing them is for. */
  onMeters?: (meters: Meters) => Promise<Meters>;
}

const CONNECT_AGAIN_MS = 50;
const FIRST_STATE_WITHIN_MS = 1_000;
const UNKNOWN: MachineState = {
  online: false,
  tilt: null,
  doorOpen: false,
  locked: false,
  phase: "idle",
  credit: 0,
  bet: 0,
  win: 0,
  freeSpins: 0,
  controls: {},
  selects: {},
  nextBet: 0,
};

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Resolves once the machine's state is known, or after a second: it is offline then, until it answers. */
export async function createCabinetDriver(options: CabinetDriverOptions): Promise<MachineDriver> {
  const { machineId, port, answerWithinMs = 1_000, onCommand } = options;
  const listeners = new Set<(event: MachineEvent) => void>();
  const waiting = new Map<number, Waiting>();
  let socket: Socket | null = null;
  let state: MachineState = UNKNOWN;
  let bands: Band[] = [];
  let connected = false;
  /** Of the last hello that was answered; null before the first. */
  let epoch: number | null = null;
  /** Final: the machine knows a higher epoch. */
  let fenced = false;
  let nextId = 1;
  let closed = false;
  let retry: NodeJS.Timeout | null = null;
  let onFirstState: () => void = () => undefined;
  const firstState = new Promise<void>((resolve) => (onFirstState = resolve));

  const tell = (event: MachineEvent) => listeners.forEach((listener) => listener(event));
  const isOnline = () => connected && epoch !== null && !fenced;
  /** Notifies of a change of what `isOnline` depends on. */
  function showLine(): void {
    const online = isOnline();
    if (state.online === online) return;
    state = { ...state, online };
    tell({ type: online ? "online" : "offline" });
    tell({ type: "state", state });
  }

  function receive(message: FromCabinet): void {
    if ("attached" in message) {
      ({ bands } = message.attached);
      state = { ...message.attached.state, online: state.online };
      connected = true;
      onFirstState();
      showLine();
    } else if ("event" in message) {
      const { event } = message;
      if (event.type === "state") state = { ...event.state, online: isOnline() };
      if (isOnline()) tell(event.type === "state" ? { type: "state", state } : event);
    } else {
      const question = waiting.get(message.id);
      waiting.delete(message.id);
      if ("result" in message) question?.resolve(message.result);
      else {
        const { name, message: text } = message.error;
        const kinds = { MachineFenced, MachineUnreachable, Error: MachineUnreachable };
        question?.reject(new kinds[name](text));
      }
    }
  }

  function open(): void {
    const line = connect({ port, host: "127.0.0.1", noDelay: true });
    socket = line;
    line.on("error", () => undefined);
    line.on("connect", () => writeLine(line, { attach: machineId }));
    readLines(line, (message) => receive(message as FromCabinet));
    line.on("close", () => {
      if (socket !== line) return;
      socket = null;
      for (const question of waiting.values()) question.reject(new MachineUnreachable("the connection broke"));
      waiting.clear();
      connected = false;
      showLine();
      if (!closed) retry = setTimeout(open, CONNECT_AGAIN_MS);
    });
  }

  async function ask<T>(command: Command, argument: unknown, carried: number): Promise<T> {
    await onCommand?.(`before:${command}`);
    const result = await new Promise<unknown>((resolve, reject) => {
      if (!socket || closed || !connected) {
        reject(new MachineUnreachable("there is no connection to the machine"));
        return;
      }
      const id = nextId++;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new MachineUnreachable(`no answer to ${command} within ${answerWithinMs} ms`));
      }, answerWithinMs);
      const settle =
        <V>(pass: (value: V) => void) =>
        (value: V) => {
          clearTimeout(timer);
          pass(value);
        };
      waiting.set(id, { resolve: settle(resolve), reject: settle<Error>(reject) });
      writeLine(socket, { id, command, epoch: carried, argument, sentAt: monotonicMs() });
    });
    await onCommand?.(`after:${command}`);
    return result as T;
  }
  async function command<T>(name: Command, argument: unknown = null): Promise<T> {
    if (fenced) throw new MachineFenced("the machine knows a higher epoch");
    if (epoch === null) throw new MachineUnreachable("no hello was said to the machine yet");
    try {
      return await ask<T>(name, argument, epoch);
    } catch (error) {
      if (error instanceof MachineFenced && !fenced) {
        fenced = true;
        showLine();
      }
      throw error;
    }
  }

  open();
  const timer = setTimeout(() => onFirstState(), FIRST_STATE_WITHIN_MS);
  await firstState;
  clearTimeout(timer);

  return {
    machineId,
    async hello(said) {
      await ask("hello", said, said);
      epoch = said;
      fenced = false;
      showLine();
    },
    identify: () => command("identify"),
    state: () => state,
    bands: () =>
      bands.map((band) => ({
        ...band,
        controls: band.controls.map((control) => ({ ...control, lit: state.controls[control.id] ?? false })),
      })),
    async meters() {
      const meters = await command<Meters>("meters");
      return options.onMeters ? options.onMeters(meters) : meters;
    },
    press: (press) => command("press", press),
    transferIn: (request) => command("transferIn", request),
    transferOut: (request) => command("transferOut", request),
    interrogate: (request) => command("interrogate", request),
    lock: (timeoutMs) => command("lock", timeoutMs),
    unlock: async () => void (await command("unlock")),
    resetHandPay: async () => void (await command("resetHandPay")),
    gamesSince: (gameNumber) => command("gamesSince", gameNumber),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    // Nobody watches: the picture of these machines is not what is tested.
    video: () => ({ kind: "whep", url: "http://127.0.0.1:9/" }),
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      socket?.destroy();
      listeners.clear();
    },
  };
}
