/**
 * The machines of this process as edges reach them: each open host serves the requests for its machine. A process that
 * has lost its authority gives no answer at all, because another process will; a host that stops answers only the commands
 * that no other owner can carry out.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Bus } from "../../bus/bus.ts";
import type { HandlersOf, ParamsOf } from "../../bus/messages.ts";
import { cancel, kick, seatOf } from "../endSession.ts";
import type { MachineHost } from "../machineHost.ts";
import type { FloorNode } from "../nodes.ts";
import type { FloorOptions } from "../options.ts";
import { HostSeatConnection } from "../seatConnection.ts";
import { attach, sit } from "../sit.ts";
import { RemoteConnections } from "./connections.ts";
import type { RemoteConnection } from "./connections.ts";
import { LIVENESS, MACHINE, unknownConnection } from "./messages.ts";
import type { Seated } from "./messages.ts";

export interface ServeFloorOptions {
  bus: Bus;
  node: Pick<FloorNode, "id" | "hasAuthority" | "lost">;
  /** Id of the edge in this process; null: there is none. */
  edge: string | null;
}
export interface ServedFloor {
  /** For the options of the floor. */
  onHost: NonNullable<FloorOptions["onHost"]>;
  stop(): void;
}

/** Connections that have asked for a seat of a machine: more are forgotten, the oldest first. */
const KEPT_NAMES = 64;

class MachineServer {
  readonly #host: MachineHost;
  readonly #floor: string;
  readonly #connections: RemoteConnections;
  /** A request that arrives twice is carried out once; its answer belongs to the first. */
  readonly #asked = new Set<string>();
  readonly #attaching = new Map<string, Promise<Seated>>();
  constructor(host: MachineHost, floor: string, connections: RemoteConnections) {
    this.#host = host;
    this.#floor = floor;
    this.#connections = connections;
  }

