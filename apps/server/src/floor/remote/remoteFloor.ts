/**
 * The floor as an edge has it: reads from the lobby, and seats through whichever process runs the machine, which may be
 * this one. Owns no state of a seat.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Bus } from "../../bus/bus.ts";
import { BusAway, BusUnanswered } from "../../bus/errors.ts";
import type { OperationOf, ParamsOf, ResultOf } from "../../bus/messages.ts";
import { readsOf, withStatusElsewhere } from "../lobby.ts";
import type { Lobby } from "../lobby.ts";
import type { MachineStore } from "../machineStore.ts";
import type { FloorService, SeatConnection, SitRequest } from "../types.ts";
import { FloorClocks } from "./floorClocks.ts";
import { Liveness } from "./liveness.ts";
import { MACHINE, SEATS } from "./messages.ts";
import { seatKeyOf } from "./seatClient.ts";
import { SeatProxy } from "./seatProxy.ts";
import type { SeatProxyParts } from "./seatProxy.ts";

const SIT_WITHIN_MS = 10_000;
const END_WITHIN_MS = 25_000;
const READ_WITHIN_MS = 2_000;
/** After an interruption of the bus all seats are read again, not all at once. */
const RESYNC_WITHIN_MS = 500;

type Machine = typeof MACHINE;

export interface RemoteFloorOptions {
  bus: Bus;
  /** Id of this edge: new at each start. */
  edge: string;
  lobby: Pick<Lobby, keyof ReturnType<typeof readsOf> | "statusOf" | "transferOf">;
  machineStore: Pick<MachineStore, "machine">;
}
export interface RemoteFloor extends FloorService {
  start(): void;
  /** Seats stay as they are: their players connect to another edge. */
  stop(): void;
  /** Seats of this edge whose machine has no owner at the moment. */
  readonly relocating: number;
  /** Of the connection that holds the seat of this session here; null: none does. */
  epochOf(sessionId: string): number | null;
}

