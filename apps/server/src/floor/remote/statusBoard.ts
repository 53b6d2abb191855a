/**
 * The statuses of all machines of the house as an edge knows them, whichever floors run them. It publishes changes as
 * `machine.status` within this process. While the bus is down, statuses stay as they are.
 */
import type { MachineStatus, OpenSession } from "@reelcast/contract";
import type { Logger } from "pino";
import type { Bus } from "../../bus/bus.ts";
import { BusAway } from "../../bus/errors.ts";
import type { MachineView } from "../lobby.ts";
import type { OpenedGame } from "../openHost.ts";
import { MACHINE } from "./messages.ts";
import { DIGESTS, DIGEST_MS, Digest, SNAPSHOT, STATUSES } from "./statuses.ts";
import type { StatusEntry } from "./statuses.ts";

const SNAPSHOT_WITHIN_MS = 2_000;
const OPEN_WITHIN_MS = 1_000;
/** Edges do not all ask at once. */
const JITTER_MS = 200;
const LOOK_EVERY_MS = 1_000;
/** A floor that says nothing for so long is gone: its machines are offline until another one has them. */
const SILENT_MS = 6_000;
/** A machine that its floor does not run any more is offline if no other floor names it within this time. */
const ORPHAN_MS = 3_000;

/** More than one lease ever has. */
const VERSIONS_OF_LEASE = 2 ** 26;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

export interface StatusBoardOptions {
  bus: Bus;
  log: Pick<Logger, "warn">;
  /** Id of the process whose own machines publish their status by themselves. */
  own: string;
  /** Floors that have machines now. */
  floors: () => Promise<readonly string[]>;
  now?: () => number;
}
interface Known extends StatusEntry {
  node: string;
  /** Since when no floor has said that it runs the machine; null: one does. */
  orphanedAt: number | null;
}
interface KnownFloor {
  seenAt: number;
  /** A snapshot is being read. */
  reading: Promise<void> | null;
  /** The machines that it runs. */
  machines: Set<number>;
  /** Of their entries. */
  digest: Digest;
}

