/** The house of the bench, its figures by process, and its clients, which are a process of their own. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Cluster } from "@reelcast/e2e/cluster";
import { sql } from "kysely";
import { connect } from "../../../apps/server/src/storage/database.ts";
import { cpuSeconds, residentBytes } from "../cpu.ts";
import { addPlayersAndMachines } from "../seed.ts";
import type { ClientAnswers, ClientOrder } from "./clients.ts";
import { inShort } from "../short.ts";

export interface ScaleOptions {
  sockets: number;
  seats: number;
  machines: number;
  seconds: number;
}

export const NODES = ["edge-1", "edge-2", "floor-1", "floor-2", "media-1"] as const;
/** All clients come from one address. */
export const NO_LIMITS = {
  MAX_SOCKETS: "20000",
  MAX_SOCKETS_PER_NETWORK: "20000",
  MAX_CONNECTIONS: "20000",
  MAX_CONNECTIONS_PER_NETWORK: "20000",
  CALLS_PER_NETWORK: "1000000",
};
const OPEN_WITHIN_MS = 120_000;

/** With so many more players and machines. Resolves once floors run all machines. */
export async function openBenchHouse(
  players: number,
  machines: number,
): Promise<{ cluster: Cluster; machines: number[] }> {
  const cluster = await Cluster.open({ edges: 2, floors: 2, media: 1, environment: NO_LIMITS });
  const db = connect(cluster.postgres.urls().ownerUrl);
  try {
    const ids = await addPlayersAndMachines(db, { players, machines });
    for (const name of ["floor-1", "floor-2"]) {
      await cluster.node(name).stop();
      await cluster.node(name).start();
    }
    const until = performance.now() + OPEN_WITHIN_MS;
    for (;;) {
      const { rows } = await sql<{ free: number }>`
        select count(*)::int as free from machines m left join machine_leases l on l.machine_id = m.id
        where m.retired_at is null and l.node is null`.execute(db);
      if (rows[0]?.free === 0) break;
      if (performance.now() > until) throw new Error(`${rows[0]?.free} machines have no floor`);
      await pause(inShort(500, 50));
    }
    await pause(inShort(5_000, 0));
    return { cluster, machines: ids };
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  } finally {
    await db.destroy();
  }
}

export const pidOf = (cluster: Cluster, name: string): number => {
  const { pid } = cluster.node(name);
  if (pid === undefined) throw new Error(`${name} does not run`);
  return pid;
};
/** CPU seconds of each process so far. */
export const cpuOf = (pids: readonly number[]): Promise<number[]> => Promise.all(pids.map(cpuSeconds));
export const memoryOf = (pids: readonly number[]): Promise<number[]> => Promise.all(pids.map(residentBytes));

/** Shares of a core during `work`, by process. */
export async function coresDuring(pids: readonly number[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await cpuOf(pids);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  return (await cpuOf(pids)).map((cpu, n) => (cpu - (before[n] ?? 0)) / seconds);
}

export class Clients {
  readonly #child: ChildProcess;
  private constructor(child: ChildProcess) {
    this.#child = child;
  }
  private static async open(): Promise<Clients> {
    const child = fork(fileURLToPath(new URL("clients.ts", import.meta.url)), [], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    await once(child, "message");
    return new Clients(child);
  }
  get pid(): number {
    return this.#child.pid ?? 0;
  }
  async ask<K extends ClientOrder["do"]>(order: Extract<ClientOrder, { do: K }>): Promise<ClientAnswers[K]> {
    this.#child.send(order);
    const [answer] = (await once(this.#child, "message")) as [{ failed: string } | { answer: ClientAnswers[K] }];
    if ("failed" in answer) throw new Error(answer.failed);
    return answer.answer;
  }
  /** Opens a process, which ends with `work`. */
  static async with<T>(work: (clients: Clients) => Promise<T>): Promise<T> {
    const clients = await Clients.open();
    try {
      return await work(clients);
    } finally {
      await clients.close();
    }
  }
  async close(): Promise<void> {
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }
}

export function percentiles(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
