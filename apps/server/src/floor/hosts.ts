/**
 * The hosts of this process: every second, takes the leases of free machines, opens a host for each, stops hosts
 * without a lease, and has operators' requests carried out.
 */
import type { MachineStatus, OpenSession } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
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

const ROUND_MS = 1_000;
/** Machines that are opened at once: each is some round trips to the database. */
const OPENED_AT_ONCE = 16;

export class Hosts implements MachineView {
  readonly #options: FloorOptions;
  readonly #leases: Leases;
  readonly #requests: RequestRunner;
  readonly #hosts = new Map<number, MachineHost>();
  readonly #starts: GameStarts;
  readonly #seats: FollowedPlayers;
  readonly #games = new Map<number, OpenedGame>();
  /** Under one epoch there is one host at a time: the next is opened after the end of these. */
  readonly #closing = new Set<MachineHost>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #stopped = false;
  constructor(options: FloorOptions) {
    const { db, node, log, wallet, bus } = options;
    this.#options = options;
    this.#seats = new FollowedPlayers(bus);
    this.#starts = new GameStarts(wallet);
    this.#leases = createLeases(db, node.id);
    this.#requests = new RequestRunner({ requests: createMachineRequests(db), node, log, hosts: this.#hosts });
  }

  async start(): Promise<void> {
    await this.#runRound();
    this.#scheduleRound();
  }
  async stop(): Promise<void> {
    const { node, log } = this.#options;
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#round?.catch(() => {});
    const held = [...this.#hosts].map(([machineId, { epoch }]) => ({ machineId, epoch }));
    await Promise.all([...this.#hosts].map(([machineId, host]) => this.#close(machineId, host)));
    // If it fails, another process takes them once this one is gone.
    this.#options.metrics?.leaseChanges.add({ how: "released" }, held.length);
    if (!node.lost.aborted && held.length > 0)
      await this.#leases.release(held).catch((error: unknown) => log.warn({ err: error }, "leases were not released"));
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
    this.#hosts.get(machineId)?.changed();
    await this.#round?.catch(() => {});
    if (!this.#stopped) await this.#runRound();
  }

  // ——— rounds ———

  /** One round at a time; a call during a round waits for that round. */
  #runRound(): Promise<void> {
    this.#round ??= (async () => {
      try {
        await this.#followLeases();
        await this.#requests.startWaiting();
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
  /** A machine that can't be opened is tried again in the next round. */
  async #followLeases(): Promise<void> {
    const { node, log } = this.#options;
    if (!node.hasAuthority()) return;
    await this.#leases.claim();
    const held = new Map((await this.#leases.held()).map((lease) => [lease.machineId, lease]));
    for (const [machineId, host] of this.#hosts) {
      if (held.get(machineId)?.epoch === host.epoch) continue;
      log.warn({ machineId, epoch: host.epoch }, "the lease of a machine is gone");
      this.#options.metrics?.leaseChanges.add({ how: "lost" });
      await this.#close(machineId, host);
    }
    const closing = new Set([...this.#closing].map(({ row }) => row.id));
    const missing = [...held.values()].filter(
      ({ machineId }) => !this.#hosts.has(machineId) && !closing.has(machineId),
    );
    if (missing.length > 0) await this.#openAll(missing);
  }

  // ——— opening and closing ———

  async #openAll(missing: readonly Lease[]): Promise<void> {
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
      this.#options.metrics?.leaseChanges.add({ how: "taken" });
      this.#options.onHost?.("open", host);
    } catch (error) {
      const level = error instanceof MachineUnreachable ? "debug" : "error";
      this.#options.log[level]({ err: error, machineId }, "a machine could not be opened; it is tried again");
    }
  }
  async #close(machineId: number, host: MachineHost): Promise<void> {
    const { bus, log, onHost } = this.#options;
    if (this.#hosts.get(machineId) === host) {
      this.#hosts.delete(machineId);
      onHost?.("close", host);
      bus.publish("machine.status", { id: machineId, status: "offline" });
    }
    this.#closing.add(host);
    await host.stop().catch((error: unknown) => log.error({ err: error, machineId }, "a host could not be stopped"));
    this.#closing.delete(host);
  }
}
