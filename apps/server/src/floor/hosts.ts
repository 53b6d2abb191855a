/**
 * The hosts of this process: every second, takes the leases of free machines, opens a host for each, stops hosts
 * without a lease, hands machines over to processes that share them, and has operators' requests carried out.
 */
import type { MachineStatus, OpenSession } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import { createBusReach } from "./busReach.ts";
import { FollowedPlayers } from "./followedPlayers.ts";
import { GameStarts } from "./gameStarts.ts";
import { createLeases } from "./leases.ts";
import type { Lease, Leases } from "./leases.ts";
import type { MachineView } from "./lobby.ts";
import type { MachineHost } from "./machineHost.ts";
import { openHost } from "./openHost.ts";
import type { OpenedGame, StoredMachine } from "./openHost.ts";
import type { FloorOptions } from "./options.ts";
import { RequestRunner } from "./requestRunner.ts";
import { createMachineRequests } from "./requestStore.ts";
import { MachineSharing } from "./sharing.ts";

const ROUND_MS = 1_000;
/** Machines that are opened at once: each is some round trips to the database. */
const OPENED_AT_ONCE = 16;
const HANDED_OVER_AT_ONCE = 16;
/** Messages within this time are followed by one round. */
const GATHER_FREE_MS = 10;
const GATHER_CHANGES_MS = 200;
const LOOK_FOR_REST_MS = 50;

export class Hosts implements MachineView {
  readonly #options: FloorOptions;
  readonly #leases: Leases;
  readonly #requests: RequestRunner;
  readonly #hosts = new Map<number, MachineHost>();
  readonly #starts: GameStarts;
  readonly #seats: FollowedPlayers;
  readonly #games = new Map<number, OpenedGame>();
  /** How often the status of each machine has changed. */
  readonly #versions = new Map<number, number>();
  /** Under one epoch there is one host at a time: the next is opened after the end of these. */
  readonly #closing = new Set<MachineHost>();
  /** Null if this process shares its machines with no other. */
  readonly #sharing: MachineSharing | null;
  /** Changed since the rows of the machines that are opened now were read: their hosts read them again. */
  readonly #changedMeanwhile = new Set<number>();
  /** Machines whose hosts are stopped, until their leases are given back. */
  readonly #leaving = new Set<number>();
  readonly #subscriptions: (() => void)[] = [];
  #handingOver: Promise<void> | null = null;
  #drained: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #early: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #stopped = false;
  constructor(options: FloorOptions) {
    const { db, node, log, wallet, bus } = options;
    this.#options = options;
    this.#seats = new FollowedPlayers(bus);
    this.#starts = new GameStarts(wallet);
    this.#leases = createLeases(db, node.id);
    const { sharing } = node;
    this.#sharing = sharing ? new MachineSharing({ node: node.id, leases: this.#leases }) : null;
    this.#requests = new RequestRunner({ requests: createMachineRequests(db), node, log, hosts: this.#hosts });
  }

