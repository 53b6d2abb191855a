/**
 * The connections of edges at the machines of this process: finds the seat of a command, numbers the pushes, and holds
 * the seats of edges from which nothing is received any more. Owns no state of a seat.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Bus } from "../../bus/bus.ts";
import type { MachineHost } from "../machineHost.ts";
import type { HostSeatConnection } from "../seatConnection.ts";
import { SEATS, unknownConnection } from "./messages.ts";
import type { SeatMessage } from "./messages.ts";
import { seatKeyOf } from "./seatClient.ts";
import type { SeatKey } from "./seatClient.ts";

/**
 * A connection that its edge has not named for so long is gone. Only time counts in which the bus was up and this process
 * could answer.
 */
const GONE_AFTER_MS = 3_000;
const SWEEP_MS = 1_000;
/** A longer pause of this process counts as so much: what waits to be read is read first. */
const LONGEST_STEP_MS = 1_500;
/** Answers of the last commands, for requests that arrive twice. */
const KEPT_ANSWERS = 32;
/** Connections that have ended: a late request must not begin them again. */
const KEPT_ENDED = 5_000;

export class RemoteConnection {
  readonly name: string;
  readonly edge: string;
  readonly host: MachineHost;
  readonly seat: SeatKey;
  /** Null until the seat is given. */
  commands: HostSeatConnection | null = null;
  /** Of the last push. */
  n = 0;
  seenAt: number;
  #lastK: number;
  readonly #answers = new Map<number, Promise<unknown>>();
  #leaving: Promise<{ amount: number }> | null = null;