  handlers(mayAnswer: () => boolean): HandlersOf<typeof MACHINE> {
    const host = this.#host;
    const connections = this.#connections;
    const answering =
      <P extends object, R>(carryOut: (params: P) => Promise<R> | R) =>
      async (params: P): Promise<R | undefined> => {
        if (!mayAnswer()) return undefined;
        if (!host.queue.stopped) return carryOut(params);
        // It was on its way while the host stopped. No other owner has this lease: it is carried out nowhere.
        if ("lease" in params && params.lease === host.epoch) throw unknownConnection();
        return undefined;
      };
    const held = (of: { connection: string; lease: number }) => connections.held(host, of.connection, of.lease);
    return {
      sit: answering((params) => this.#sitOnce(params)),
      attach: answering((params) => this.#attachOnce(params)),
      press: answering(({ k, by, control, auto, madeAt = performance.now(), at, ...of }) => {
        const { connection, commands } = held(of);
        return connection.once(k, async () => commands.press(control, undefined, auto, { madeAt, at }, by));
      }),
      autoplay: answering(({ k, by, wish: options, ...of }) => {
        const { connection, commands } = held(of);
        return connection.once(k, async () => {
          mustBeInTime(by);
          return commands.autoplay(options);
        });
      }),
      stay: answering((params) => held(params).commands.stay()),
      cashin: answering((params) => held(params).commands.cashIn(params)),
      cashout: answering((params) => held(params).commands.cashOut(params)),
      leave: answering((params) => {
        const { connection, commands } = held(params);
        return connection.leave(commands).catch((error: unknown) => {
          const hasStopped =
            host.queue.stopped && error instanceof AppError && error.code === ErrorCode.ServiceUnavailable;
          // The next owner goes on with it, and answers its repetition.
          throw hasStopped ? unknownConnection() : error;
        });
      }),
      gone: answering(({ connection }) => {
        connections.end(connection);
        return {};
      }),
      kick: answering((params) => kick(host, params)),
      cancel: answering(({ playerId }) => cancel(host, playerId)),
      seat: answering(({ playerId }) => seatOf(host, playerId)),
      open: answering(({ sessionId }) => (host.openSession?.session === sessionId ? host.openSession : null)),
    };
  }

  async #sitOnce(params: ParamsOf<typeof MACHINE, "sit">): Promise<Seated | undefined> {
    const { connection } = params;
    if (this.#asked.has(connection) || this.#connections.hasEnded(connection)) return undefined;
    this.#asked.add(connection);
    const [oldest] = this.#asked;
    if (this.#asked.size > KEPT_NAMES && oldest !== undefined) this.#asked.delete(oldest);
    return this.#sit(params);
  }
  async #sit({ connection: name, edge, ...request }: ParamsOf<typeof MACHINE, "sit">): Promise<Seated> {
    const host = this.#host;
    let connection: RemoteConnection | undefined;
    try {
      const commands = await sit(host, { ...request, machineId: host.row.id }, ({ id, epoch }) => {
        connection = this.#connections.begin(name, edge, host, { sessionId: id, epoch });
      });
      if (connection) {
        connection.commands = commands;
        this.#connections.seen(connection);
      }
      // Its client left while it sat down.
      if (this.#connections.hasEnded(name)) this.#connections.end(name);
      // All pushes since its beginning are later than this state, or repeat it.
      return this.#seated(commands.sessionId, commands.epoch, 0, commands.init);
    } catch (error) {
      this.#connections.end(name);
      throw error;
    }
  }
  /** Asked again while it waits for the machine, it waits for the same state. */
  async #attachOnce(params: ParamsOf<typeof MACHINE, "attach">): Promise<Seated | undefined> {
    const { connection } = params;
    if (this.#connections.hasEnded(connection)) return undefined;
    // Its edge asks for it: it is not gone while this waits for the machine.
    const former = this.#connections.find(connection);
    if (former) this.#connections.seen(former);
    const known = this.#attaching.get(connection);
    if (known) return known;
    const seated = this.#attach(params).finally(() => this.#attaching.delete(connection));
    this.#attaching.set(connection, seated);
    return seated;
  }
  async #attach(params: ParamsOf<typeof MACHINE, "attach">): Promise<Seated> {
    const { connection: name, edge, sessionId, epoch, k } = params;
    const connections = this.#connections;
    const host = this.#host;
    const onSeat = () => {
      const former = connections.find(name);
      const isSame = former?.host === host && former.seat.sessionId === sessionId && former.seat.epoch === epoch;
      const connection = isSame ? former : connections.begin(name, edge, host, { sessionId, epoch }, k);
      connections.seen(connection);
    };
    let seated: Seated | null = null;
    try {
      await attach(host, params, onSeat, (seat, init) => {
        const connection = connections.find(name);
        if (!connection) return;
        connection.commands ??= new HostSeatConnection(host, seat, init);
        seated = this.#seated(sessionId, epoch, connection.n, init);
      });
    } finally {
      connections.dropUnseated(name);
    }
    if (connections.hasEnded(name)) connections.end(name);
    else if (seated) return seated;
    throw new AppError(ErrorCode.NotSeated);
  }
  #seated(sessionId: string, epoch: number, n: number, init: Seated["init"]): Seated {
    return { sessionId, epoch, lease: this.#host.epoch, floor: this.#floor, n, at: performance.now(), init };
  }
}

/** @throws AppError ServiceUnavailable */
function mustBeInTime(by: number): void {
  if (performance.now() >= by) throw new AppError(ErrorCode.ServiceUnavailable);
}

export function serveFloor({ bus, node, edge }: ServeFloorOptions): ServedFloor {
  const mayAnswer = () => node.hasAuthority() && !node.lost.aborted;
  const connections = new RemoteConnections(bus, edge, mayAnswer);
  const served = new Map<MachineHost, () => void>();
  const unserve = () => {
    for (const end of served.values()) end();
    served.clear();
  };
  const endLiveness = bus.serve(LIVENESS, node.id, {
    async beat({ connections: positions }) {
      // Without authority the edge must ask the next owner, as for a connection that is not known.
      const known = mayAnswer()
        ? connections.beat(positions)
        : { unknown: positions.map(([name]) => name), behind: [] };
      return { at: performance.now(), ...known };
    },
  });
  node.lost.addEventListener("abort", unserve, { once: true });
  return {
    onHost(change, host) {
      if (change === "open") {
        const server = new MachineServer(host, node.id, connections);
        served.set(host, bus.serve(MACHINE, host.row.id, server.handlers(mayAnswer)));
        return;
      }
      // Until it is closed, what it does for a seat is sent there, and edges wait for their answers.
      if (change === "closed") return connections.dropHost(host);
      served.get(host)?.();
      served.delete(host);
    },
    stop() {
      node.lost.removeEventListener("abort", unserve);
      unserve();
      endLiveness();
      connections.close();
    },
  };
}