class Seats {
  readonly #bus: Bus;
  readonly #edge: string;
  readonly #lobby: RemoteFloorOptions["lobby"];
  readonly #parts: SeatProxyParts;
  readonly #liveness: Liveness;
  readonly #byName = new Map<string, SeatProxy>();
  readonly #bySeat = new Map<string, SeatProxy>();
  #count = 0;
  #ends: (() => void)[] = [];
  constructor({ bus, edge, lobby }: RemoteFloorOptions) {
    this.#bus = bus;
    this.#edge = edge;
    this.#lobby = lobby;
    const clocks = new FloorClocks();
    this.#parts = {
      bus,
      edge,
      clocks,
      endOf: (playerId, sessionId) => lobby.endOf(playerId, sessionId),
      transferOf: (...of) => lobby.transferOf(...of),
      onEnd: (proxy) => this.#forget(proxy),
    };
    this.#liveness = new Liveness({ bus, edge, clocks, proxies: this.#byName });
  }

  get relocating(): number {
    return [...this.#byName.values()].filter(({ isRelocating }) => isRelocating).length;
  }
  start(): void {
    const bus = this.#bus;
    this.#ends = [
      bus.listen(SEATS, this.#edge, (message) => this.#byName.get(message.connection)?.onMessage(message)),
      bus.subscribe("seat.push", (push) => this.#bySeat.get(seatKeyOf(push))?.observe(push)),
      bus.subscribe("seat.close", ({ code, ...seat }) => this.#bySeat.get(seatKeyOf(seat))?.onClose(code)),
      bus.subscribe("node.changed", ({ node, free = [] }) => {
        if (free.length === 0) return;
        const machines = new Set(free);
        // A seat that has found the next owner stays there.
        for (const proxy of this.#byName.values())
          if (proxy.floor === node && machines.has(proxy.machineId)) proxy.relocate();
      }),
      bus.onChange((up) => {
        if (up) for (const proxy of this.#byName.values()) this.#resyncSoon(proxy);
      }),
    ];
    this.#liveness.start();
  }
  stop(): void {
    this.#liveness.stop();
    for (const end of this.#ends) end();
  }
  async sit({ machineId, ...request }: SitRequest): Promise<SeatConnection> {
    this.#count += 1;
    const connection = `${this.#edge}:${this.#count}`;
    const { playerId } = request;
    const proxy = new SeatProxy({ connection, playerId, machineId }, this.#parts);
    // Pushes may arrive before the answer.
    this.#byName.set(connection, proxy);
    const edge = this.#edge;
    try {
      const params = { connection, edge, ...request };
      const seated = await this.#bus.request(MACHINE, machineId, "sit", params, { withinMs: SIT_WITHIN_MS });
      this.#bySeat.set(seatKeyOf(seated), proxy);
      proxy.begin(seated);
      return proxy;
    } catch (error) {
      // If the floor gives a seat nevertheless, nobody holds it.
      if (error instanceof BusUnanswered) proxy.disconnected();
      this.#byName.delete(connection);
      throw withStatusElsewhere(error, this.#lobby);
    }
  }
  #forget(proxy: SeatProxy): void {
    this.#byName.delete(proxy.connection);
    const key = proxy.seatKey;
    if (key !== null && this.#bySeat.get(key) === proxy) this.#bySeat.delete(key);
  }
  epochOf(sessionId: string): number | null {
    const epochs = [...this.#byName.values()].flatMap((proxy) =>
      proxy.seatKey?.startsWith(`${sessionId} `) === true ? [proxy.epoch] : [],
    );
    return epochs.length === 0 ? null : Math.max(...epochs);
  }
  #resyncSoon(proxy: SeatProxy): void {
    setTimeout(() => proxy.resync(), Math.random() * RESYNC_WITHIN_MS).unref();
  }
}

export function createRemoteFloor(options: RemoteFloorOptions): RemoteFloor {
  const { bus, lobby, machineStore } = options;
  const seats = new Seats(options);

  /** Nobody answers for the machine. While its next owner takes it, the caller may try again. */
  async function withoutOwner(machineId: number, mayReturn: boolean): Promise<AppError> {
    if (!bus.isUp) return new AppError(ErrorCode.ServiceUnavailable);
    if ((await machineStore.machine(machineId)) === null) return new AppError(ErrorCode.NotFound);
    const isOffline = lobby.statusOf(machineId) === "offline" && !mayReturn;
    return new AppError(isOffline ? ErrorCode.MachineOffline : ErrorCode.ServiceUnavailable);
  }
  /** @param unanswered what to say if the outcome is not known */
  async function ask<O extends OperationOf<Machine>>(
    machineId: number,
    operation: O,
    params: ParamsOf<Machine, O>,
    { withinMs, unanswered }: { withinMs: number; unanswered: ErrorCode },
  ): Promise<ResultOf<Machine, O>> {
    try {
      return await bus.request(MACHINE, machineId, operation, params, { withinMs });
    } catch (error) {
      if (error instanceof BusAway) throw await withoutOwner(machineId, false);
      if (error instanceof BusUnanswered) throw new AppError(unanswered, {}, { cause: error });
      throw error;
    }
  }
  const ENDING = { withinMs: END_WITHIN_MS, unanswered: ErrorCode.TransferInDoubt };
  const READING = { withinMs: READ_WITHIN_MS, unanswered: ErrorCode.ServiceUnavailable };

  return {
    start: () => seats.start(),
    stop: () => seats.stop(),
    get relocating() {
      return seats.relocating;
    },
    epochOf: (sessionId) => seats.epochOf(sessionId),
    ...readsOf(lobby),
    async sit(request) {
      try {
        return await seats.sit(request);
      } catch (error) {
        // A seat that the player comes back to has a next owner soon.
        if (error instanceof BusAway) throw await withoutOwner(request.machineId, request.sessionId !== undefined);
        throw error;
      }
    },
    kick: ({ machineId, ...request }) => ask(machineId, "kick", request, ENDING),
    cancel: ({ machineId, playerId }) => ask(machineId, "cancel", { playerId }, ENDING),
    seatOf: (playerId, machineId) => ask(machineId, "seat", { playerId }, READING),
  };
}