  constructor(of: { name: string; edge: string; host: MachineHost; seat: SeatKey; seenAt: number; k: number }) {
    this.name = of.name;
    this.edge = of.edge;
    this.host = of.host;
    this.seat = of.seat;
    this.seenAt = of.seenAt;
    this.#lastK = of.k;
  }
  get lease(): number {
    return this.host.epoch;
  }
  /** Carries it out once: a repeated one gets the first answer. @throws AppError ServiceUnavailable after a later one */
  once<T>(k: number, carryOut: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(k);
    if (known) return known as Promise<T>;
    if (k <= this.#lastK) return Promise.reject(new AppError(ErrorCode.ServiceUnavailable));
    this.#lastK = k;
    const answer = carryOut();
    answer.catch(() => {});
    this.#answers.set(k, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > KEPT_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
  /** Requested again while it waits, it waits for the same end. */
  leave(commands: HostSeatConnection): Promise<{ amount: number }> {
    this.#leaving ??= commands.leave().finally(() => (this.#leaving = null));
    return this.#leaving;
  }
}

export class RemoteConnections {
  readonly #bus: Bus;
  readonly #ownEdge: string | null;
  readonly #mayAnswer: () => boolean;
  readonly #byName = new Map<string, RemoteConnection>();
  readonly #bySeat = new Map<string, RemoteConnection>();
  readonly #ended = new Set<string>();
  readonly #ends: (() => void)[];
  /** Time in which edges could reach this process, ms. */
  #upMs = 0;
  #countedAt = performance.now();

  /**
   * @param ownEdge id of the edge in this process, whose pushes need no bus; null: there is none
   * @param mayAnswer false: another process may have the machines, and edges get no answer
   */
  constructor(bus: Bus, ownEdge: string | null, mayAnswer: () => boolean) {
    this.#bus = bus;
    this.#ownEdge = ownEdge;
    this.#mayAnswer = mayAnswer;
    const timer = setInterval(() => this.#sweep(), SWEEP_MS);
    timer.unref();
    this.#ends = [
      bus.subscribe("seat.push", ({ method, params, ...seat }) => {
        const connection = this.#bySeat.get(seatKeyOf(seat));
        if (connection) this.#send(connection, { kind: "push", method, params });
      }),
      bus.subscribe("seat.close", ({ code, reason, ...seat }) => {
        const connection = this.#bySeat.get(seatKeyOf(seat));
        if (!connection) return;
        this.#send(connection, { kind: "close", code, reason });
        // It stays known, for what it asks before its edge has closed it.
        this.#bySeat.delete(seatKeyOf(seat));
      }),
      () => clearInterval(timer),
    ];
  }

  /** From now on pushes of that seat are sent to the connection. @param k the last command of the connection */
  begin(name: string, edge: string, host: MachineHost, seat: SeatKey, k = 0): RemoteConnection {
    const former = this.#byName.get(name);
    if (former) this.#forget(former);
    const connection = new RemoteConnection({ name, edge, host, seat, seenAt: this.#upMs, k });
    this.#byName.set(name, connection);
    this.#bySeat.set(seatKeyOf(seat), connection);
    return connection;
  }
  find(name: string): RemoteConnection | null {
    return this.#byName.get(name) ?? null;
  }
  /** @throws AppError NotSeated {reason}: nothing was carried out */
  held(host: MachineHost, name: string, lease: number): { connection: RemoteConnection; commands: HostSeatConnection } {
    const connection = this.#byName.get(name);
    if (connection?.host !== host || connection.lease !== lease || !connection.commands) throw unknownConnection();
    return { connection, commands: connection.commands };
  }
  hasEnded(name: string): boolean {
    return this.#ended.has(name);
  }
  /** The client's connection is over: its name does not come back. */
  end(name: string): void {
    this.#ended.add(name);
    const [oldest] = this.#ended;
    if (this.#ended.size > KEPT_ENDED && oldest !== undefined) this.#ended.delete(oldest);
    const connection = this.#byName.get(name);
    if (!connection) return;
    this.#forget(connection);
    connection.commands?.disconnected();
  }
  /** The host stops: its next owner is asked. */
  dropHost(host: MachineHost): void {
    for (const connection of this.#byName.values()) if (connection.host === host) this.#forget(connection);
  }
  /** What an edge says of its connections, and what it must know of them. */
  beat(positions: readonly [string, number][]): { unknown: string[]; behind: [string, number][] } {
    const unknown: string[] = [];
    const behind: [string, number][] = [];
    for (const [name, n] of positions) {
      const connection = this.#byName.get(name);
      if (!connection) unknown.push(name);
      else {
        connection.seenAt = this.#upMs;
        if (connection.n > n) behind.push([name, connection.n]);
      }
    }
    return { unknown, behind };
  }
  /** The attempt to give it a seat has failed. */
  dropUnseated(name: string): void {
    const connection = this.#byName.get(name);
    if (connection && !connection.commands) this.#forget(connection);
  }
  seen(connection: RemoteConnection): void {
    connection.seenAt = this.#upMs;
  }
  close(): void {
    for (const end of this.#ends) end();
  }

  #send(connection: RemoteConnection, push: SeatMessage["push"]): void {
    // The sockets of this process have it from the same message.
    if (connection.edge === this.#ownEdge) return;
    connection.n += 1;
    const { name, lease, n } = connection;
    this.#bus.send(SEATS, connection.edge, { connection: name, lease, n, push });
  }
  #forget(connection: RemoteConnection): void {
    if (this.#byName.get(connection.name) === connection) this.#byName.delete(connection.name);
    const key = seatKeyOf(connection.seat);
    if (this.#bySeat.get(key) === connection) this.#bySeat.delete(key);
  }
  /** Their edges may come back to them with the same name. */
  #sweep(): void {
    const now = performance.now();
    const step = Math.min(now - this.#countedAt, LONGEST_STEP_MS);
    this.#countedAt = now;
    if (!this.#bus.isUp || !this.#mayAnswer()) return;
    this.#upMs += step;
    for (const connection of this.#byName.values()) {
      if (!connection.commands || this.#upMs - connection.seenAt < GONE_AFTER_MS) continue;
      this.#forget(connection);
      connection.commands.disconnected();
    }
  }
}
