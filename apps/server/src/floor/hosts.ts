/**
 * The hosts of this process: claims the leases of machines that nobody living runs, every second; opens a host for each
 * and stops those whose lease is gone; hands operators' requests to them.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { MachineBooks } from "../wallet/index.ts";
import type { FloorOptions } from "./index.ts";
import { createLeases } from "./leases.ts";
import type { Lease } from "./leases.ts";
import { MachineHost } from "./machineHost.ts";
import type { MachineRow } from "./registry.ts";
import { createMachineRequests } from "./requests.ts";
import type { MachineRequest } from "./requests.ts";
import { TAKE_WIN_MS, WARN_MS } from "./seat/countdowns.ts";
import type { SeatRules } from "./seat/types.ts";
import type { SessionRow } from "./sessions.ts";
import { within } from "./within.ts";

const ROUND_MS = 1_000;
/** A machine that does not even say hello must not hold up the others. */
const HELLO_WITHIN_MS = 5_000;
/** Each opening is some round trips to the database. */
const OPENING = 16;

export interface Hosts {
  start(): Promise<void>;
  stop(): Promise<void>;
  get(machineId: number): MachineHost | undefined;
  all(): Iterable<MachineHost>;
  /** Smallest bet of the machine, minor units; undefined where it is not known. */
  minBet(machineId: number): number | undefined;
  /** A machine was added or changed, or something is asked of it. */
  reload(machineId: number): Promise<void>;
}

interface Known {
  row: MachineRow;
  books: MachineBooks;
  session: SessionRow | null;
}

