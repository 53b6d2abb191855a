/** A machine driver over the connection to the cabinet process (cabinetLine.ts). */
import type { Band } from "@reelcast/contract";
import {
  type MachineDriver,
  type MachineEvent,
  MachineFenced,
  type MachineState,
  MachineUnreachable,
  type Meters,
} from "@reelcast/machine";
import { CabinetLine } from "./cabinetLine.ts";
import type { Answer, Command, FromCabinet } from "./protocol.ts";

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

/** What the driver knows of its machine, and who is notified of it. */
class MachineView {
  #state: MachineState = UNKNOWN;
  #bands: Band[] = [];
  #attached = false;
  /** Of the last hello that was answered; null before the first. */
  #epoch: number | null = null;
  /** Final until the next hello: the machine knows a higher epoch. */
  #fenced = false;
  readonly #listeners = new Set<(event: MachineEvent) => void>();
  readonly #firstState = Promise.withResolvers<void>();

  get state(): MachineState {
    return this.#state;
  }
  get bands(): Band[] {
    const { controls: lit } = this.#state;
    return this.#bands.map((band) => ({
      ...band,
      controls: band.controls.map((control) => ({ ...control, lit: lit[control.id] ?? false })),
    }));
  }
  /** @throws MachineFenced, MachineUnreachable before the first hello */
  get epoch(): number {
    if (this.#fenced) throw new MachineFenced("the machine knows a higher epoch");
    if (this.#epoch === null) throw new MachineUnreachable("no hello was sent to the machine yet");
    return this.#epoch;
  }
  /** Resolves once the machine has sent its state, or after that time. */
  async firstState(withinMs: number): Promise<void> {
    const timer = setTimeout(() => this.#firstState.resolve(), withinMs);
    await this.#firstState.promise;
    clearTimeout(timer);
  }
  subscribe(listener: (event: MachineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  unsubscribeAll(): void {
    this.#listeners.clear();
  }

  pushed(message: Exclude<FromCabinet, Answer>): void {
    if ("attached" in message) {
      this.#bands = message.attached.bands;
      this.#state = { ...message.attached.state, online: this.#state.online };
      this.#attached = true;
      this.#firstState.resolve();
      this.#updateOnline();
      return;
    }
    const { event } = message;
    if (event.type === "state") this.#state = { ...event.state, online: this.#isOnline() };
    if (this.#isOnline()) this.#notify(event.type === "state" ? { type: "state", state: this.#state } : event);
  }
  disconnected(): void {
    this.#attached = false;
    this.#updateOnline();
  }
  greeted(epoch: number): void {
    this.#epoch = epoch;
    this.#fenced = false;
    this.#updateOnline();
  }
  fence(): void {
    this.#fenced = true;
    this.#updateOnline();
  }

  #isOnline(): boolean {
    return this.#attached && this.#epoch !== null && !this.#fenced;
  }
  #updateOnline(): void {
    const online = this.#isOnline();
    if (this.#state.online === online) return;
    this.#state = { ...this.#state, online };
    this.#notify({ type: online ? "online" : "offline" });
    this.#notify({ type: "state", state: this.#state });
  }
  #notify(event: MachineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** Resolves once the machine's state is known, or after a second: it is offline then, until it answers. */
export async function createCabinetDriver(options: CabinetDriverOptions): Promise<MachineDriver> {
  const { machineId, port, answerWithinMs = 1_000, onCommand } = options;
  const view = new MachineView();
  const line = new CabinetLine({
    machineId,
    port,
    answerWithinMs,
    onPush: (message) => view.pushed(message),
    onDisconnect: () => view.disconnected(),
  });

  async function ask<T>(command: Command, argument: unknown, epoch: number): Promise<T> {
    await onCommand?.(`before:${command}`);
    const result = await line.ask(command, argument, epoch);
    await onCommand?.(`after:${command}`);
    return result as T;
  }
  async function command<T>(name: Command, argument: unknown = null): Promise<T> {
    const { epoch } = view;
    try {
      return await ask<T>(name, argument, epoch);
    } catch (error) {
      if (error instanceof MachineFenced) view.fence();
      throw error;
    }
  }

  await view.firstState(FIRST_STATE_WITHIN_MS);

  return {
    machineId,
    async hello(epoch) {
      await ask("hello", epoch, epoch);
      view.greeted(epoch);
    },
    identify: () => command("identify"),
    state: () => view.state,
    bands: () => view.bands,
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
    subscribe: (listener) => view.subscribe(listener),
    // The picture of these machines is not tested.
    video: () => ({ kind: "whep", url: "http://127.0.0.1:9/" }),
    async close() {
      line.close();
      view.unsubscribeAll();
    },
  };
}
