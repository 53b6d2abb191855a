/**
 * A house in memory for tests of seats between processes: one machine with a journal, one database, and processes on a
 * network. What serves and holds the seats is real; the host is a model that keeps what they rely on: one thing at a time,
 * money by the client's id, and a machine and a database that refuse an owner who was replaced.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { EndReason, SessionEnd } from "@reelcast/contract";
import { MachineFenced } from "@reelcast/machine";
import { vi } from "vitest";
import type { Bus, Topics } from "../../../bus/bus.ts";
import { createTestNetwork } from "../../../bus/testing/network.ts";
import type { Faults } from "../../../bus/testing/network.ts";
import { HostQueue } from "../../hostQueue.ts";
import type { MachineHost } from "../../machineHost.ts";
import { PlayerNotifier } from "../../playerNotifier.ts";
import { newSeat } from "../../seat/reducer.ts";
import type { Seat } from "../../seat/types.ts";
import type { SessionRow } from "../../sessions.ts";
import type { SeatConnection } from "../../types.ts";
import { createRemoteFloor } from "../remoteFloor.ts";
import type { RemoteFloor } from "../remoteFloor.ts";
import { serveFloor } from "../serveFloor.ts";

export const MACHINE_ID = 7;
export const PLAYER_ID = 1;
export const GRACE_MS = 15_000;
const OPENING = 1_000_000;
const RULES = { depositMs: 1e9, idleMs: 1e9, warnMs: 0, graceMs: GRACE_MS, takeWinMs: 1e9 };
const log = { info() {}, warn() {}, error() {}, debug() {} };
// pause: by the test's own clock
const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

interface Moved {
  clientTransferId: string;
  playerId: number;
  kind: string;
  amount: number | null;
  moved: number;
  state: "done";
  creditAfter: number;
  balanceAfter: number;
}

/** What lasts: the database and the cabinet. */
export class ModelRecords {
  lease = 0;
  credit = 0;
  balance = OPENING;
  session: SessionRow | null = null;
  readonly closed = new Map<string, SessionRow>();
  readonly transfers = new Map<string, Moved>();
  /** Presses that the machine carried out, with the time. */
  readonly pressed: { control: string; at: number }[] = [];
  #sessions = 0;

  /** @throws MachineFenced */
  fence(epoch: number): void {
    if (epoch !== this.lease) throw new MachineFenced("another owner has it");
  }
  begin(ip: string): SessionRow {
    this.#sessions += 1;
    const id = `s${this.#sessions}`;
    const row = {
      id,
      player_id: PLAYER_ID,
      machine_id: MACHINE_ID,
      epoch: 1,
      state: "open",
      ip,
      started_at: new Date(),
    };
    return (this.session = row as unknown as SessionRow);
  }
  connect(ip: string): SessionRow {
    if (!this.session) throw new Error("no session");
    return (this.session = { ...this.session, epoch: this.session.epoch + 1, ip });
  }
  close(reason: EndReason): SessionRow {
    if (!this.session) throw new Error("no session");
    const closed = { ...this.session, state: "closed", end_reason: reason, paid_out: this.credit } as SessionRow;
    this.balance += this.credit;
    this.credit = 0;
    this.closed.set(closed.id, closed);
    this.session = null;
    return closed;
  }
  move(kind: string, clientTransferId: string, amount: number | null): Moved {
    const moved = kind === "cashin" ? (amount ?? 0) : this.credit;
    this.credit += kind === "cashin" ? moved : -moved;
    this.balance += kind === "cashin" ? -moved : moved;
    const after = { creditAfter: this.credit, balanceAfter: this.balance };
    const of = { clientTransferId, playerId: PLAYER_ID, kind, amount, moved };
    const transfer: Moved = { ...of, state: "done", ...after };
    this.transfers.set(clientTransferId, transfer);
    return transfer;
  }
}

/** The part of a host that seats use. */
class ModelHost {
  readonly row = {
    id: MACHINE_ID,
    name: "M",
    brand_id: 1,
    brand: "B",
    video_type: "screen",
    video: {},
    reserved_for: null,
    reserved_until: null,
    touch_areas: [],
  };
  readonly epoch: number;
  readonly parts;
  readonly queue: HostQueue;
  readonly outOfPlay = false;
  readonly unresolved = null;
  readonly transferring = false;
  readonly leastDeposit = 1;
  seat: Seat | null = null;
  active: { meters: { seq: number; credit: number } & Record<string, unknown>; [name: string]: unknown } | null = null;
  readonly #records: ModelRecords;
  readonly #notifier: PlayerNotifier;
  #presses = 0;