export class StatusBoard implements MachineView {
  readonly #options: StatusBoardOptions;
  readonly #now: () => number;
  readonly #machines = new Map<number, Known>();
  readonly #floors = new Map<string, KnownFloor>();
  #ends: (() => void)[] = [];
  constructor(options: StatusBoardOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Resolves once all floors that have machines were read. */
  async start(): Promise<void> {
    const { bus, floors } = this.#options;
    const look = setInterval(() => this.#look(), LOOK_EVERY_MS);
    look.unref();
    this.#ends = [
      bus.listen(STATUSES, "*", ({ node, entries }) => {
        this.#floor(node);
        for (const entry of entries) this.#apply(node, entry);
      }),
      bus.listen(DIGESTS, "*", (digest, node) => {
        this.#floor(node).seenAt = this.#now();
        if (!this.#floor(node).digest.equals(digest)) void this.#read(node);
      }),
      // Of its own machines this process knows at once.
      bus.subscribe("machine.status", ({ id, status }) => {
        const known = this.#machines.get(id);
        if (known?.node === this.#options.own) known.status = status;
      }),
      bus.onChange((up) => {
        if (up) for (const node of this.#floors.keys()) void this.#read(node);
      }),
      () => clearInterval(look),
    ];
    await Promise.all((await floors()).map((node) => this.#read(node)));
  }
  stop(): void {
    for (const end of this.#ends) end();
  }

  /** How much later than due the digest of a floor is: of all floors the latest. Up to so long its statuses may be wrong. */
  lateMs(): number {
    const late = [...this.#floors.values()].map(({ seenAt }) => this.#now() - seenAt - DIGEST_MS);
    return Math.max(0, ...late);
  }
  /** Ids of the processes that are known to run machines. */
  floors(): Iterable<string> {
    return this.#floors.keys();
  }
  statusOf(machineId: number): MachineStatus {
    return this.#machines.get(machineId)?.status ?? "offline";
  }
  versionOf(machineId: number): number {
    const known = this.#machines.get(machineId);
    return known ? known.lease * VERSIONS_OF_LEASE + known.version : 0;
  }
  game(machineId: number): OpenedGame | undefined {
    return this.#machines.get(machineId);
  }
  async openSessionOf(machineId: number, sessionId: string): Promise<OpenSession | null> {
    const { bus } = this.#options;
    // Without an answer it is read from the database, as for a machine that nobody runs.
    return bus.request(MACHINE, machineId, "open", { sessionId }, { withinMs: OPEN_WITHIN_MS }).catch(() => null);
  }

  // ——— what floors send ———

  #floor(node: string): KnownFloor {
    const floor = this.#floors.get(node) ?? {
      seenAt: this.#now(),
      reading: null,
      machines: new Set<number>(),
      digest: new Digest(),
    };
    this.#floors.set(node, floor);
    return floor;
  }
  /** Keeps the digests as if they were made of all entries again. */
  #replace(known: Known | undefined, next: Known): void {
    if (known?.orphanedAt === null) {
      const floor = this.#floors.get(known.node);
      if (floor?.machines.delete(known.id)) floor.digest.remove(known);
    }
    if (next.orphanedAt === null) {
      const { machines, digest } = this.#floor(next.node);
      machines.add(next.id);
      digest.add(next);
    }
    this.#machines.set(next.id, next);
  }
  #orphan(known: Known, at: number): void {
    if (known.orphanedAt === null) this.#replace(known, { ...known, orphanedAt: at });
  }
  #apply(node: string, entry: StatusEntry): void {
    const known = this.#machines.get(entry.id);
    const isOlder =
      known && (entry.lease < known.lease || (entry.lease === known.lease && entry.version < known.version));
    if (isOlder) return;
    this.#set({ ...entry, node, orphanedAt: null });
  }
  #set(next: Known): void {
    const { bus, own } = this.#options;
    const before = this.statusOf(next.id);
    this.#replace(this.#machines.get(next.id), next);
    if (next.node !== own && next.status !== before)
      bus.publish("machine.status", { id: next.id, status: next.status }, "process");
  }

  // ——— reading again ———

  /** One reading of a floor at a time. */
  #read(node: string): Promise<void> {
    const floor = this.#floor(node);
    floor.reading ??= this.#readAll(node)
      .catch((error: unknown) => {
        // A floor that has just ended; its machines are another's soon.
        if (!(error instanceof BusAway)) this.#options.log.warn({ err: error, node }, "statuses could not be read");
      })
      .finally(() => {
        floor.reading = null;
      });
    return floor.reading;
  }
  async #readAll(node: string): Promise<void> {
    const { bus } = this.#options;
    const { machines } = this.#floor(node);
    if (machines.size > 0) await pause(Math.random() * JITTER_MS);
    const before = new Set(machines);
    for (let after: number | null = 0; after !== null;) {
      const { entries, next }: { entries: StatusEntry[]; next: number | null } = await bus.request(
        SNAPSHOT,
        node,
        "read",
        { after },
        { withinMs: SNAPSHOT_WITHIN_MS },
      );
      for (const entry of entries) {
        before.delete(entry.id);
        this.#apply(node, entry);
      }
      after = next;
    }
    for (const id of before) {
      const known = this.#machines.get(id);
      if (known?.node === node) this.#orphan(known, this.#now());
    }
  }

  // ——— floors that are gone ———

  #look(): void {
    if (!this.#options.bus.isUp) {
      // Nothing arrives: what was received last stays.
      for (const floor of this.#floors.values()) floor.seenAt = this.#now();
      return;
    }
    for (const [node, { seenAt, machines }] of this.#floors)
      if (this.#now() - seenAt > SILENT_MS) {
        for (const id of machines) {
          const known = this.#machines.get(id);
          if (known) this.#orphan(known, -Infinity);
        }
        this.#floors.delete(node);
      }
    for (const known of this.#machines.values())
      if (known.orphanedAt !== null && known.status !== "offline" && this.#now() - known.orphanedAt > ORPHAN_MS)
        this.#set({ ...known, status: "offline" });
  }
}