export function createHosts(options: FloorOptions): Hosts {
  const { db, node, wallet, registry, sessions, bus, log, limits } = options;
  const leases = createLeases(db, node.id);
  const requests = createMachineRequests(db);
  const hosts = new Map<number, MachineHost>();
  const minBets = new Map<number, number>();
  /** Hosts that are ending: under one epoch there is only one at a time. */
  const closing = new Set<MachineHost>();
  const isClosing = (machineId: number) => [...closing].some(({ row }) => row.id === machineId);
  /** Machines that carry out a request. */
  const answering = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
  let stopped = false;
  const rules: SeatRules = {
    depositMs: limits.depositSeconds * 1000,
    idleMs: limits.idleSeconds * 1000,
    warnMs: WARN_MS,
    graceMs: limits.graceSeconds * 1000,
    takeWinMs: TAKE_WIN_MS,
  };

  async function open(lease: Lease, { row, books, session }: Known): Promise<void> {
    const { machineId, epoch } = lease;
    const driver = await options.drivers(row, { ...options.driverParts(), epoch });
    try {
      await within(HELLO_WITHIN_MS, driver.hello(epoch), () => new MachineUnreachable("the machine does not answer"));
      const { video, minBet } = await driver.identify();
      if (minBet !== null) minBets.set(machineId, minBet);
      const host = new MachineHost({
        row: { ...row, video: { crop: video.crop } },
        driver,
        fence: { machineId, epoch },
        node,
        wallet,
        sessions,
        registry,
        bus,
        log,
        rules,
        handPayMs: limits.handPaySeconds * 1000,
        settings: options.settings,
        policy: options.policy ?? null,
        onStep: options.onStep,
        onFenced: () => void close(machineId, host),
      });
      try {
        await host.recover(books, session);
      } catch (error) {
        await host.stop();
        throw error;
      }
      if (stopped) await host.stop();
      else hosts.set(machineId, host);
    } catch (error) {
      await driver.close();
      throw error;
    }
  }
  async function close(machineId: number, host: MachineHost): Promise<void> {
    if (hosts.get(machineId) === host) {
      hosts.delete(machineId);
      bus.publish("machine.status", { id: machineId, status: "offline" });
    }
    closing.add(host);
    await host.stop().catch((error: unknown) => log.error({ err: error, machineId }, "a host could not be stopped"));
    closing.delete(host);
  }

  /** Brings the hosts in line with the leases. What does not open now is tried again in the next round. */
  async function align(): Promise<void> {
    if (!node.hasAuthority()) return;
    await leases.claim();
    const held = new Map((await leases.held()).map((lease) => [lease.machineId, lease]));
    for (const [machineId, host] of hosts) {
      if (held.get(machineId)?.epoch === host.epoch) continue;
      log.warn({ machineId, epoch: host.epoch }, "the lease of a machine is gone");
      await close(machineId, host);
    }
    const missing = [...held.values()].filter(({ machineId }) => !hosts.has(machineId) && !isClosing(machineId));
    if (missing.length > 0) await openAll(missing);
  }
  async function openAll(missing: readonly Lease[]): Promise<void> {
    // Read for all of them at once: what is read for each costs a thousand machines a thousand times.
    const [rows, books, open0] = await Promise.all([
      registry.machines(),
      wallet.machineBooks(missing.map(({ machineId }) => machineId)),
      sessions.open(),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const waiting = [...missing];
    async function worker(): Promise<void> {
      for (let lease = waiting.shift(); lease; lease = waiting.shift()) {
        if (stopped) return;
        const { machineId } = lease;
        const row = byId.get(machineId);
        const book = books.get(machineId);
        if (!row) await leases.release([lease]);
        if (!row || !book) continue;
        try {
          await open(lease, { row, books: book, session: open0.get(machineId) ?? null });
        } catch (error) {
          const level = error instanceof MachineUnreachable ? "debug" : "error";
          log[level]({ err: error, machineId }, "a machine could not be opened; it is tried again");
        }
      }
    }
    await Promise.all(Array.from({ length: OPENING }, worker));
  }
  /** Independent of the rounds: a machine that does not answer delays only its own request. */
  async function answerRequests(): Promise<void> {
    const free = [...hosts].flatMap(([id, host]) => (host.online && !answering.has(id) ? id : []));
    for (const request of free.length > 0 ? await requests.waiting(free) : []) void answer(request);
  }
  async function answer(request: MachineRequest): Promise<void> {
    const { machineId } = request;
    const host = hosts.get(machineId);
    if (!host || answering.has(machineId)) return;
    answering.add(machineId);
    try {
      await carryOut(host, request);
    } catch (error) {
      log.error({ err: error, machineId, request: request.id }, "a request is tried again");
    } finally {
      answering.delete(machineId);
    }
  }
  async function carryOut(host: MachineHost, request: MachineRequest): Promise<void> {
    try {
      await requests.finish(request.id, await host.request(request));
    } catch (error) {
      // It waits: for the machine, or for the next owner.
      if (error instanceof MachineUnreachable || !node.hasAuthority() || host.queue.stopped) return;
      if (error instanceof AppError && error.code === ErrorCode.ServiceUnavailable) return;
      log.error({ err: error, machineId: request.machineId, request: request.id }, "a request was not carried out");
      await requests.finish(request.id, { done: false, answer: error instanceof Error ? error.message : "it failed" });
    }
  }
  /** One round at a time; a call during a round waits for that round. */
  function runRound(): Promise<void> {
    round ??= (async () => {
      try {
        await align();
        await answerRequests();
      } finally {
        round = null;
      }
    })();
    return round;
  }
  function later(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      runRound()
        .catch((error: unknown) => log.warn({ err: error }, "leases and requests could not be looked at"))
        .finally(later);
    }, ROUND_MS);
    timer.unref();
  }

  return {
    async start() {
      await runRound();
      later();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round?.catch(() => {});
      const held = [...hosts].map(([machineId, { epoch }]) => ({ machineId, epoch }));
      await Promise.all([...hosts].map(([machineId, host]) => close(machineId, host)));
      // Where it does not work, another process takes them when this one is gone.
      if (!node.lost.aborted && held.length > 0)
        await leases.release(held).catch((error: unknown) => log.warn({ err: error }, "leases were not released"));
    },
    get: (machineId) => hosts.get(machineId),
    all: () => hosts.values(),
    minBet: (machineId) => minBets.get(machineId),
    async reload(machineId) {
      hosts.get(machineId)?.changed();
      await round?.catch(() => {});
      if (!stopped) await runRound();
    },
  };
}