  constructor(records: ModelRecords, bus: Bus, node: ModelNode) {
    this.#records = records;
    this.#notifier = new PlayerNotifier(bus);
    this.epoch = records.lease;
    const { epoch } = this;
    this.queue = new HostQueue({ node, log, onFenced: () => {}, fence: { machineId: MACHINE_ID, epoch } } as never);
    const own = async <T>(work: () => T): Promise<T> => {
      await pause(2);
      records.fence(epoch);
      return work();
    };
    this.parts = {
      space: { level: "enough" as const },
      node,
      log,
      fence: { machineId: MACHINE_ID, epoch },
      rules: RULES,
      settings: () => ({ playRules: "none", pressMaxAgeMs: 2_000, maxAllIn: OPENING, zeroBalanceMayPlay: true }),
      policy: null,
      sessions: {
        begin: (_: number, __: number, ip: string) => own(() => records.begin(ip)),
        connect: (_: SessionRow, ip: string) => own(() => records.connect(ip)),
        byId: async (id: string) =>
          records.closed.get(id) ?? (records.session?.id === id ? records.session : undefined),
        ofPlayer: async () => records.session ?? undefined,
      },
      wallet: {
        balance: async () => records.balance,
        checking: async () => 0,
        byClientId: async (_: number, __: string, id: string) => pause(1).then(() => records.transfers.get(id) ?? null),
      },
      driver: {
        bands: () => [{ id: "b", name: "b", Order: 1, controls: [] }],
        state: () => ({ online: true, tilt: null, doorOpen: false, phase: "idle", credit: records.credit, nextBet: 1 }),
        press: ({ control, ttlMs }: { control: string; ttlMs: number }) => this.#press(control, ttlMs),
      },
    };
  }
  async #press(control: string, ttlMs: number) {
    const until = performance.now() + ttlMs;
    await pause(3);
    this.#records.fence(this.epoch);
    if (performance.now() >= until) return { accepted: false, reason: "expired" };
    this.#records.pressed.push({ control, at: performance.now() });
    this.#records.credit = Math.max(0, this.#records.credit - 1);
    this.show();
    return { accepted: true, at: performance.now() };
  }
  recover(): void {
    const { session } = this.#records;
    if (session) this.#take(session, false);
  }
  #take(session: SessionRow, connected: boolean): void {
    const facts = { now: performance.now(), credit: this.#records.credit, phase: "idle" as const };
    this.seat = newSeat({ session, connected, ...facts }, RULES);
    const meters = {
      seq: 1,
      credit: this.#records.credit,
      bet: 0,
      win: 0,
      status: "playing",
      phase: "idle",
      freeSpins: 0,
    };
    const play = { permit() {}, answered() {}, declare: (options: unknown) => options, takePush: () => null };
    this.active = { meters: { ...meters, controls: {}, selects: {} }, limits: null, play, playRules: "none" };
    if (!connected) this.#hold(session.epoch);
  }
  #hold(epoch: number): void {
    // pause: by the test's own clock
    setTimeout(() => {
      if (this.seat && !this.seat.connected && this.seat.session.epoch === epoch)
        void this.end(PLAYER_ID, "held").catch(() => {});
    }, GRACE_MS);
  }
  show(): void {
    if (!this.seat || !this.active || this.active.meters.credit === this.#records.credit) return;
    const { credit } = this.#records;
    this.active.meters = { ...this.active.meters, credit, seq: this.active.meters.seq + 1 };
    this.#notifier.push(this.seat, "meters", { seq: this.active.meters.seq, credit });
  }
  prepare = async () => null;
  join = async (session: SessionRow) => this.#take(session, true);
  async resume(session: SessionRow): Promise<void> {
    const { seat } = this;
    if (!seat) return;
    if (seat.connected && seat.session.epoch !== session.epoch)
      this.#notifier.takenOver(seat.session.id, seat.session.epoch);
    this.seat = { ...seat, session, connected: true };
  }
  disconnected(sessionId: string, epoch: number): void {
    this.queue.later(async () => {
      if (this.seat?.session.id !== sessionId || this.seat.session.epoch !== epoch) return;
      this.seat = { ...this.seat, connected: false };
      this.#hold(epoch);
    });
  }
  nextPress = () => (this.#presses += 1);
  pressed = () => {};
  stays = 0;
  stayed = () => void (this.stays += 1);
  notifyAutoplay = () => {};
  async transfer({
    kind,
    clientTransferId,
    amount,
  }: {
    kind: string;
    clientTransferId: string;
    amount: number | null;
  }) {
    const named = { transferId: clientTransferId, kind, amount: amount ?? 0 };
    this.#notifier.push(this.seat, "transfer", { ...named, state: "pending" });
    await pause(5);
    this.#records.fence(this.epoch);
    const moved = this.#records.move(kind, clientTransferId, amount);
    this.#notifier.push(this.seat, "transfer", { ...named, state: moved.state, amount: moved.moved });
    this.show();
    await pause(5);
    return moved;
  }
  end(playerId: number, reason: EndReason, sessionId?: string): Promise<number> {
    return this.queue.enqueue(async () => {
      const { seat } = this;
      if (seat?.session.player_id !== playerId || (sessionId ?? seat.session.id) !== seat.session.id)
        throw new AppError(ErrorCode.NoOpenSession);
      await pause(20);
      this.#records.fence(this.epoch);
      const { paid_out: paid } = this.#records.close(reason);
      this.seat = null;
      this.active = null;
      this.#notifier.closed(seat, reason, paid ?? 0);
      return paid ?? 0;
    });
  }
}

class ModelNode {
  readonly id: string;
  readonly #lost = new AbortController();
  readonly lost = this.#lost.signal;
  /** It can't reach the database: it has no authority for as long. */
  isCutOff = false;
  hasAuthority = () => !this.lost.aborted && !this.isCutOff;
  constructor(id: string) {
    this.id = id;
  }
  assertAuthority(): void {
    if (!this.hasAuthority()) throw new AppError(ErrorCode.ServiceUnavailable);
  }
  lose(): void {
    this.#lost.abort();
  }
}
export interface ModelFloor {
  id: string;
  host: MachineHost;
  node: ModelNode;
  /** It learns that another one has the machine. */
  lose(): void;
  /** Gives the machine back in good order: what runs is finished, and then all are notified. */
  handOver(): Promise<void>;
}
export interface ModelEdge {
  id: string;
  floor: RemoteFloor;
  /** Everything that its sockets were given for seats, in order. */
  pushed: (({ topic: "push" } & Topics["seat.push"]) | ({ topic: "close" } & Topics["seat.close"]))[];
}

export class ModelHouse {
  readonly network;
  readonly records = new ModelRecords();
  readonly #count = { floor: 0, edge: 0 };
  readonly #ends: (() => void)[] = [];
  constructor(faults?: Faults) {
    this.network = createTestNetwork(faults);
  }
  /** Takes the machine, from another one if there is one. */
  openFloor(): ModelFloor {
    this.#count.floor += 1;
    const id = `floor-${this.#count.floor}`;
    const bus = this.network.join(id);
    const node = new ModelNode(id);
    this.records.lease += 1;
    const model = new ModelHost(this.records, bus, node);
    const host = model as unknown as MachineHost;
    const served = serveFloor({ bus, node, edge: null });
    model.recover();
    served.onHost("open", host);
    this.#ends.push(() => served.stop());
    const handOver = async () => {
      served.onHost("closing", host);
      await model.queue.stop();
      served.onHost("closed", host);
      bus.publish("node.changed", { node: id, free: [MACHINE_ID] });
    };
    return { id, host, node, lose: () => node.lose(), handOver };
  }
  openEdge(): ModelEdge {
    this.#count.edge += 1;
    const id = `edge-${this.#count.edge}`;
    const bus = this.network.join(id);
    const pushed: ModelEdge["pushed"] = [];
    bus.subscribe("seat.push", (push) => pushed.push({ topic: "push", ...push }));
    bus.subscribe("seat.close", (close) => pushed.push({ topic: "close", ...close }));
    const endOf = async (_: number, session: string): Promise<SessionEnd | null> => {
      const row = this.records.closed.get(session);
      if (!row) return null;
      const of = { id: MACHINE_ID, name: "M", session, reason: row.end_reason ?? "" };
      return { status: "ended", ...of, amount: row.paid_out ?? 0 };
    };
    const transferOf = async (_: number, __: string, id: string) => this.records.transfers.get(id) ?? null;
    const lobby = { endOf, transferOf, statusOf: () => "playing" as const } as never;
    const machine = async (machineId: number) => (machineId === MACHINE_ID ? ({} as never) : null);
    const floor = createRemoteFloor({ bus, edge: id, lobby, machineStore: { machine } });
    floor.start();
    this.#ends.push(() => floor.stop());
    return { id, floor, pushed };
  }
  sit(edge: ModelEdge, sessionId?: string): Promise<SeatConnection> {
    return edge.floor.sit({ playerId: PLAYER_ID, machineId: MACHINE_ID, ip: "::1", sessionId });
  }
  close(): void {
    for (const end of this.#ends) end();
  }
}

/** All meters of a seat as its client has them: it ignores what is not newer. */
export function metersOf(edge: ModelEdge, seat: SeatConnection): Record<string, unknown> & { seq: number } {
  let meters: Record<string, unknown> & { seq: number } = { ...seat.init.meters };
  for (const push of edge.pushed)
    if (
      push.topic === "push" &&
      push.method === "meters" &&
      isOf(push, seat) &&
      Number(push.params["seq"]) > meters.seq
    )
      meters = { ...meters, ...push.params };
  return meters;
}
export const isOf = (push: { sessionId: string; epoch: number }, seat: SeatConnection): boolean =>
  push.sessionId === seat.sessionId && push.epoch === seat.epoch;
export const closesOf = (edge: ModelEdge, seat: SeatConnection): number[] =>
  edge.pushed.flatMap((push) => (push.topic === "close" && isOf(push, seat) ? [push.code] : []));

/** Lets so much time pass. */
export const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** What it settles as within so much time: its value, the code of its error, or "open". */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | ErrorCode | "open"> {
  let outcome: T | ErrorCode | "open" = "open";
  work.then(
    (value) => (outcome = value),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      outcome = error.code;
    },
  );
  await passes(ms);
  return outcome;
}
