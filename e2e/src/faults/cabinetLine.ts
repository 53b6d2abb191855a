/**
 * The TCP connection to one machine of the cabinet process. It is opened again whenever it ends. A question is sent once;
 * if its answer does not come in time, it is not known whether the machine carried it out.
 */
import { type Socket, connect } from "node:net";
import { MachineFenced, MachineUnreachable } from "@reelcast/machine";
import { type Answer, type Command, type FromCabinet, monotonicMs, readLines, writeLine } from "./protocol.ts";

const CONNECT_AGAIN_MS = 50;
const ERRORS = { MachineFenced, MachineUnreachable, Error: MachineUnreachable };

interface OpenQuestion {
  resolve(result: unknown): void;
  reject(error: Error): void;
}
export interface LineOptions {
  machineId: number;
  port: number;
  answerWithinMs: number;
  /** The machine pushes something. */
  onPush: (message: Exclude<FromCabinet, Answer>) => void;
  /** The connection has ended. */
  onDisconnect: () => void;
}

export class CabinetLine {
  readonly #options: LineOptions;
  readonly #questions = new Map<number, OpenQuestion>();
  #socket: Socket | null = null;
  /** The machine has answered the attachment of this connection. */
  #attached = false;
  #nextId = 1;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#connect();
  }

  /** @throws MachineUnreachable without an answer in time; MachineFenced for a lower epoch than the machine's */
  ask(command: Command, argument: unknown, epoch: number): Promise<unknown> {
    const socket = this.#socket;
    if (!socket || this.#closed || !this.#attached)
      return Promise.reject(new MachineUnreachable("there is no connection to the machine"));
    const { answerWithinMs } = this.#options;
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#questions.set(id, { resolve, reject });
    const timer = setTimeout(() => {
      this.#questions.delete(id);
      reject(new MachineUnreachable(`no answer to ${command} within ${answerWithinMs} ms`));
    }, answerWithinMs);
    writeLine(socket, { id, command, epoch, argument, sentAt: monotonicMs() });
    return promise.finally(() => clearTimeout(timer));
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#socket?.destroy();
  }

  #connect(): void {
    const { machineId, port } = this.#options;
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket = socket;
    socket.on("error", () => undefined);
    socket.on("connect", () => writeLine(socket, { attach: machineId }));
    readLines(socket, (message) => this.#receive(message as FromCabinet));
    socket.on("close", () => this.#disconnected());
  }
  #disconnected(): void {
    this.#socket = null;
    for (const question of this.#questions.values()) question.reject(new MachineUnreachable("the connection broke"));
    this.#questions.clear();
    this.#attached = false;
    this.#options.onDisconnect();
    if (!this.#closed) this.#retry = setTimeout(() => this.#connect(), CONNECT_AGAIN_MS);
  }
  #receive(message: FromCabinet): void {
    if ("attached" in message || "event" in message) {
      this.#attached ||= "attached" in message;
      this.#options.onPush(message);
      return;
    }
    const question = this.#questions.get(message.id);
    this.#questions.delete(message.id);
    if ("result" in message) question?.resolve(message.result);
    else question?.reject(new ERRORS[message.error.name](message.error.message));
  }
}