  async start(): Promise<void> {
    const { node, bus } = this.#options;
    this.#subscriptions.push(
      bus.subscribe("machine.status", ({ id }) => void this.#versions.set(id, this.versionOf(id) + 1)),
    );
    await node.sharing?.begin(createBusReach(bus));
    await this.#runRound();
    this.#scheduleRound();
    if (!node.sharing) return;
    this.#subscriptions.push(
      node.sharing.onGone(() => this.#runEarly(GATHER_FREE_MS)),
      node.sharing.onDraining(() => this.#runEarly(GATHER_FREE_MS)),
      bus.subscribe("node.changed", (change) => {
        if (change.node !== node.id) this.#runEarly(GATHER_FREE_MS);
      }),
    );
  }
  async stop(): Promise<void> {
    const { node, log, bus } = this.#options;
    this.#stopped = true;
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    clearTimeout(this.#timer);
    clearTimeout(this.#early);
    clearTimeout(this.#soon);
    await this.#round?.catch(() => {});
    await this.#handingOver;
    const held = [...this.#hosts].map(([machineId, { epoch }]) => ({ machineId, epoch }));
    await Promise.all([...this.#hosts].map(([machineId, host]) => this.#close(machineId, host)));
    // If it fails, another process takes them once this one is gone.
    this.#options.metrics?.leaseChanges.add({ how: "released" }, held.length);
    if (!node.lost.aborted && held.length > 0)
      await this.#leases.release(held).catch((error: unknown) => log.warn({ err: error }, "leases were not released"));
    if (node.sharing) bus.publish("node.changed", { node: node.id, free: held.map(({ machineId }) => machineId) });
    this.#resolveDrained();
  }
  /** Resolves once this process runs no machine, or no other process could take those that it runs. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained.push(resolve);
      this.#runEarly(GATHER_FREE_MS);
    });
  }
  get(machineId: number): MachineHost | undefined {
    return this.#hosts.get(machineId);
  }
  all(): Iterable<MachineHost> {
    return this.#hosts.values();
  }
  /** Offline while no host of this process runs it. */
  statusOf(machineId: number): MachineStatus {
    return this.get(machineId)?.status ?? "offline";
  }
  versionOf(machineId: number): number {
    return this.#versions.get(machineId) ?? 0;
  }
  /** undefined: this process has not opened the machine yet. */
  game(machineId: number): OpenedGame | undefined {
    return this.#games.get(machineId);
  }
  async openSessionOf(machineId: number, sessionId: string): Promise<OpenSession | null> {
    const known = this.get(machineId)?.openSession;
    return known?.session === sessionId ? known : null;
  }
  /** A machine was added or changed, or has a new request. */
  async reload(machineId: number): Promise<void> {
    const host = this.#hosts.get(machineId);
    if (host) host.changed();
    else this.#changedMeanwhile.add(machineId);
    // Each process that shares the machines receives this notification: the machine may be a new one.
    if (this.#sharing && !host) return this.#runEarly(GATHER_CHANGES_MS);
    await this.#round?.catch(() => {});
    if (!this.#stopped) await this.#runRound();
  }
  /** Changes of machines may have been missed. */
  reloadAll(): void {
    for (const host of this.#hosts.values()) host.changed();
    this.#runEarly(GATHER_CHANGES_MS);
  }

  // ——— rounds ———

  /** One round at a time; a call during a round waits for that round. */
  #runRound(): Promise<void> {
    this.#round ??= (async () => {
      try {
        await this.#followLeases();
        await this.#requests.startWaiting();
        this.#handOverSome();
      } finally {
        this.#round = null;
      }
    })();
    return this.#round;
  }
  #scheduleRound(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#runRound()
        .catch((error: unknown) => this.#options.log.warn({ err: error }, "leases and requests could not be read"))
        .finally(() => this.#scheduleRound());
    }, ROUND_MS);
    this.#timer.unref();
  }
  /** A round before its time; of several requests the first counts. */
  #runEarly(ms: number): void {
    if (this.#stopped) return this.#resolveDrained();
    if (this.#early) return;
    this.#early = setTimeout(() => {
      this.#early = undefined;
      void this.#runAnotherRound();
    }, ms);
    this.#early.unref();
  }
  async #runAnotherRound(): Promise<void> {
    // What it is for came after the round under way had begun.
    await this.#round?.catch(() => {});
    if (!this.#stopped) await this.#runRound().catch(() => {});
  }
  /** A machine that can't be opened is tried again in the next round. */
  async #followLeases(): Promise<void> {
    const { node, log } = this.#options;
    if (!node.hasAuthority()) return;
    await (this.#sharing ?? this.#leases).claim();
    // Those that are handed over while the database answers are still in its answer, and must not be opened again.
    const before = new Set([...this.#hosts.keys(), ...this.#leaving]);
    const held = new Map((await this.#leases.held()).map((lease) => [lease.machineId, lease]));
    for (const [machineId, host] of this.#hosts) {
      if (held.get(machineId)?.epoch === host.epoch || this.#leaving.has(machineId)) continue;
      log.warn({ machineId, epoch: host.epoch }, "the lease of a machine is gone");
      this.#options.metrics?.leaseChanges.add({ how: "lost" });
      await this.#close(machineId, host);
    }
    const closing = new Set([...this.#closing].map(({ row }) => row.id));
    const missing = [...held.values()].filter(
      ({ machineId }) => !before.has(machineId) && !this.#hosts.has(machineId) && !closing.has(machineId),
    );
    if (missing.length > 0) await this.#openAll(missing);
  }

  // ——— handing over to other processes ———

  /** As many at once as are ready; a round does not wait for them. */
  #handOverSome(): void {
    if (!this.#sharing || this.#stopped) return;
    const { draining = false } = this.#options.node.sharing ?? {};
    const done = this.#hosts.size === 0 && this.#closing.size === 0 && this.#leaving.size === 0;
    if (draining && (done || this.#sharing.isAlone)) this.#resolveDrained();
    if (this.#handingOver) return;
    const remaining = this.#sharing.toHandOver(this.#hosts.values()).map(({ row }) => row.id);
    if (remaining.length === 0) {
      // Their games end between two rounds, and nobody can play until they are handed over.
      if (this.#sharing.isLeaving && this.#hosts.size > 0) this.#handOverSoon();
      return;
    }
    const next = async (): Promise<void> => {
      for (let id = remaining.shift(); id !== undefined && !this.#stopped; id = remaining.shift()) {
        await this.handOver(id);
      }
    };
    this.#handingOver = Promise.all(Array.from({ length: HANDED_OVER_AT_ONCE }, next)).then(() => {
      this.#handingOver = null;
      this.#runEarly(GATHER_FREE_MS);
    });
  }
  #handOverSoon(): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#handOverSome(), LOOK_FOR_REST_MS).unref();
  }
  /** Stops the host and gives its lease back: another process opens the machine, and its session goes on there. */
  async handOver(machineId: number): Promise<void> {
    const { node, log, bus, metrics } = this.#options;
    const host = this.#hosts.get(machineId);
    if (!host || this.#leaving.has(machineId)) return;
    this.#leaving.add(machineId);
    try {
      await this.#close(machineId, host, { handedOver: true });
      await this.#leases.release([{ machineId, epoch: host.epoch }]);
      metrics?.leaseChanges.add({ how: "released" });
      bus.publish("node.changed", { node: node.id, free: [machineId] });
    } catch (error) {
      log.warn({ err: error, machineId }, "a lease was not released: the machine is opened here again");
    } finally {
      this.#leaving.delete(machineId);
    }
  }
  #resolveDrained(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  // ——— opening and closing ———

  async #openAll(missing: readonly Lease[]): Promise<void> {
    this.#changedMeanwhile.clear();
    const stored = await this.#readStored(missing);
    const remaining = [...missing];
    const openNext = async (): Promise<void> => {
      for (let lease = remaining.shift(); lease; lease = remaining.shift()) {
        if (this.#stopped) return;
        const machine = stored.get(lease.machineId);
        if (machine === "retired") await this.#leases.release([lease]);
        else if (machine) await this.#open(lease, machine);
      }
    };
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext));
  }
  /** Read for all machines at once, because there may be thousands. */
  async #readStored(missing: readonly Lease[]): Promise<Map<number, StoredMachine | "retired">> {
    const { machineStore, wallet, sessions } = this.#options;
    const ids = missing.map(({ machineId }) => machineId);
    const [rows, ledgers, openSessions] = await Promise.all([
      machineStore.machines(),
      wallet.machineLedgers(ids),
      sessions.open(),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const stored = new Map<number, StoredMachine | "retired">();
    for (const id of ids) {
      const row = byId.get(id);
      const ledger = ledgers.get(id);
      if (!row) stored.set(id, "retired");
      else if (ledger) stored.set(id, { row, ledger, session: openSessions.get(id) ?? null });
    }
    return stored;
  }
  async #open(lease: Lease, stored: StoredMachine): Promise<void> {
    const { machineId } = lease;
    try {
      const onFenced = (fenced: MachineHost) => void this.#close(machineId, fenced);
      const onSeat = this.#seats.onSeat.bind(this.#seats);
      const options = { ...this.#options, starts: this.#starts, onSeat };
      const { host, ...game } = await openHost(options, lease, stored, onFenced);
      this.#games.set(machineId, game);
      if (this.#stopped) return await host.stop();
      this.#hosts.set(machineId, host);
      if (this.#changedMeanwhile.has(machineId)) host.changed();
      this.#options.metrics?.leaseChanges.add({ how: "taken" });
      this.#options.onHost?.("open", host);
    } catch (error) {
      const level = error instanceof MachineUnreachable ? "debug" : "error";
      this.#options.log[level]({ err: error, machineId }, "a machine could not be opened; it is tried again");
    }
  }
  async #close(machineId: number, host: MachineHost, { handedOver = false } = {}): Promise<void> {
    const { bus, log, onHost } = this.#options;
    const wasOpen = this.#hosts.get(machineId) === host;
    if (wasOpen) {
      this.#hosts.delete(machineId);
      onHost?.("closing", host);
      // The next owner says how the machine is: until then it stays as it was.
      if (!handedOver) bus.publish("machine.status", { id: machineId, status: "offline" });
    }
    this.#closing.add(host);
    await host.stop().catch((error: unknown) => log.error({ err: error, machineId }, "a host could not be stopped"));
    this.#closing.delete(host);
    if (wasOpen) onHost?.("closed", host);
  }
}
